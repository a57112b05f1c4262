//! The board: walls, pegs and bins, and how many balls have landed in each bin.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;

/// Half of the width and half of the height of the board.
pub const HALF: Vec2 = vec2(600.0, 316.0);

/// The number of bins, and of pegs in each other row; the rows between have one less.
pub const BINS: usize = 26;

/// The width of a bin, and the distance of the pegs in a row.
pub const BIN_WIDTH: f32 = 2.0 * HALF.x / BINS as f32;

/// The height of the walls between bins.
pub const BIN_HEIGHT: f32 = 122.0;

/// The radius of a peg: so large that no ball falls straight between two rows.
pub const PEG: f32 = 9.5;

const ROWS: u8 = 20;
const TOP_ROW: f32 = 220.0;
const ROW_DISTANCE: f32 = 19.0;
/// The thickness of the floor that takes balls.
const FLOOR: f32 = 10.0;

/// A peg.
#[derive(Component)]
pub struct Peg;

/// A bin with its number from the left.
#[derive(Component)]
pub struct Bin(pub usize);

/// A ball.
#[derive(Component)]
pub struct Ball;

/// The ball that the player drops.
#[derive(Component)]
pub struct Golden;

/// How many balls of the rain have landed in each bin, and where the golden ball is.
#[derive(Resource, Default)]
pub struct Landed {
    pub by_bin: [u32; BINS],
    /// The bin in which the golden ball has landed, if it is not on its way.
    pub golden: Option<usize>,
}

impl Landed {
    /// How many balls of the rain have landed.
    pub fn total(&self) -> u32 {
        self.by_bin.iter().sum()
    }
}

/// Builds the board, and counts the balls that land.
pub struct BoardPlugin;

impl Plugin for BoardPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Landed>()
            .insert_resource(Gravity(vec2(0.0, -900.0)))
            .add_message::<ResetRequested>()
            .add_observer(land)
            .add_systems(Startup, build)
            .add_systems(Update, clear.run_if(on_message::<ResetRequested>));
    }
}

/// The x coordinate of the middle of a bin.
pub fn bin_middle(bin: usize) -> f32 {
    (bin as f32 + 0.5) * BIN_WIDTH - HALF.x
}

fn build(mut commands: Commands) {
    commands.spawn((Collider::arena(2.0 * HALF), Static));
    for row in 0..ROWS {
        let (shift, count) = if row % 2 == 0 { (0.5, BINS) } else { (1.0, BINS - 1) };
        let y = TOP_ROW - f32::from(row) * ROW_DISTANCE;
        for column in 0..count {
            let place = vec2((column as f32 + shift) * BIN_WIDTH - HALF.x, y);
            commands.spawn((Collider::circle(PEG), Static, Peg, Position(place)));
        }
    }
    for bin in 0..BINS {
        let x = bin_middle(bin);
        let floor = Collider::rectangle(BIN_WIDTH, FLOOR);
        let place = Position(vec2(x, 0.5 * FLOOR - HALF.y));
        commands.spawn((floor, Static, Absorbs::Centre, Bin(bin), place));
        if bin > 0 {
            let foot = vec2(x - 0.5 * BIN_WIDTH, -HALF.y);
            let wall = Collider::segment(Vec2::ZERO, Vec2::Y * BIN_HEIGHT);
            commands.spawn((wall, Static, Position(foot)));
        }
    }
}

/// Counts a ball that has landed. One of the rain has no more to do.
fn land(
    on: On<SensorEntered>,
    balls: Query<Has<Golden>, With<Ball>>,
    bins: Query<&Bin>,
    mut landed: ResMut<Landed>,
    mut commands: Commands,
) {
    let (Ok(is_golden), Ok(bin)) = (balls.get(on.entity), bins.get(on.sensor)) else { return };
    if is_golden {
        landed.golden = Some(bin.0);
    } else {
        landed.by_bin[bin.0] += 1;
        commands.entity(on.entity).despawn();
    }
}

/// Takes the balls of the rain away, and forgets how many have landed.
fn clear(
    rain: Query<Entity, (With<Ball>, Without<Golden>)>,
    mut landed: ResMut<Landed>,
    mut commands: Commands,
) {
    rain.iter().for_each(|ball| commands.entity(ball).despawn());
    landed.by_bin = [0; BINS];
}
