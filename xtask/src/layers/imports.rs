//! The rule of imports: a file imports only from files above it.
//!
//! An import is a path that begins with `crate`, `self` or `super`: in `use`, in code, in types, in attributes and among
//! the tokens of macros. A bare path needs no check: it leads into a submodule, to another crate, or through a `use`
//! that was checked. Links in docs and `pub(in path)` bind nothing. A path that a macro puts together is not seen.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{ItemMod, ItemUse, UseTree, VisRestricted};

use super::finding::{Finding, Rule};
use super::modules::Module;

/// The imports that break the order; `modules` stand in the order in which a crate is read.
pub fn findings(modules: &[Module]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (from, module) in modules.iter().enumerate() {
        let mut imports = Imports { module: module.names.clone(), found: Vec::new() };
        imports.visit_file(&module.source.code);
        for (path, line) in imports.found {
            if let Some(objection) = objection(modules, from, &path) {
                let message = format!("imports {}, {objection}", path.join("::"));
                findings.push(module.source.finding(Rule::Imports, line, message));
            }
        }
    }
    findings
}

/// What is wrong with an import by the file at index `from`; nothing if it is allowed.
fn objection(modules: &[Module], from: usize, path: &[String]) -> Option<&'static str> {
    // The file with the longest module path at the front.
    let owner = |length: usize| modules.iter().position(|it| it.names == path[..length]);
    let to = (0..=path.len()).rev().find_map(owner)?;
    let (user, used) = (&modules[from].names, &modules[to].names);
    if used.starts_with(user) {
        None
    } else if used.is_empty() {
        Some("of the root; import from the module that owns the name")
    } else if user.starts_with(used) {
        Some("which it is part of; what both need belongs in a file above both")
    } else {
        (to > from).then_some("which stands below it")
    }
}

/// The paths into the crate, from its root, and their lines.
struct Imports {
    /// The current module, inline modules included.
    module: Vec<String>,
    found: Vec<(Vec<String>, usize)>,
}

impl Imports {
    /// Records a path if it leads into the crate. A keyword that stands alone is no path, as in `pub(crate)`.
    fn record(&mut self, names: &[Ident]) {
        let [first, .., last] = names else { return };
        let mut path = match first.to_string().as_str() {
            "crate" => Vec::new(),
            "self" | "super" => self.module.clone(),
            _ => return,
        };
        for name in names.iter().map(Ident::to_string) {
            match name.as_str() {
                "crate" | "self" => {}
                "super" => drop(path.pop()),
                _ => path.push(name),
            }
        }
        self.found.push((path, last.span().start().line));
    }

    /// Records every leaf of a `use` tree below a path.
    fn record_tree(&mut self, tree: &UseTree, path: &[Ident]) {
        let with = |name: &Ident| [path, std::slice::from_ref(name)].concat();
        match tree {
            UseTree::Path(it) => self.record_tree(&it.tree, &with(&it.ident)),
            UseTree::Name(it) => self.record(&with(&it.ident)),
            UseTree::Rename(it) => self.record(&with(&it.ident)),
            UseTree::Glob(it) => self.record(&with(&Ident::new("_", it.star_token.spans[0]))),
            UseTree::Group(it) => it.items.iter().for_each(|tree| self.record_tree(tree, path)),
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.record_tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.record(&path.segments.iter().map(|it| it.ident.clone()).collect::<Vec<_>>());
        visit::visit_path(self, path);
    }

    /// `pub(in path)` imports nothing.
    fn visit_vis_restricted(&mut self, _: &'ast VisRestricted) {}

    fn visit_token_stream(&mut self, tokens: &'ast TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens.clone() {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    if std::mem::take(&mut colons) != 2 {
                        self.record(&std::mem::take(&mut path));
                    }
                    path.push(name);
                }
                token => {
                    self.record(&std::mem::take(&mut path));
                    if let TokenTree::Group(group) = token {
                        self.visit_token_stream(&group.stream());
                    }
                }
            }
        }
        self.record(&path);
    }
}

#[cfg(test)]
mod tests {
    use super::super::modules::{crates, in_memory};
    use super::*;

    /// The objections in a crate vector, step { predict, queue }, report, if this text is added to the file.
    fn found(name: &str, text: &str) -> Vec<String> {
        let mut files = [
            ("src/lib.rs", "pub mod vector; pub mod step; pub mod report;".to_owned()),
            ("src/vector.rs", String::new()),
            ("src/step.rs", "mod predict; mod queue;".to_owned()),
            ("src/step/predict.rs", String::new()),
            ("src/step/queue.rs", String::new()),
            ("src/report.rs", String::new()),
        ];
        files.iter_mut().filter(|file| file.0 == name).for_each(|file| file.1.push_str(text));
        let sources = in_memory(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
        findings(&crates(&sources, &mut Vec::new())[0]).into_iter().map(|it| it.message).collect()
    }

    #[test]
    fn file_may_import_from_above_and_from_its_submodules() {
        let queue = "use crate::vector::V; use super::predict::P; use super::super::vector;
            fn f(v: crate::vector::V) { self::inner::g() } mod inner { use super::*; }
            pub(in crate::step) fn g(self) { println!(\"{} crate::report\", self.y); }
            #[cfg(test)] mod tests { use super::*; use crate::*; }";
        assert_eq!(found("src/step/queue.rs", queue), [""; 0]);
        assert_eq!(found("src/report.rs", "use crate::{step::{self, Q}, vector::*};"), [""; 0]);
        assert_eq!(found("src/step.rs", "use queue::Q; use self::predict::P;"), [""; 0]);
        assert_eq!(found("src/lib.rs", "pub use report::R; use crate::step::S;"), [""; 0]);
    }

    #[test]
    fn import_from_below_is_reported_in_every_spelling() {
        for text in [
            "use crate::{vector::V, report::{R}};",
            "use crate::report::R as innocent;",
            "fn f() -> crate::report::R { g() }",
            "fn f() { assert!(a: crate::report::R()); }",
            "macro_rules! m { () => { use $crate::report::R; } }",
            "use super::super::report::R;",
            "mod inner { use super::super::super::report::R; }",
            "#[require(crate::report::R)] struct S;",
        ] {
            let wanted = ["imports report::R, which stands below it"];
            assert_eq!(found("src/step/queue.rs", text), wanted, "{text}");
        }
        let wanted = ["imports step::queue::Q, which stands below it"];
        assert_eq!(found("src/step/predict.rs", "use super::queue::Q;"), wanted);
    }

    #[test]
    fn import_from_the_root_or_a_parent_is_reported() {
        for text in ["use crate::Name;", "use super::Name;", "use crate::*;", "use super::*;"] {
            let found = found("src/report.rs", text);
            assert!(found.len() == 1 && found[0].contains("of the root"), "{text}: {found:?}");
        }
        for text in ["use super::Step;", "use super::*;", "use crate::step;"] {
            let found = found("src/step/queue.rs", text);
            assert!(found.len() == 1 && found[0].contains("part of"), "{text}: {found:?}");
        }
    }
}
