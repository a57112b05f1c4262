//! The files of each crate, in the order in which they are read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::{Item, ItemMod};

use super::finding::{Finding, Rule};
use super::source::Source;
use super::tree::is_test;

/// Parsed files by their paths.
pub type Sources = BTreeMap<PathBuf, Source>;

/// A file of a crate.
#[derive(Clone)]
pub struct Module<'a> {
    /// The names that lead to it from the root of its crate; none for the root.
    pub names: Vec<String>,
    /// The file.
    pub source: &'a Source,
}

/// The files of each crate, tests excepted: the root first, and each module where its `mod` line stands, followed by its
/// own modules. A root is a `lib.rs` or `main.rs`, or a file to which no `mod` line leads.
///
/// A `mod` line that leads to no file is added to the findings.
pub fn crates<'a>(sources: &'a Sources, findings: &mut Vec<Finding>) -> Vec<Vec<Module<'a>>> {
    let mut roots: Vec<_> = sources.keys().filter(|path| !is_test(path)).collect();
    roots.sort_by_key(|path| !path.ends_with("lib.rs") && !path.ends_with("main.rs"));
    let (mut crates, mut reached) = (Vec::new(), BTreeSet::new());
    for root in roots {
        if reached.contains(root) {
            continue;
        }
        let (mut modules, folder) = (Vec::new(), root.with_file_name(""));
        let mut open = vec![(Vec::new(), &sources[root])];
        while let Some((names, source)) = open.pop() {
            let declared = declared(sources, source, &folder, &names, findings);
            open.extend(declared.into_iter().rev());
            reached.insert(&source.path);
            modules.push(Module { names, source });
        }
        crates.push(modules);
    }
    crates
}

/// The files that a file declares, with the names that lead to them. The root stands in `folder`.
fn declared<'a>(
    sources: &'a Sources,
    source: &Source,
    folder: &Path,
    names: &[String],
    findings: &mut Vec<Finding>,
) -> Vec<(Vec<String>, &'a Source)> {
    let mut declared = Vec::new();
    for item in &source.code.items {
        let Item::Mod(ItemMod { ident, content: None, .. }) = item else { continue };
        let names = [names, &[ident.to_string()]].concat();
        let path = folder.join(names.join("/") + ".rs");
        if let Some(source) = sources.get(&path) {
            declared.push((names, source));
        } else {
            let message = format!("there is no {}; mod.rs and #[path] hide it", path.display());
            let line = ident.span().start().line;
            findings.push(source.finding(Rule::Imports, line, message));
        }
    }
    declared
}

/// Files of these paths and texts, for tests.
#[cfg(test)]
pub fn in_memory(files: &[(&str, &str)]) -> Sources {
    let parsed = |(path, text): &(&str, &str)| Source::parse(Path::new(path), text).unwrap();
    files.iter().map(|file| (file.0.into(), parsed(file))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_stand_in_the_order_of_their_mod_lines() {
        let sources = in_memory(&[
            ("src/lib.rs", "mod step; mod body; #[cfg(test)] mod tests; mod inline {} mod c;"),
            ("src/body.rs", ""),
            ("src/step.rs", "mod queue; mod predict;"),
            ("src/step/predict.rs", ""),
            ("src/step/queue.rs", ""),
            ("src/tests.rs", ""),
            ("src/bin/tool.rs", ""),
        ]);
        let mut findings = Vec::new();
        let crates = crates(&sources, &mut findings).concat();
        let names: Vec<_> = crates.iter().map(|module| module.names.join("::")).collect();
        assert_eq!(names, ["", "step", "step::queue", "step::predict", "body", ""]);
        let message = "src/lib.rs:1: there is no src/c.rs; mod.rs and #[path] hide it";
        assert_eq!(findings.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);
    }
}
