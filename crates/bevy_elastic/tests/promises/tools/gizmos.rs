//! Debug drawing: which lines Bevy's gizmos get, and where.

use std::any::TypeId;
use std::time::Duration;

use bevy::asset::Assets;
use bevy::color::{Color, ColorToComponents, LinearRgba};
use bevy::gizmos::{GizmoAsset, GizmoHandles};
use bevy_app::{App, Update};
use bevy_ecs::bundle::Bundle;
use bevy_ecs::entity_disabling::Disabled;
use bevy_elastic::components::{Absorbed, AngularVelocity, Asleep, OneWay, Sensor};
use bevy_elastic::gizmos::{
    ElasticGizmo, ElasticGizmoColors, ElasticGizmos, ElasticGizmosPlugin, ElasticSpaceGizmosPlugin,
};
use bevy_elastic::plugin::{ElasticPlugin, ElasticSpacePlugin};
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use bevy_gizmos::config::GizmoConfigStore;
use bevy_math::{DVec2, DVec3, Quat, Vec2, Vec3, vec2, vec3};

use crate::app::{app_with, at, ball, ball_in, clock, cube_in, run, set_frame, spawn, wall};
use bevy_transform::components::Transform;

const COLORS: fn() -> ElasticGizmoColors = ElasticGizmoColors::default;

/// An App of the plane with debug drawing of colliders only.
fn drawing_app() -> App {
    let mut app = drawing_app_in::<Vec2>();
    configure(&mut app, |config| {
        *config = ElasticGizmos {
            velocities: false,
            impacts: false,
            forecasts: false,
            ..Default::default()
        };
    });
    app
}

/// An App of any space with all debug drawing, without a renderer.
fn drawing_app_in<V: Space>() -> App {
    app_with((ElasticSpacePlugin::<V>::default(), |app: &mut App| {
        app.init_resource::<Assets<GizmoAsset>>()
            .add_plugins(ElasticSpaceGizmosPlugin::<V>::default());
    }))
}

fn configure(app: &mut App, how: impl FnOnce(&mut ElasticGizmos)) {
    how(app.world_mut().resource_mut::<GizmoConfigStore>().config_mut().1);
}

/// The corners of lines that the last frame has drawn in a colour.
fn corners(app: &App, color: Color) -> Vec<Vec3> {
    let handles = app.world().resource::<GizmoHandles>();
    let Some(Some(handle)) = handles.handles().get(&TypeId::of::<ElasticGizmos>()) else {
        return Vec::new();
    };
    let assets = app.world().resource::<Assets<GizmoAsset>>();
    let drawn = assets.get(handle).expect("the lines of the frame are kept").buffer();
    let wanted = LinearRgba::from(color).to_f32_array();
    let lists = drawn.list_positions.iter().zip(&drawn.list_colors);
    let strips = drawn.strip_positions.iter().zip(&drawn.strip_colors);
    // The end of a strip is marked by NaN.
    let corners = lists
        .chain(strips)
        .filter(|(corner, color)| corner.is_finite() && color.to_f32_array()[..3] == wanted[..3]);
    corners.map(|(corner, _)| *corner).collect()
}

/// The smallest box around these corners.
fn bounds(corners: &[Vec3]) -> [Vec3; 2] {
    assert!(!corners.is_empty(), "nothing is drawn");
    let min = corners.iter().copied().reduce(Vec3::min).unwrap();
    let max = corners.iter().copied().reduce(Vec3::max).unwrap();
    [min, max]
}

/// Whether the corners of a drawing fill a box, to rounding.
fn fill(corners: &[Vec3], min: Vec3, max: Vec3) {
    let [drawn_min, drawn_max] = bounds(corners);
    let is_near = drawn_min.abs_diff_eq(min, 1e-4) && drawn_max.abs_diff_eq(max, 1e-4);
    assert!(is_near, "{drawn_min} to {drawn_max} is not {min} to {max}");
}

