//! Tile maps: a ball slides over flush boxes, merged or not, without a hop and without a report.

use bevy_app::App;
use bevy_elastic::prelude::*;
use bevy_math::{IVec2, Vec2, ivec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{app, heard, listen, position, run, spawn};

/// The edge of a tile, and the radius of the ball.
const TILE: f32 = 16.0;
const RADIUS: f32 = 6.0;

/// A floor of two rows with gaps below its upper row, which leave rectangles of several heights and joints above them.
fn floor() -> impl Iterator<Item = IVec2> + Clone {
    let upper = (-4..60).map(|x| ivec2(x, -1));
    upper.chain((-4..60).filter(|x| x % 5 != 0 && x % 7 != 0).map(|x| ivec2(x, -2)))
}

/// Asserts that a ball that slides over the floor neither hops nor is reported.
fn slide(app: &mut App, restitution: f32) {
    listen::<Collided>(app);
    app.insert_resource(Gravity(vec2(0.0, -980.0)));
    let start = (Position(vec2(0.0, RADIUS)), Velocity(vec2(400.0, 0.0)));
    let ball = spawn(app, (Collider::circle(RADIUS), Restitution(restitution), start));
    for _ in 0..128 {
        run(app, 1);
        let hop = (position(app, ball).y - RADIUS).abs();
        assert!(hop < 1e-3, "{hop} at {}", position(app, ball));
    }
    assert!((position(app, ball).x - 800.0).abs() < 0.01);
    assert_eq!(heard::<Collided>(app), []);
}

#[test]
fn a_ball_slides_over_flush_boxes() {
    for restitution in [0.0, 0.5] {
        let mut app = app();
        for cell in floor() {
            let place = Position((cell.as_vec2() + 0.5) * TILE);
            spawn(&mut app, (Collider::rectangle(TILE, TILE), Static, place));
        }
        slide(&mut app, restitution);
    }
}

#[test]
fn a_ball_slides_over_merged_cells_of_a_map_that_is_moved() {
    for restitution in [0.0, 0.5] {
        let mut app = app();
        let walls = Collider::of_cells(floor(), Vec2::splat(TILE));
        assert!(walls.len() < 40, "{} walls", walls.len());
        // The map is a parent far away, moved to its place when its walls are there.
        let map = spawn(&mut app, Transform::from_xyz(500.0, -300.0, 0.0));
        for wall in walls {
            spawn(&mut app, (wall, Static, bevy_ecs::hierarchy::ChildOf(map)));
        }
        run(&mut app, 2);
        app.world_mut().get_mut::<Transform>(map).unwrap().translation = bevy_math::Vec3::ZERO;
        slide(&mut app, restitution);
    }
}

/// A ball of restitution 1 bounces off the merged cells as off one wall, at every joint.
#[test]
fn a_ball_bounces_off_merged_cells_as_off_one_wall() {
    let mut app = app();
    listen::<Collided>(&mut app);
    for wall in Collider::of_cells(floor(), Vec2::splat(TILE)) {
        spawn(&mut app, (wall, Static));
    }
    let balls: Vec<_> = (0..200u8)
        .map(|number| {
            let start = vec2(4.0 * f32::from(number), RADIUS + 32.0);
            let motion = (Position(start), Velocity(vec2(64.0, -64.0)));
            let layers = CollisionLayers { memberships: 2, filters: 1 };
            (start, spawn(&mut app, (Collider::circle(RADIUS), motion, layers)))
        })
        .collect();
    run(&mut app, 64);
    for (start, ball) in balls {
        let expected = start + vec2(64.0, 0.0);
        assert!(
            position(&app, ball).distance(expected) < 1e-3,
            "{start}: {}",
            position(&app, ball)
        );
    }
    let impacts = heard::<Collided>(&mut app);
    assert_eq!(impacts.len(), 200);
    assert!(impacts.iter().all(|impact| impact.normal.distance(Vec2::Y) < 1e-6));
}
