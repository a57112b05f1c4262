//! A parsed source file.

use std::path::{Path, PathBuf};

use syn::Item;
use syn::spanned::Spanned;

use super::finding::{Finding, Rule};

/// A parsed source file.
pub struct Source {
    /// The path, relative to the root of the workspace.
    pub path: PathBuf,
    /// The code without the items that are compiled for tests only.
    pub code: syn::File,
    /// The lines of code, counted from 1: neither blank, nor a comment, nor a test.
    pub lines: Vec<usize>,
}

impl Source {
    /// Parses `text`. The items under `#[cfg(test)]` at the top level are those of tests.
    ///
    /// # Errors
    /// A text that is not Rust becomes a finding.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Finding> {
        let mut code = syn::parse_file(text).map_err(|error| {
            let line = error.span().start().line;
            Finding::new(Rule::Imports, path, line, format!("cannot be parsed: {error}"))
        })?;
        let is_code = |(_, text): &(usize, &str)| !text.is_empty() && !text.starts_with("//");
        let lines = (1..).zip(text.lines().map(str::trim_start)).filter(is_code);
        let mut lines: Vec<usize> = lines.map(|(line, _)| line).collect();
        code.items.retain(|item| {
            if is_test(item) {
                let tests = item.span().start().line..=item.span().end().line;
                lines.retain(|line| !tests.contains(line));
            }
            !is_test(item)
        });
        Ok(Self { path: path.to_path_buf(), code, lines })
    }

    /// A finding in this file.
    pub fn finding(&self, rule: Rule, line: usize, message: impl Into<String>) -> Finding {
        Finding::new(rule, &self.path, line, message)
    }
}

/// Whether an item is compiled for tests only.
fn is_test(item: &Item) -> bool {
    let attributes = match item {
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => return false,
    };
    let is_for_test = |condition: syn::Path| condition.is_ident("test");
    attributes.iter().any(|it| it.path().is_ident("cfg") && it.parse_args().is_ok_and(is_for_test))
}

/// A file with this text, for tests.
#[cfg(test)]
pub fn source(text: &str) -> Source {
    Source::parse(Path::new("src/lib.rs"), text).unwrap()
}
