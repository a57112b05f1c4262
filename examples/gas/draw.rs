//! The graphics of the vessel and the discs.
//!
//! All discs are one mesh, which is rebuilt every frame; this is faster than rendering thousands of entities.
//! The colour of a disc shows its speed, or its kind in a mixture.

use std::f32::consts::TAU;

use bevy::asset::{AssetEventSystems, RenderAssetUsages};
use bevy::camera::visibility::NoFrustumCulling;
use bevy::math::DVec2;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::bar::{HEIGHT, WINDOW};
use harness::camera::{camera, view};
use harness::draw::{Draw, draw_new};
use harness::keys::Overlays;
use harness::overlay::paths::PathTicks;
use harness::overlay::trails::Overlaid;
use harness::palette::{IVORY, TEXT_FAINT};

use crate::args::Experiment;
use crate::measure::Measures;
use crate::vessel::{Disc, GRAIN_RADIUS, Grain, RADIUS, TEMPERATURE, Vessel};

/// The width of the panel as a share of the window.
pub const PANEL: f32 = 0.33;

const PISTON: Color = Color::srgb_u8(66, 72, 84);
/// The colours of slow, medium and fast discs.
const SPEEDS: [Color; 3] =
    [Color::srgb_u8(70, 92, 200), Color::srgb_u8(206, 84, 150), Color::srgb_u8(255, 196, 84)];
/// The colours of light and heavy discs.
pub const KINDS: [Color; 2] = [Color::srgb_u8(96, 168, 232), Color::srgb_u8(236, 120, 84)];

/// The number of colours of speed.
const COLORS: usize = 32;

/// The maximum number of discs with arrows and trails. If there are more, none has them.
pub const MAX_OVERLAID: usize = 300;

/// Draws the vessel.
pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Startup, set_stage)
            .add_systems(
                Update,
                (fit_camera, draw_walls, draw_grain_path).run_if(resource_exists::<Vessel>),
            )
            .add_systems(
                PostUpdate,
                // The transforms of this frame are final by then.
                rebuild_mesh
                    .run_if(resource_exists::<Vessel>)
                    .after(TransformSystems::Propagate)
                    .before(AssetEventSystems),
            );
        draw_new(app, draw_bodies.run_if(resource_exists::<Vessel>));
    }
}

/// The mesh of all discs.
#[derive(Resource)]
struct DiscMesh(Handle<Mesh>);

fn set_stage(mut draw: Draw, mut commands: Commands) {
    commands.spawn(camera(Vec2::ZERO, Vec2::ONE));
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    let drawn = draw.mesh(mesh, Color::WHITE);
    commands.insert_resource(DiscMesh(drawn.0.0.clone()));
    commands.spawn((drawn, NoFrustumCulling));
}

/// Fits the camera to the vessel, beside the panel and below the bar, when the vessel, the panel or the window
/// changes.
fn fit_camera(
    vessel: Res<Vessel>,
    shown: Res<Overlays>,
    window: Single<&Window>,
    camera: Single<(&mut Transform, &mut Projection), With<Camera2d>>,
    mut last: Local<(Vec2, bool)>,
) {
    let now = (window.size(), shown.panel);
    if std::mem::replace(&mut *last, now) == now && !vessel.is_changed() {
        return;
    }
    let (mut place, mut projection) = camera.into_inner();
    let free = vec2(if shown.panel { 1.0 - PANEL } else { 1.0 }, 1.0 - HEIGHT / WINDOW);
    let least = vessel.half.as_vec2() * 2.1 / free;
    // The size of the whole view, for any aspect ratio of the window.
    let size =
        vec2(least.x.max(least.y * now.0.x / now.0.y), least.y.max(least.x * now.0.y / now.0.x));
    *projection = view(least);
    let middle = (Vec2::ONE - free) * 0.5 * size;
    place.translation = middle.extend(place.translation.z);
}

