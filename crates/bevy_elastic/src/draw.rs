//! Draw: between two ticks a body is seen where it truly was.
//!
//! A frame falls between the ends of two ticks and shows an instant inside the last one, so the game
//! is seen one tick late, as every game in a fixed schedule is. The body's path in that tick is known
//! exactly, corners of bounces included, and that path is drawn; a straight line between the ends of
//! ticks is not the path.

use std::collections::VecDeque;

use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{ParamSet, Query, Res, ResMut, SystemParam};
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::body::Kind;
use collide_core::report::Leg;
use collide_core::vector::Wide;
use collide_core::world::BodyId;

use crate::clock::{Elastic, ElasticTime};
use crate::simulation::{Engine, Simulation, Tracked};
use crate::space::Space;

/// Where to find the legs of each body in a report.
#[derive(Clone, Debug, Default)]
struct Index {
    /// For the body of index `i`, its legs are `order[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    order: Vec<u32>,
}

impl Index {
    /// Finds the legs of each body by counting.
    fn rebuild<W: Wide>(&mut self, legs: &[Leg<W>]) {
        let bodies = legs.iter().map(|leg| leg.body.index() + 1).max().unwrap_or(0);
        self.starts.clear();
        self.starts.resize(bodies + 1, 0);
        for leg in legs {
            self.starts[leg.body.index() + 1] += 1;
        }
        for index in 0..bodies {
            self.starts[index + 1] += self.starts[index];
        }
        let mut next = self.starts.clone();
        self.order.clear();
        self.order.resize(legs.len(), 0);
        for (leg, number) in legs.iter().zip(0u32..) {
            let place = &mut next[leg.body.index()];
            self.order[*place as usize] = number;
            *place += 1;
        }
    }

    /// Where the body was at a time of the tick, if it moved in it.
    fn position<W: Wide>(&self, legs: &[Leg<W>], body: BodyId, time: f64) -> Option<W> {
        let index = body.index();
        let range = *self.starts.get(index)? as usize..*self.starts.get(index + 1)? as usize;
        let mut own = self.order[range].iter().map(|number| &legs[*number as usize]);
        let first = own.next().filter(|leg| leg.body == body)?;
        let leg = own.take_while(|leg| leg.start <= time).last().unwrap_or(first);
        Some(leg.position_at(time.clamp(leg.start, leg.end)))
    }
}

/// A tick before the last one.
#[derive(Clone, Debug)]
struct Past<W: Wide> {
    index: Index,
    legs: Vec<Leg<W>>,
    dt: f64,
}

/// The paths of the last tick, which are those of its report, and of those before it that are still seen.
#[derive(Resource, Clone, Debug)]
pub struct Paths<V: Space = Vec2> {
    last: Index,
    /// The latest at the back. Empty at whole speeds.
    past: VecDeque<Past<V::Wide>>,
    /// The state of the simulation to which they belong.
    revision: u64,
}

impl<V: Space> Default for Paths<V> {
    fn default() -> Self {
        Self { last: Index::default(), past: VecDeque::new(), revision: 0 }
    }
}

/// Before a tick, keeps the paths of the one before as long as they are seen.
pub fn keep_past<V: Space>(
    engine: Res<Engine<V>>,
    simulation: Res<Simulation<V>>,
    time: Res<Time<Elastic>>,
    mut paths: ResMut<Paths<V>>,
) {
    let wanted = time.context().past_ticks();
    if wanted == 0 || paths.revision != simulation.revision {
        paths.past.clear();
    }
    if wanted > 0 && paths.revision == simulation.revision {
        let (index, report) = (std::mem::take(&mut paths.last), engine.report());
        paths.past.push_back(Past { index, legs: report.legs.clone(), dt: report.dt });
    }
    while paths.past.len() > wanted {
        paths.past.pop_front();
    }
}

