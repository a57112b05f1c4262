//! Checks the rules of the source: the order of files, sizes, openings and words.
//!
//! **The order.** The `mod` lines of a crate stand in the order of the data flow, and a file uses only what
//! stands above it. Read a crate from the top, going into each module where its `mod` line stands, and the
//! files come in one order:
//!
//! ```text
//! lib.rs            1 vector.rs
//!   mod vector;     2 step.rs
//!   mod step;       3   step/predict.rs     step.rs: mod predict; mod queue;
//!   mod report;     4   step/queue.rs
//!                   5 report.rs
//! ```
//!
//! A file may import from
//! * files that come earlier: `step/queue.rs` may use `vector` and `step::predict`;
//! * its own submodules: `step.rs` may use both files of its folder;
//! * nothing else: neither a later file nor a module that it is part of. `step.rs` depends on
//!   `step/queue.rs`, so an import the other way could close a circle. A definition that both need
//!   belongs in a file of its own, above both.
//!
//! The file with the root (`lib.rs`, `main.rs`) assembles the crate and may use everything. Nothing imports
//! it, neither by `crate::*` nor by a name that it re-exports, and nothing but the root uses a `prelude`.
//!
//! **What counts as an import.** Every path that begins with `crate`, `self` or `super`: in `use`, in
//! code, in types, in attributes, in the arguments and bodies of macros. A bare path needs no check:
//! it can only lead into a submodule, to another crate, or through a `use` that was checked. Links in
//! doc comments and `pub(in path)` bind nothing, so they may point anywhere. An inline `mod {}` belongs
//! to its file. Code under `#[cfg(test)]` may import anything. What is not seen: paths that a macro puts
//! together, and paths inside string literals, as in `#[serde(with = "..")]`.
//!
//! **Methods.** The same order holds for calls of inherent [methods]. A call that breaks it can close a
//! [circle](circles) of files.
//!
//! **Sizes.** A file has at most [400](sizes::FILE_LIMIT) lines of code, a function at most
//! [60](sizes::FUNCTION_LIMIT), a struct of state at most [12](fields::FIELD_LIMIT) fields, a folder at most
//! [15](folders::FOLDER_LIMIT) source files.
//!
//! **Numbers.** A number by which the simulation decides something is a [constant](numbers) that says what it means.
//!
//! **Words.** A file [opens](openings) with a statement of its contents, and a thing is not called by the
//! [pronoun](words) of a person.
//!
//! The rules of order, sizes, fields and numbers hold for code that is not compiled for tests only; the others for
//! every source file, and that of words for the pages too. A comment can [excuse](excuses) a line.

pub mod rule;
pub mod finding;
mod source;
mod order;
mod imports;
mod methods;
mod circles;
mod sizes;
mod fields;
mod numbers;
mod folders;
mod openings;
mod words;
mod excuses;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use excuses::Excuses;
use finding::Finding;
use imports::Imports;
use methods::Calls;
use rule::Rule;
use source::file::SourceFile;
use source::modules::Crate;
use source::roots::roots;
use source::tree::{pages, source_files};

/// Every place in the workspace that breaks one of `rules`, in the order of files and lines.
pub fn check(workspace: &Path, rules: &[Rule]) -> Vec<Finding> {
    let read = |path: &Path| fs::read_to_string(workspace.join(path));
    let roots = roots(workspace);
    let sources = source_files(workspace);
    let mut found: Vec<Finding> =
        roots.iter().flat_map(|root| check_crate(&Crate::read(root, &read))).collect();
    if roots.is_empty() {
        found.push(Finding::new(Rule::Imports, workspace, 0, "no crate was found here".into()));
    }
    found.extend(folders::findings(&sources));

    let mut excuses: BTreeMap<PathBuf, Excuses> = BTreeMap::new();
    for path in sources {
        let Ok(text) = read(&path) else { continue };
        match SourceFile::parse(&path, text) {
            Ok(file) => {
                found.extend(openings::findings(&file));
                found.extend(words::of_source(&file));
                excuses.insert(path, Excuses::of_source(&file));
            }
            Err(finding) => found.push(finding),
        }
    }
    for path in pages(workspace) {
        let Ok(text) = read(&path) else { continue };
        found.extend(words::of_page(&path, &text));
        excuses.insert(path, Excuses::of_page(&text));
    }
    found.sort();
    found.dedup();
    excused(found, &excuses, rules)
}

