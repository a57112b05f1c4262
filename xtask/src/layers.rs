//! Checks the rules of the source that `CONTRIBUTING.md` states: the order of files, rooms, sizes, openings and words.
//!
//! **The order.** The `mod` lines of a crate stand in the order of the data flow. Read a crate from the top, going into
//! each module where its `mod` line stands, and the files come in one order:
//!
//! ```text
//! lib.rs            1 vector.rs
//!   mod vector;     2 step.rs
//!   mod step;       3   step/predict.rs     step.rs: mod predict; mod queue;
//!   mod report;     4   step/queue.rs
//!                   5 report.rs
//! ```
//!
//! A file may [import](imports) from files that come earlier and from its own submodules: not from later files, nor from
//! a module that it is part of, which depends on it. The root (`lib.rs`, `main.rs`) assembles the crate and may use
//! everything; nothing imports from it. No import shows where a method is called, so the inherent `impl`s of a type stand
//! in its [room](rooms).
//!
//! The rules of imports, rooms, sizes and numbers hold for code that is not compiled for tests only; the others for every
//! source file, and that of words for the pages too. A comment can [excuse](excuses) a line.

pub mod finding;
mod tree;
mod source;
mod modules;
mod imports;
mod rooms;
mod sizes;
mod numbers;
mod openings;
mod words;
mod excuses;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use finding::{Finding, Rule};
use modules::{Sources, crates};
use source::Source;

/// Every place in the workspace that breaks one of `rules`, in the order of files and lines.
pub fn check(workspace: &Path, rules: &[Rule]) -> Vec<Finding> {
    let files = tree::files(workspace);
    let mut findings = sizes::of_folders(&files);
    let read = |path| Some((path, fs::read_to_string(workspace.join(path)).ok()?));
    let texts: BTreeMap<_, _> = files.iter().filter_map(read).collect();
    let mut sources = Sources::new();
    for (path, text) in &texts {
        findings.extend(words::findings(path, text));
        if tree::is_source(path) {
            findings.extend(openings::findings(path, text));
            match Source::parse(path, text) {
                Ok(source) => drop(sources.insert((*path).clone(), source)),
                Err(finding) => findings.push(finding),
            }
        }
    }
    for modules in &crates(&sources, &mut findings) {
        findings.extend(imports::findings(modules));
        findings.extend(rooms::findings(modules));
        for source in modules.iter().map(|module| module.source) {
            findings.extend(sizes::findings(source));
            findings.extend(numbers::findings(source));
        }
    }
    findings.retain(|finding| rules.contains(&finding.rule));
    texts.iter().for_each(|(path, text)| excuses::apply(path, text, rules, &mut findings));
    findings.sort();
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workspace_keeps_all_rules() {
        let findings = check(crate::workspace(), &Rule::all());
        assert!(findings.is_empty(), "{findings:#?}");
    }

    #[test]
    fn every_package_is_checked() {
        let files = tree::files(crate::workspace());
        let paths = "README.md benches/steps/src/main.rs crates/bevy_elastic/src/lib.rs docs/porting.md \
            crates/collide-core/tests/laws/main.rs examples/breakout.rs scenes/src/lib.rs xtask/src/main.rs";
        for path in paths.split_whitespace() {
            assert!(files.contains(&path.into()), "{path} is missing");
        }
    }
}
