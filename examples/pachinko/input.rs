//! The keys, the mouse and the bar.

use bevy::prelude::*;
use harness::bar::Bar;
use harness::keys::{Overlays, ResetRequested, is_typing};
use harness::pointer::Pointer;

use crate::args::Rain;
use crate::board::{BIN_HEIGHT, BIN_WIDTH, BINS, Ball, Golden, HALF, Landed};
use crate::futures::{Chosen, Expected, MAX_TRIES};
use crate::hopper::{Hopper, drop_golden};

/// How fast a key moves the hopper, in pixels a second.
const HOPPER_SPEED: f32 = 500.0;

/// How far below the top of the board a drag takes the hopper, in pixels.
const GRIP: f32 = 80.0;

const RAINS: [(KeyCode, Rain); 4] = [
    (KeyCode::Digit1, Rain::None),
    (KeyCode::Digit2, Rain::Drizzle),
    (KeyCode::Digit3, Rain::Shower),
    (KeyCode::Digit4, Rain::Flood),
];

/// The bin under the pointer.
#[derive(Resource, Default)]
pub struct Hovered(pub Option<usize>);

/// Reads the input of the player and fills the bar.
pub struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Hovered>().add_systems(Startup, start).add_systems(
            Update,
            ((move_hopper, choose_rain).run_if(not(is_typing)), point, fill_bar),
        );
    }
}

fn start(mut bar: ResMut<Bar>, mut shown: ResMut<Overlays>) {
    bar.keys = &[
        ("Space", "drop the golden ball from the hopper"),
        ("Click", "a bin: the golden ball finds it"),
        ("Left, Right", "move the hopper; drag it, too"),
        ("1 2 3 4", "rain: none, drizzle, shower, flood"),
        ("M", "balls of the rain meet, or pass each other"),
    ];
    bar.unused = &["Backspace", "L", "Tab"];
    shown.trails = true;
}

/// Moves the hopper, and drops the golden ball. What has landed from elsewhere does not count.
fn move_hopper(
    keys: Res<ButtonInput<KeyCode>>,
    pointer: Pointer,
    time: Res<Time<Real>>,
    golden: Single<Entity, With<Golden>>,
    (mut hopper, mut landed): (ResMut<Hopper>, ResMut<Landed>),
    mut held: Local<bool>,
    mut commands: Commands,
) {
    let way =
        f32::from(keys.pressed(KeyCode::ArrowRight)) - f32::from(keys.pressed(KeyCode::ArrowLeft));
    *held &= pointer.buttons.pressed(MouseButton::Left);
    if pointer.buttons.just_pressed(MouseButton::Left) && !pointer.is_over_panel() {
        *held = pointer.place().is_some_and(|place| place.y > HALF.y - GRIP);
    }
    let x = hopper.x + way * HOPPER_SPEED * time.delta_secs();
    let x = pointer.place().filter(|_| *held).map_or(x, |place| place.x);
    let x = x.clamp(-Hopper::reach(), Hopper::reach());
    if x != hopper.x {
        hopper.x = x;
        commands.write_message(ResetRequested);
    }
    if keys.just_pressed(KeyCode::Space) {
        drop_golden(*golden, vec2(hopper.x, hopper.place(0).y), &mut landed, &mut commands);
    }
}

fn choose_rain(
    keys: Res<ButtonInput<KeyCode>>,
    mut hopper: ResMut<Hopper>,
    mut resets: MessageWriter<ResetRequested>,
) {
    for (key, rain) in RAINS {
        if keys.just_pressed(key) {
            let is_other = (hopper.rain == Rain::Flood) != (rain == Rain::Flood);
            resets.write_batch(is_other.then_some(ResetRequested));
            hopper.rain = rain;
        }
    }
    if keys.just_pressed(KeyCode::KeyM) {
        hopper.meets = !hopper.meets;
        resets.write(ResetRequested);
    }
}

/// Chooses the bin on which the player clicks.
fn point(pointer: Pointer, mut hovered: ResMut<Hovered>, mut chosen: ResMut<Chosen>) {
    let place = pointer.place().filter(|place| {
        place.x.abs() < HALF.x && place.y < BIN_HEIGHT - HALF.y && !pointer.is_over_panel()
    });
    hovered.0 =
        place.map(|place| ((place.x + HALF.x) / BIN_WIDTH) as usize).filter(|it| *it < BINS);
    if pointer.buttons.just_pressed(MouseButton::Left) && hovered.0.is_some() {
        *chosen = Chosen { bin: hovered.0, ..default() };
    }
}

fn fill_bar(
    (landed, expected, chosen, hopper): (Res<Landed>, Res<Expected>, Res<Chosen>, Res<Hopper>),
    balls: Query<(), With<Ball>>,
    mut bar: ResMut<Bar>,
) {
    let meet = if hopper.meets { "" } else { ", passing each other" };
    bar.title = "Pachinko".to_owned();
    bar.subtitle =
        format!("{} balls fall{meet}, {} have landed", balls.iter().count(), landed.total());
    bar.message = match (chosen.bin, landed.golden) {
        (Some(_), _) => format!("{} futures: none lands there yet", chosen.tries),
        (None, _) if chosen.tries >= MAX_TRIES => {
            format!("None of {MAX_TRIES} futures lands there")
        }
        (None, Some(_)) if chosen.tries > 0 => {
            format!("Landed, as the {}th future has foretold. Click another bin", chosen.tries)
        }
        (None, None) if chosen.tries > 0 => {
            format!("The {}th future lands there", chosen.tries)
        }
        _ => "Click a bin: the golden ball finds it".to_owned(),
    };
    bar.hint = format!("lines: {} futures of a ball that meets only the board", expected.samples);
}
