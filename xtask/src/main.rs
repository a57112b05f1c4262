//! Chores of the workspace, run as `cargo xtask <chore>`.

mod target;
mod layers;
mod instructions;
mod bits;
mod web;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use layers::finding::Finding;
use layers::rule::Rule;

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
        Chore::Layers { rules } => {
            let rules = if rules.is_empty() { Rule::all() } else { rules };
            report(&rules, &layers::check(workspace(), &rules))
        }
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

/// Prints the findings and their number for each rule.
fn report(rules: &[Rule], findings: &[Finding]) -> ExitCode {
    for finding in findings {
        println!("{finding}");
    }
    for rule in rules {
        let count = findings.iter().filter(|finding| finding.rule == *rule).count();
        println!("{:10}{count:5}", rule.name());
    }
    if findings.is_empty() {
        println!("the source keeps the rules");
        ExitCode::SUCCESS
    } else {
        eprintln!("{} places break the rules; CONTRIBUTING.md states them", findings.len());
        ExitCode::FAILURE
    }
}
