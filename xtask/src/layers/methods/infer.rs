//! Guesses the types of expressions and variables.

use std::collections::HashMap;

use syn::{Expr, ExprCall, ExprMethodCall, Member, Pat};

use super::index::Index;
use super::std_names::{KEEPING, UNWRAPPING};
use super::types::{Guess, Owner, starts_upper};

/// The variables at a place in a file.
pub struct Scope<'a> {
    index: &'a Index<'a>,
    file: usize,
    /// What `Self` means.
    pub self_type: Guess,
    /// The variables of each block around the place, the innermost last.
    blocks: Vec<HashMap<String, Guess>>,
}

impl<'a> Scope<'a> {
    /// The scope outside of all items of a file.
    pub fn new(index: &'a Index<'a>, file: usize) -> Self {
        Self { index, file, self_type: Guess::UNKNOWN, blocks: Vec::new() }
    }

    /// Enters a block.
    pub fn enter(&mut self) {
        self.blocks.push(HashMap::new());
    }

    /// Leaves a block and forgets its variables.
    pub fn leave(&mut self) {
        self.blocks.pop();
    }

    /// What a type refers to here.
    pub fn read(&self, ty: &syn::Type) -> Guess {
        self.index.types.read(self.file, ty, self.self_type)
    }

    /// Gives a variable its type.
    pub fn set(&mut self, name: &str, guess: Guess) {
        if let Some(block) = self.blocks.last_mut() {
            block.insert(name.to_owned(), guess);
        }
    }

    /// Gives the variables of a pattern their types, if the matched value has the type `guess`.
    pub fn bind(&mut self, pattern: &Pat, guess: Guess) {
        match pattern {
            Pat::Ident(pattern) => {
                self.set(&pattern.ident.to_string(), guess);
                if let Some((_, inner)) = &pattern.subpat {
                    self.bind(inner, guess);
                }
            }
            Pat::Type(pattern) => self.bind(&pattern.pat, self.read(&pattern.ty)),
            Pat::Reference(pattern) => self.bind(&pattern.pat, guess),
            Pat::Paren(pattern) => self.bind(&pattern.pat, guess),
            Pat::Guard(pattern) => self.bind(&pattern.pat, guess),
            Pat::Or(pattern) => pattern.cases.iter().for_each(|case| self.bind(case, guess)),
            Pat::TupleStruct(pattern) => {
                let wraps = pattern.path.is_ident("Some") || pattern.path.is_ident("Ok");
                let inner = if wraps { guess.unwrapped() } else { Guess::UNKNOWN };
                pattern.elems.iter().for_each(|element| self.bind(element, inner));
            }
            Pat::Struct(pattern) => {
                let of = match pattern.path.get_ident() {
                    Some(name) if name == "Self" => self.self_type,
                    Some(name) => self.named(&name.to_string()),
                    None => Guess::UNKNOWN,
                };
                for field in &pattern.fields {
                    self.bind(&field.pat, self.index.types.field(of, &member(&field.member)));
                }
            }
            Pat::Tuple(pattern) => {
                pattern.elems.iter().for_each(|element| self.bind(element, Guess::UNKNOWN));
            }
            Pat::Slice(pattern) => {
                pattern.elems.iter().for_each(|element| self.bind(element, guess.unwrapped()));
            }
            _ => {}
        }
    }

    /// The type of a variable.
    pub fn variable(&self, name: &str) -> Guess {
        let mut blocks = self.blocks.iter().rev();
        blocks.find_map(|block| block.get(name)).copied().unwrap_or(Guess::UNKNOWN)
    }

    /// The type of this name.
    pub fn named(&self, name: &str) -> Guess {
        if name == "Self" {
            return self.self_type;
        }
        let ty = syn::parse_str(name);
        ty.map_or(Guess::UNKNOWN, |ty| self.read(&ty))
    }

    /// The type of an expression.
    pub fn guess(&self, expression: &Expr) -> Guess {
        match expression {
            Expr::Path(it) => {
                it.path.get_ident().map_or(Guess::UNKNOWN, |name| self.variable(&name.to_string()))
            }
            Expr::Paren(it) => self.guess(&it.expr),
            Expr::Group(it) => self.guess(&it.expr),
            Expr::Reference(it) => self.guess(&it.expr),
            Expr::Unary(it) => self.guess(&it.expr),
            Expr::Try(it) => self.guess(&it.expr).unwrapped(),
            Expr::Index(it) => self.guess(&it.expr).unwrapped(),
            Expr::Cast(it) => self.read(&it.ty),
            Expr::Lit(_) => Guess::FOREIGN,
            Expr::Field(it) => self.index.types.field(self.guess(&it.base), &member(&it.member)),
            Expr::Struct(it) if it.path.segments.len() == 1 => {
                self.named(&it.path.segments[0].ident.to_string())
            }
            Expr::MethodCall(it) => self.method_result(it),
            Expr::Call(it) => self.call_result(it),
            _ => Guess::UNKNOWN,
        }
    }

    fn method_result(&self, call: &ExprMethodCall) -> Guess {
        let (receiver, name) = (self.guess(&call.receiver), call.method.to_string());
        let called = self.index.called(receiver, &name, Some(call.args.len()));
        match called.first() {
            Some(method) if matches!(receiver.owner, Owner::Own(_)) || called.len() == 1 => {
                method.returns
            }
            _ if name == "clone" || name == "to_owned" => receiver,
            _ if receiver.depth > 0 && KEEPING.contains(&name) => receiver,
            _ if receiver.depth > 0 && UNWRAPPING.contains(&name) => receiver.unwrapped(),
            _ => Guess::UNKNOWN,
        }
    }

    fn call_result(&self, call: &ExprCall) -> Guess {
        let Expr::Path(function) = &*call.func else { return Guess::UNKNOWN };
        let segments = &function.path.segments;
        let Some(name) = segments.last().map(|last| last.ident.to_string()) else {
            return Guess::UNKNOWN;
        };
        let argument = || call.args.first().map_or(Guess::UNKNOWN, |it| self.guess(it));
        let Some(at) = segments.len().checked_sub(2) else {
            return match name.as_str() {
                "Some" | "Ok" => argument().wrapped(),
                "Self" => self.self_type,
                _ if starts_upper(&segments[0].ident) => self.named(&name),
                _ => self.index.returned(&name),
            };
        };
        let qualifier = &segments[at].ident;
        match (qualifier.to_string().as_str(), name.as_str()) {
            ("mem", "take" | "replace") => argument(),
            ("Box" | "Rc" | "Arc", "new") => argument(),
            (type_name, _) if starts_upper(qualifier) => {
                let own = self.named(type_name);
                match self.index.of_type(own.owner, &name).first() {
                    Some(method) => method.returns,
                    None if name == "default" => own,
                    None => Guess::UNKNOWN,
                }
            }
            _ => self.index.returned(&name),
        }
    }
}

/// The name of a field; its number in a tuple struct.
fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
