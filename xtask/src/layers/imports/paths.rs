//! The paths by which a file imports from its own crate.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{ImplItem, Item, ItemExternCrate, ItemMod, ItemUse, UseTree, VisRestricted};

use crate::layers::source::test_code::{is_test_impl_item, is_test_item};
use crate::layers::source::tokens::is_mark;

/// A path from a file into its crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The names from the root of the crate to the imported item.
    pub path: Vec<String>,
    /// Whether everything there is imported, as in `use path::*`.
    pub glob: bool,
    /// The line, counted from 1.
    pub line: usize,
}

/// Every path in the file that begins with `crate`, `self` or `super`, tests excepted.
///
/// `module` is the path of the file itself; `self` and `super` are relative to it.
///
/// # Accuracy
/// The tokens inside a macro are searched, not parsed. A brace group with names that a macro puts
/// together (`crate::a::{$name}`) is skipped.
pub fn imports(syntax: &syn::File, module: &[String]) -> Vec<Import> {
    let mut collector = Collector { module: module.to_vec(), imports: Vec::new() };
    collector.visit_file(syntax);
    collector.imports
}

struct Collector {
    /// The current module, inline modules included.
    module: Vec<String>,
    imports: Vec<Import>,
}

impl Collector {
    /// Records a path if it leads into the crate.
    fn record(&mut self, names: &[String], glob: bool, span: Span) {
        let mut path = match names.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self" | "super") => self.module.clone(),
            _ => return,
        };
        for name in names {
            match name.as_str() {
                "crate" | "self" => {}
                "super" => drop(path.pop()),
                _ => path.push(name.clone()),
            }
        }
        self.imports.push(Import { path, glob, line: span.start().line });
    }

    /// Records every leaf of a `use` tree below `prefix`.
    fn record_tree(&mut self, tree: &UseTree, prefix: &[String]) {
        let extended = |ident: &Ident| [prefix, &[ident.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.record_tree(&path.tree, &extended(&path.ident)),
            UseTree::Name(name) => self.record(&extended(&name.ident), false, name.ident.span()),
            UseTree::Rename(name) => self.record(&extended(&name.ident), false, name.ident.span()),
            UseTree::Glob(glob) => self.record(prefix, true, glob.star_token.spans[0]),
            UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.record_tree(item, prefix));
            }
        }
    }

    /// Records the paths among the tokens of a macro or an attribute.
    fn search(&mut self, tokens: &TokenStream) {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            let length = path_length(&tokens[at..]);
            if length > 1 {
                let path = tokens[at..at + length].iter().cloned().collect();
                if let Ok(tree) = syn::parse2::<UseTree>(path) {
                    self.record_tree(&tree, &[]);
                }
            } else if let TokenTree::Group(group) = &tokens[at] {
                self.search(&group.stream());
            }
            at += length.max(1);
        }
    }
}

