//! Does the code keep the layer rule?
//!
//! **The rule.** The `mod` lines of a crate stand in the order of the data flow, and a file imports
//! only what stands above it. Read a crate from the top, going into each module where its `mod` line
//! stands, and the files come in one order:
//!
//! ```text
//! lib.rs            1 vector.rs
//!   mod vector;     2 step.rs
//!   mod step;       3   step/predict.rs     step.rs: mod predict; mod queue;
//!   mod report;     4   step/queue.rs
//!                   5 report.rs
//! ```
//!
//! A file may import
//! * files that come earlier: `step/queue.rs` may use `vector` and `step::predict`;
//! * its own submodules: `step.rs` may use both files of its folder;
//! * nothing else. Not a later file, and not a module that it is part of: `step.rs` stands on
//!   `step/queue.rs`, so the way back would close a circle, even where today it does not. What the
//!   two share belongs in a file of its own, above both.
//!
//! The file with the root (`lib.rs`, `main.rs`) assembles and may use everything; nothing imports it,
//! neither by `crate::*` nor by a name re-exported there, and nothing but the root uses a `prelude`.
//!
//! **What counts as an import.** Every path that begins with `crate`, `self` or `super`: in `use`, in
//! code, in types, in attributes, in the arguments and bodies of macros. A bare path needs no check:
//! it can only lead into a submodule, to another crate, or through a `use` that was checked. Links in
//! doc comments and `pub(in path)` bind nothing, so they may point anywhere. An inline `mod {}` belongs
//! to its file. Code under `#[cfg(test)]` may import anything. What is not seen: paths that a macro puts
//! together, and paths inside string literals, as in `#[serde(with = "..")]`.
//!
//! **Sizes.** A file has at most [400](sizes::FILE_LIMIT) lines of code, a function at most
//! [60](sizes::FUNCTION_LIMIT).

pub mod finding;
mod test_code;
mod tokens;
mod modules;
mod roots;
mod imports;
mod order;
mod sizes;

use std::fs;
use std::path::Path;

use finding::Finding;
use modules::Crate;

/// Everything in the workspace that breaks a rule, in the order of files and lines; empty if all is well.
pub fn check(workspace: &Path) -> Vec<Finding> {
    let read = |path: &Path| fs::read_to_string(workspace.join(path));
    let roots = roots::roots(workspace);
    let mut findings: Vec<Finding> =
        roots.iter().flat_map(|root| check_crate(&Crate::read(root, &read))).collect();
    if roots.is_empty() {
        findings.push(Finding::new(workspace, 1, "no crate was found here".into()));
    }
    findings.sort();
    findings.dedup();
    findings
}

/// Everything in one crate that breaks a rule.
fn check_crate(source: &Crate) -> Vec<Finding> {
    let mut findings = source.findings.clone();
    findings.extend(order::findings(&source.files));
    findings.extend(source.files.iter().flat_map(sizes::findings));
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_keeps_the_layer_rule() {
        let findings = check(crate::workspace());
        let list: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(list.is_empty(), "\n{}\n", list.join("\n"));
    }

    #[test]
    fn this_crate_is_among_those_checked() {
        let roots = roots::roots(crate::workspace());
        assert!(roots.contains(&"xtask/src/main.rs".into()), "{roots:?}");
        assert!(roots.contains(&"crates/collide-core/src/lib.rs".into()), "{roots:?}");
        assert!(roots.contains(&"examples/harness/lib.rs".into()), "{roots:?}");

        let read = |path: &Path| fs::read_to_string(crate::workspace().join(path));
        let names: Vec<String> = Crate::read(Path::new("xtask/src/main.rs"), &read)
            .files
            .iter()
            .map(|file| file.module.join("::"))
            .collect();
        assert_eq!(names[..3], ["", "layers", "layers::finding"]);
    }

    #[test]
    fn a_folder_without_crates_is_not_called_clean() {
        let findings = check(Path::new("no-such-folder"));
        assert_eq!(findings.len(), 1, "{findings:?}");
    }

    #[test]
    fn order_and_sizes_are_both_checked() {
        let long = format!("use crate::b::B;\nfn f() {{\n{}}}", "g();\n".repeat(61));
        let source =
            modules::in_memory(&[("lib.rs", "mod a; mod b;"), ("a.rs", &long), ("b.rs", "")]);
        assert_eq!(check_crate(&source).len(), 2);
    }
}
