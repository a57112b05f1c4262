//! The table: its outline, its goals, and the lines that stop mallets only. Lengths are millimetres.

use bevy::prelude::*;
use bevy_elastic::components::BodyKey;
use bevy_elastic::prelude::*;

use crate::side::Side;

/// Half of the length and half of the width.
pub const HALF: Vec2 = vec2(1200.0, 600.0);

/// The radius of the corners.
pub const CORNER: f32 = 170.0;

/// Half of the width of a goal.
pub const GOAL: f32 = 215.0;

/// How far a goal goes back.
pub const POCKET: f32 = 160.0;

/// The radius of the puck.
pub const PUCK_RADIUS: f32 = 52.0;

/// Layers of bodies. The first one is that of bodies without `CollisionLayers`: the table.
const TABLE: u32 = 1 << 0;
const PUCK: u32 = 1 << 1;
const MALLET: u32 = 1 << 2;

/// The layers of a mallet. Lines stop it, and it does not fall into goals.
pub const OF_MALLET: CollisionLayers =
    CollisionLayers { memberships: MALLET, filters: TABLE | PUCK };

/// The layers of the puck, which does not see lines.
pub const OF_PUCK: CollisionLayers = CollisionLayers { memberships: PUCK, filters: TABLE | MALLET };

/// The layers of the lines: what looks for the table meets them if they look for it.
const OF_LINE: CollisionLayers = CollisionLayers { memberships: TABLE, filters: MALLET };

/// What a puck falls into; the side that it belongs to.
#[derive(Component, Clone, Copy, Debug)]
pub struct Goal(pub Side);

/// A quarter of a circle to the upper right corner, counterclockwise. Its points are ratios, since a sine may have other bits on
/// another machine.
fn corner() -> impl DoubleEndedIterator<Item = Vec2> {
    const PIECES: u8 = 12;
    let point = |piece: u8| {
        let t = f32::from(piece) / f32::from(PIECES);
        HALF - CORNER + CORNER * vec2(1.0 - t * t, 2.0 * t) / (1.0 + t * t)
    };
    (0..=PIECES).map(point)
}

/// The closed line around table and goals, counterclockwise.
pub fn outline() -> Vec<Vec2> {
    let post = [vec2(HALF.x + POCKET, GOAL), vec2(HALF.x, GOAL)];
    let right: Vec<Vec2> = post.into_iter().chain(corner()).collect();
    let mirrored = |scale: Vec2| right.iter().map(move |it| *it * scale);
    let upper = mirrored(Vec2::ONE).chain(mirrored(vec2(-1.0, 1.0)).rev());
    upper.chain(mirrored(vec2(-1.0, -1.0))).chain(mirrored(vec2(1.0, -1.0)).rev()).collect()
}

/// Builds the table.
pub fn build(mut commands: Commands) {
    let rim = (Static, Restitution(0.92), Friction(0.06));
    commands.spawn((Collider::closed_chain(outline()), rim, BodyKey(0)));
    let lines = [0.0, -HALF.x, HALF.x];
    let spans = [HALF.y, GOAL, GOAL];
    for (key, (x, half)) in (1..).zip(lines.into_iter().zip(spans)) {
        let line = Collider::segment(vec2(x, -half), vec2(x, half));
        commands.spawn((line, Static, Restitution(0.0), OF_LINE, BodyKey(key)));
    }
    for (key, side) in (4..).zip([Side::Left, Side::Right]) {
        // The middle of a puck enters it when all of the puck is behind the line.
        let depth = POCKET - PUCK_RADIUS;
        let pocket = Collider::rectangle(depth, 2.0 * GOAL);
        let place = Position(vec2(side.sign() * (HALF.x + POCKET - 0.5 * depth), 0.0));
        commands.spawn((Goal(side), pocket, Static, Sensor::Centre, place, BodyKey(key)));
    }
}

/// Whether a disc is on the table or in a goal, up to the rounding of f32.
pub fn is_inside(place: Vec2, radius: f32) -> bool {
    let (place, least) = (place.abs(), radius - 1e-2);
    let from_corner = place - (HALF - CORNER);
    if place.x > HALF.x - radius && place.y < GOAL {
        return place.x < HALF.x + POCKET - least;
    }
    if from_corner.min_element() > 0.0 {
        return from_corner.length() < CORNER - least;
    }
    place.x < HALF.x - least && place.y < HALF.y - least
}

#[test]
fn table_ends_at_its_outline() {
    let edge = outline();
    assert_eq!(edge.len(), 60);
    for (start, end) in edge.iter().zip(edge.iter().cycle().skip(1)) {
        let (middle, inward) = (start.midpoint(*end), (end - start).perp().normalize());
        let is_post = middle.y.abs() > GOAL - 1.0 && middle.y.abs() < GOAL + 1.0;
        assert!(is_inside(middle + 2.0 * inward, 1.0) || is_post, "{middle}");
        assert!(!is_inside(middle - 2.0 * inward, 1.0), "{middle}");
    }
    assert!(is_inside(vec2(HALF.x + 50.0, 0.0), 45.0) && !is_inside(HALF, 1.0));
}