/// The number of tokens at the front that form a path into the crate: 0 if they do not begin with `crate`,
/// `self` or `super`, 1 if the word stands alone, as in `self.x` and `pub(crate)`.
fn path_length(tokens: &[TokenTree]) -> usize {
    match tokens.first() {
        Some(TokenTree::Ident(word)) if *word == "crate" || *word == "self" || *word == "super" => {
        }
        _ => return 0,
    }
    let mut length = 1;
    while let [one, two, next, ..] = &tokens[length..] {
        if !is_mark(one, ':') || !is_mark(two, ':') {
            break;
        }
        match next {
            TokenTree::Ident(_) => length += 3,
            TokenTree::Group(_) => return length + 3,
            _ if is_mark(next, '*') => return length + 3,
            _ => break,
        }
    }
    length
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test_item(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !is_test_impl_item(item) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if item.leading_colon.is_none() {
            self.record_tree(&item.tree, &[]);
        }
    }

    fn visit_item_extern_crate(&mut self, item: &'ast ItemExternCrate) {
        // `extern crate self as name` is another name of the root.
        if item.ident == "self" {
            self.record(&["crate".into()], false, item.ident.span());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|it| it.ident.to_string()).collect();
        if names.len() > 1 {
            self.record(&names, false, path.segments[0].ident.span());
        }
        visit::visit_path(self, path);
    }

    fn visit_vis_restricted(&mut self, _: &'ast VisRestricted) {
        // `pub(in crate::a)` sets the visibility and imports nothing.
    }

    fn visit_token_stream(&mut self, tokens: &'ast TokenStream) {
        self.search(tokens);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The imports of a file that is the module `step::queue`, joined by `::`.
    fn found(source: &str) -> Vec<String> {
        let module = ["step".to_owned(), "queue".to_owned()];
        imports(&syn::parse_str(source).unwrap(), &module)
            .iter()
            .map(|import| import.path.join("::") + if import.glob { "::*" } else { "" })
            .collect()
    }

    #[test]
    fn use_is_found_with_groups_globs_and_renames() {
        assert_eq!(
            found("use crate::a::{b::{c, d as e}, f::*, self};"),
            ["a::b::c", "a::b::d", "a::f::*", "a"]
        );
        assert_eq!(found("use {crate::a, crate::b as c};"), ["a", "b"]);
        assert_eq!(found("use crate as root;use crate::{self as r};"), ["", ""]);
        assert_eq!(found("pub use crate::*;"), ["::*"]);
    }

    #[test]
    fn self_and_super_are_relative_to_the_enclosing_module() {
        assert_eq!(found("use self::a;"), ["step::queue::a"]);
        assert_eq!(found("use super::a;"), ["step::a"]);
        assert_eq!(found("use super::super::a;"), ["a"]);
        assert_eq!(found("use self::super::{super::a, b};"), ["a", "step::b"]);
        assert_eq!(
            found("mod inner { use super::a; fn f() { super::super::b::c() } }"),
            ["step::queue::a", "step::b::c"]
        );
    }

    #[test]
    fn paths_in_code_and_types_are_found() {
        assert_eq!(
            found("fn f(a: crate::a::A) -> super::b::B<crate::c::C> { todo() }"),
            ["a::A", "step::b::B", "c::C"]
        );
        assert_eq!(found("fn f() { crate::a::f::<crate::b::B>(); }"), ["a::f", "b::B"]);
        assert_eq!(found("fn f() { let crate::a::A { x } = y; }"), ["a::A"]);
        assert_eq!(
            found("impl crate::a::T for X { const C: u8 = crate::b::C; }"),
            ["a::T", "b::C"]
        );
        assert_eq!(found("fn f() { <X as crate::a::T>::g(); }"), ["a::T::g"]);
        assert_eq!(found("fn f() { use crate::a::A; }"), ["a::A"]);
    }

    #[test]
    fn paths_in_macros_and_attributes_are_found() {
        assert_eq!(
            found("fn f() { println!(\"{}\", g(crate::a::N + super::b::M)); }"),
            ["a::N", "step::b::M"]
        );
        assert_eq!(
            found("macro_rules! m { () => { use $crate::a::{b, c::*}; } }"),
            ["a::b", "a::c::*"]
        );
        assert_eq!(found("fn f() { vec![crate::a::f::<u8>()]; }"), ["a::f"]);
        assert_eq!(found("#[require(crate::a::A)] struct S;"), ["a::A"]);
        assert_eq!(found("fn f() { crate::a::mac!(); }"), ["a::mac"]);
    }

    #[test]
    fn path_that_imports_nothing_is_not_found() {
        assert_eq!(found("use std::fmt; use ::glam::Vec2; use child::A;"), [""; 0]);
        assert_eq!(found("/// See [`A`](crate::a::A).\npub(crate) fn f() {}"), [""; 0]);
        assert_eq!(found("pub(in crate::step) fn f() {}"), [""; 0]);
        assert_eq!(found("fn f(self) { self.x(); println!(\"{}\", self.y); }"), [""; 0]);
        assert_eq!(found("fn f() { \"crate::a\"; /* crate::b */ }"), [""; 0]);
    }

    #[test]
    fn tests_may_import_anything() {
        assert_eq!(found("#[cfg(test)] mod tests { use super::*; use crate::*; }"), [""; 0]);
        assert_eq!(found("impl X { #[cfg(test)] fn f() { crate::a::g() } }"), [""; 0]);
        assert_eq!(found("#[cfg(not(test))] use crate::a::A;"), ["a::A"]);
    }

    #[test]
    fn import_has_the_line_of_its_name() {
        let syntax = syn::parse_str("use crate::{\n    a::A,\n    b::B,\n};").unwrap();
        let lines: Vec<usize> = imports(&syntax, &[]).iter().map(|import| import.line).collect();
        assert_eq!(lines, [2, 3]);
    }
}
