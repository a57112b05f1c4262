//! The picture of the cue.

use bevy::app::{App, Plugin, Startup, Update};
use bevy::asset::Assets;
use bevy::camera::visibility::Visibility;
use bevy::color::{Color, Mix};
use bevy::ecs::prelude::{
    ChildOf, Commands, Component, IntoScheduleConfigs, Query, Res, ResMut, Resource, With, Without,
    resource_exists_and_changed,
};
use bevy::math::{Quat, Vec2, Vec3};
use bevy::mesh::{Mesh, Mesh2d};
use bevy::sprite_render::{ColorMaterial, MeshMaterial2d};
use bevy::transform::components::Transform;
use scenes::billiards::BALL_RADIUS;

use super::palette;
use super::shapes::band;

/// Height of the layer of the cue, above the balls.
const LAYER: f32 = 4.0;
/// The parts of a cue from the tip: the start of each in metres behind the tip, half of its thickness
/// there, and its colour. The last line is the end of the butt.
const PARTS: [(f32, f32, Color); 8] = [
    (0.0, 0.0062, palette::CUE_TIP),
    (0.012, 0.0065, palette::CUE_FERRULE),
    (0.036, 0.0067, palette::CUE_SHAFT),
    (0.74, 0.0102, palette::CUE_FERRULE),
    (0.752, 0.0103, palette::CUE_FOREARM),
    (1.02, 0.0122, palette::CUE_WRAP),
    (1.28, 0.0138, palette::CUE_FOREARM),
    (1.47, 0.0145, palette::CUE_FOREARM),
];

/// The displayed state of the cue; nothing is drawn while `visible` is false.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct CueView {
    /// Whether a player is aiming.
    pub visible: bool,
    /// Centre of the cue ball, in metres.
    pub ball: Vec2,
    /// Unit vector along which the cue strikes.
    pub direction: Vec2,
    /// Distance between the tip and the surface of the ball, in metres.
    pub pull_back: f32,
    /// By how much the butt is raised, in radians.
    pub elevation: f32,
}

/// Draws the resource [`CueView`].
pub struct CuePlugin;

impl Plugin for CuePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CueView>()
            .add_systems(Startup, spawn)
            .add_systems(Update, follow.run_if(resource_exists_and_changed::<CueView>));
    }
}

/// The stick; its origin is the tip and it points along x.
#[derive(Component)]
struct Stick;

/// The shadow of a part of the stick.
#[derive(Component)]
struct Shade;

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let white = MeshMaterial2d(materials.add(Color::WHITE));
    let dark = MeshMaterial2d(materials.add(Color::srgba(0.0, 0.0, 0.0, 0.32)));
    let stick = commands.spawn((Stick, Transform::default(), Visibility::Hidden)).id();
    for part in PARTS.windows(2) {
        let [(from, thin, colour), (to, thick, _)] = [part[0], part[1]];
        let edge = |side: f32| [Vec2::new(-from, side * thin), Vec2::new(-to, side * thick)];
        // Two bands, lighter above, make the stick look round.
        for (left, right, light) in [(edge(1.0), edge(0.1), 0.18), (edge(0.1), edge(-1.0), 0.0)] {
            let colour = colour.mix(&Color::WHITE, light);
            let mesh = Mesh2d(meshes.add(band(&left, &right, |_| colour)));
            commands.spawn((mesh, white.clone(), Transform::default(), ChildOf(stick)));
        }
        let mesh = Mesh2d(meshes.add(band(&edge(1.2), &edge(-1.2), |_| Color::WHITE)));
        let below = Transform::from_xyz(-0.006, 0.0, -0.5);
        commands.spawn((Shade, mesh, dark.clone(), below, ChildOf(stick)));
    }
}

fn follow(
    view: Res<CueView>,
    mut sticks: Query<(&mut Transform, &mut Visibility), With<Stick>>,
    mut shades: Query<&mut Transform, (With<Shade>, Without<Stick>)>,
) {
    let turn = Quat::from_rotation_z(view.direction.to_angle());
    // From above a raised cue looks shorter, and it meets the ball nearer to its top.
    let seen = view.elevation.cos();
    let tip = view.ball - view.direction * ((BALL_RADIUS as f32 + view.pull_back) * seen);
    for (mut place, mut visibility) in &mut sticks {
        *place = Transform::from_translation(tip.extend(LAYER))
            .with_rotation(turn)
            .with_scale(Vec3::new(seen, 1.0, 1.0));
        *visibility = if view.visible { Visibility::Inherited } else { Visibility::Hidden };
    }
    for mut place in &mut shades {
        place.translation = turn.inverse() * Vec3::new(0.010, -0.018, 0.0) - 0.5 * Vec3::Z;
    }
}
