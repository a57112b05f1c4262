//! The rule of sizes: the limits of lines of code of a file and of a function.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::token::Brace;
use syn::visit::{self, Visit};
use syn::{ImplItem, ImplItemFn, Item, ItemFn, Signature, TraitItemFn};

use super::finding::Finding;
use super::rule::Rule;
use super::source::file::SourceFile;
use super::source::test_code::{is_test_impl_item, is_test_item};
use super::source::tokens::documentation_length;

/// The most lines of code that a file may have.
pub const FILE_LIMIT: usize = 400;

/// The most lines of code that a function may have between its braces.
pub const FUNCTION_LIMIT: usize = 60;

/// The file and its functions, as far as they are over a limit.
///
/// A line of code is one with a token on it: blank lines, comments, doc comments and code that is compiled
/// for tests only do not count. Of a function, the lines between its braces count.
pub fn findings(file: &SourceFile) -> Vec<Finding> {
    let mut lines = BTreeSet::new();
    add_lines(&file.tokens, &mut lines);
    let mut measure = Measure { lines, functions: Vec::new() };
    measure.visit_file(&file.syntax);

    let mut findings = Vec::new();
    let length = measure.lines.len();
    if length > FILE_LIMIT {
        let message = format!("the file has {length} lines of code; {FILE_LIMIT} are allowed");
        findings.push(Finding::new(Rule::Sizes, &file.path, 1, message));
    }
    for (name, line, length) in measure.functions {
        if length > FUNCTION_LIMIT {
            let message =
                format!("`{name}` has {length} lines of code; {FUNCTION_LIMIT} are allowed");
            findings.push(Finding::new(Rule::Sizes, &file.path, line, message));
        }
    }
    findings
}

/// Adds the lines with a token that is not part of a doc comment.
fn add_lines(tokens: &TokenStream, lines: &mut BTreeSet<usize>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let documentation = documentation_length(&tokens[at..]);
        if documentation > 0 {
            at += documentation;
            continue;
        }
        match &tokens[at] {
            TokenTree::Group(group) => {
                lines.extend(lines_of(group.span_open()));
                add_lines(&group.stream(), lines);
                lines.extend(lines_of(group.span_close()));
            }
            token => lines.extend(lines_of(token.span())),
        }
        at += 1;
    }
}

fn lines_of(span: Span) -> std::ops::RangeInclusive<usize> {
    span.start().line..=span.end().line
}

/// Removes the lines of tests from `lines` and measures the functions.
struct Measure {
    lines: BTreeSet<usize>,
    functions: Vec<(String, usize, usize)>,
}

impl Measure {
    fn remove(&mut self, span: Span) {
        for line in lines_of(span) {
            self.lines.remove(&line);
        }
    }

    fn function(&mut self, signature: &Signature, braces: &Brace) {
        let first = braces.span.open().end().line + 1;
        let end = braces.span.close().start().line;
        let length = if first < end { self.lines.range(first..end).count() } else { 0 };
        let name = &signature.ident;
        self.functions.push((name.to_string(), name.span().start().line, length));
    }
}

impl<'ast> Visit<'ast> for Measure {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test_item(item) {
            self.remove(item.span());
        } else {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if is_test_impl_item(item) {
            self.remove(item.span());
        } else {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.sig, &item.block.brace_token);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.sig, &item.block.brace_token);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, &block.brace_token);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::source::modules::in_memory;

    fn found(text: &str) -> Vec<String> {
        let source = in_memory(&[("lib.rs", text)]);
        assert_eq!(source.findings, []);
        findings(&source.modules[0].file).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn file_of_401_lines_of_code_is_reported() {
        assert_eq!(found(&"const A: u8 = 0;\n".repeat(400)), [""; 0]);
        assert_eq!(
            found(&"const A: u8 = 0;\n".repeat(401)),
            ["lib.rs:1: the file has 401 lines of code; 400 are allowed"]
        );
    }

    #[test]
    fn blank_lines_comments_docs_and_tests_do_not_count() {
        let code = "const A: u8 = 0;\n".repeat(400);
        let rest = "\n// Why.\n/* and\nhow */\n".repeat(50);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "fn f() {}\n".repeat(500));
        assert_eq!(found(&format!("//! What?\n//! Why?\n{code}{rest}/// Doc.\n{tests}")), [""; 0]);
        let documented = "/// Doc.\n///\n/** Two\nlines. */\nconst A: u8 = 0;\n".repeat(400);
        assert_eq!(found(&documented), [""; 0]);
    }

    #[test]
    fn attributes_and_lone_braces_count() {
        assert_eq!(found(&"#[inline]\nfn f()\n{\n}\n".repeat(100)), [""; 0]);
        assert_eq!(
            found(&"#[inline]\nfn f()\n{\n}\n".repeat(101)),
            ["lib.rs:1: the file has 404 lines of code; 400 are allowed"]
        );
    }

    #[test]
    fn every_line_of_a_long_string_counts() {
        assert_eq!(found(&format!("const A: &str = \"{}\";", "line\n".repeat(400))).len(), 1);
    }

    #[test]
    fn function_of_61_lines_of_code_is_reported() {
        let of = |lines: usize| "g();\n\n// Why.\n".repeat(lines);
        assert_eq!(found(&format!("fn f(\n    a: u8,\n) {{\n{}}}", of(60))), [""; 0]);
        assert_eq!(
            found(&format!("\nfn f(\n    a: u8,\n) {{\n{}}}", of(61))),
            ["lib.rs:2: `f` has 61 lines of code; 60 are allowed"]
        );
    }

    #[test]
    fn methods_and_defaults_of_traits_are_functions() {
        let body = "g();\n".repeat(61);
        assert_eq!(found(&format!("impl X {{ fn f() {{\n{body}}} }}")).len(), 1);
        assert_eq!(found(&format!("trait X {{ fn f() {{\n{body}}} fn g(); }}")).len(), 1);
        assert_eq!(found(&format!("#[cfg(test)] mod t {{ fn f() {{\n{body}}} }}")).len(), 0);
        assert_eq!(found(&format!("impl X {{ #[cfg(test)] fn f() {{\n{body}}} }}")).len(), 0);
    }
}
