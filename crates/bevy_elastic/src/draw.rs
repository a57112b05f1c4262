//! Draw: between two ticks a body is seen where it truly was.
//!
//! A frame falls between the ends of two ticks and shows an instant inside the last one, so the game
//! is seen one tick late, as every game in a fixed schedule is. The body's path in that tick is known
//! exactly, corners of bounces included, and that path is drawn; a straight line between the ends of
//! ticks is not the path.

use std::collections::VecDeque;

use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::{Has, Or, With, Without};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{ParamSet, Query, Res, ResMut, SystemChangeTick, SystemParam};
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::report::Leg;
use collide_core::vector::Wide;
use collide_core::world::BodyId;

use crate::body::Static;
use crate::clock::{Elastic, ElasticTime};
use crate::simulation::{Engine, Simulation};
use crate::space::Space;
use crate::tracked::{Home, Ledger, Placed, Tracked};

/// The paths of a tick before the last one.
#[derive(Clone, Debug)]
struct Past<W: Wide> {
    legs: Vec<Leg<W>>,
    dt: f64,
}

/// Where a body is seen.
#[derive(Clone, Copy, Debug)]
struct Sight<W: Wide> {
    body: BodyId,
    at: W,
    /// In which of the ticks that are looked at.
    tick: usize,
}

/// The paths of the last tick, which are those of its report, and of those before it that are still seen.
#[derive(Resource, Clone, Debug)]
pub struct Paths<V: Space = Vec2> {
    /// The latest at the back. Empty at whole speeds.
    past: VecDeque<Past<V::Wide>>,
    /// The past of the simulation to which they belong.
    of: u64,
    /// Where those who move are seen in this frame, by the index of the body.
    sights: Vec<Option<Sight<V::Wide>>>,
}

impl<V: Space> Default for Paths<V> {
    fn default() -> Self {
        Self { past: VecDeque::new(), of: 0, sights: Vec::new() }
    }
}

/// Whether the paths of a tick are to be kept, or some that were are not needed any more.
pub fn sees_past<V: Space>(time: Res<Time<Elastic>>, paths: Res<Paths<V>>) -> bool {
    time.context().past_ticks() > 0 || !paths.past.is_empty()
}

/// Before a tick, keeps the paths of the one before as long as they are seen.
pub fn keep_past<V: Space>(
    engine: Res<Engine<V>>,
    simulation: Res<Simulation<V>>,
    time: Res<Time<Elastic>>,
    mut paths: ResMut<Paths<V>>,
) {
    let wanted = time.context().past_ticks();
    if wanted == 0 || paths.of != simulation.past {
        paths.past.clear();
    }
    if wanted > 0 && paths.of == simulation.past {
        let report = engine.report();
        paths.past.push_back(Past { legs: report.legs.clone(), dt: report.dt });
    }
    while paths.past.len() > wanted {
        paths.past.pop_front();
    }
}

impl<V: Space> Paths<V> {
    /// Notes that the report tells of the past of the simulation.
    pub(crate) fn belong_to(&mut self, simulation: &Simulation<V>) {
        self.of = simulation.past;
    }

    /// Finds where everyone was at an instant, told as a part of the last tick: of who did not move then, at the
    /// beginning of the next tick in which he did.
    fn look(&mut self, engine: &Engine<V>, view: f64) {
        let Self { past, sights, .. } = self;
        sights.clear();
        let back = if view < 0.0 { (-view).ceil() } else { 0.0 };
        let first = past.len().checked_sub(back as usize);
        // What lies before all that is kept is seen as the start of that.
        let mut instant = if first.is_some() { view + back } else { 0.0 };
        let past = past.iter().skip(first.unwrap_or(0)).map(|past| (&past.legs, past.dt));
        let report = engine.report();
        for (tick, (legs, dt)) in past.chain([(&report.legs, report.dt)]).enumerate() {
            look_along(sights, legs, instant * dt, tick);
            instant = 0.0;
        }
    }

    /// Where a body was seen then, if it has moved since.
    fn sight(&self, body: BodyId) -> Option<V> {
        let sight = self.sights.get(body.index()).copied().flatten();
        sight.filter(|sight| sight.body == body).map(|sight| V::narrow(sight.at))
    }
}

/// Notes where those were who moved in a tick, unless they were seen in one before.
fn look_along<W: Wide>(
    sights: &mut Vec<Option<Sight<W>>>,
    legs: &[Leg<W>],
    time: f64,
    tick: usize,
) {
    for leg in legs {
        let index = leg.body.index();
        if sights.len() <= index {
            sights.resize(index + 1, None);
        }
        let sight = &mut sights[index];
        let is_later = |sight: &Sight<W>| sight.tick == tick && leg.start <= time;
        if sight.as_ref().is_none_or(|sight| sight.body != leg.body || is_later(sight)) {
            let at = leg.position_at(time.clamp(leg.start, leg.end));
            *sight = Some(Sight { body: leg.body, at, tick });
        }
    }
}

