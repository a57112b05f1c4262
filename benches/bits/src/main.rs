//! Prints a hash of each game and of each scene of the catalogue, a line each.
//!
//! Two machines, two targets of the compiler or two versions of the core that print the same lines make the same bits:
//!
//! ```sh
//! cargo run --release -p bits > before.txt
//! cargo run --release -p bits --features threads     # with 2, 3 and 8 threads too, which must agree
//! ```

mod game;
mod play;
mod table;
mod flipper;
mod pile;
mod catalogue;

use std::process::ExitCode;

use collide_core::vector::Vector;

use game::Game;

fn main() -> ExitCode {
    let mut agree = true;
    for seed in 1..=4 {
        agree &= line(true, || table::shot(seed));
    }
    agree &= line(true, flipper::flipper);
    agree &= line(true, pile::hit);
    for (name, bodies, steps, dt) in catalogue::plane() {
        agree &= line(false, || catalogue::game(name, bodies, steps, dt));
    }
    for make in catalogue::SPACE {
        agree &= line(true, make);
    }
    if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays a game and prints its line; with `stored` once more with a snapshot in the middle, and recorded; the bytes are hashed too.
/// Returns whether all ways to play it agree.
fn line<V: Vector>(stored: bool, make: impl Fn() -> Option<Game<V>>) -> bool {
    let Some(game) = make() else {
        println!("a game cannot be set up");
        return false;
    };
    let title = format!("{} {} {:.4}", game.name, game.world.ids().count(), game.dt);
    let trace = play::play(game, 1, false);
    let mut others: Vec<_> = play::THREADS
        .iter()
        .filter_map(|threads| make().map(|game| play::play(game, *threads, false)))
        .collect();
    let (mut bytes, mut is_stored) = (String::new(), true);
    if stored && let Some(other) = make().map(|game| play::play(game, 1, true)) {
        bytes = format!(", snapshot {:016x}, recording {:016x}", other.snapshot, other.recording);
        is_stored = other.snapshot != 0 && other.recording != 0;
        others.push(other);
    }
    let agree = is_stored
        && others.iter().all(|other| (other.state, other.events) == (trace.state, trace.events));
    let verdict = if agree {
        ""
    } else {
        ": DIFFERS with threads, after a snapshot or when played again, or has none"
    };
    println!(
        "{title}: state {:016x}, {} events {:016x}{bytes}{verdict}",
        trace.state, trace.count, trace.events
    );
    agree
}
