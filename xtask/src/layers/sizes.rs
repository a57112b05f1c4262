//! The rule of sizes: the limits of lines of code of a file and of a function, of fields of a struct, and of files in a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::token::Brace;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItemFn, ItemFn, ItemStruct, Signature, Token, TraitItemFn};

use super::finding::{Finding, Rule};
use super::source::Source;
use super::tree::is_source;

/// The most lines of code that a file may have.
const FILE_LIMIT: usize = 400;

/// The most lines of code that a function may have between its braces.
const FUNCTION_LIMIT: usize = 60;

/// The most fields that a struct of state may have.
const FIELD_LIMIT: usize = 12;

/// The derives of structs that hold no state: what a query or a system reads, and the command line.
const STATELESS_DERIVES: [&str; 5] = ["Args", "Parser", "QueryData", "QueryFilter", "SystemParam"];

/// The derives of a struct that mirrors a file format, if it has no others.
const FORMAT_DERIVES: [&str; 2] = ["Deserialize", "Serialize"];

/// The most source files that a folder may hold; those of its subfolders do not count.
const FOLDER_LIMIT: usize = 15;

/// The same for the folder of `lib.rs`: its files are the public modules, of which `lib.rs` has a table.
const ROOT_LIMIT: usize = 25;

/// The file, its functions and its structs, as far as they are over a limit. Tests do not count.
pub fn findings(source: &Source) -> Vec<Finding> {
    let mut measure = Measure { source, findings: Vec::new() };
    measure.judge("the file", 1, (source.lines.len(), "lines of code"), FILE_LIMIT);
    measure.visit_file(&source.code);
    measure.findings
}

/// The folders with more source files among `files` than the limit.
pub fn of_folders(files: &[PathBuf]) -> Vec<Finding> {
    let mut counts: BTreeMap<&Path, usize> = BTreeMap::new();
    for folder in files.iter().filter(|file| is_source(file)).filter_map(|file| file.parent()) {
        *counts.entry(folder).or_default() += 1;
    }
    let finding = |(folder, count): (&Path, usize)| {
        let is_root = files.contains(&folder.join("lib.rs"));
        let limit = if is_root { ROOT_LIMIT } else { FOLDER_LIMIT };
        let message = format!("the folder has {count} source files; {limit} are allowed");
        (count > limit).then(|| Finding::new(Rule::Sizes, folder, 0, message))
    };
    counts.into_iter().filter_map(finding).collect()
}

/// Whether a struct with these attributes holds no state.
fn is_stateless(attributes: &[Attribute]) -> bool {
    let derives = attributes.iter().filter(|it| it.path().is_ident("derive"));
    let paths = derives.filter_map(|it| {
        it.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated).ok()
    });
    let names = paths.flatten().filter_map(|path| path.segments.last().map(|it| it.ident.clone()));
    let names: Vec<String> = names.map(|name| name.to_string()).collect();
    let is_format = |name: &String| FORMAT_DERIVES.contains(&name.as_str());
    !names.is_empty() && names.iter().all(is_format)
        || names.iter().any(|name| STATELESS_DERIVES.contains(&name.as_str()))
}

struct Measure<'a> {
    source: &'a Source,
    findings: Vec<Finding>,
}

impl Measure<'_> {
    fn judge(&mut self, name: &str, line: usize, (count, of): (usize, &str), limit: usize) {
        if count > limit {
            let message = format!("{name} has {count} {of}; {limit} are allowed");
            self.findings.push(self.source.finding(Rule::Sizes, line, message));
        }
    }

    fn function(&mut self, signature: &Signature, braces: &Brace) {
        let inside = braces.span.open().start().line + 1..braces.span.close().start().line;
        let length = self.source.lines.iter().filter(|line| inside.contains(line)).count();
        let (name, line) = (&signature.ident, signature.ident.span().start().line);
        self.judge(&format!("`{name}`"), line, (length, "lines of code"), FUNCTION_LIMIT);
    }
}

impl<'ast> Visit<'ast> for Measure<'_> {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        let (name, line) = (&item.ident, item.ident.span().start().line);
        if !is_stateless(&item.attrs) {
            self.judge(&format!("`{name}`"), line, (item.fields.len(), "fields"), FIELD_LIMIT);
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
    use super::super::source::source;
    use super::*;

    fn found(text: &str) -> Vec<String> {
        findings(&source(text)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn file_of_401_lines_of_code_is_reported() {
        let rest = "\n    // How.\n/// Why.\n#[cfg(test)]\nmod tests {\n\n}\n".repeat(100);
        let code = "#[inline]\nfn f()\n{\n}\n".repeat(100);
        assert_eq!(found(&format!("{rest}{code}")), [""; 0]);
        let wanted = ["src/lib.rs:1: the file has 401 lines of code; 400 are allowed"];
        assert_eq!(found(&format!("use a;\n{code}")), wanted);
    }

    #[test]
    fn function_of_61_lines_of_code_is_reported() {
        for (front, end) in [("fn f(", ""), ("impl X { fn f(", "}"), ("trait X { fn f(", "}")] {
            let of = |lines: usize| "g();\n\n// Why.\n".repeat(lines);
            let of = |lines| found(&format!("{front}\n) {{\n{}}}{end}", of(lines)));
            assert_eq!(of(60), [""; 0]);
            assert_eq!(of(61), ["src/lib.rs:1: `f` has 61 lines of code; 60 are allowed"]);
        }
    }

    #[test]
    fn struct_of_state_of_13_fields_is_reported() {
        let of = |front: &str, count| found(&format!("{front} struct S({});", "u8,".repeat(count)));
        for front in ["", "#[derive(Clone, Serialize)]"] {
            assert_eq!(of(front, 12), [""; 0]);
            assert_eq!(of(front, 13), ["src/lib.rs:1: `S` has 13 fields; 12 are allowed"]);
        }
        for derives in ["QueryData", "Debug, clap::Parser", "serde::Serialize, Deserialize"] {
            assert_eq!(of(&format!("#[derive({derives})]"), 13), [""; 0]);
        }
    }

    #[test]
    fn folder_of_16_files_is_reported_and_that_of_the_root_of_26() {
        for (root, limit) in [("main.rs", 15), ("lib.rs", 25)] {
            let files = (1..limit).map(|it| format!("src/{it}.rs").into());
            let mut files: Vec<PathBuf> = files.chain([format!("src/{root}").into()]).collect();
            assert_eq!(of_folders(&files), []);
            files.push("src/a.rs".into());
            assert_eq!(of_folders(&files).len(), 1);
        }
    }
}
