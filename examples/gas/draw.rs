//! How do vessel and discs look?
//!
//! All discs are one mesh, which is made anew for each frame: for the renderer that is less work than to
//! look after thousands of entities. A disc has the colour of its speed, or in a mixture that of its kind.

use std::f32::consts::TAU;

use bevy::asset::{AssetEventSystems, RenderAssetUsages};
use bevy::camera::visibility::NoFrustumCulling;
use bevy::math::DVec2;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::bar::{HEIGHT, WINDOW};
use harness::camera::{camera, view};
use harness::draw::Draw;
use harness::keys::Overlays;
use harness::overlay::paths::PathTicks;
use harness::overlay::trails::Overlaid;
use harness::palette::{IVORY, TEXT_FAINT};

use crate::args::Experiment;
use crate::measure::Measures;
use crate::vessel::{Disc, GRAIN_RADIUS, Grain, RADIUS, TEMPERATURE, Vessel};

/// The part of the width of the window that the panel takes.
pub const PANEL: f32 = 0.33;

const PISTON: Color = Color::srgb_u8(66, 72, 84);
/// From slow to fast.
const SPEEDS: [Color; 3] =
    [Color::srgb_u8(70, 92, 200), Color::srgb_u8(206, 84, 150), Color::srgb_u8(255, 196, 84)];
/// The light and the heavy kind.
pub const KINDS: [Color; 2] = [Color::srgb_u8(96, 168, 232), Color::srgb_u8(236, 120, 84)];

/// How many colours of speed there are.
const COLORS: usize = 32;

/// Of so many discs each has an arrow and a trail; of more none.
pub const OVERLAID: usize = 300;

/// Draws the vessel.
pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Startup, set_stage)
            .add_systems(Update, (frame, dress, outline, trail).run_if(resource_exists::<Vessel>))
            .add_systems(
                PostUpdate,
                // Everyone is where this frame shows him by then.
                redraw
                    .run_if(resource_exists::<Vessel>)
                    .after(TransformSystems::Propagate)
                    .before(AssetEventSystems),
            );
    }
}

/// The mesh of all discs.
#[derive(Resource)]
struct Cloud(Handle<Mesh>);

fn set_stage(mut draw: Draw, mut commands: Commands) {
    commands.spawn(camera(Vec2::ZERO, Vec2::ONE));
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    let form = draw.mesh(mesh, Color::WHITE);
    commands.insert_resource(Cloud(form.0.0.clone()));
    commands.spawn((form, NoFrustumCulling));
}

/// Shows the whole vessel beside the panel and below the bar, when either changes or the window does.
fn frame(
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
    // What the window shows, in any form of it.
    let size =
        vec2(least.x.max(least.y * now.0.x / now.0.y), least.y.max(least.x * now.0.y / now.0.x));
    *projection = view(least);
    let middle = (Vec2::ONE - free) * 0.5 * size;
    place.translation = middle.extend(place.translation.z);
}

/// Gives newcomers what they need besides the common mesh.
fn dress(
    vessel: Res<Vessel>,
    discs: Query<Entity, Added<Disc>>,
    grains: Query<Entity, Added<Grain>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for disc in discs.iter().take(if vessel.count <= OVERLAID { OVERLAID } else { 0 }) {
        commands.entity(disc).insert((Visibility::default(), Overlaid::new(TEXT_FAINT)));
    }
    for grain in &grains {
        let form = draw.disc(GRAIN_RADIUS as f32, IVORY);
        commands.entity(grain).insert((form, Overlaid::new(IVORY)));
    }
    if vessel.is_changed() {
        // A forecast of many bodies is dear.
        commands.insert_resource(PathTicks((30_000 / vessel.count.max(1)).clamp(1, 128) as u32));
    }
}

/// The colours of speeds from slow to fast.
fn speed_colors() -> [[f32; 4]; COLORS] {
    std::array::from_fn(|number| {
        let share = 2.0 * number as f32 / (COLORS - 1) as f32;
        let [slow, medium, fast] = SPEEDS;
        let first = share < 1.0;
        let color = if first { slow.mix(&medium, share) } else { medium.mix(&fast, share - 1.0) };
        color.to_linear().to_f32_array()
    })
}

/// Makes the mesh of all discs, each a fan about its first corner.
fn redraw(
    vessel: Res<Vessel>,
    cloud: Res<Cloud>,
    discs: Query<(&Disc, &Transform, &Velocity<DVec2>)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let Some(mut mesh) = meshes.get_mut(&cloud.0) else { return };
    // Small discs need few corners.
    let corners: u32 = if vessel.count > 5000 { 8 } else { 24 };
    let angles = (0..corners).map(|corner| corner as f32 / corners as f32 * TAU);
    let rim: Vec<Vec2> = angles.map(|angle| Vec2::from_angle(angle) * RADIUS as f32).collect();
    // Faster than that are few: one in fifty.
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

/// The walls, the piston and the divider.
fn outline(vessel: Res<Vessel>, mut gizmos: Gizmos) {
    let half = vessel.half.as_vec2();
    let face = vessel.face as f32;
    gizmos.rect_2d(Isometry2d::IDENTITY, 2.0 * half, TEXT_FAINT.with_alpha(0.5));
    // Hatched behind its face.
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

/// Where the grain has been since the vessel was filled.
fn trail(measures: Res<Measures>, shown: Res<Overlays>, mut gizmos: Gizmos) {
    if shown.trails {
        let path = measures.path.iter().map(|place| place.as_vec2());
        gizmos.linestrip_2d(path, IVORY.with_alpha(0.6));
    }
}
