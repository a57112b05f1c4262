//! The hopper, from which the balls fall.

use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;

use crate::args::Rain;
use crate::board::{Ball, Golden, HALF, Landed};

/// The radius of a ball.
pub const RADIUS: f32 = 2.5;

/// The height at which balls leave the hopper.
pub const HEIGHT: f32 = 296.0;

/// The velocity with which a ball leaves the hopper: in a tick it falls further than its diameter, so that the next ones
/// have room.
pub const VELOCITY: Vec2 = vec2(0.0, -450.0);

/// Half of the width of the mouth of the hopper.
const HALF_MOUTH: f32 = 45.0;

// The layers of walls and pegs, of the rain, and of the golden ball, which passes the rain: so where it lands is known
// beforehand.
const BOARD: u32 = 1;
const RAIN: u32 = 2;
const GOLDEN: u32 = 4;

/// The hopper and its rain.
#[derive(Resource, Clone, PartialEq)]
pub struct Hopper {
    /// The x coordinate of its middle.
    pub x: f32,
    pub rain: Rain,
    /// Whether the balls of the rain meet each other, or only the board.
    pub meets: bool,
    /// How many balls have fallen.
    pub fallen: u32,
    /// How many may fall.
    stock: u32,
    /// The part of a ball that is due.
    due: f32,
}

impl Hopper {
    pub fn new(rain: Rain) -> Self {
        Self { x: 0.0, rain, meets: true, fallen: 0, stock: u32::MAX, due: 0.0 }
    }

    /// The same with so many balls in all.
    pub fn with_stock(self, stock: u32) -> Self {
        Self { stock, ..self }
    }

    /// Half of the width from which balls fall.
    pub fn half_width(&self) -> f32 {
        if self.rain == Rain::Flood { HALF.x - 2.0 * RADIUS } else { HALF_MOUTH }
    }

    /// The furthest that the middle of the hopper may be from the middle of the board.
    pub fn reach() -> f32 {
        HALF.x - HALF_MOUTH - 2.0 * RADIUS
    }

    /// The place from which the ball of a number falls.
    pub fn place(&self, number: u32) -> Vec2 {
        let middle = if self.rain == Rain::Flood { 0.0 } else { self.x };
        vec2(middle + self.half_width() * spread(number), HEIGHT)
    }

    /// The number of balls a tick.
    fn rate(&self, tick: f32) -> f32 {
        match self.rain {
            Rain::None => 0.0,
            Rain::Drizzle => 40.0 * tick,
            Rain::Shower => 150.0 * tick,
            // As many as find a way through the pegs.
            Rain::Flood => 400.0 * tick,
        }
    }
}

/// Numbers from -1 to 1, each far from those just before it: the multiples of the golden ratio, without their whole parts.
pub fn spread(number: u32) -> f32 {
    const RATIO: f64 = 0.618_033_988_749_894_8;
    (2.0 * (f64::from(number) * RATIO).fract() - 1.0) as f32
}

/// Lets balls fall.
pub struct HopperPlugin;

impl Plugin for HopperPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Startup, fill)
            .add_systems(FixedPostUpdate, rain.in_set(ElasticSystems::Prepare));
    }
}

fn ball(place: Vec2, layers: CollisionLayers) -> impl Bundle {
    let collider = (Collider::circle(RADIUS), Restitution(0.5), layers);
    (Ball, collider, Position(place), Velocity(VELOCITY))
}

fn fill(hopper: Res<Hopper>, mut commands: Commands) {
    let layers = CollisionLayers { memberships: GOLDEN, filters: BOARD };
    commands.spawn((Golden, ball(hopper.place(0), layers)));
}

/// Before each tick: drops the balls that are due.
fn rain(time: Res<Time<Elastic>>, mut hopper: ResMut<Hopper>, mut commands: Commands) {
    let hopper = hopper.bypass_change_detection();
    hopper.due += hopper.rate(time.tick_seconds() as f32);
    while hopper.due >= 1.0 && hopper.fallen < hopper.stock {
        hopper.due -= 1.0;
        let filters = if hopper.meets { BOARD | RAIN } else { BOARD };
        let layers = CollisionLayers { memberships: RAIN, filters };
        commands.spawn(ball(hopper.place(hopper.fallen), layers));
        hopper.fallen += 1;
    }
}

/// Drops the golden ball from a place, wherever it is now.
pub fn drop_golden(golden: Entity, place: Vec2, landed: &mut Landed, commands: &mut Commands) {
    let falls = (Position(place), Velocity(VELOCITY));
    commands.entity(golden).insert(falls).remove::<Absorbed>();
    landed.golden = None;
}

#[test]
fn balls_that_fall_in_one_tick_have_room_beside_each_other() {
    for rain in [Rain::Shower, Rain::Flood] {
        let hopper = Hopper::new(rain);
        let count = hopper.rate(1.0 / 64.0).ceil() as u32;
        assert!(count > 2);
        for first in 0..3000 {
            let mut places: Vec<f32> =
                (first..first + count).map(|it| hopper.place(it).x).collect();
            places.sort_unstable_by(f32::total_cmp);
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 2.0 * RADIUS));
        }
    }
}