#[test]
fn each_shape_of_the_plane_is_drawn_where_it_is() {
    let square = [vec2(-2.0, -1.0), vec2(2.0, -1.0), vec2(2.0, 1.0), vec2(-2.0, 1.0)];
    let colliders = [
        (Collider::circle(1.5), vec2(1.5, 1.5)),
        (Collider::rectangle(4.0, 2.0), vec2(2.0, 1.0)),
        (Collider::rounded_rectangle(4.0, 2.0, 0.5), vec2(2.0, 1.0)),
        (Collider::capsule(vec2(-1.5, 0.0), vec2(1.5, 0.0), 0.5), vec2(2.0, 0.5)),
        (Collider::capsule(Vec2::ZERO, Vec2::ZERO, 0.5), vec2(0.5, 0.5)),
        (Collider::segment(vec2(-2.0, -1.0), vec2(2.0, 1.0)), vec2(2.0, 1.0)),
        (Collider::polygon(square), vec2(2.0, 1.0)),
        (Collider::chain(square), vec2(2.0, 1.0)),
        (Collider::closed_chain(square), vec2(2.0, 1.0)),
        (Collider::arena(vec2(4.0, 2.0)), vec2(2.0, 1.0)),
        (Collider::round_arena(3.0), vec2(3.0, 3.0)),
    ];
    for (collider, half) in colliders {
        let mut app = drawing_app();
        let place = Transform::from_xyz(10.0, 20.0, 3.0).with_scale(Vec3::splat(2.0));
        spawn(&mut app, (collider.clone(), Static, place));
        app.update();
        let (centre, half) = (vec3(10.0, 20.0, 3.0), (2.0 * half).extend(0.0));
        fill(&corners(&app, COLORS().fixed), centre - half, centre + half);
    }
}

#[test]
fn radius_of_a_ball_that_turns_is_drawn() {
    let mut app = drawing_app();
    let centre = vec3(10.0, 20.0, 3.0);
    let rotation = Quat::from_rotation_z(0.7);
    let place = Transform::from_translation(centre).with_rotation(rotation);
    let disc = spawn(&mut app, (Collider::circle(2.0), place, AngularVelocity(0.0)));
    run(&mut app, 2);
    let drawn = corners(&app, COLORS().dynamic);
    let is_drawn = |point: Vec3| drawn.iter().any(|corner| corner.abs_diff_eq(point, 1e-5));
    assert!(is_drawn(centre) && is_drawn(centre + rotation * Vec3::X * 2.0));
    app.world_mut().entity_mut(disc).remove::<AngularVelocity>();
    run(&mut app, 2);
    assert!(!corners(&app, COLORS().dynamic).contains(&centre));
}

#[test]
fn each_shape_of_space_is_drawn_where_it_is() {
    let colliders = [
        (Collider::sphere(1.5), Vec3::splat(1.5)),
        (Collider::cuboid(2.0, 4.0, 6.0), vec3(1.0, 2.0, 3.0)),
        (Collider::rounded_cuboid(vec3(2.0, 4.0, 6.0), 0.5), vec3(1.0, 2.0, 3.0)),
        (Collider::capsule_3d(Vec3::NEG_Y, Vec3::Y, 0.5), vec3(0.5, 1.5, 0.5)),
        (Collider::arena_3d(vec3(2.0, 4.0, 6.0)), vec3(1.0, 2.0, 3.0)),
        (Collider::round_arena_3d(3.0), Vec3::splat(3.0)),
    ];
    for (collider, half) in colliders {
        let mut app = drawing_app_in::<Vec3>();
        let centre = vec3(10.0, 20.0, 30.0);
        spawn(&mut app, (collider.clone(), Static, Transform::from_translation(centre)));
        app.update();
        let [min, max] = bounds(&corners(&app, COLORS().fixed));
        // The lines of a capsule need not pass its outermost points across its axis.
        let is_inside = (min - centre + half).min_element() >= -1e-4
            && (centre + half - max).min_element() >= -1e-4;
        let touches = max.y - centre.y >= half.y - 1e-4 && min.y - centre.y <= 1e-4 - half.y;
        assert!(is_inside && touches, "{collider:?} is drawn from {min} to {max}");
    }
}

#[test]
fn colliders_with_impossible_values_do_not_stop_the_drawing() {
    let (nan, bad) = (f32::NAN, vec2(f32::NAN, f32::INFINITY));
    let colliders = [
        Collider::circle(nan),
        Collider::circle(-1.0),
        Collider::rectangle(nan, 1.0),
        Collider::rounded_rectangle(4.0, 2.0, nan),
        Collider::rounded_rectangle(-4.0, 2.0, -1.0),
        Collider::capsule(Vec2::ZERO, bad, 0.5),
        Collider::capsule(Vec2::ZERO, Vec2::X, nan),
        Collider::polygon([]),
        Collider::polygon([bad, Vec2::X]),
        Collider::chain([]),
        Collider::closed_chain([Vec2::X]),
        Collider::half_plane(Vec2::ZERO),
        Collider::half_plane(bad),
        Collider::arena(bad),
        Collider::round_arena(nan),
    ];
    let mut app = drawing_app();
    for collider in colliders {
        spawn(&mut app, (collider, Static));
    }
    spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    app.update();
    fill(&corners(&app, COLORS().dynamic), vec3(-0.5, -0.5, 0.0), vec3(0.5, 0.5, 0.0));
}

