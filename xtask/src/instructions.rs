//! Have the steps come to take more instructions? Counted by valgrind, so that no noise is in it.
//!
//! The counts are those of one compiler on one kind of machine: elsewhere they differ a little, so this tells
//! and does not forbid.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What is counted: a scene, how many bodies, and how many steps.
const CASES: [(&str, u32, u32); 5] = [
    ("gas", 1000, 60),
    ("dense", 1000, 30),
    ("fast", 1000, 30),
    ("pile", 200, 150),
    ("rack", 15, 300),
];

/// The counts that were noted, from the root of the workspace.
const NOTED: &str = "benches/instructions.json";

/// By how much more than was noted is worth a word.
const MORE: f64 = 1.02;

/// Counts, tells how much more or less that is than was noted, and whether it is more by far; or notes it.
pub fn count(workspace: &Path, note: bool) -> Result<bool, String> {
    let build = Command::new("cargo")
        .current_dir(workspace)
        .args(["build", "--release", "-p", "steps"])
        .status();
    if !build.is_ok_and(|status| status.success()) {
        return Err("the package `steps` does not build".to_owned());
    }
    let path = workspace.join(NOTED);
    let noted: BTreeMap<String, u64> = match std::fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| error.to_string())?,
        Err(_) => BTreeMap::new(),
    };
    let (mut counts, mut grown) = (BTreeMap::new(), false);
    for (scene, bodies, steps) in CASES {
        // Making the scene is not counted.
        let run = |steps| instructions(workspace, scene, bodies, steps);
        let count = run(steps)?.saturating_sub(run(0)?) / u64::from(steps);
        let ratio = noted.get(scene).map(|noted| count as f64 / *noted as f64);
        let told = ratio
            .map_or("not noted yet".to_owned(), |ratio| format!("{ratio:.3} of what was noted"));
        println!("{scene}, {bodies} bodies: {count} instructions a step, {told}");
        grown |= ratio.is_some_and(|ratio| ratio > MORE);
        counts.insert(scene, count);
    }
    if note {
        let text = serde_json::to_string_pretty(&counts).map_err(|error| error.to_string())?;
        std::fs::write(path, text + "\n").map_err(|error| error.to_string())?;
    }
    Ok(grown && !note)
}

/// How many instructions it takes to make a scene and so many steps of it.
fn instructions(workspace: &Path, scene: &str, bodies: u32, steps: u32) -> Result<u64, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(workspace.join("target"), Into::into);
    let output = Command::new("valgrind")
        .current_dir(workspace)
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(target.join("release/steps"))
        .args([scene, "--bodies", &bodies.to_string(), "--steps", &steps.to_string()])
        .output()
        .map_err(|error| format!("valgrind does not run, is it installed? {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let told = String::from_utf8_lossy(&output.stderr);
    let count = told.lines().find_map(|line| line.split_once("Collected : "));
    let count = count.and_then(|(_, count)| count.trim().parse().ok());
    count.ok_or_else(|| format!("valgrind told no count: {told}"))
}