/// Everything in one crate that breaks a rule of order, sizes, fields or numbers.
fn check_crate(source: &Crate) -> Vec<Finding> {
    let modules = &source.modules;
    let imports = Imports::of(modules);
    let calls = Calls::of(modules, &imports);
    let mut findings = source.findings.clone();
    findings.extend(imports::findings(modules, &imports));
    findings.extend(methods::findings(modules, &calls));
    findings.extend(circles::findings(modules, &imports, &calls));
    findings.extend(modules.iter().flat_map(|module| sizes::findings(&module.file)));
    findings.extend(modules.iter().flat_map(|module| fields::findings(&module.file)));
    findings.extend(modules.iter().flat_map(|module| numbers::findings(&module.file)));
    findings
}

/// The findings of `rules` that are not excused, and those about the excuses.
fn excused(
    findings: Vec<Finding>,
    excuses: &BTreeMap<PathBuf, Excuses>,
    rules: &[Rule],
) -> Vec<Finding> {
    let mut by_file: BTreeMap<PathBuf, Vec<Finding>> = BTreeMap::new();
    for path in excuses.keys() {
        by_file.insert(path.clone(), Vec::new());
    }
    for finding in findings {
        by_file.entry(finding.file.clone()).or_default().push(finding);
    }
    let mut left = Vec::new();
    for (path, findings) in by_file {
        left.extend(match excuses.get(&path) {
            Some(excuses) => excuses.apply(&path, findings, rules),
            None => findings,
        });
    }
    left.retain(|finding| rules.contains(&finding.rule));
    left.sort();
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workspace_keeps_all_rules() {
        let findings = check(crate::workspace(), &Rule::all());
        let list: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(list.is_empty(), "\n{}\n", list.join("\n"));
    }

    #[test]
    fn every_package_is_checked() {
        let roots = roots(crate::workspace());
        for root in [
            "benches/steps/src/main.rs",
            "crates/bevy_elastic/src/lib.rs",
            "crates/collide-core/src/lib.rs",
            "examples/breakout.rs",
            "examples/harness/lib.rs",
            "scenes/src/lib.rs",
            "xtask/src/main.rs",
        ] {
            assert!(roots.contains(&root.into()), "{root} is missing: {roots:?}");
        }
        let read = |path: &Path| fs::read_to_string(crate::workspace().join(path));
        let names: Vec<String> = Crate::read(Path::new("xtask/src/main.rs"), &read)
            .modules
            .iter()
            .map(|module| module.names.join("::"))
            .collect();
        for name in ["", "layers", "layers::rule"] {
            assert!(names.iter().any(|it| it == name), "{name} is missing: {names:?}");
        }
    }

    #[test]
    fn folder_without_crates_is_reported() {
        let findings = check(Path::new("no-such-folder"), &Rule::all());
        assert_eq!(findings.len(), 1, "{findings:?}");
    }

    #[test]
    fn every_rule_of_a_crate_is_checked() {
        let long = format!(
            "use crate::b::B;\nstruct S {{ {} }}\nfn f(b: B) {{ b.g();\n{}}}",
            (0..13).map(|index| format!("a{index}: u8, ")).collect::<String>(),
            "g();\n".repeat(61)
        );
        let source = source::modules::in_memory(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", &long),
            ("b.rs", "use crate::a::S; pub struct B; impl B { pub fn g(&self) {} }"),
        ]);
        let mut rules: Vec<Rule> = check_crate(&source).iter().map(|it| it.rule).collect();
        rules.sort();
        let wanted = [Rule::Imports, Rule::Methods, Rule::Circles, Rule::Sizes, Rule::Fields];
        assert_eq!(rules, wanted);
    }

    #[test]
    fn rule_that_is_not_asked_for_is_not_reported() {
        let path = Path::new("a.rs");
        let finding = |rule| Finding::new(rule, path, 1, String::new());
        let findings = vec![finding(Rule::Imports), finding(Rule::Words)];
        let left = excused(findings, &BTreeMap::new(), &[Rule::Words]);
        assert_eq!(left, [finding(Rule::Words)]);
    }
}
