//! How does a scene look?
//!
//! A mover has the colour of its speed, from blue at rest to red at three times the root of the mean
//! square that was the largest so far; one that the last tick held because its budget was spent is white.
//! Walls are grey, and those that move are brown.

use std::collections::HashMap;
use std::marker::PhantomData;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use harness::camera::{camera, view};
use harness::overlay::trails::Overlaid;

use crate::stage::{Plane, Stage};

const WALL: Color = Color::srgb(0.42, 0.44, 0.48);
const MOVING_WALL: Color = Color::srgb(0.66, 0.48, 0.30);
const HELD: Color = Color::WHITE;

/// How many colours of speed there are.
const SPEEDS: usize = 32;

/// Of so many movers each has an arrow and a trail; of more none.
const OVERLAID: usize = 400;

/// Draws the bodies of a space.
pub struct DrawPlugin<V: Plane>(PhantomData<V>);

impl<V: Plane> Default for DrawPlugin<V> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<V: Plane> Plugin for DrawPlugin<V> {
    fn build(&self, app: &mut App) {
        app.init_resource::<Wardrobe>()
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn(camera(Vec2::ZERO, Vec2::ONE));
            })
            .add_systems(Update, (frame, dress::<V>, colour::<V>, outline).chain());
    }
}

/// What bodies wear.
#[derive(Resource)]
struct Wardrobe {
    /// Discs by the bits of their radius.
    discs: HashMap<u64, Handle<Mesh>>,
    speeds: Vec<Handle<ColorMaterial>>,
    held: Handle<ColorMaterial>,
    wall: Handle<ColorMaterial>,
    moving_wall: Handle<ColorMaterial>,
    /// The largest root of the mean square of the speed so far.
    fast: f64,
}

impl FromWorld for Wardrobe {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        let speeds = (0..SPEEDS).map(|number| {
            let share = number as f32 / (SPEEDS - 1) as f32;
            // From blue by green and yellow to red.
            materials.add(Color::hsl(225.0 * (1.0 - share), 0.75, 0.52 + 0.08 * share))
        });
        let speeds = speeds.collect();
        let [held, wall, moving_wall] = [HELD, WALL, MOVING_WALL].map(|color| materials.add(color));
        Self { discs: HashMap::new(), speeds, held, wall, moving_wall, fast: 0.0 }
    }
}

/// Shows the whole room of a scene that begins.
fn frame(
    stage: Res<Stage>,
    mut wardrobe: ResMut<Wardrobe>,
    camera: Single<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    if stage.is_changed() {
        let [low, high] = stage.scene.room.map(|corner| corner.as_vec2());
        let (mut place, mut projection) = camera.into_inner();
        // With some air, and the bar above.
        let shift = Vec2::Y * 0.045 * (high - low).y;
        place.translation = ((low + high) * 0.5 + shift).extend(place.translation.z);
        *projection = view((high - low) * vec2(1.05, 1.15));
        wardrobe.fast = 0.0;
    }
}

/// Who has come and has nothing on yet.
type Naked<V> = (Added<Collider<V>>, Without<Mesh2d>);

fn dress<V: Plane>(
    newcomers: Query<(Entity, &Collider<V>, Has<Static>, Has<Kinematic>), Naked<V>>,
    stage: Res<Stage>,
    mut wardrobe: ResMut<Wardrobe>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let count = stage.scene.bodies.len();
    let corners = if count > 2000 { 14 } else { 40 };
    for (entity, collider, is_static, is_kinematic) in &newcomers {
        let mesh = match collider {
            Collider::Ball { radius } => {
                let disc = || meshes.add(Circle::new(*radius as f32).mesh().resolution(corners));
                wardrobe.discs.entry(radius.to_bits()).or_insert_with(disc).clone()
            }
            Collider::Cuboid { half_size } => {
                let size = half_size.widen().as_vec2() * 2.0;
                meshes.add(Rectangle::from_size(size))
            }
            Collider::Capsule { start, end, radius } => {
                let [start, end] = [start, end].map(|point| point.widen().as_vec2());
                // A wall without thickness is seen too.
                let radius = f64::max(*radius, 0.05 * stage.scene.smallest_diameter()) as f32;
                let turn = Quat::from_rotation_arc_2d(Vec2::Y, (end - start).normalize_or(Vec2::Y));
                let mesh = Mesh::from(Capsule2d::new(radius, start.distance(end)));
                let middle = ((start + end) * 0.5).extend(0.0);
                meshes.add(mesh.rotated_by(turn).translated_by(middle))
            }
            _ => continue,
        };
        let material = match (is_static, is_kinematic) {
            (true, _) => &wardrobe.wall,
            (_, true) => &wardrobe.moving_wall,
            _ => &wardrobe.speeds[0],
        };
        let mut entity = commands.entity(entity);
        entity.insert((Mesh2d(mesh), MeshMaterial2d(material.clone())));
        if !is_static && !is_kinematic && count <= OVERLAID {
            entity.insert(Overlaid::new(Color::srgba(0.9, 0.9, 0.95, 0.6)));
        }
    }
}

/// Who moves by itself.
type Free = (Without<Static>, Without<Kinematic>);

fn colour<V: Plane>(
    mut movers: Query<(Entity, &Velocity<V>, &mut MeshMaterial2d<ColorMaterial>), Free>,
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    mut wardrobe: ResMut<Wardrobe>,
) {
    let squares = movers.iter().map(|(_, velocity, _)| velocity.0.widen().length_squared());
    let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), square| (sum + square, count + 1.0));
    if count > 0.0 {
        wardrobe.fast = wardrobe.fast.max((sum / count).sqrt());
    }
    let limits = engine.report().limits.iter();
    let held: Vec<Entity> = limits.filter_map(|limit| simulation.entity(limit.body)).collect();
    for (entity, velocity, mut material) in &mut movers {
        let share = velocity.0.widen().length() / (3.0 * wardrobe.fast).max(f64::MIN_POSITIVE);
        let number = (share * SPEEDS as f64) as usize;
        let wanted = if held.contains(&entity) {
            &wardrobe.held
        } else {
            &wardrobe.speeds[number.min(SPEEDS - 1)]
        };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

/// The walls of the room.
fn outline(stage: Res<Stage>, mut gizmos: Gizmos) {
    let [low, high] = stage.scene.room.map(|corner| corner.as_vec2());
    let color = if stage.scene.period == DVec2::ZERO { WALL } else { WALL.with_alpha(0.3) };
    gizmos.rect_2d(Isometry2d::from_translation((low + high) * 0.5), high - low, color);
}
