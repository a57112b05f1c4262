//! Compares the hashes that the package `bits` prints on this machine and on another target.

use std::path::Path;
use std::process::Command;

use clap::ValueEnum;

use crate::target;

/// A target of the compiler that can be run on this machine.
#[derive(Clone, Copy, ValueEnum)]
pub enum Target {
    /// WebAssembly, run by Node
    Wasm32,
    /// 64-bit ARM with Linux, run by qemu
    Aarch64,
}

/// The script that runs a program for WASI in Node.
const WASI: &str = include_str!("../wasi.mjs");

impl Target {
    /// The name by which the compiler knows it.
    fn triple(self) -> &'static str {
        match self {
            Self::Wasm32 => "wasm32-wasip1",
            Self::Aarch64 => "aarch64-unknown-linux-gnu",
        }
    }

    /// The command that runs a program of this target.
    fn run(self, folder: &Path) -> Command {
        match self {
            Self::Wasm32 => {
                let mut node = Command::new("node");
                node.args(["--no-warnings", "--input-type=module", "--eval", WASI, "--"]);
                node.arg(folder.join("bits.wasm"));
                node
            }
            Self::Aarch64 => {
                let mut qemu = Command::new("qemu-aarch64");
                qemu.args(["-L", "/usr/aarch64-linux-gnu"]).arg(folder.join("bits"));
                qemu
            }
        }
    }
}

/// Builds `bits` for this machine and for another target, runs both, and compares what they print.
///
/// # Errors
/// If one does not build or run, or the first line that differs.
pub fn compare(workspace: &Path, other: Target) -> Result<(), String> {
    let built = target::folder(workspace);
    let triple = other.triple();
    // With the features of the whole workspace, the core is compiled already.
    build(workspace, &["--workspace", "--bin", "bits"])?;
    build(workspace, &["-p", "bits", "--target", triple])?;
    let here = printed(&mut Command::new(built.join("debug/bits")))?;
    let there = printed(&mut other.run(&built.join(triple).join("debug")))?;
    let different = here.lines().zip(there.lines()).find(|(here, there)| here != there);
    if let Some((here, there)) = different {
        return Err(format!("the bits differ\n  here:     {here}\n  {triple}: {there}"));
    }
    let [count, other] = [&here, &there].map(|text| text.lines().count());
    if count == 0 || count != other {
        return Err(format!("{count} lines here, {other} on {triple}"));
    }
    println!("{count} games and scenes have the same bits on {triple}");
    Ok(())
}

/// Builds the package `bits` as tests are built: the level of optimisation changes no bit.
fn build(workspace: &Path, options: &[&str]) -> Result<(), String> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(workspace).arg("build").args(options);
    // The linker of the machine makes programs for the machine only.
    cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    match cargo.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("the package `bits` does not build with {options:?}")),
        Err(error) => Err(format!("cargo does not run: {error}")),
    }
}

/// What a program prints.
fn printed(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(format!(
            "{name} failed: {}\n{text}{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ))
    }
}
