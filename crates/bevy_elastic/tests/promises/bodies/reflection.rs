//! What a game writes can be reached by name, as an inspector or a scene does.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::reflect::{
    AppTypeRegistry, ReflectComponent, ReflectEvent, ReflectMessage, ReflectResource,
};
use bevy_elastic::components::{
    Acceleration, AngularDamping, AngularVelocity, Asleep, BodyKey, Cloth, GravityScale,
    InertiaFactor, Kinematic, LinearDamping, MinimumImpulse, Nose, Orientation, Roll,
    RollingFriction, Static, SurfaceVelocity, TangentialRestitution,
};
use bevy_elastic::events::{DeepOverlap, FellAsleep, LimitReached, Rolls, Stopped, Woke};
use bevy_elastic::prelude::*;
use bevy_elastic::resources::{CombineRule, Period};
use bevy_math::{DVec2, Vec2, Vec3};
use bevy_reflect::std_traits::ReflectDefault;
use bevy_reflect::structs::GetField;
use bevy_reflect::{Reflect, TypeData};

use crate::app::{app, app_in};

fn has<T: Reflect, D: TypeData>(app: &App) -> bool {
    let registry = app.world().resource::<AppTypeRegistry>().read();
    registry.get_type_data::<D>(std::any::TypeId::of::<T>()).is_some()
}

fn assert_component<T: Reflect>(app: &App) {
    let name = std::any::type_name::<T>();
    assert!(has::<T, ReflectComponent>(app), "{name} is no component");
    assert!(has::<T, ReflectDefault>(app), "{name} has no default");
}

fn assert_resource<T: Reflect>(app: &App) {
    let name = std::any::type_name::<T>();
    assert!(has::<T, ReflectResource>(app), "{name} is no resource");
    assert!(has::<T, ReflectDefault>(app), "{name} has no default");
}

fn assert_of_space<V: bevy_elastic::space::Space>(app: &App) {
    assert_component::<Collider<V>>(app);
    assert_component::<Position<V>>(app);
    assert_component::<Velocity<V>>(app);
    assert_component::<MoveTo<V>>(app);
    assert_component::<OneWay<V>>(app);
    assert_component::<Acceleration<V>>(app);
    assert_component::<SurfaceVelocity<V>>(app);
    assert_component::<AngularVelocity<V::Angular>>(app);
    assert_component::<Roll<V>>(app);
    assert_resource::<Gravity<V>>(app);
    assert_resource::<Period<V>>(app);
}

#[test]
fn components_and_resources_are_registered_with_their_defaults() {
    assert_of_space::<Vec2>(&app());
    assert_of_space::<Vec3>(&app_in::<Vec3>());
    let app = app_in::<DVec2>();
    assert_of_space::<DVec2>(&app);
    assert_component::<Mass>(&app);
    assert_component::<Restitution>(&app);
    assert_component::<RollingResistance>(&app);
    assert_component::<Friction>(&app);
    assert_component::<MinimumImpulse>(&app);
    assert_component::<Breaks>(&app);
    assert_component::<GravityScale>(&app);
    assert_component::<LinearDamping>(&app);
    assert_component::<AngularDamping>(&app);
    assert_component::<InertiaFactor>(&app);
    assert_component::<TangentialRestitution>(&app);
    assert_component::<RollingFriction>(&app);
    assert_component::<Cloth>(&app);
    assert_component::<Nose>(&app);
    assert_component::<Orientation>(&app);
    assert_component::<CollisionLayers>(&app);
    assert_component::<Sensor>(&app);
    assert_component::<Absorbs>(&app);
    assert_component::<Static>(&app);
    assert_component::<Kinematic>(&app);
    assert_component::<BodyKey>(&app);
    assert_component::<Asleep>(&app);
    assert_resource::<ElasticConfig>(&app);
    assert!(has::<CombineRule, ReflectDefault>(&app));
}

#[test]
fn a_default_is_what_a_body_without_the_component_is() {
    assert_eq!(GravityScale::default(), GravityScale(1.0));
    assert_eq!(Acceleration::<Vec2>::default(), Acceleration(Vec2::ZERO));
    assert_eq!(LinearDamping::default(), LinearDamping(0.0));
    assert_eq!(AngularDamping::default(), AngularDamping(0.0));
    assert_eq!(TangentialRestitution::default(), TangentialRestitution(0.0));
    assert_eq!(InertiaFactor::default(), InertiaFactor::DISC);
    assert_eq!(RollingFriction::default(), RollingFriction(0.0));
    assert_eq!(Nose::default(), Nose(0.0));
    assert_eq!(Roll::<Vec2>::default(), Roll(Vec2::ZERO));
    assert_eq!(Friction::default(), Friction(0.0));
    assert_eq!(SurfaceVelocity::<Vec2>::default(), SurfaceVelocity(Vec2::ZERO));
    assert_eq!(MinimumImpulse::default(), MinimumImpulse(0.0));
    assert_eq!(Breaks::default(), Breaks(0));
    let layers = CollisionLayers { memberships: 1, filters: u32::MAX };
    assert_eq!(CollisionLayers::default(), layers);
    assert_eq!(Period::<Vec2>::default(), Period(Vec2::ZERO));
}

fn assert_message<T: Reflect>(app: &App) {
    let name = std::any::type_name::<T>();
    assert!(has::<T, ReflectMessage>(app), "{name} is no message");
    assert!(has::<T, ReflectEvent>(app), "{name} is no event");
}

#[test]
fn messages_are_registered() {
    let app = app_in::<Vec3>();
    assert_message::<Collided<Vec3>>(&app);
    assert_message::<ContactStarted<Vec3>>(&app);
    assert_message::<ContactEnded>(&app);
    assert_message::<SensorEntered>(&app);
    assert_message::<SensorExited>(&app);
    assert_message::<Broken>(&app);
    assert_message::<Rolls>(&app);
    assert_message::<Stopped>(&app);
    assert_message::<FellAsleep>(&app);
    assert_message::<Woke>(&app);
    assert_message::<DeepOverlap>(&app);
    assert!(has::<LimitReached, ReflectMessage>(&app));
}

#[test]
fn an_impact_is_read_by_name() {
    let hit = Collided::<Vec2> {
        entity: Entity::PLACEHOLDER,
        other: Entity::PLACEHOLDER,
        tick: 7,
        time: 0.25,
        point: Vec2::X,
        normal: Vec2::Y,
        approach_speed: 3.0,
        impulse: 6.0,
        friction: Vec2::ZERO,
        energy_lost: 0.5,
    };
    let read = |name: &str| hit.get_field::<f64>(name).copied();
    assert_eq!([read("approach_speed"), read("energy_lost")], [Some(3.0), Some(0.5)]);
}
