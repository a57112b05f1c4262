//! Chores of the workspace, run as `cargo xtask <chore>`.

mod target;
mod layers;
mod instructions;
mod bits;
mod web;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use layers::finding::Rule;

/// Chores of the workspace.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Report where the source breaks the rules that CONTRIBUTING.md states.
    Layers {
        /// Check only this rule; may be given several times.
        #[arg(long = "rule", value_enum)]
        rules: Vec<Rule>,
    },
    /// Count the instructions of a step with valgrind, and report where the count has grown.
    Instructions {
        /// Record the counts as those to compare with.
        #[arg(long)]
        record: bool,
    },
    /// Compare the bits of games on another target with those on this machine.
    Bits {
        /// The other target.
        #[arg(value_enum)]
        target: bits::Target,
    },
    /// Build the pages of the demos for browsers, or drive them in one.
    Web(web::Options),
}

fn main() -> ExitCode {
    match Arguments::parse().chore {
        Chore::Layers { rules } => conclude(check_layers(rules)),
        Chore::Instructions { record } => conclude(instructions::count(workspace(), record)),
        Chore::Bits { target } => conclude(bits::compare(workspace(), target)),
        Chore::Web(options) => conclude(web::run(workspace(), &options)),
    }
}

/// Prints the error of a chore, and returns the exit status.
fn conclude(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace, whatever the current folder is.
fn workspace() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}

/// Prints where the source breaks these rules, or all if none is given.
fn check_layers(mut rules: Vec<Rule>) -> Result<(), String> {
    if rules.is_empty() {
        rules = Rule::all();
    }
    let findings = layers::check(workspace(), &rules);
    for finding in &findings {
        println!("{finding} [{}]", finding.rule.name());
    }
    let count = findings.len();
    let error = format!("{count} places break the rules; CONTRIBUTING.md states them");
    if count == 0 { Ok(()) } else { Err(error) }
}
