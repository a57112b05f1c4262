//! The inherent methods of a crate, by name and type.

use std::collections::{HashMap, HashSet};

use syn::visit::{self, Visit};
use syn::{FnArg, ImplItem, Item, ItemImpl, ReturnType, Signature, TraitItem, Type};

use super::std_names::is_std_name;
use super::types::{Guess, Owner, Types};
use crate::layers::imports::Imports;
use crate::layers::source::modules::Module;
use crate::layers::source::test_code::{is_test_impl_item, is_test_item};

/// An inherent method, associated function or associated constant.
pub struct Method {
    /// The type that it belongs to.
    pub owner: Owner,
    /// The name of this type.
    pub type_name: String,
    /// The index of the file that defines it.
    pub file: usize,
    /// The count of arguments behind `self`; nothing if it has no `self`.
    pub arguments: Option<usize>,
    /// What it returns.
    pub returns: Guess,
}

/// The inherent methods of a crate, tests excepted, and what is needed to guess types.
pub struct Index<'a> {
    /// The types of the crate.
    pub types: Types<'a>,
    methods: HashMap<String, Vec<Method>>,
    trait_methods: HashSet<String>,
    functions: HashMap<String, Vec<Guess>>,
    dereferenced: Vec<Owner>,
}

impl<'a> Index<'a> {
    /// Collects the types, methods and functions of `modules`.
    pub fn of(modules: &'a [Module], imports: &'a Imports) -> Self {
        let (methods, trait_methods, functions, dereferenced) = Default::default();
        let types = Types::of(modules, imports);
        let mut index = Self { types, methods, trait_methods, functions, dereferenced };
        for (file, module) in modules.iter().enumerate() {
            Collector { index: &mut index, file }.visit_file(&module.file.syntax);
        }
        index
    }

    /// The definitions of a method that a receiver of this type may call with so many arguments.
    ///
    /// A receiver of unknown type may call every inherent method of the name, but only if no trait of the
    /// crate and no type of the standard library has a method of this name.
    pub fn called(&self, receiver: Guess, name: &str, arguments: Option<usize>) -> Vec<&Method> {
        match receiver.owner {
            _ if receiver.depth > 0 && is_std_name(name) => Vec::new(),
            Owner::Foreign => Vec::new(),
            Owner::Own(_) if !self.dereferenced.contains(&receiver.owner) => {
                self.of_type(receiver.owner, name)
            }
            Owner::Own(_) if !self.of_type(receiver.owner, name).is_empty() => {
                self.of_type(receiver.owner, name)
            }
            _ if is_std_name(name) || self.trait_methods.contains(name) => Vec::new(),
            _ => self
                .named(name)
                .filter(|it| it.arguments.is_some())
                .filter(|it| arguments.is_none() || it.arguments == arguments)
                .collect(),
        }
    }

    /// The definitions of the method `name` of a type.
    pub fn of_type(&self, owner: Owner, name: &str) -> Vec<&Method> {
        self.named(name).filter(|method| method.owner == owner).collect()
    }

    /// The definitions of the method `name` of all types that are called `type_name`.
    pub fn of_type_name(&self, type_name: &str, name: &str) -> Vec<&Method> {
        self.named(name).filter(|method| method.type_name == type_name).collect()
    }

    /// What the function `name` returns; any type if there are several of this name.
    pub fn returned(&self, name: &str) -> Guess {
        match self.functions.get(name).map(Vec::as_slice) {
            Some([returns]) => *returns,
            _ => Guess::UNKNOWN,
        }
    }

    fn named(&self, name: &str) -> impl Iterator<Item = &Method> {
        self.methods.get(name).into_iter().flatten()
    }
}

struct Collector<'index, 'a> {
    index: &'index mut Index<'a>,
    file: usize,
}

impl Collector<'_, '_> {
    /// Adds the methods of an `impl` without a trait.
    fn add_methods(&mut self, item: &ItemImpl) {
        let own = self.index.types.read(self.file, &item.self_ty, Guess::UNKNOWN);
        let type_name = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let Some(type_name) = type_name else { return };
        for item in item.items.iter().filter(|item| !is_test_impl_item(item)) {
            let (name, arguments, returns) = match item {
                ImplItem::Fn(item) => {
                    let has_self = matches!(item.sig.inputs.first(), Some(FnArg::Receiver(_)));
                    let arguments = has_self.then(|| item.sig.inputs.len() - 1);
                    (&item.sig.ident, arguments, self.returned(&item.sig, own))
                }
                ImplItem::Const(item) => (&item.ident, None, Guess::UNKNOWN),
                _ => continue,
            };
            let (owner, file, type_name) = (own.owner, self.file, type_name.clone());
            let method = Method { owner, type_name, file, arguments, returns };
            self.index.methods.entry(name.to_string()).or_default().push(method);
        }
    }

    fn returned(&self, signature: &Signature, self_type: Guess) -> Guess {
        match &signature.output {
            ReturnType::Default => Guess::FOREIGN,
            ReturnType::Type(_, ty) => self.index.types.read(self.file, ty, self_type),
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_, '_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            _ if is_test_item(item) => {}
            Item::Impl(item) => match &item.trait_ {
                None => self.add_methods(item),
                Some((path, _)) if path.segments.last().is_some_and(|it| it.ident == "Deref") => {
                    let own = self.index.types.read(self.file, &item.self_ty, Guess::UNKNOWN);
                    self.index.dereferenced.push(own.owner);
                }
                Some(_) => {}
            },
            Item::Trait(item) => {
                let names = item.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(item) => Some(item.sig.ident.to_string()),
                    _ => None,
                });
                self.index.trait_methods.extend(names);
            }
            Item::Fn(item) => {
                let returns = self.returned(&item.sig, Guess::UNKNOWN);
                self.index.functions.entry(item.sig.ident.to_string()).or_default().push(returns);
            }
            _ => visit::visit_item(self, item),
        }
    }
}
