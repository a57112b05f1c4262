//! An App with time that is driven by hand, and what the tests read of it.

use std::time::Duration;

use bevy_app::{App, Last, Plugins};
use bevy_ecs::bundle::Bundle;
use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::{Message, MessageReader};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{ResMut, RunSystemOnce};
use bevy_elastic::components::{Asleep, Collider, Position, Restitution, Static, Velocity};
use bevy_elastic::plugin::{ElasticPlugin, ElasticSpacePlugin};
use bevy_elastic::resources::Gravity;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::snapshot::{Snapshot, Snapshots};
use bevy_elastic::space::Space;
use bevy_elastic::time::Elastic;
use bevy_math::Vec2;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use collide_core::measure::state_hash;
use collide_core::vector::Vector;

/// The length of a tick unless a test sets another: exact in binary, as Bevy's own.
pub const TICK: Duration = Duration::from_micros(15_625);

/// An App in the default space; each update lasts one tick of 1/64 s.
pub fn app() -> App {
    app_with(ElasticPlugin)
}

/// An App with plugins of ours; each update lasts one tick of 1/64 s.
pub fn app_with<M>(plugins: impl Plugins<M>) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin)).add_plugins(plugins);
    set_tick(&mut app, TICK);
    // The first update only starts the clocks.
    app.update();
    app
}

/// An App in any space; each update lasts one tick of 1/64 s.
pub fn app_in<V: Space>() -> App {
    app_with(ElasticSpacePlugin::<V>::default())
}

/// A vector of any space in the plane of its first two axes.
pub fn at<V: Space>(x: f64, y: f64) -> V {
    V::narrow(V::Wide::from_components(|axis| [x, y, 0.0][axis]))
}

/// A component of a vector of any space.
pub fn component<V: Space>(vector: V, axis: usize) -> f64 {
    vector.widen().component(axis)
}

/// A ball of radius 0.5 in any space.
pub fn ball_in<V: Space>(position: V, velocity: V) -> impl Bundle {
    (Collider::<V>::ball(0.5), Velocity(velocity), Position(position))
}

/// A square or cube in any space with half this edge.
pub fn cube_in<V: Space>(half: f64) -> Collider<V> {
    let half_size = V::narrow(V::Wide::from_components(|_| half));
    Collider::Cuboid { half_size }
}

/// A wall in any space that balls bounce off on the side of its normal.
pub fn wall_in<V: Space>(position: V, normal: V) -> impl Bundle {
    (Collider::HalfSpace { normal }, Static, Position(position))
}

/// Makes each update from now on last one tick of this length.
pub fn set_tick(app: &mut App, tick: Duration) {
    set_frame(app, tick);
    app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(tick);
}

/// Makes each update from now on last this long.
pub fn set_frame(app: &mut App, frame: Duration) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
}

/// Makes this many updates.
pub fn run(app: &mut App, updates: u32) {
    for _ in 0..updates {
        app.update();
    }
}

/// A ball of radius 0.5.
pub fn ball(at: Vec2, velocity: Vec2) -> impl Bundle {
    (Collider::circle(0.5), Velocity(velocity), Transform::from_translation(at.extend(0.0)))
}

/// A wall that balls bounce off on the side of its normal.
pub fn wall(at: Vec2, normal: Vec2) -> impl Bundle {
    (Collider::half_plane(normal), Static, Transform::from_translation(at.extend(0.0)))
}

/// Spawns a bundle, and returns the entity.
pub fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

/// A component of an entity.
pub fn get<C: Component + Clone>(app: &App, entity: Entity) -> C {
    app.world().get::<C>(entity).expect("the entity has this component").clone()
}

/// Changes a component of an entity.
pub fn change<C: Component<Mutability = Mutable>>(
    app: &mut App,
    entity: Entity,
    how: impl FnOnce(&mut C),
) {
    how(&mut app.world_mut().get_mut::<C>(entity).expect("the entity has this component"));
}