/// Adds the overlays of new discs and the mesh of a new grain.
fn draw_bodies(
    vessel: Res<Vessel>,
    discs: Query<Entity, Added<Disc>>,
    grains: Query<Entity, Added<Grain>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for disc in discs.iter().take(if vessel.count <= MAX_OVERLAID { MAX_OVERLAID } else { 0 }) {
        commands.entity(disc).insert((Visibility::default(), Overlaid::new(TEXT_FAINT)));
    }
    for grain in &grains {
        let mesh = draw.disc(GRAIN_RADIUS as f32, IVORY);
        commands.entity(grain).insert((mesh, Overlaid::new(IVORY)));
    }
    if vessel.is_changed() {
        // The forecast of many bodies is expensive, so it is shorter for more discs.
        commands.insert_resource(PathTicks((30_000 / vessel.count.max(1)).clamp(1, 128) as u32));
    }
}

/// The colours of the speed classes from slow to fast.
fn speed_colors() -> [[f32; 4]; COLORS] {
    std::array::from_fn(|number| {
        let share = 2.0 * number as f32 / (COLORS - 1) as f32;
        let [slow, medium, fast] = SPEEDS;
        let first = share < 1.0;
        let color = if first { slow.mix(&medium, share) } else { medium.mix(&fast, share - 1.0) };
        color.to_linear().to_f32_array()
    })
}

/// Rebuilds the mesh of all discs. Each disc is a triangle fan about its first corner.
fn rebuild_mesh(
    vessel: Res<Vessel>,
    disc_mesh: Res<DiscMesh>,
    discs: Query<(&Disc, &Transform, &Velocity<DVec2>)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let Some(mut mesh) = meshes.get_mut(&disc_mesh.0) else { return };
    // Discs are small if there are many, and need fewer corners.
    let corners: u32 = if vessel.count > 5000 { 8 } else { 24 };
    let angles = (0..corners).map(|corner| corner as f32 / corners as f32 * TAU);
    let rim: Vec<Vec2> = angles.map(|angle| Vec2::from_angle(angle) * RADIUS as f32).collect();
    // The speed of the last colour; one disc in fifty is faster.
    let fast = 2.0 * (2.0 * TEMPERATURE).sqrt();
    let speeds = speed_colors();
    let kinds = KINDS.map(|color| color.to_linear().to_f32_array());
    let count = vessel.count * rim.len();
    let mut places: Vec<[f32; 3]> = Vec::with_capacity(count);
    let mut colors: Vec<[f32; 4]> = Vec::with_capacity(count);
    let mut triangles: Vec<u32> = Vec::with_capacity(3 * count);
    for (disc, place, velocity) in &discs {
        let color = if vessel.experiment == Experiment::Mixture {
            kinds[usize::from(disc.heavy)]
        } else {
            let number = (velocity.0.length() / fast * COLORS as f64) as usize;
            speeds[number.min(COLORS - 1)]
        };
        let first = places.len() as u32;
        let centre = place.translation.truncate();
        places.extend(rim.iter().map(|corner| (centre + corner).extend(0.0).to_array()));
        colors.resize(places.len(), color);
        triangles.extend((2..corners).flat_map(|last| [first, first + last - 1, first + last]));
    }
    mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, places);
    mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
    mesh.insert_indices(Indices::U32(triangles));
}

/// Draws the walls, the piston and the divider.
fn draw_walls(vessel: Res<Vessel>, mut gizmos: Gizmos) {
    let half = vessel.half.as_vec2();
    let face = vessel.face as f32;
    gizmos.rect_2d(Isometry2d::IDENTITY, 2.0 * half, TEXT_FAINT.with_alpha(0.5));
    // Hatching behind the face of the piston.
    let lines = ((half.x - face) / (0.02 * half.x)).ceil() as i16;
    for line in 0..=lines {
        let x = (face + f32::from(line) * 0.02 * half.x).min(half.x);
        let color = if line == 0 { TEXT_FAINT } else { PISTON };
        gizmos.line_2d(vec2(x, -half.y), vec2(x, half.y), color);
    }
    if vessel.is_divided() {
        let at = Isometry2d::from_xy(RADIUS as f32, 0.0);
        gizmos.rect_2d(at, vec2(2.0 * RADIUS as f32, 2.0 * half.y), SPEEDS[2]);
    }
}

/// Draws the path of the grain since the start of the experiment.
fn draw_grain_path(measures: Res<Measures>, shown: Res<Overlays>, mut gizmos: Gizmos) {
    if shown.trails {
        let path = measures.path.iter().map(|place| place.as_vec2());
        gizmos.linestrip_2d(path, IVORY.with_alpha(0.6));
    }
}
