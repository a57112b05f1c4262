//! The mallets: what their players want in a tick, and how they get there.

use bevy::prelude::*;
use bevy_elastic::components::BodyKey;
use bevy_elastic::prelude::*;
use serde::{Deserialize, Serialize};

use crate::side::Side;
use crate::table::{CORNER, HALF, OF_MALLET};

/// The radius of a mallet.
pub const RADIUS: f32 = 80.0;

/// The mass of a mallet with the arm behind it; that of the puck is 1.
const MASS: f32 = 40.0;

/// The fastest that a mallet moves, in millimetres a second.
const TOP_SPEED: f32 = 6000.0;

/// How far a hand is ahead of its mallet at most, in millimetres.
const LEAD: f32 = 400.0;

/// Marks the mallet of a [`Side`].
#[derive(Component)]
pub struct Mallet;

/// What a player wants in a tick. Places are whole millimetres, as they travel between two machines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    place: [i16; 2],
    /// Whether the mallet is wanted there; if not, it stays.
    moves: bool,
    /// Whether another match is wanted.
    pub restarts: bool,
}

impl Wish {
    /// To be at a place at the end of the tick.
    pub fn at(place: Vec2) -> Self {
        // A float beyond the range becomes the nearest integer.
        let place = place.round().to_array().map(|it| it as i16);
        Self { place, moves: true, restarts: false }
    }

    /// Where the mallet is wanted.
    fn place(self) -> Option<Vec2> {
        self.moves.then(|| Vec2::from(self.place.map(f32::from)))
    }
}

/// What the players of this machine want in the coming tick, or wanted in the last one.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Wishes(pub [Wish; 2]);

impl Wishes {
    /// Where the hand of a side is: what it does may come to its mallet some ticks later.
    pub fn hand(&self, side: Side, mallet: Vec2) -> Vec2 {
        let ahead = self.0[side as usize].place().map_or(Vec2::ZERO, |place| place - mallet);
        mallet + ahead.clamp_length_max(LEAD)
    }
}

/// What moves the mallets in this tick, the same on all machines.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Inputs(pub [Wish; 2]);

/// The rectangle in which the mallet of a side may be.
pub fn reach(side: Side) -> Rect {
    let [near, far] = [RADIUS, HALF.x - RADIUS].map(|x| side.sign() * x);
    Rect::from_corners(vec2(near, RADIUS - HALF.y), vec2(far, HALF.y - RADIUS))
}

/// The nearest place at which the mallet of a side may be: a hand does not press against the rim.
pub fn within_reach(side: Side, place: Vec2) -> Vec2 {
    let rectangle = reach(side);
    let place = place.clamp(rectangle.min, rectangle.max);
    let middle = (HALF - CORNER) * place.signum();
    let out = place - middle;
    let is_in_corner = (place.abs() - middle.abs()).min_element() > 0.0;
    if is_in_corner { middle + out.clamp_length_max(CORNER - RADIUS) } else { place }
}

/// Where the mallet of a side starts.
pub fn start(side: Side) -> Vec2 {
    vec2(side.sign() * 0.72 * HALF.x, 0.0)
}

/// Builds both mallets.
pub fn build(mut commands: Commands) {
    for (key, side) in (10..).zip(Side::BOTH) {
        let disc = (Collider::circle(RADIUS), Mass(MASS), Restitution(0.85), OF_MALLET);
        let place = Transform::from_translation(start(side).extend(0.0));
        commands.spawn((Mallet, side, disc, place, BodyKey(key)));
    }
}

/// Gives each mallet the velocity with which it is at its place at the end of the tick, so that it hits as fast as the hand moves.
///
/// A dynamic mallet rather than a kinematic one: the line and the rim stop it, and a puck between it and the rim stops it too.
pub fn steer(
    inputs: Res<Inputs>,
    time: Res<Time<Elastic>>,
    mut mallets: Query<(&Side, &Position, &mut Velocity), With<Mallet>>,
) {
    let dt = time.tick_seconds() as f32;
    for (side, place, mut velocity) in &mut mallets {
        let here = place.0;
        let there = inputs.0[*side as usize].place().unwrap_or(here);
        let there = within_reach(*side, there);
        velocity.0 = ((there - here) / dt).clamp_length_max(TOP_SPEED);
    }
}

#[test]
fn wish_far_outside_is_the_nearest_that_can_be_sent() {
    let wish = Wish::at(vec2(1e9, f32::NAN));
    assert_eq!(wish.place(), Some(vec2(32767.0, 0.0)));
    assert_eq!(Wish::default().place(), None);
    assert!(reach(Side::Right).contains(start(Side::Right)));
    let corner =
        within_reach(Side::Left, vec2(-5000.0, 5000.0)) - (HALF - CORNER) * vec2(-1.0, 1.0);
    assert!((corner.length() - (CORNER - RADIUS)).abs() < 1e-3, "{corner}");
    assert_eq!(within_reach(Side::Left, Vec2::ZERO), vec2(-RADIUS, 0.0));
}
