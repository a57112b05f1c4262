//! Chores of the workspace, run as `cargo xtask <chore>`.

mod layers;
mod instructions;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the workspace.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Tell where the code breaks the layer rule or outgrows its files and functions.
    Layers,
    /// Count the instructions of a step with valgrind, and tell where they have grown.
    Instructions {
        /// Note the counts as those to compare with.
        #[arg(long)]
        note: bool,
    },
}

fn main() -> ExitCode {
    match Arguments::parse().chore {
        Chore::Layers => report(&layers::check(workspace())),
        Chore::Instructions { note } => match instructions::count(workspace(), note) {
            Ok(false) => ExitCode::SUCCESS,
            Ok(true) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        },
    }
}

/// The root of the workspace, wherever the command is called from.
fn workspace() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}

fn report(findings: &[layers::finding::Finding]) -> ExitCode {
    for finding in findings {
        eprintln!("{finding}");
    }
    if findings.is_empty() {
        println!("every file imports only what stands above it, and none is too long");
        ExitCode::SUCCESS
    } else {
        eprintln!("{} places break the rules; CONTRIBUTING.md states them", findings.len());
        ExitCode::FAILURE
    }
}
