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

/// The derives of a struct that mirrors a file format, if it has no others.
const FORMAT_DERIVES: [&str; 2] = ["Deserialize", "Serialize"];

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
        item.fields.len() > FIELD_LIMIT && !is_stateless(&derives(&item.attrs))
    };
    collector.structs.iter().filter(is_large).map(finding).collect()
}

/// Whether a struct with these derives holds no state.
fn is_stateless(derives: &[String]) -> bool {
    let is_among = |list: &[&str], name: &String| list.contains(&name.as_str());
    let is_format = !derives.is_empty() && derives.iter().all(|it| is_among(&FORMAT_DERIVES, it));
    is_format || derives.iter().any(|it| is_among(&STATELESS_DERIVES, it))
}

/// The names of the derived traits.
fn derives(attributes: &[Attribute]) -> Vec<String> {
    let paths = attributes
        .iter()
        .filter(|it| it.path().is_ident("derive"))
        .filter_map(|it| it.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok())
        .flatten();
    paths.filter_map(|path| Some(path.segments.last()?.ident.to_string())).collect()
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
    fn struct_of_a_file_format_is_allowed() {
        let of = |derives: &str| {
            found(&format!("#[derive({derives})] struct S {{ {} }}", fields(20))).len()
        };
        assert_eq!(of("serde::Serialize, serde::Deserialize"), 0);
        assert_eq!(of("Serialize"), 0);
        assert_eq!(of("Clone, Serialize"), 1);
    }

    #[test]
    fn struct_of_a_test_is_allowed() {
        let text = format!("#[cfg(test)] mod tests {{ struct S {{ {} }} }}", fields(13));
        assert_eq!(found(&text), [""; 0]);
    }
}
