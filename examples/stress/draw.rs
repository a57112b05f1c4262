//! The graphics of a scene.
//!
//! The colour of a dynamic body shows its speed, from blue at rest to red at three times the largest root
//! mean square speed so far. A body that the last tick held over budget is white. Static walls are grey,
//! kinematic ones are brown.

use std::collections::HashMap;
use std::marker::PhantomData;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use harness::camera::{camera, view};
use harness::draw::draw_new;
use harness::overlay::trails::Overlaid;

use crate::stage::{Plane, Stage};

const WALL: Color = Color::srgb(0.42, 0.44, 0.48);
const MOVING_WALL: Color = Color::srgb(0.66, 0.48, 0.30);
const HELD: Color = Color::WHITE;

/// The number of colours of speed.
const SPEEDS: usize = 32;

/// The maximum number of bodies with arrows and trails. If there are more, none has them.
const MAX_OVERLAID: usize = 400;

/// Draws the bodies of a space.
pub struct DrawPlugin<V: Plane>(PhantomData<V>);

impl<V: Plane> Default for DrawPlugin<V> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<V: Plane> Plugin for DrawPlugin<V> {
    fn build(&self, app: &mut App) {
        app.init_resource::<BodyAssets>()
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn(camera(Vec2::ZERO, Vec2::ONE));
            })
            .add_systems(Update, (fit_camera, colour_bodies::<V>, draw_room).chain());
        draw_new(app, draw_bodies::<V>);
    }
}

/// The meshes and materials of bodies.
#[derive(Resource)]
struct BodyAssets {
    /// The meshes of discs by the bits of their radius.
    discs: HashMap<u64, Handle<Mesh>>,
    speeds: Vec<Handle<ColorMaterial>>,
    held: Handle<ColorMaterial>,
    wall: Handle<ColorMaterial>,
    moving_wall: Handle<ColorMaterial>,
    /// The largest root mean square speed so far.
    fast: f64,
}

impl FromWorld for BodyAssets {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        let speeds = (0..SPEEDS).map(|number| {
            let share = number as f32 / (SPEEDS - 1) as f32;
            // From blue through green and yellow to red.
            materials.add(Color::hsl(225.0 * (1.0 - share), 0.75, 0.52 + 0.08 * share))
        });
        let speeds = speeds.collect();
        let [held, wall, moving_wall] = [HELD, WALL, MOVING_WALL].map(|color| materials.add(color));
        Self { discs: HashMap::new(), speeds, held, wall, moving_wall, fast: 0.0 }
    }
}

/// Fits the camera to the room of a new scene.
fn fit_camera(
    stage: Res<Stage>,
    mut assets: ResMut<BodyAssets>,
    camera: Single<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    if stage.is_changed() {
        let [low, high] = stage.scene.room.map(|corner| corner.as_vec2());
        let (mut place, mut projection) = camera.into_inner();
        // With a margin, and the bar above.
        let shift = Vec2::Y * 0.045 * (high - low).y;
        place.translation = ((low + high) * 0.5 + shift).extend(place.translation.z);
        *projection = view((high - low) * vec2(1.05, 1.15));
        assets.fast = 0.0;
    }
}

/// The filter of new bodies without a mesh.
type Undrawn<V> = (Added<Collider<V>>, Without<Mesh2d>);

/// Adds meshes and overlays to new bodies.
fn draw_bodies<V: Plane>(
    new_bodies: Query<(Entity, &Collider<V>, Has<Static>, Has<Kinematic>), Undrawn<V>>,
    stage: Res<Stage>,
    mut assets: ResMut<BodyAssets>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let count = stage.scene.bodies.len();
    let corners = if count > 2000 { 14 } else { 40 };
    for (entity, collider, is_static, is_kinematic) in &new_bodies {
        let mesh = match collider {
            Collider::Ball { radius } => {
                let disc = || meshes.add(Circle::new(*radius as f32).mesh().resolution(corners));
                assets.discs.entry(radius.to_bits()).or_insert_with(disc).clone()
            }
            Collider::Cuboid { half_size } => {
                let size = half_size.widen().as_vec2() * 2.0;
                meshes.add(Rectangle::from_size(size))
            }
            Collider::Capsule { start, end, radius } => {
                let [start, end] = [start, end].map(|point| point.widen().as_vec2());
                // A wall without thickness gets a visible one.
                let radius = f64::max(*radius, 0.05 * stage.scene.smallest_diameter()) as f32;
                let turn = Quat::from_rotation_arc_2d(Vec2::Y, (end - start).normalize_or(Vec2::Y));
                let mesh = Mesh::from(Capsule2d::new(radius, start.distance(end)));
                let middle = ((start + end) * 0.5).extend(0.0);
                meshes.add(mesh.rotated_by(turn).translated_by(middle))
            }
            _ => continue,
        };
        let material = match (is_static, is_kinematic) {
            (true, _) => &assets.wall,
            (_, true) => &assets.moving_wall,
            _ => &assets.speeds[0],
        };
        let mut entity = commands.entity(entity);
        entity.insert((Mesh2d(mesh), MeshMaterial2d(material.clone())));
        if !is_static && !is_kinematic && count <= MAX_OVERLAID {
            entity.insert(Overlaid::new(Color::srgba(0.9, 0.9, 0.95, 0.6)));
        }
    }
}

/// The filter of dynamic bodies.
type Dynamic = (Without<Static>, Without<Kinematic>);

/// Sets the colours of dynamic bodies.
fn colour_bodies<V: Plane>(
    mut bodies: Query<(Entity, &Velocity<V>, &mut MeshMaterial2d<ColorMaterial>), Dynamic>,
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    mut assets: ResMut<BodyAssets>,
) {
    let squares = bodies.iter().map(|(_, velocity, _)| velocity.0.widen().length_squared());
    let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), square| (sum + square, count + 1.0));
    if count > 0.0 {
        assets.fast = assets.fast.max((sum / count).sqrt());
    }
    let limits = engine.report().limits.iter();
    let held: Vec<Entity> = limits.filter_map(|limit| simulation.entity(limit.body)).collect();
    for (entity, velocity, mut material) in &mut bodies {
        let share = velocity.0.widen().length() / (3.0 * assets.fast).max(f64::MIN_POSITIVE);
        let number = (share * SPEEDS as f64) as usize;
        let wanted = if held.contains(&entity) {
            &assets.held
        } else {
            &assets.speeds[number.min(SPEEDS - 1)]
        };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

/// Draws the walls of the room.
fn draw_room(stage: Res<Stage>, mut gizmos: Gizmos) {
    let [low, high] = stage.scene.room.map(|corner| corner.as_vec2());
    let color = if stage.scene.period == DVec2::ZERO { WALL } else { WALL.with_alpha(0.3) };
    gizmos.rect_2d(Isometry2d::from_translation((low + high) * 0.5), high - low, color);
}