/// Who moves by itself: neither a child nor a wall.
type Free = (Without<ChildOf>, Without<Static>);
type Bound = Or<(With<ChildOf>, With<Static>)>;

/// How a body is shown, whose child it is and whether it is a wall.
type ShownBound<V> = (
    Entity,
    &'static mut Tracked<V>,
    &'static mut Placed,
    &'static mut Transform,
    Option<&'static ChildOf>,
    Has<Static>,
);
type ShownFree<V> = (&'static mut Tracked<V>, &'static mut Home, &'static mut Transform);

/// Writes the Transforms of bodies.
#[derive(SystemParam)]
pub struct Views<'w, 's, V: Space> {
    // The kinds of access exclude each other.
    access: ParamSet<
        'w,
        's,
        (
            TransformHelper<'w, 's>,
            Query<'w, 's, ShownBound<V>, Bound>,
            Query<'w, 's, ShownFree<V>, Free>,
        ),
    >,
    now: SystemChangeTick,
    ledger: ResMut<'w, Ledger<V>>,
}

impl<V: Space> Views<'_, '_, V> {
    /// Makes the Transform of each body show a position, unless it was moved by hand and waits to be
    /// read. Transforms that show it already are not touched.
    fn show(&mut self, position: impl Fn(&Tracked<V>) -> V) {
        self.show_bound(&position);
        let (now, mut any) = (self.now.this_run(), false);
        for (mut tracked, mut home, mut transform) in &mut self.access.p2() {
            let wanted = position(&tracked);
            let is_own = |tick| self.ledger.knows(tick, now);
            any |= tracked.show(wanted, &mut transform, &mut home, is_own);
        }
        if any {
            self.ledger.sign(now);
        }
    }

    /// The same of children and walls.
    fn show_bound(&mut self, position: impl Fn(&Tracked<V>) -> V) {
        let mut children = Vec::new();
        for (entity, mut tracked, mut placed, mut transform, parent, is_static) in
            &mut self.access.p1()
        {
            let wanted = position(&tracked);
            if tracked.is_foreign(transform.translation) {
                continue;
            }
            let stays = wanted == tracked.shown_position;
            match parent {
                // Walls are carried by their parents, free bodies are not.
                Some(_) if stays && is_static => {}
                Some(parent) => children.push((entity, parent.parent(), wanted)),
                None if stays && placed.parent.is_none() => {}
                None => write(&mut tracked, &mut placed, &mut transform, wanted, None),
            }
        }
        for (entity, parent, wanted) in children {
            let parent = self.access.p0().compute_global_transform(parent).ok();
            if let Ok((_, mut tracked, mut placed, mut transform, ..)) =
                self.access.p1().get_mut(entity)
                && (wanted != tracked.shown_position || placed.parent != parent)
            {
                write(&mut tracked, &mut placed, &mut transform, wanted, parent);
            }
        }
    }
}

/// Makes a Transform show a position, whatever its parent does to it.
fn write<V: Space>(
    tracked: &mut Tracked<V>,
    placed: &mut Placed,
    transform: &mut Transform,
    wanted: V,
    parent: Option<GlobalTransform>,
) {
    let translation = match parent {
        None => wanted.translation(transform.translation),
        Some(place) => {
            let global = place.transform_point(transform.translation);
            place.affine().inverse().transform_point3(wanted.translation(global))
        }
    };
    // A parent of no size shows its children nowhere.
    if translation.is_finite() {
        transform.translation = translation;
        tracked.note(translation, wanted);
        placed.place = None;
        placed.parent = parent;
    }
}

/// Shows everyone at the end of the last tick: before the fixed loop, so that no game reads a drawn position,
/// and after a tick those whom [`scatter`](crate::scatter::scatter) does not show.
pub fn put_back<V: Space>(mut views: Views<V>) {
    if views.ledger.displaced {
        views.ledger.displaced = false;
        views.show(|tracked| tracked.position);
    } else {
        views.show_bound(|tracked| tracked.position);
    }
}

/// Before transforms are propagated, shows everyone at the instant that the frame sees.
pub fn draw<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<Engine<V>>,
    mut paths: ResMut<Paths<V>>,
    time: Res<Time<Elastic>>,
    mut views: Views<V>,
) {
    // After a restore the report is of another past.
    if paths.of == simulation.past {
        paths.look(&engine, time.view());
    } else {
        paths.sights.clear();
    }
    views.ledger.displaced = true;
    views.show(|tracked| {
        let sight = if tracked.was_put { None } else { paths.sight(tracked.body) };
        sight.unwrap_or(tracked.position)
    });
}
