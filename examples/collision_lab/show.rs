//! What the lab says to the player: the text of the bar, and the options that give the present state.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::bar::Bar;
use harness::host::offer;

use crate::impact::Number;
use crate::spin::throw::{Spin, Throw};
use crate::stage::{Materials, Stage};

/// The keys of this demo.
const KEYS: [(&str, &str); 10] = [
    ("Space", "again from the start of the lesson"),
    ("1 2 3", "lessons: elastic, inelastic, in the plane"),
    ("4 5", "lessons on spin: superball, disc with backspin"),
    ("6", "free play"),
    ("Left drag", "a ball, or the tip of its arrow"),
    ("A  X", "add a ball at the mouse, take it away"),
    ("D", "the discrete method beside the continuous"),
    ("B", "back one tick"),
    ("K", "a link to this state, in the address or the console"),
    ("Slider", "below: scrub through the record"),
];

/// Fills the bar.
pub fn fill_bar(stage: Res<Stage>, spin: Res<Spin>, mut bar: ResMut<Bar>) {
    let message = match spin.0 {
        Some(throw) if spin.0 != Throw::of(stage.lesson) => {
            format!("Thrown with R w = {} m/s, as the sliders say", throw.surface)
        }
        _ => stage.lesson.sentence().to_owned(),
    };
    bar.set_if_neq(Bar {
        title: "Collision lab".to_owned(),
        subtitle: stage.lesson.title().to_owned(),
        message,
        hint: "1 elastic   2 inelastic   3 in the plane   4 superball   5 backspin   6 free play     Space  again     B  back a tick".to_owned(),
        keys: &KEYS,
        ..default()
    });
}

/// A ball with all that an option says of it.
type StatedBall<'a> = (&'a Number, &'a Mass, &'a Position<DVec2>, &'a Velocity<DVec2>);

/// The key K: offers options that give the present balls and materials, with the clock stopped.
pub fn link(
    keys: Res<ButtonInput<KeyCode>>,
    (stage, materials): (Res<Stage>, Res<Materials>),
    balls: Query<StatedBall>,
) {
    if !keys.just_pressed(KeyCode::KeyK) {
        return;
    }
    let mut balls: Vec<_> = balls.iter().collect();
    balls.sort_unstable_by_key(|(number, ..)| number.0);
    let ball =
        |(_, mass, place, velocity): &(&Number, &Mass, &Position<DVec2>, &Velocity<DVec2>)| {
            let [x, y] = place.0.to_array();
            let [vx, vy] = velocity.0.to_array();
            ("ball", format!("{},{x},{y},{vx},{vy}", mass.0))
        };
    let Materials { restitution, friction, minimum_impulse } = *materials;
    let mut options = vec![
        ("lesson", stage.lesson.option()),
        ("restitution", restitution.to_string()),
        ("friction", friction.to_string()),
        ("minimum-impulse", minimum_impulse.to_string()),
        ("paused", String::new()),
    ];
    options.extend(balls.iter().map(ball));
    offer(&options);
}