#[test]
fn half_spaces_are_drawn_with_their_normals() {
    let mut app = drawing_app();
    configure(&mut app, |config| {
        config.half_space_extent = 100.0;
        config.normal_length = 8.0;
    });
    let turned = Transform::from_xyz(1.0, 2.0, 0.0).with_rotation(Quat::from_rotation_z(0.3));
    spawn(&mut app, (Collider::half_plane(Vec2::Y), Static, turned));
    app.update();
    let corners = corners(&app, COLORS().fixed);
    let (along, out) =
        (Vec2::from_angle(0.3).extend(0.0), Vec2::from_angle(0.3).perp().extend(0.0));
    let centre = vec3(1.0, 2.0, 0.0);
    for end in [centre + 100.0 * along, centre - 100.0 * along, centre + 8.0 * out] {
        assert!(corners.iter().any(|corner| corner.abs_diff_eq(end, 1e-4)), "{end} is no corner");
    }
}

#[test]
fn a_turned_box_is_drawn_turned_and_an_arena_is_not() {
    let mut app = drawing_app();
    let turned = Transform::from_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    spawn(&mut app, (Collider::rectangle(4.0, 2.0), Static, turned));
    app.update();
    fill(&corners(&app, COLORS().fixed), vec3(-1.0, -2.0, 0.0), vec3(1.0, 2.0, 0.0));
    let mut app = drawing_app();
    spawn(&mut app, (Collider::arena(vec2(4.0, 2.0)), Static, turned));
    app.update();
    fill(&corners(&app, COLORS().fixed), vec3(-2.0, -1.0, 0.0), vec3(2.0, 1.0, 0.0));
}

#[test]
fn the_colour_says_what_a_body_is() {
    let colors = COLORS();
    let other = Color::srgb(0.1, 0.2, 0.9);
    let absorbed = Absorbed { by: bevy_ecs::entity::Entity::PLACEHOLDER };
    is_drawn_in(colors.dynamic, ());
    is_drawn_in(colors.fixed, Static);
    is_drawn_in(colors.kinematic, Kinematic);
    is_drawn_in(colors.region, (Static, Sensor::Edge));
    is_drawn_in(colors.region, (Static, Absorbs::Centre));
    is_drawn_in(colors.region, (Static, OneWay(Vec2::Y)));
    is_drawn_in(colors.inactive, absorbed);
    is_drawn_in(colors.inactive, Disabled);
    is_drawn_in(colors.inactive, Mass(-1.0));
    is_drawn_in(other, (Static, ElasticGizmo::Colored(other)));
}

/// Checks that a ball with these components is drawn in this colour and in no other.
fn is_drawn_in(color: Color, components: impl Bundle) {
    let mut app = drawing_app();
    spawn(&mut app, (Collider::circle(0.5), components));
    app.update();
    let ElasticGizmoColors { dynamic, asleep, fixed, kinematic, region, inactive, .. } = COLORS();
    for other in [dynamic, asleep, fixed, kinematic, region, inactive] {
        assert!(other == color || corners(&app, other).is_empty(), "{color:?} and {other:?}");
    }
    assert!(corners(&app, color).len() > 32, "{color:?}");
}

#[test]
fn a_sleeping_body_changes_its_colour() {
    let mut app = drawing_app();
    app.insert_resource(Gravity(vec2(0.0, -8.0)));
    spawn(&mut app, wall(Vec2::ZERO, Vec2::Y));
    let sleeper = spawn(&mut app, (ball(vec2(0.0, 0.5), Vec2::ZERO), Restitution(0.5)));
    app.update();
    assert!(corners(&app, COLORS().asleep).is_empty());
    run(&mut app, 100);
    assert!(app.world().get::<Asleep>(sleeper).is_some());
    fill(&corners(&app, COLORS().asleep), vec3(-0.5, 0.0, 0.0), vec3(0.5, 1.0, 0.0));
    assert!(corners(&app, COLORS().dynamic).is_empty());
}

#[test]
fn a_hidden_body_is_not_drawn() {
    let mut app = drawing_app_in::<Vec2>();
    spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), ElasticGizmo::Hidden));
    app.update();
    assert!(corners(&app, COLORS().dynamic).is_empty());
    assert!(corners(&app, COLORS().velocity).is_empty());
}

#[test]
fn nothing_is_drawn_while_the_group_is_off() {
    let mut app = drawing_app_in::<Vec2>();
    spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    app.update();
    assert!(!corners(&app, COLORS().dynamic).is_empty());
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    store.config_mut::<ElasticGizmos>().0.enabled = false;
    app.update();
    assert!(corners(&app, COLORS().dynamic).is_empty());
}

#[test]
fn bodies_are_drawn_where_the_frame_displays_them_in_each_space() {
    drawn_where_displayed::<Vec2>();
    drawn_where_displayed::<Vec3>();
    drawn_where_displayed::<DVec2>();
    drawn_where_displayed::<DVec3>();
}

