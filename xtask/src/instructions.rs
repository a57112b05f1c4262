//! Counts the instructions of a step with valgrind, which are the same in every run.
//!
//! The recorded counts are those of one compiler on one kind of machine. Elsewhere they differ a little, so
//! this is a report and not a part of the gate.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::target;

/// The measured cases: scene, number of bodies, number of steps.
const CASES: [(&str, u32, u32); 5] = [
    ("gas", 1000, 60),
    ("dense", 1000, 30),
    ("fast", 1000, 30),
    ("pile", 200, 150),
    ("rack", 15, 300),
];

/// The file of the recorded counts, relative to the root of the workspace.
const RECORD: &str = "benches/instructions.json";

/// The ratio of a count to the recorded one above which it has grown.
const GROWTH_LIMIT: f64 = 1.02;

/// Prints the instructions of a step of each case, beside the recorded count; with `record` writes the counts to the record
/// instead.
///
/// # Errors
/// If a count has grown, the package `steps` does not build, valgrind does not run, or the record cannot be read or written.
pub fn count(workspace: &Path, record: bool) -> Result<(), String> {
    let build = Command::new("cargo")
        .current_dir(workspace)
        .args(["build", "--release", "-p", "steps"])
        .status();
    if !build.is_ok_and(|status| status.success()) {
        return Err("the package `steps` does not build".to_owned());
    }
    let path = workspace.join(RECORD);
    let recorded: BTreeMap<String, u64> = match std::fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| error.to_string())?,
        Err(_) => BTreeMap::new(),
    };
    let (mut counts, mut grown) = (BTreeMap::new(), Vec::new());
    for (scene, bodies, steps) in CASES {
        // The instructions that make the scene do not count.
        let run = |steps| instructions(workspace, scene, bodies, steps);
        let count = run(steps)?.saturating_sub(run(0)?) / u64::from(steps);
        let ratio = recorded.get(scene).map(|recorded| count as f64 / *recorded as f64);
        let comparison = ratio
            .map_or("not recorded yet".to_owned(), |ratio| format!("{ratio:.3} of the record"));
        println!("{scene}, {bodies} bodies: {count} instructions a step, {comparison}");
        grown.extend(ratio.filter(|ratio| *ratio > GROWTH_LIMIT).map(|_| scene));
        counts.insert(scene, count);
    }
    if record {
        let text = serde_json::to_string_pretty(&counts).map_err(|error| error.to_string())?;
        std::fs::write(path, text + "\n").map_err(|error| error.to_string())?;
        return Ok(());
    }
    if grown.is_empty() { Ok(()) } else { Err(format!("the counts of {grown:?} have grown")) }
}

/// The instructions that make a scene and this number of its steps.
fn instructions(workspace: &Path, scene: &str, bodies: u32, steps: u32) -> Result<u64, String> {
    let target = target::folder(workspace);
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
    let printed = String::from_utf8_lossy(&output.stderr);
    let count = printed.lines().find_map(|line| line.split_once("Collected : "));
    let count = count.and_then(|(_, count)| count.trim().parse().ok());
    count.ok_or_else(|| format!("valgrind printed no count: {printed}"))
}
