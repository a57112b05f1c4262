//! The types that a crate defines, and what a type in its source refers to.

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{Fields, GenericArgument, Ident, Item, PathArguments, Type};

use super::std_names::{CONTAINERS, POINTERS};
use crate::layers::imports::Imports;
use crate::layers::order::owner;
use crate::layers::source::modules::Module;
use crate::layers::source::test_code::is_test_item;

/// How many aliases are followed from one type.
const ALIAS_LIMIT: usize = 4;

/// A type, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// It may be any type.
    Unknown,
    /// It is a type of another crate, a type parameter, or has no inherent methods.
    Foreign,
    /// It is the type of this index in the crate.
    Own(usize),
}

/// The type of an expression, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The type, or that of the values inside if it is a container.
    pub owner: Owner,
    /// How many containers are around the values.
    pub depth: usize,
}

impl Guess {
    /// Any type.
    pub const UNKNOWN: Self = Self { owner: Owner::Unknown, depth: 0 };
    /// A type without inherent methods in this crate.
    pub const FOREIGN: Self = Self { owner: Owner::Foreign, depth: 0 };

    /// A container of such values.
    pub fn wrapped(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    /// The value in the container. Of a type that is no container, any type.
    pub fn unwrapped(self) -> Self {
        self.depth.checked_sub(1).map_or(Self::UNKNOWN, |depth| Self { depth, ..self })
    }
}

/// A type that the crate defines.
struct Definition<'a> {
    file: usize,
    fields: Vec<(String, &'a Type)>,
}

/// The types that a crate defines, tests excepted.
pub struct Types<'a> {
    modules: &'a [Module],
    imports: &'a Imports,
    definitions: Vec<Definition<'a>>,
    by_name: HashMap<String, Vec<usize>>,
    aliases: HashMap<String, (usize, &'a Type)>,
}

impl<'a> Types<'a> {
    /// Collects the structs, enums and aliases of `modules`.
    pub fn of(modules: &'a [Module], imports: &'a Imports) -> Self {
        let (definitions, by_name, aliases) = Default::default();
        let mut types = Self { modules, imports, definitions, by_name, aliases };
        for (file, module) in modules.iter().enumerate() {
            Collector { types: &mut types, file }.visit_file(&module.file.syntax);
        }
        types
    }

    /// The type that a name means in a file.
    ///
    /// If several files define the name, it is the one in this file, or the one that it imports.
    pub fn find(&self, file: usize, name: &str) -> Owner {
        let Some(candidates) = self.by_name.get(name) else { return Owner::Foreign };
        if let [only] = candidates[..] {
            return Owner::Own(only);
        }
        let place = |candidate: &usize| self.definitions[*candidate].file;
        let mut here = candidates.iter().filter(|it| place(it) == file);
        if let Some(found) = here.next() {
            return Owner::Own(*found);
        }
        let imports = self.imports.0[file].iter();
        for import in imports.filter(|it| it.path.last().is_some_and(|last| last == name)) {
            let source = &self.modules[owner(self.modules, &import.path)].names;
            // A module re-exports what stands in its own modules.
            let mut inside = candidates
                .iter()
                .filter(|candidate| self.modules[place(candidate)].names.starts_with(source));
            if let (Some(found), None) = (inside.next(), inside.next()) {
                return Owner::Own(*found);
            }
        }
        Owner::Unknown
    }

    /// What the type `ty`, written in a file, refers to; `self_type` is what `Self` means there.
    pub fn read(&self, file: usize, ty: &Type, self_type: Guess) -> Guess {
        self.read_through(file, ty, self_type, ALIAS_LIMIT)
    }

    fn read_through(&self, file: usize, ty: &Type, self_type: Guess, aliases: usize) -> Guess {
        let read = |ty: &Type| self.read_through(file, ty, self_type, aliases);
        let path = match ty {
            Type::Reference(it) => return read(&it.elem),
            Type::Paren(it) => return read(&it.elem),
            Type::Group(it) => return read(&it.elem),
            Type::Slice(it) => return read(&it.elem).wrapped(),
            Type::Array(it) => return read(&it.elem).wrapped(),
            Type::ImplTrait(_) | Type::TraitObject(_) => return Guess::FOREIGN,
            Type::Path(it) if it.qself.is_none() => &it.path,
            _ => return Guess::UNKNOWN,
        };
        let Some(last) = path.segments.last() else { return Guess::UNKNOWN };
        if path.is_ident("Self") {
            return self_type;
        }
        let segments = path.segments.len();
        if segments > 1 && starts_upper(&path.segments[segments - 2].ident) {
            // An associated type.
            return Guess::UNKNOWN;
        }
        let name = last.ident.to_string();
        if let Some((file, aliased)) = self.aliases.get(&name).filter(|_| aliases > 0) {
            return self.read_through(*file, aliased, Guess::UNKNOWN, aliases - 1);
        }
        let owner = self.find(file, &name);
        if owner != Owner::Foreign {
            return Guess { owner, depth: 0 };
        }
        let arguments: Vec<&Type> = match &last.arguments {
            PathArguments::AngleBracketed(list) => list.args.iter().filter_map(as_type).collect(),
            _ => Vec::new(),
        };
        let held = if name == "Result" { arguments.first() } else { arguments.last() };
        match held {
            Some(held) if POINTERS.contains(&name) => read(held),
            Some(held) if CONTAINERS.contains(&name) => read(held).wrapped(),
            _ => Guess::FOREIGN,
        }
    }

    /// The declared type of a field of a type.
    pub fn field(&self, of: Guess, name: &str) -> Guess {
        let (Owner::Own(index), 0) = (of.owner, of.depth) else { return Guess::UNKNOWN };
        let definition = &self.definitions[index];
        let field = definition.fields.iter().find(|(field, _)| field == name);
        field.map_or(Guess::UNKNOWN, |(_, ty)| self.read(definition.file, ty, of))
    }
}

/// Whether the name begins like that of a type.
pub fn starts_upper(name: &Ident) -> bool {
    name.to_string().starts_with(char::is_uppercase)
}

fn as_type(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

struct Collector<'types, 'a> {
    types: &'types mut Types<'a>,
    file: usize,
}

impl<'a> Collector<'_, 'a> {
    fn add(&mut self, name: &Ident, fields: Option<&'a Fields>) {
        let named = |(index, field): (usize, &'a syn::Field)| {
            let name = field.ident.as_ref().map_or(index.to_string(), ToString::to_string);
            (name, &field.ty)
        };
        let fields = fields.into_iter().flat_map(Fields::iter).enumerate().map(named).collect();
        let index = self.types.definitions.len();
        self.types.definitions.push(Definition { file: self.file, fields });
        self.types.by_name.entry(name.to_string()).or_default().push(index);
    }
}

impl<'a> Visit<'a> for Collector<'_, 'a> {
    fn visit_item(&mut self, item: &'a Item) {
        match item {
            _ if is_test_item(item) => {}
            Item::Struct(item) => self.add(&item.ident, Some(&item.fields)),
            Item::Enum(item) => self.add(&item.ident, None),
            Item::Union(item) => self.add(&item.ident, None),
            Item::Type(item) => {
                self.types.aliases.insert(item.ident.to_string(), (self.file, &item.ty));
            }
            _ => visit::visit_item(self, item),
        }
    }
}