fn drawn_where_displayed<V: Space>() {
    let mut app = drawing_app_in::<V>();
    let body = spawn(&mut app, (cube_in::<V>(0.5), Velocity(at::<V>(64.0, 0.0))));
    // A frame of a tick and a half, which displays an instant inside the last tick.
    set_frame(&mut app, Duration::from_micros(23_437));
    app.update();
    let position = app.world().get::<Position<V>>(body).unwrap().0.translation(Vec3::ZERO);
    let displayed = app.world().get::<Transform>(body).unwrap().translation;
    assert!(displayed.x < position.x - 0.25, "{displayed} is displayed, {position} the end");
    let depth = if V::default().translation(Vec3::Z).z == 0.0 { 0.5 } else { 0.0 };
    let half = vec3(0.5, 0.5, depth);
    fill(&corners(&app, COLORS().dynamic), displayed - half, displayed + half);
    let arrow = corners(&app, COLORS().velocity);
    assert!(arrow.contains(&displayed));
    assert!(arrow.iter().any(|end| end.abs_diff_eq(displayed + Vec3::X * 6.4, 1e-5)));
}

#[test]
fn impacts_appear_at_their_instant_and_fade() {
    let mut app = drawing_app_in::<Vec2>();
    configure(&mut app, |config| config.impact_seconds = 0.125);
    // Two balls that meet in the middle of the first tick, at a relative speed of 64.
    let place = |x: f32| Transform::from_xyz(x, 0.0, 2.0);
    spawn(&mut app, (Collider::circle(0.5), Velocity(vec2(32.0, 0.0)), place(-0.75)));
    spawn(&mut app, (Collider::circle(0.5), Velocity(vec2(-32.0, 0.0)), place(0.75)));
    // The frame displays the first quarter of the tick.
    let tick = Duration::from_micros(15_625);
    set_frame(&mut app, tick + tick / 4);
    app.update();
    assert_eq!(clock(&mut app).tick(), 1);
    assert!(corners(&app, COLORS().impact).is_empty());
    set_frame(&mut app, tick / 2);
    app.update();
    fill(&corners(&app, COLORS().impact), vec3(-6.4, 0.0, 2.0), vec3(6.4, 0.0, 2.0));
    run(&mut app, 20);
    assert!(corners(&app, COLORS().impact).is_empty());
}

#[test]
fn the_forecast_that_was_asked_for_is_drawn() {
    let mut app = drawing_app_in::<Vec2>();
    spawn(&mut app, ball(Vec2::ZERO, vec2(8.0, 0.0)));
    spawn(&mut app, wall(vec2(4.5, 0.0), Vec2::NEG_X));
    app.update();
    assert!(corners(&app, COLORS().forecast).is_empty());
    app.add_systems(Update, |mut forecast: Forecast| {
        forecast.predict(&[], 60);
    });
    app.update();
    // Forward to the wall, and back.
    fill(&corners(&app, COLORS().forecast), vec3(0.25, 0.0, 0.0), vec3(4.0, 0.0, 0.0));
}

#[test]
fn the_plugin_of_the_plane_draws_the_plane() {
    let mut app = app_with((ElasticPlugin, |app: &mut App| {
        app.init_resource::<Assets<GizmoAsset>>().add_plugins(ElasticGizmosPlugin);
    }));
    spawn(&mut app, ball_in::<Vec2>(Vec2::ZERO, Vec2::ZERO));
    app.update();
    fill(&corners(&app, COLORS().dynamic), vec3(-0.5, -0.5, 0.0), vec3(0.5, 0.5, 0.0));
}

/// A ball of mass 1 on a floor under a gravity of 10: the line along the normal is as long as the way that the force of the
/// floor, 10, makes in the square of the time of an arrow, and the line along the floor follows from the radius of .5.
#[test]
fn a_contact_is_drawn_by_the_force_and_along_the_surface() {
    let mut app = drawing_app();
    app.insert_resource(Gravity(vec2(0.0, -10.0)));
    spawn(&mut app, wall(Vec2::ZERO, Vec2::Y));
    spawn(&mut app, (ball(vec2(3.0, 0.5), Vec2::ZERO), Restitution(0.5)));
    run(&mut app, 8);
    let force = 10.0 * ElasticGizmos::default().arrow_seconds.powi(2);
    fill(&corners(&app, COLORS().contact), vec3(2.85, 0.0, 0.0), vec3(3.15, force, 0.0));
    configure(&mut app, |config| config.contacts = false);
    run(&mut app, 1);
    assert!(corners(&app, COLORS().contact).is_empty());
}
