//! Does every file import only what stands above it?

use super::finding::Finding;
use super::imports::{Import, imports};
use super::modules::SourceFile;

/// The imports that break the order; `files` stand in the order in which a crate is read.
pub fn findings(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let Some(layer) = file.module.first() else { continue };
        for import in imports(&file.syntax, &file.module) {
            if let Some(objection) = objection(files, index, &import) {
                let message = format!("{} (layer {layer}) {objection}", short_name(file));
                findings.push(Finding::new(&file.path, import.line, message));
            }
        }
    }
    findings
}

/// What there is to say against an import by the file at `index`; nothing if it is allowed.
fn objection(files: &[SourceFile], index: usize, import: &Import) -> Option<String> {
    if import.path.is_empty() && import.glob {
        return Some("imports crate::*; name what is needed, from the modules that own it".into());
    }
    let from = &files[index].module;
    if import.path.first().is_some_and(|name| name == "prelude") && from[0] != "prelude" {
        return Some("imports crate::prelude; import from the modules that own the names".into());
    }
    let owner = owner(files, &import.path);
    let to = &files[owner].module;
    if to.starts_with(from) {
        return None;
    }
    if to.is_empty() {
        let root = short_name(&files[owner]);
        return Some(format!("imports from {root}; import from the module that owns the name"));
    }
    if from.starts_with(to) {
        let whole = to.join("::");
        return Some(format!(
            "imports {whole}, which it is part of; what they share belongs in a file above both"
        ));
    }
    if owner < index {
        return None;
    }
    let shared = from.iter().zip(to).take_while(|(one, other)| one == other).count();
    let lower = to[..=shared].join("::");
    let judge = short_name(&files[self::owner(files, &from[..shared])]);
    Some(format!("imports {lower}, which stands below it in {judge}"))
}

/// The index of the file in which a path ends: that of the longest module path which it begins with.
fn owner(files: &[SourceFile], path: &[String]) -> usize {
    (0..=path.len())
        .rev()
        .find_map(|length| files.iter().position(|file| file.module == path[..length]))
        .unwrap_or(0)
}

/// The path of a file inside its crate.
fn short_name(file: &SourceFile) -> String {
    if file.module.is_empty() {
        file.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    } else {
        file.module.join("/") + ".rs"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::modules::in_memory;

    const MAP: &str = "pub mod vector; pub mod step; pub mod report;
        pub mod prelude { pub use crate::report::R; }";

    /// What is told of a crate vector, step { predict, queue }, report, in which one file has this text.
    fn told(name: &str, text: &str) -> Vec<String> {
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
        assert_eq!(source.files.len(), files.len(), "every file of the fixture is reached");
        findings(&source.files).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_file_may_import_what_stands_above_it() {
        let queue = "use crate::vector::V; use super::predict::P; use crate::step::predict::Q;
            use super::super::vector; fn f(v: crate::vector::V) { self::inner::g() }
            mod inner { use super::*; pub fn g() {} }";
        assert_eq!(told("src/step/queue.rs", queue), [""; 0]);
        assert_eq!(
            told("src/report.rs", "use crate::{step::{self, queue::Q}, vector::*};"),
            [""; 0]
        );
    }

    #[test]
    fn a_file_may_import_what_it_is_made_of() {
        let step = "mod predict; mod queue; use queue::Q; use self::predict::P;
            fn f() { crate::step::queue::g() }";
        assert_eq!(told("src/step.rs", step), [""; 0]);
    }

    #[test]
    fn the_root_may_use_everything() {
        let map = format!("{MAP} pub use report::R; pub use prelude::*; use crate::step::S;");
        assert_eq!(told("src/lib.rs", &map), [""; 0]);
    }

    #[test]
    fn a_layer_below_is_told_with_file_and_line() {
        assert_eq!(
            told("src/step/queue.rs", "\nuse crate::report::Report;"),
            ["src/step/queue.rs:2: step/queue.rs (layer step) imports report, \
             which stands below it in lib.rs"]
        );
        assert_eq!(
            told("src/vector.rs", "use crate::step::queue::Q;"),
            ["src/vector.rs:1: vector.rs (layer vector) imports step, \
             which stands below it in lib.rs"]
        );
    }

    #[test]
    fn a_sibling_below_is_told() {
        let wanted = ["src/step/predict.rs:1: step/predict.rs (layer step) imports step::queue, \
            which stands below it in step.rs"];
        assert_eq!(told("src/step/predict.rs", "use super::queue::Q;"), wanted);
        assert_eq!(told("src/step/predict.rs", "use crate::step::queue::Q;"), wanted);
        assert_eq!(told("src/step/predict.rs", "fn f() { super::queue::g() }"), wanted);
    }

    #[test]
    fn no_way_of_writing_it_escapes() {
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
            let told = told("src/step/queue.rs", text);
            assert!(!told.is_empty(), "{text}");
            assert!(told.iter().all(|it| it.contains("imports report, which")), "{told:?}");
        }
    }

    #[test]
    fn a_file_does_not_import_what_it_is_part_of() {
        for text in
            ["use super::Step;", "use crate::step::Step;", "use super::*;", "use crate::step;"]
        {
            assert_eq!(
                told("src/step/queue.rs", text),
                [
                    "src/step/queue.rs:1: step/queue.rs (layer step) imports step, which it is part of; \
                 what they share belongs in a file above both"
                ]
            );
        }
    }

    #[test]
    fn the_root_is_not_imported() {
        for text in [
            "use crate::Name;",
            "use super::Name;",
            "use crate as root;",
            "extern crate self as me;",
            "fn f() { crate::g() }",
        ] {
            assert_eq!(
                told("src/report.rs", text),
                ["src/report.rs:1: report.rs (layer report) imports from lib.rs; \
                 import from the module that owns the name"]
            );
        }
    }

    #[test]
    fn neither_everything_nor_the_prelude_is_imported() {
        assert_eq!(
            told("src/report.rs", "use crate::*;"),
            ["src/report.rs:1: report.rs (layer report) imports crate::*; \
             name what is needed, from the modules that own it"]
        );
        for text in
            ["use crate::prelude::*;", "use super::prelude::R;", "fn f(r: crate::prelude::R) {}"]
        {
            assert_eq!(
                told("src/report.rs", text),
                ["src/report.rs:1: report.rs (layer report) imports crate::prelude; \
                 import from the modules that own the names"]
            );
        }
    }

    #[test]
    fn tests_may_import_anything() {
        let text =
            "#[cfg(test)] mod tests { use super::*; use crate::report::R; use crate::prelude::*; }";
        assert_eq!(told("src/vector.rs", text), [""; 0]);
    }
}
