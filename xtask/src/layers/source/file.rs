//! A parsed source file.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;

use crate::layers::finding::Finding;
use crate::layers::rule::Rule;

/// A parsed source file.
pub struct SourceFile {
    /// The path, relative to the root of the workspace.
    pub path: PathBuf,
    /// The text.
    pub text: String,
    /// The code, without comments but with doc comments, as attributes.
    pub tokens: TokenStream,
    /// The same, parsed.
    pub syntax: syn::File,
}

impl SourceFile {
    /// Parses `text`.
    ///
    /// # Errors
    /// A text that is not Rust becomes a finding.
    pub fn parse(path: &Path, text: String) -> Result<Self, Finding> {
        let parsed = syn::parse_str::<TokenStream>(&text)
            .and_then(|tokens| Ok((syn::parse2::<syn::File>(tokens.clone())?, tokens)));
        match parsed {
            Ok((syntax, tokens)) => Ok(Self { path: path.to_path_buf(), text, tokens, syntax }),
            Err(error) => {
                let line = error.span().start().line;
                Err(Finding::new(Rule::Imports, path, line, format!("cannot be parsed: {error}")))
            }
        }
    }
}
