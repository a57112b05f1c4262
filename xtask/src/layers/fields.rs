//! The rule of fields: the limit of fields of a struct of state.

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, ItemStruct, Path, Token};

use super::finding::Finding;
use super::rule::Rule;
use super::source::file::SourceFile;
use super::source::test_code::{is_test_impl_item, is_test_item};

/// The most fields that a struct of state may have.
pub const FIELD_LIMIT: usize = 12;

/// The derives of structs that hold no state: what a query or a system reads, and the command line.
const STATELESS_DERIVES: [&str; 5] = ["Args", "Parser", "QueryData", "QueryFilter", "SystemParam"];

/// The structs of a file with more fields than the limit, tests excepted.
pub fn findings(file: &SourceFile) -> Vec<Finding> {
    let mut collector = Collector { structs: Vec::new() };
    collector.visit_file(&file.syntax);
    let finding = |item: &&ItemStruct| {
        let (name, count) = (&item.ident, item.fields.len());
        let message = format!("`{name}` has {count} fields; {FIELD_LIMIT} are allowed");
        Finding::new(Rule::Fields, &file.path, name.span().start().line, message)
            .of_item(item.span().start().line)
    };
    let is_large = |item: &&&ItemStruct| {
        item.fields.len() > FIELD_LIMIT && !item.attrs.iter().any(derives_stateless)
    };
    collector.structs.iter().filter(is_large).map(finding).collect()
}

/// Whether the attribute derives one of [`STATELESS_DERIVES`].
fn derives_stateless(attribute: &Attribute) -> bool {
    let is_stateless = |path: &Path| {
        path.segments.last().is_some_and(|last| STATELESS_DERIVES.iter().any(|it| last.ident == it))
    };
    attribute.path().is_ident("derive")
        && attribute
            .parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
            .is_ok_and(|paths| paths.iter().any(is_stateless))
}

struct Collector<'ast> {
    structs: Vec<&'ast ItemStruct>,
}

impl<'ast> Visit<'ast> for Collector<'ast> {
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

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.structs.push(item);
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

    fn fields(count: usize) -> String {
        (0..count).map(|index| format!("a{index}: u8,")).collect()
    }

    #[test]
    fn struct_of_13_fields_is_reported() {
        assert_eq!(found(&format!("struct S {{ {} }}", fields(12))), [""; 0]);
        assert_eq!(
            found(&format!("/// Docs.\n#[derive(Clone)]\nstruct S {{ {} }}", fields(13))),
            ["lib.rs:3: `S` has 13 fields; 12 are allowed"]
        );
        assert_eq!(found(&format!("fn f() {{ struct S({}); }}", "u8,".repeat(13))).len(), 1);
    }

    #[test]
    fn struct_of_a_query_or_of_arguments_is_allowed() {
        for derives in ["QueryData", "SystemParam", "Debug, clap::Parser", "Args"] {
            let text = format!("#[derive({derives})] struct S {{ {} }}", fields(20));
            assert_eq!(found(&text), [""; 0]);
        }
    }

    #[test]
    fn struct_of_a_test_is_allowed() {
        let text = format!("#[cfg(test)] mod tests {{ struct S {{ {} }} }}", fields(13));
        assert_eq!(found(&text), [""; 0]);
    }
}