/// After a tick, finds the legs of each body.
pub fn index_paths<V: Space>(
    engine: Res<Engine<V>>,
    simulation: Res<Simulation<V>>,
    mut paths: ResMut<Paths<V>>,
) {
    paths.revision = simulation.revision;
    paths.last.rebuild(&engine.report().legs);
}

impl<V: Space> Paths<V> {
    /// Where the body was at an instant, told as a part of the last tick, if it has moved since.
    fn position(&self, engine: &Engine<V>, body: BodyId, view: f64) -> Option<V> {
        let back = if view < 0.0 { (-view).ceil() } else { 0.0 };
        let first = self.past.len().checked_sub(back as usize);
        // What lies before all that is kept is seen as the start of that.
        let mut instant = if first.is_some() { view + back } else { 0.0 };
        for past in self.past.iter().skip(first.unwrap_or(0)) {
            if let Some(at) = past.index.position(&past.legs, body, instant * past.dt) {
                return Some(V::narrow(at));
            }
            instant = 0.0;
        }
        let report = engine.report();
        self.last.position(&report.legs, body, instant * report.dt).map(V::narrow)
    }
}

/// Whom a body is shown by, and whose child it is.
type Shown<V> = (Entity, &'static mut Tracked<V>, &'static mut Transform, Option<&'static ChildOf>);

/// Writes the Transforms of bodies.
#[derive(SystemParam)]
pub struct Views<'w, 's, V: Space> {
    // The two kinds of access exclude each other.
    access: ParamSet<'w, 's, (TransformHelper<'w, 's>, Query<'w, 's, Shown<V>>)>,
}

impl<V: Space> Views<'_, '_, V> {
    /// Makes the Transform of each body show a position, unless it was moved by hand and waits to be
    /// read. Transforms that show it already are not touched.
    pub(crate) fn show(&mut self, position: impl Fn(Entity, &Tracked<V>) -> V) {
        let mut children = Vec::new();
        for (entity, mut tracked, mut transform, parent) in &mut self.access.p1() {
            let wanted = position(entity, &tracked);
            if tracked.is_foreign(transform.translation) {
                continue;
            }
            let stays = wanted == tracked.shown_position;
            match parent {
                // Walls are carried by their parents, free bodies are not.
                Some(_) if stays && tracked.body.kind == Kind::Static => {}
                Some(parent) => children.push((entity, parent.parent(), wanted)),
                None if stays && tracked.parent.is_none() => {}
                None => write(&mut tracked, &mut transform, wanted, None),
            }
        }
        for (entity, parent, wanted) in children {
            let parent = self.access.p0().compute_global_transform(parent).ok();
            if let Ok((_, mut tracked, mut transform, _)) = self.access.p1().get_mut(entity)
                && (wanted != tracked.shown_position || tracked.parent != parent)
            {
                write(&mut tracked, &mut transform, wanted, parent);
            }
        }
    }
}

/// Makes a Transform show a position, whatever its parent does to it.
fn write<V: Space>(
    tracked: &mut Tracked<V>,
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
        tracked.shown = translation;
        tracked.shown_position = wanted;
        tracked.place = None;
        tracked.parent = parent;
    }
}

/// Before the fixed loop, shows everyone at the end of the last tick, so that no game reads a drawn
/// position.
pub fn put_back<V: Space>(mut views: Views<V>) {
    views.show(|_, tracked| tracked.body.position);
}

/// Before transforms are propagated, shows everyone at the instant that the frame sees.
pub fn draw<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<Engine<V>>,
    paths: Res<Paths<V>>,
    time: Res<Time<Elastic>>,
    mut views: Views<V>,
) {
    let view = time.view();
    // After a restore the report is of another past.
    let current = paths.revision == simulation.revision;
    views.show(|entity, tracked| {
        let seen = simulation.body(entity).filter(|_| current);
        seen.and_then(|body| paths.position(&engine, body, view)).unwrap_or(tracked.body.position)
    });
}
