//! Draw: between two ticks a body is seen where it truly was.
//!
//! A frame falls between the ends of two ticks and shows an instant inside the last one, so the game
//! is seen one tick late, as every game in a fixed schedule is. The body's path in that tick is known
//! exactly, corners of bounces included, and that path is drawn; a straight line between the ends of
//! ticks is not the path.

use std::marker::PhantomData;

use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::With;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{ParamSet, Query, Res, ResMut, SystemParam};
use bevy_math::Vec2;
use bevy_time::{Fixed, Time};
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::world::BodyId;

use crate::clock::{Elastic, ElasticTime};
use crate::simulation::{Engine, Simulation, Tracked};
use crate::space::Space;

/// Where to find the legs of each body in the report of the last tick.
#[derive(Resource, Clone, Debug)]
pub struct Paths<V: Space = Vec2> {
    /// For the body of index `i`, its legs are `order[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    order: Vec<u32>,
    /// The state of the simulation to which they belong.
    revision: u64,
    space: PhantomData<V>,
}

impl<V: Space> Default for Paths<V> {
    fn default() -> Self {
        Self { starts: Vec::new(), order: Vec::new(), revision: 0, space: PhantomData }
    }
}

/// Finds the legs of each body by counting, after a tick.
pub fn index_paths<V: Space>(
    engine: Res<Engine<V>>,
    simulation: Res<Simulation<V>>,
    mut paths: ResMut<Paths<V>>,
) {
    let legs = &engine.report().legs;
    let bodies = legs.iter().map(|leg| leg.body.index() + 1).max().unwrap_or(0);
    paths.revision = simulation.revision;
    paths.starts.clear();
    paths.starts.resize(bodies + 1, 0);
    for leg in legs {
        paths.starts[leg.body.index() + 1] += 1;
    }
    for index in 0..bodies {
        paths.starts[index + 1] += paths.starts[index];
    }
    let mut next = paths.starts.clone();
    paths.order.clear();
    paths.order.resize(legs.len(), 0);
    for (leg, number) in legs.iter().zip(0u32..) {
        let place = &mut next[leg.body.index()];
        paths.order[*place as usize] = number;
        *place += 1;
    }
}

impl<V: Space> Paths<V> {
    /// Where the body was at `time` of the last tick, if it moved in it.
    fn position(&self, engine: &Engine<V>, body: BodyId, time: f64) -> Option<V> {
        let index = body.index();
        let range = *self.starts.get(index)? as usize..*self.starts.get(index + 1)? as usize;
        let legs = &engine.report().legs;
        let mut own = self.order[range].iter().map(|number| &legs[*number as usize]);
        let first = own.next().filter(|leg| leg.body == body)?;
        let leg = own.take_while(|leg| leg.start <= time).last().unwrap_or(first);
        let position = leg.position_at(time.clamp(leg.start, leg.end));
        Some(V::narrow(position))
    }
}

/// Writes the Transforms of bodies.
#[derive(SystemParam)]
pub struct Views<'w, 's, V: Space> {
    // The two kinds of access exclude each other.
    access: ParamSet<
        'w,
        's,
        (
            TransformHelper<'w, 's>,
            Query<'w, 's, (Entity, &'static mut Tracked<V>, &'static mut Transform)>,
        ),
    >,
    children: Query<'w, 's, (Entity, &'static ChildOf), With<Tracked<V>>>,
}

impl<V: Space> Views<'_, '_, V> {
    /// Makes the Transform of each body show a position, unless it was moved by hand and waits to be
    /// read. Transforms that show it already are not touched.
    pub(crate) fn show(&mut self, position: impl Fn(Entity, &Tracked<V>) -> V) {
        let helper = self.access.p0();
        let parents: Vec<(Entity, GlobalTransform)> = self
            .children
            .iter()
            .filter_map(|(child, parent)| {
                Some((child, helper.compute_global_transform(parent.parent()).ok()?))
            })
            .collect();
        let parent = |child: Entity| {
            parents.iter().find(|(entity, _)| *entity == child).map(|(_, place)| place)
        };
        for (entity, mut tracked, mut transform) in &mut self.access.p1() {
            let wanted = position(entity, &tracked);
            if wanted == tracked.shown_position || transform.translation != tracked.shown {
                continue;
            }
            let translation = match parent(entity) {
                None => wanted.translation(transform.translation),
                Some(place) => {
                    let global = place.transform_point(transform.translation);
                    place.affine().inverse().transform_point3(wanted.translation(global))
                }
            };
            transform.translation = translation;
            tracked.shown = translation;
            tracked.shown_position = wanted;
            tracked.place = None;
        }
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
    let instant = time.view() * time.tick_seconds();
    // After a restore the report is of another past.
    let current = paths.revision == simulation.revision;
    views.show(|entity, tracked| {
        let seen = simulation.body(entity).filter(|_| current);
        seen.and_then(|body| paths.position(&engine, body, instant))
            .unwrap_or(tracked.body.position)
    });
}

/// Takes the instant that the frame sees from the clock of the fixed schedule.
pub fn look(fixed: Res<Time<Fixed>>, mut time: ResMut<Time<Elastic>>) {
    time.context_mut().see(fixed.overstep_fraction_f64());
}
