//! The rule of numbers: where the simulation decides something by a number, a constant says what the number means.

use syn::visit::Visit;
use syn::{Attribute, ImplItemConst, ItemConst, Lit, Type};

use super::finding::{Finding, Rule};
use super::source::Source;

/// The folders for which the rule holds.
const FOLDERS: [&str; 2] = ["crates/collide-core/src/step", "crates/collide-core/src/world"];

/// The numbers that mean nothing but themselves: none, half, one, double, and the counts of small arrays.
const PLAIN_FLOATS: [f64; 4] = [0.0, 0.5, 1.0, 2.0];
const LARGEST_PLAIN_COUNT: u64 = 3;

/// The numbers of a file without a constant, and the constants without documentation, tests excepted.
pub fn findings(source: &Source) -> Vec<Finding> {
    let mut numbers = Numbers { source, findings: Vec::new() };
    if FOLDERS.iter().any(|folder| source.path.starts_with(folder)) {
        numbers.visit_file(&source.code);
    }
    numbers.findings
}

struct Numbers<'a> {
    source: &'a Source,
    findings: Vec<Finding>,
}

impl Numbers<'_> {
    /// Reports a constant that nothing explains.
    fn constant(&mut self, name: &syn::Ident, attributes: &[Attribute]) {
        if !attributes.iter().any(|attribute| attribute.path().is_ident("doc")) {
            let message = format!("nothing says what the constant `{name}` means");
            let line = name.span().start().line;
            self.findings.push(self.source.finding(Rule::Numbers, line, message));
        }
    }
}

impl<'ast> Visit<'ast> for Numbers<'_> {
    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.constant(&item.ident, &item.attrs);
    }

    fn visit_impl_item_const(&mut self, item: &'ast ImplItemConst) {
        self.constant(&item.ident, &item.attrs);
    }

    fn visit_lit(&mut self, literal: &'ast Lit) {
        let is_plain = match literal {
            Lit::Float(number) => number.base10_parse().is_ok_and(|it| PLAIN_FLOATS.contains(&it)),
            Lit::Int(number) => {
                number.base10_parse().is_ok_and(|it: u64| it <= LARGEST_PLAIN_COUNT)
            }
            _ => true,
        };
        if !is_plain {
            let span = literal.span();
            let number = span.source_text().unwrap_or_default();
            let message = format!("no constant says what {number} means");
            self.findings.push(self.source.finding(Rule::Numbers, span.start().line, message));
        }
    }

    /// Alignments and the like belong to the compiler.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    /// The length of an array is part of its type.
    fn visit_type(&mut self, _: &'ast Type) {}
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn number_without_a_constant_and_constant_without_docs_are_reported() {
        let text = "#[repr(align(64))] struct S([f64; 9]);\n/// The share.\nconst A: f64 = 0.7;
            fn f(x: f64) -> f64 { g(0, 3, 0.5, 2.0, \"7\") }\n#[cfg(test)] mod b { const B: f64 = 7.0; }
            fn f(x: f64) -> f64 { x * 0.7 }
            impl X { const C: u8 = 0; fn f() { g(-1e-9, 7); } }";
        let path = Path::new(FOLDERS[0]);
        let findings = findings(&Source::parse(path, text).unwrap());
        let found: Vec<_> = findings.iter().map(|it| (it.line, it.message.as_str())).collect();
        let lacking = "nothing says what the constant `C` means";
        let of = ["0.7", "1e-9", "7"].map(|it| format!("no constant says what {it} means"));
        assert_eq!(found, [(6, &*of[0]), (7, lacking), (7, &*of[1]), (7, &*of[2])]);
    }
}
