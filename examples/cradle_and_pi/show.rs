//! The text of the bar, and the counter of clacks.

use bevy::prelude::*;
use harness::bar::Bar;
use harness::labels::Label;
use harness::palette;

use crate::args::Experiment;
use crate::blocks::clacks;
use crate::path::Path;
use crate::slow::Pace;
use crate::stage::Stage;

/// The keys of this demo.
const KEYS: [(&str, &str); 6] = [
    ("Space", "again: drop the balls, send the block"),
    ("M", "the cradle, or the blocks"),
    ("0 - 5", "k of the mass ratio 100^k; balls lifted, 1 to 4"),
    ("G", "cradle: a gap between the balls, or none"),
    ("S", "blocks: slow motion near the burst, or not"),
    ("Left drag", "cradle: lift balls and let them go"),
];

/// A label of the counter of clacks.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// The number in large digits.
    Digits,
    /// The words below the digits.
    Words,
}

/// The two labels of the counter, placed for the blocks.
pub fn counter() -> [impl Bundle; 2] {
    let label = |counter, height, size, color| {
        let label = Label { text: String::new(), offset: Vec2::ZERO, size, color };
        (counter, label, Transform::from_xyz(2.9, height, 0.0))
    };
    [
        label(Counter::Digits, 3.55, 86.0, palette::TEXT),
        label(Counter::Words, 2.75, 19.0, palette::TEXT_FAINT),
    ]
}

/// Updates the counter of clacks.
pub fn update_counter(
    stage: Res<Stage>,
    path: Res<Path>,
    mut labels: Query<(&Counter, &mut Label)>,
) {
    let count = path.displayed;
    let over = path.is_over(count);
    let right = count == clacks(stage.power);
    for (counter, mut label) in &mut labels {
        label.text = match (stage.experiment, counter) {
            (Experiment::Cradle, _) => String::new(),
            (_, Counter::Digits) => count.to_string(),
            (_, Counter::Words) if over && right => digits(stage.power),
            (_, Counter::Words) if over => format!("expected {}", clacks(stage.power)),
            (_, Counter::Words) => "clacks".to_owned(),
        };
        label.color = match (counter, over, right) {
            (_, true, false) => palette::WRONG,
            (Counter::Digits, true, true) => palette::RIGHT,
            (Counter::Digits, ..) => palette::TEXT,
            (Counter::Words, ..) => palette::TEXT_FAINT,
        };
    }
}

/// The final count as the first digits of pi.
fn digits(power: u8) -> String {
    let all = std::f64::consts::PI.to_string();
    let (own, rest) = all.split_at(usize::from(power) + 1 + usize::from(power > 0));
    format!("clacks: \u{3c0} = {own} {}...", rest.trim_start_matches('.'))
}

/// Fills the bar.
pub fn fill_bar(stage: Res<Stage>, path: Res<Path>, pace: Res<Pace>, mut bar: ResMut<Bar>) {
    let (subtitle, message, hint) = match stage.experiment {
        Experiment::Cradle => {
            let (lifted, rest) = (stage.lift.count, stage.lift.gap);
            let balls = if lifted == 1 { "ball" } else { "balls" };
            let gap = if rest > 0.0 {
                format!("gaps of {} mm", 1e3 * rest)
            } else {
                "touching".to_owned()
            };
            (
                "Newton's cradle",
                format!("{lifted} {balls} in, {lifted} {balls} out; {gap}"),
                "1 - 4  lift balls     G  gap     M  blocks     drag a ball",
            )
        }
        Experiment::Blocks => {
            let slow = if pace.slow { "slow motion near the burst" } else { "at full speed" };
            let over = path.is_over(path.displayed);
            let hint = if over {
                "Space  again     0 - 5  another mass     M  cradle"
            } else {
                "0 - 5  mass ratio     S  slow motion     M  cradle"
            };
            ("Two blocks count pi", format!("Mass ratio 100^{}, {slow}", stage.power), hint)
        }
    };
    bar.set_if_neq(Bar {
        title: "Cradle and pi".to_owned(),
        subtitle: subtitle.to_owned(),
        message,
        hint: hint.to_owned(),
        keys: &KEYS,
        unused: match stage.experiment {
            Experiment::Cradle => &["T", "L"],
            Experiment::Blocks => &[],
        },
        ..default()
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_separates_counted_digits() {
        assert_eq!(digits(0), "clacks: \u{3c0} = 3 141592653589793...");
        assert_eq!(digits(2), "clacks: \u{3c0} = 3.14 1592653589793...");
    }
}
