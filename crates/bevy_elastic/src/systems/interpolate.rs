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
use bevy_ecs::system::{
    NonSendMarker, ParamSet, Query, Res, ResMut, SystemChangeTick, SystemParam,
};
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::executor::Executor;
use collide_core::report::{Leg, Report};
use collide_core::vector::Wide;
use collide_core::world::BodyId;

use crate::components::Static;
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::sync::body_state::{Home, Ledger, Placed, Shown, Tracked};
use crate::sync::columns::{Watched, cells, in_pieces, unwatched};
use crate::time::{Elastic, ElasticTime};

/// The paths of a tick before the last one.
#[derive(Clone, Debug)]
struct Past<W: Wide> {
    legs: Vec<Leg<W>>,
    dt: f64,
}

/// Where a body was at an instant, as far as it is told.
#[derive(Clone, Copy, Debug)]
struct Sight<W: Wide> {
    body: BodyId,
    at: W,
    /// When it was there: the nearest time to that instant at which it is told where it was.
    time: f64,
    /// In which of the ticks that are looked at.
    tick: usize,
}

/// Where those were at an instant of whom it is told.
#[derive(Clone, Debug)]
struct Sights<W: Wide> {
    all: Vec<Sight<W>>,
    /// At which place of the list a body may be found, by its index. What is said of others is of an earlier frame.
    places: Vec<u32>,
}

/// The paths of the last tick, which are those of its report, and of those before it that are still seen.
#[derive(Resource, Clone, Debug)]
pub struct Paths<V: Space = Vec2> {
    /// The latest at the back. Empty at whole speeds.
    past: VecDeque<Past<V::Wide>>,
    /// The past of the simulation to which they belong.
    of: u64,
    /// What is told of the instant that this frame sees.
    sights: Sights<V::Wide>,
}

impl<V: Space> Default for Paths<V> {
    fn default() -> Self {
        let sights = Sights { all: Vec::new(), places: Vec::new() };
        Self { past: VecDeque::new(), of: 0, sights }
    }
}

/// Whether the paths of a tick are to be kept, or some that were are not needed any more.
pub fn sees_past<V: Space>(time: Res<Time<Elastic>>, paths: Res<Paths<V>>) -> bool {
    time.context().past_ticks() > 0 || !paths.past.is_empty()
}

