//! The rule of numbers: where the simulation decides something by a number, a constant says what the number means.

use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, ImplItemConst, Item, ItemConst, Lit, Type};

use super::finding::Finding;
use super::rule::Rule;
use super::source::file::SourceFile;
use super::source::test_code::{is_test_impl_item, is_test_item};

/// The folders for which the rule holds.
const FOLDERS: [&str; 2] = ["crates/collide-core/src/step", "crates/collide-core/src/world"];

/// The numbers that mean nothing but themselves: none, half, one, double, and the counts of small arrays.
const PLAIN_FLOATS: [f64; 4] = [0.0, 0.5, 1.0, 2.0];
const LARGEST_PLAIN_COUNT: u64 = 3;

/// The numbers of a file without a constant, and the constants without documentation, tests excepted.
pub fn findings(file: &SourceFile) -> Vec<Finding> {
    if FOLDERS.iter().any(|folder| file.path.starts_with(folder)) { of(file) } else { Vec::new() }
}

fn of(file: &SourceFile) -> Vec<Finding> {
    let mut numbers = Numbers { file, findings: Vec::new() };
    numbers.visit_file(&file.syntax);
    numbers.findings
}

struct Numbers<'a> {
    file: &'a SourceFile,
    findings: Vec<Finding>,
}

impl Numbers<'_> {
    fn report(&mut self, line: usize, message: String) {
        self.findings.push(Finding::new(Rule::Numbers, &self.file.path, line, message));
    }

    /// Reports a constant that nothing explains.
    fn constant(&mut self, name: &syn::Ident, attributes: &[Attribute]) {
        if !attributes.iter().any(|attribute| attribute.path().is_ident("doc")) {
            let message = format!("nothing says what the constant `{name}` means");
            self.report(name.span().start().line, message);
        }
    }
}

impl<'ast> Visit<'ast> for Numbers<'_> {
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

    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.constant(&item.ident, &item.attrs);
    }

    fn visit_impl_item_const(&mut self, item: &'ast ImplItemConst) {
        self.constant(&item.ident, &item.attrs);
    }

    fn visit_lit(&mut self, literal: &'ast Lit) {
        let is_plain = match literal {
            Lit::Float(number) => {
                number.base10_parse().is_ok_and(|number: f64| PLAIN_FLOATS.contains(&number))
            }
            Lit::Int(number) => {
                number.base10_parse().is_ok_and(|number: u64| number <= LARGEST_PLAIN_COUNT)
            }
            _ => true,
        };
        if !is_plain {
            let span = literal.span();
            let number = span.source_text().unwrap_or_default();
            self.report(span.start().line, format!("no constant says what {number} means"));
        }
    }

    /// Alignments and the like belong to the compiler.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    /// The length of an array is part of its type.
    fn visit_type(&mut self, _: &'ast Type) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::source::modules::in_memory;

    fn found(text: &str) -> Vec<String> {
        let source = in_memory(&[("lib.rs", text)]);
        of(&source.modules[0].file).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn number_without_a_constant_is_reported() {
        assert_eq!(
            found("fn f(x: f64) -> f64 {\n    x * 0.7\n}"),
            ["lib.rs:2: no constant says what 0.7 means"]
        );
        assert_eq!(found("fn f(x: u32) -> bool { x > 7 }").len(), 1);
        assert_eq!(found("impl X { fn f(x: f64) -> bool { g(1e-9, -4.0) } }").len(), 2);
    }

    #[test]
    fn plain_numbers_types_and_attributes_are_no_numbers() {
        let plain =
            "#[repr(align(64))] struct S([f64; 9]);\nfn f() { g(0, 3, 0.5, 1.0, -2.0, \"7\") }";
        assert_eq!(found(plain), [""; 0]);
    }

    #[test]
    fn constant_needs_documentation_and_tests_need_none() {
        assert_eq!(found("/// The share.\nconst A: f64 = 0.7;"), [""; 0]);
        let lacking = "lib.rs:1: nothing says what the constant `A` means";
        assert_eq!(found("const A: f64 = 0.7;"), [lacking]);
        assert_eq!(found("impl X { const A: f64 = 0.7; }"), [lacking]);
        assert_eq!(found("#[cfg(test)]\nmod tests { const A: f64 = 0.7; }"), [""; 0]);
    }

    #[test]
    fn rule_holds_for_the_simulation_only() {
        let source = in_memory(&[("lib.rs", "const A: f64 = 0.7;")]);
        assert_eq!(findings(&source.modules[0].file).len(), 0);
    }
}