/// The velocity of a body of the plane.
pub fn velocity(app: &App, entity: Entity) -> Vec2 {
    get::<Velocity>(app, entity).0
}

/// The position of a body of the plane.
pub fn position(app: &App, entity: Entity) -> Vec2 {
    get::<Position>(app, entity).0
}

/// Where a body of the plane is shown.
pub fn shown(app: &App, entity: Entity) -> Vec2 {
    get::<Transform>(app, entity).translation.truncate()
}

/// The clock of the simulation.
pub fn clock(app: &mut App) -> bevy_ecs::change_detection::Mut<'_, Time<Elastic>> {
    app.world_mut().resource_mut::<Time<Elastic>>()
}

/// A fingerprint of the state of the plane.
pub fn hash(app: &App) -> u64 {
    state_hash(app.world().resource::<Simulation>().world())
}

/// Takes a snapshot of the plane.
pub fn take(app: &mut App) -> Snapshot {
    app.world_mut().run_system_once(|snapshots: Snapshots| snapshots.take()).unwrap()
}

/// Goes back to a snapshot of the plane.
pub fn restore(app: &mut App, snapshot: &Snapshot) {
    let snapshot = snapshot.clone();
    app.world_mut()
        .run_system_once(move |mut snapshots: Snapshots| snapshots.restore(&snapshot))
        .unwrap();
}

/// What a game that listens has heard.
#[derive(Resource)]
struct Heard<M: Message>(Vec<M>);

/// Listens to messages from now on.
pub fn listen<M: Message + Clone>(app: &mut App) {
    app.insert_resource(Heard::<M>(Vec::new())).add_systems(
        Last,
        |mut messages: MessageReader<M>, mut heard: ResMut<Heard<M>>| {
            heard.0.extend(messages.read().cloned());
        },
    );
}

/// What was heard since this was last called.
pub fn heard<M: Message + Clone>(app: &mut App) -> Vec<M> {
    std::mem::take(&mut app.world_mut().resource_mut::<Heard<M>>().0)
}

/// A slot with a floor at height 0, in any space, as wide as a ball of radius 0.5 and a little more; its
/// floor, and balls that lie in it on each other.
pub fn tower_in<V: Space>(app: &mut App, balls: u8) -> (Entity, Vec<Entity>) {
    /// How far a wall is from the middle.
    const WIDTH: f64 = 0.53125;
    app.insert_resource(Gravity(at::<V>(0.0, -8.0)));
    let floor = spawn(app, wall_in(V::default(), at::<V>(0.0, 1.0)));
    let along = |axis: usize, length: f64| {
        V::narrow(V::Wide::from_components(|own| if own == axis { length } else { 0.0 }))
    };
    for axis in [0, 2].into_iter().filter(|axis| *axis < V::Wide::DIMENSION) {
        for side in [-1.0, 1.0] {
            spawn(app, wall_in(along(axis, side * WIDTH), along(axis, -side)));
        }
    }
    let tower = (0..balls).map(|number| {
        let aside = if number % 2 == 0 { 0.015_625 } else { -0.015_625 };
        let place = at::<V>(aside, 0.5 + f64::from(number));
        spawn(app, (ball_in(place, V::default()), Restitution(0.5)))
    });
    let tower = tower.collect();
    (floor, tower)
}

/// Whether an entity bears the mark of sleep, which must be what the simulation says.
pub fn is_asleep<V: Space>(app: &App, entity: Entity) -> bool {
    let marked = app.world().get::<Asleep>(entity).is_some();
    assert_eq!(marked, app.world().resource::<Simulation<V>>().is_asleep(entity));
    marked
}

/// The place and the velocity that a body has in the simulation.
pub fn state<V: Space>(app: &App, entity: Entity) -> (V::Wide, V::Wide) {
    let simulation = app.world().resource::<Simulation<V>>();
    simulation.world().state(simulation.body(entity).unwrap()).unwrap()
}