/// Before a tick, keeps the paths of the one before as long as they are seen.
pub fn keep_past<V: Space>(
    engine: Res<SimulationStepper<V>>,
    simulation: Res<Simulation<V>>,
    time: Res<Time<Elastic>>,
    mut paths: ResMut<Paths<V>>,
    bodies: Query<&Tracked<V>>,
) {
    let wanted = time.context().past_ticks();
    if wanted == 0 || paths.of != simulation.past {
        paths.past.clear();
    }
    if wanted > 0 && paths.of == simulation.past {
        let report = engine.report();
        let mut legs = report.legs.clone();
        paths.sights.all.clear();
        paths.sights.look_along(&legs, (report.dt, 0));
        let mut put = Vec::new();
        for it in &bodies {
            if it.was_put {
                put.push(it.body);
            } else {
                legs.extend(it.last_leg(paths.sights.of(it.body), report.dt));
            }
        }
        // Who was put elsewhere is seen there, not on its way to where it was.
        put.sort_unstable();
        legs.retain(|leg| put.binary_search(&leg.body).is_err());
        paths.past.push_back(Past { legs, dt: report.dt });
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

    /// Finds where those were at an instant, told as a part of the last tick, of whom it is told: of who did not move
    /// then, at the beginning of the next tick in which he did.
    fn look(&mut self, report: &Report<V>, view: f64) {
        let Self { past, sights, .. } = self;
        sights.all.clear();
        let back = if view < 0.0 { (-view).ceil() } else { 0.0 };
        let first = past.len().checked_sub(back as usize);
        // What lies before all that is kept is seen as the start of that.
        let mut instant = if first.is_some() { view + back } else { 0.0 };
        let past = past.iter().skip(first.unwrap_or(0)).map(|past| (&past.legs, past.dt));
        for (tick, (legs, dt)) in past.chain([(&report.legs, report.dt)]).enumerate() {
            sights.look_along(legs, (instant * dt, tick));
            instant = 0.0;
        }
    }

    /// Where a body was at that instant. What is not told of the last tick follows from where it ended.
    fn seen(&self, it: &Tracked<V>, (dt, view): (f64, f64)) -> V {
        let time = view.max(0.0) * dt;
        let told = self.sights.of(it.body);
        if let Some((known, at)) = told
            && (known >= time || view < 0.0)
        {
            return V::narrow(at);
        }
        match it.last_leg(told, dt) {
            Some(leg) if time < dt => V::narrow(leg.position_at(time)),
            _ => it.position,
        }
    }
}

impl<W: Wide> Sights<W> {
    /// The place of a body in the list.
    fn place(&self, body: BodyId) -> Option<usize> {
        let place = *self.places.get(body.index())? as usize;
        self.all.get(place).is_some_and(|sight| sight.body == body).then_some(place)
    }

    /// Where a body was, and when.
    fn of(&self, body: BodyId) -> Option<(f64, W)> {
        self.place(body).map(|place| (self.all[place].time, self.all[place].at))
    }

    /// Notes where those were at a time of a tick of whom it is told, unless that is known of a tick before.
    fn look_along(&mut self, legs: &[Leg<W>], (time, tick): (f64, usize)) {
        for leg in legs {
            let known = self.place(leg.body);
            if known.is_some_and(|place| self.all[place].tick != tick || leg.start > time) {
                continue;
            }
            let time = time.clamp(leg.start, leg.end);
            let sight = Sight { body: leg.body, at: leg.position_at(time), time, tick };
            if let Some(place) = known {
                self.all[place] = sight;
                continue;
            }
            let index = leg.body.index();
            if self.places.len() <= index {
                self.places.resize(index + 1, 0);
            }
            self.places[index] = self.all.len() as u32;
            self.all.push(sight);
        }
    }
}

/// Who moves by itself: neither a child nor a wall.
type Free = (Without<ChildOf>, Without<Static>);
type Bound = Or<(With<ChildOf>, With<Static>)>;

/// How a body is shown, whose child it is and whether it is a wall.
type ShownBound<V> = (
    Entity,
    &'static Tracked<V>,
    &'static mut Shown<V>,
    &'static mut Placed,
    &'static mut Transform,
    Option<&'static ChildOf>,
    Has<Static>,
);
type ShownFree<V> =
    (&'static Tracked<V>, &'static mut Shown<V>, &'static mut Home, &'static mut Transform);

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
    fn show(&mut self, helpers: &dyn Executor, position: impl Fn(&Tracked<V>) -> V + Sync) {
        self.show_bound(&position);
        let (now, mut any) = (self.now.this_run(), false);
        let ledger = &*self.ledger;
        // All of these components lie in tables, so there are always columns.
        for table in self.access.p2().contiguous_iter_mut().into_iter().flatten() {
            let (tracked, shown, home, transform) = table;
            let mut transform = Watched::new(transform);
            let columns = ((unwatched(shown), unwatched(home)), transform.rows());
            any |= in_pieces(helpers, (tracked, columns), |(tracked, columns)| {
                let ((shown, homes), transforms) = columns;
                let rows = shown.iter_mut().zip(homes).zip(cells(transforms, now));
                rows.zip(tracked).fold(false, |any, (((shown, home), mut transform), tracked)| {
                    let is_own = |tick| ledger.knows(tick, now);
                    shown.show(position(tracked), &mut transform, home, is_own) | any
                })
            });
        }
        if any {
            self.ledger.sign(now);
        }
    }

    /// The same of children and walls.
    fn show_bound(&mut self, position: impl Fn(&Tracked<V>) -> V) {
        let mut children = Vec::new();
        for (entity, tracked, mut shown, mut placed, mut transform, parent, is_static) in
            &mut self.access.p1()
        {
            let wanted = position(tracked);
            if shown.is_foreign(transform.translation) {
                continue;
            }
            let stays = wanted == shown.position;
            match parent {
                // Walls are carried by their parents, free bodies are not.
                Some(_) if stays && is_static => {}
                Some(parent) => children.push((entity, parent.parent(), wanted)),
                None if stays && placed.parent.is_none() => {}
                None => write(&mut shown, &mut placed, &mut transform, wanted, None),
            }
        }
        for (entity, parent, wanted) in children {
            let parent = self.access.p0().compute_global_transform(parent).ok();
            if let Ok((_, _, mut shown, mut placed, mut transform, ..)) =
                self.access.p1().get_mut(entity)
                && (wanted != shown.position || placed.parent != parent)
            {
                write(&mut shown, &mut placed, &mut transform, wanted, parent);
            }
        }
    }
}

/// Makes a Transform show a position, whatever its parent does to it.
fn write<V: Space>(
    shown: &mut Shown<V>,
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
        shown.note(translation, wanted);
        placed.place = None;
        placed.parent = parent;
    }
}

/// Shows everyone at the end of the last tick: before the fixed loop, so that no game reads a drawn position,
/// and after a tick those whom [`scatter`](crate::systems::scatter::scatter) does not show.
pub fn put_back<V: Space>(engine: Res<SimulationStepper<V>>, mut views: Views<V>) {
    if views.ledger.displaced {
        views.ledger.displaced = false;
        views.show(engine.helpers(), |tracked| tracked.position);
    } else {
        views.show_bound(|tracked| tracked.position);
    }
}

/// Before transforms are propagated, shows everyone at the instant that the frame sees.
pub fn draw<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    mut paths: ResMut<Paths<V>>,
    time: Res<Time<Elastic>>,
    mut views: Views<V>,
) {
    let helpers = engine.helpers();
    views.ledger.displaced = true;
    // After a restore the report is of another past.
    if paths.of != simulation.past {
        return views.show(helpers, |it| it.position);
    }
    let (report, view) = (engine.report(), time.displayed_fraction());
    paths.look(report, view);
    views.show(
        helpers,
        |it| if it.was_put { it.position } else { paths.seen(it, (report.dt, view)) },
    );
}

/// The same as [`put_back`] on the thread that waits for the schedule, so that all others can help.
pub fn put_back_with_help<V: Space>(
    engine: Res<SimulationStepper<V>>,
    views: Views<V>,
    _: NonSendMarker,
) {
    put_back(engine, views);
}

/// The same as [`draw`] on the thread that waits for the schedule, so that all others can help.
pub fn draw_with_help<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    paths: ResMut<Paths<V>>,
    time: Res<Time<Elastic>>,
    views: Views<V>,
    _: NonSendMarker,
) {
    draw(simulation, engine, paths, time, views);
}
