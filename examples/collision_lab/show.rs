//! The text of the bar.

use bevy::prelude::*;
use harness::bar::Bar;

use crate::spin::throw::{Spin, Throw};
use crate::stage::Stage;

/// The keys of this demo.
const KEYS: [(&str, &str); 8] = [
    ("1 2 3", "lessons: elastic, inelastic, in the plane"),
    ("4 5", "lessons on spin: superball, disc with backspin"),
    ("6", "free play"),
    ("Left drag", "a ball, or the tip of its arrow"),
    ("A  X", "add a ball at the mouse, take it away"),
    ("D", "the discrete method beside the continuous"),
    ("B", "back one tick"),
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
        hint: "1 elastic   2 inelastic   3 in the plane   4 superball   5 backspin   6 free play     Space  pause     B  back a tick".to_owned(),
        keys: &KEYS,
        ..default()
    });
}
