//! The names that a source file defines.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Field, ItemConst, ItemEnum, ItemMod, ItemStatic, ItemStruct, ItemTrait, ItemType, PatIdent,
    Signature, Variant,
};

use crate::layers::source::file::SourceFile;

/// The words before a name that is defined, inside of a macro.
const DEFINING_KEYWORDS: [&str; 6] = ["fn", "struct", "enum", "let", "mod", "mut"];

/// A name where it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub text: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// The names of functions, types, modules, constants, fields, variants, parameters and variables.
///
/// Inside of a macro only names behind a keyword (`fn name`, `let name`) are found.
pub fn definitions(file: &SourceFile) -> Vec<Definition> {
    let mut collector = Collector { names: Vec::new() };
    collector.visit_file(&file.syntax);
    collector.names
}

struct Collector {
    names: Vec<Definition>,
}

impl Collector {
    fn add(&mut self, name: &Ident) {
        self.names.push(Definition { text: name.to_string(), line: name.span().start().line });
    }

    /// Adds the names behind a keyword.
    fn search(&mut self, tokens: &TokenStream) {
        let mut is_behind_keyword = false;
        for token in tokens.clone() {
            match &token {
                TokenTree::Group(group) => self.search(&group.stream()),
                TokenTree::Ident(name) if is_behind_keyword && name != "mut" => self.add(name),
                _ => {}
            }
            is_behind_keyword = matches!(&token, TokenTree::Ident(word)
                if DEFINING_KEYWORDS.iter().any(|keyword| word == keyword));
        }
    }
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_signature(&mut self, signature: &'ast Signature) {
        self.add(&signature.ident);
        visit::visit_signature(self, signature);
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.add(&item.ident);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.add(&item.ident);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.add(&item.ident);
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.add(&item.ident);
        visit::visit_item_type(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.add(&item.ident);
        visit::visit_item_const(self, item);
    }

    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        self.add(&item.ident);
        visit::visit_item_static(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.add(&item.ident);
        visit::visit_item_mod(self, item);
    }

    fn visit_field(&mut self, field: &'ast Field) {
        field.ident.iter().for_each(|name| self.add(name));
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        self.add(&variant.ident);
        visit::visit_variant(self, variant);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.add(&pattern.ident);
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_macro(&mut self, invocation: &'ast syn::Macro) {
        self.search(&invocation.tokens);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_kind_of_definition_is_found() {
        let text = "mod a { fn b(c: D) { let e = |f| g; for h in i {} } }
            struct J { k: L } enum M { N { o: P } } trait Q { fn r(); } type S = T; const U: V = W;
            static X: Y = Z; m! { fn aa() { let ab = ac; let mut ad = ae; } }";
        let file = SourceFile::parse(Path::new("a.rs"), text.to_owned()).unwrap();
        let names: Vec<String> = definitions(&file).into_iter().map(|it| it.text).collect();
        let wanted = "a b c e f h J k M N o Q r S U X aa ab ad".split(' ').collect::<Vec<_>>();
        assert_eq!(names, wanted);
    }
}
