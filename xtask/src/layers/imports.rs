//! The rule of imports: a file imports only from files above it.

pub mod paths;

use super::finding::Finding;
use super::order::{Place, owner, place};
use super::rule::Rule;
use super::source::modules::Module;
use paths::{Import, imports};

/// The imports of each file of a crate, in the order of the files.
pub struct Imports(pub Vec<Vec<Import>>);

impl Imports {
    /// Collects the imports of `modules`.
    pub fn of(modules: &[Module]) -> Self {
        Self(modules.iter().map(|it| imports(&it.file.syntax, &it.names)).collect())
    }

    /// Every pair of files of which the first imports from the second, by index.
    pub fn edges(&self, modules: &[Module]) -> Vec<(usize, usize)> {
        let of_file = |(from, imports): (usize, &Vec<Import>)| {
            imports.iter().map(|it| (from, owner(modules, &it.path))).collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(of_file).collect()
    }
}

/// The imports that break the order; `modules` stand in the order in which a crate is read.
pub fn findings(modules: &[Module], imports: &Imports) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        let Some(layer) = module.names.first() else { continue };
        for import in &imports.0[index] {
            if let Some(objection) = objection(modules, index, import) {
                let message = format!("{} (layer {layer}) {objection}", module.short_name());
                findings.push(Finding::new(Rule::Imports, &module.file.path, import.line, message));
            }
        }
    }
    findings
}

/// What is wrong with an import by the file at `index`; nothing if it is allowed.
fn objection(modules: &[Module], index: usize, import: &Import) -> Option<String> {
    if import.path.is_empty() && import.glob {
        return Some("imports crate::*; name what is needed, from the modules that own it".into());
    }
    let from = &modules[index].names;
    if import.path.first().is_some_and(|name| name == "prelude") && from[0] != "prelude" {
        return Some("imports crate::prelude; import from the modules that own the names".into());
    }
    let owner = owner(modules, &import.path);
    match place(modules, index, owner) {
        Place::Above => None,
        Place::Root => {
            let root = modules[owner].short_name();
            Some(format!("imports from {root}; import from the module that owns the name"))
        }
        Place::Parent => {
            let parent = modules[owner].names.join("::");
            Some(format!(
                "imports {parent}, which it is part of; what they share belongs in a file above both"
            ))
        }
        Place::Below { module, declarer } => {
            Some(format!("imports {module}, which stands below it in {declarer}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::source::modules::in_memory;

    const MAP: &str = "pub mod vector; pub mod step; pub mod report;
        pub mod prelude { pub use crate::report::R; }";

    /// The findings in a crate vector, step { predict, queue }, report, if one file has this text.
    fn found(name: &str, text: &str) -> Vec<String> {
        let mut files = vec![
            ("src/lib.rs", MAP),
            ("src/vector.rs", ""),
            ("src/step.rs", "mod predict; mod queue;"),
            ("src/step/predict.rs", ""),
            ("src/step/queue.rs", ""),
            ("src/report.rs", ""),
        ];
        for file in &mut files {
            if file.0 == name {
                file.1 = text;
            }
        }
        let source = in_memory(&files);
        assert_eq!(source.modules.len(), files.len(), "every file of the fixture is reached");
        findings(&source.modules, &Imports::of(&source.modules))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn file_may_import_from_above() {
        let queue = "use crate::vector::V; use super::predict::P; use crate::step::predict::Q;
            use super::super::vector; fn f(v: crate::vector::V) { self::inner::g() }
            mod inner { use super::*; pub fn g() {} }";
        assert_eq!(found("src/step/queue.rs", queue), [""; 0]);
        assert_eq!(
            found("src/report.rs", "use crate::{step::{self, queue::Q}, vector::*};"),
            [""; 0]
        );
    }

    #[test]
    fn file_may_import_from_its_submodules() {
        let step = "mod predict; mod queue; use queue::Q; use self::predict::P;
            fn f() { crate::step::queue::g() }";
        assert_eq!(found("src/step.rs", step), [""; 0]);
    }

    #[test]
    fn the_root_may_use_everything() {
        let map = format!("{MAP} pub use report::R; pub use prelude::*; use crate::step::S;");
        assert_eq!(found("src/lib.rs", &map), [""; 0]);
    }

    #[test]
    fn import_from_a_layer_below_is_reported_with_its_line() {
        assert_eq!(
            found("src/step/queue.rs", "\nuse crate::report::Report;"),
            ["src/step/queue.rs:2: step/queue.rs (layer step) imports report, \
             which stands below it in lib.rs"]
        );
        assert_eq!(
            found("src/vector.rs", "use crate::step::queue::Q;"),
            ["src/vector.rs:1: vector.rs (layer vector) imports step, \
             which stands below it in lib.rs"]
        );
    }

    #[test]
    fn import_from_a_sibling_below_is_reported() {
        let wanted = ["src/step/predict.rs:1: step/predict.rs (layer step) imports step::queue, \
            which stands below it in step.rs"];
        assert_eq!(found("src/step/predict.rs", "use super::queue::Q;"), wanted);
        assert_eq!(found("src/step/predict.rs", "use crate::step::queue::Q;"), wanted);
        assert_eq!(found("src/step/predict.rs", "fn f() { super::queue::g() }"), wanted);
    }

    #[test]
    fn import_from_below_is_reported_in_every_spelling() {
        for text in [
            "use crate::{vector::V, report::{self, R}};",
            "use crate::report as innocent;",
            "use crate::report::*;",
            "fn f() -> crate::report::R { g() }",
            "fn f() { assert!(crate::report::ok()); }",
            "use super::super::report::R;",
            "mod inner { use super::super::super::report::R; }",
            "#[require(crate::report::R)] struct S;",
        ] {
            let found = found("src/step/queue.rs", text);
            assert!(!found.is_empty(), "{text}");
            assert!(found.iter().all(|it| it.contains("imports report, which")), "{found:?}");
        }
    }

    #[test]
    fn import_from_a_parent_is_reported() {
        for text in
            ["use super::Step;", "use crate::step::Step;", "use super::*;", "use crate::step;"]
        {
            assert_eq!(
                found("src/step/queue.rs", text),
                [
                    "src/step/queue.rs:1: step/queue.rs (layer step) imports step, which it is part of; \
                 what they share belongs in a file above both"
                ]
            );
        }
    }

    #[test]
    fn import_from_the_root_is_reported() {
        for text in [
            "use crate::Name;",
            "use super::Name;",
            "use crate as root;",
            "extern crate self as me;",
            "fn f() { crate::g() }",
        ] {
            assert_eq!(
                found("src/report.rs", text),
                ["src/report.rs:1: report.rs (layer report) imports from lib.rs; \
                 import from the module that owns the name"]
            );
        }
    }

    #[test]
    fn import_of_everything_or_of_the_prelude_is_reported() {
        assert_eq!(
            found("src/report.rs", "use crate::*;"),
            ["src/report.rs:1: report.rs (layer report) imports crate::*; \
             name what is needed, from the modules that own it"]
        );
        for text in
            ["use crate::prelude::*;", "use super::prelude::R;", "fn f(r: crate::prelude::R) {}"]
        {
            assert_eq!(
                found("src/report.rs", text),
                ["src/report.rs:1: report.rs (layer report) imports crate::prelude; \
                 import from the modules that own the names"]
            );
        }
    }

    #[test]
    fn tests_may_import_anything() {
        let text =
            "#[cfg(test)] mod tests { use super::*; use crate::report::R; use crate::prelude::*; }";
        assert_eq!(found("src/vector.rs", text), [""; 0]);
    }
}
