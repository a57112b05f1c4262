//! The rule of rooms: an inherent `impl` stands in the room of its type.
//!
//! The room of a type is the folder of the file that defines it, with all below; at the top of a crate the file and its
//! folder alone. What other rooms do with the type are free functions, so that imports show where they are called. Of two
//! types of one name either room counts. What a macro makes is not seen.

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{ItemEnum, ItemImpl, ItemStruct, Type};

use super::finding::{Finding, Rule};
use super::modules::Module;

/// The inherent `impl`s of a crate outside of the rooms of their types.
pub fn findings(modules: &[Module]) -> Vec<Finding> {
    let (mut types, mut impls) = (Types::default(), Vec::new());
    for module in modules {
        types.room = room(&module.names);
        types.visit_file(&module.source.code);
        impls.extend(types.impls.drain(..).map(|found| (module, found)));
    }
    let mut findings = Vec::new();
    for (module, (name, line)) in impls {
        let mut rooms = types.rooms.iter().filter(|it| it.0 == name).map(|it| it.1).peekable();
        let Some(room) = rooms.peek().map(|room| room.join("/")) else { continue };
        if !rooms.any(|room| module.names.starts_with(room)) {
            let message = format!("`impl {name}` outside of {room}; write free functions");
            findings.push(module.source.finding(Rule::Rooms, line, message));
        }
    }
    findings
}

/// The front of the names of all modules in the room of the types of this one.
fn room(names: &[String]) -> &[String] {
    if names.len() > 1 { &names[..names.len() - 1] } else { names }
}

/// The types of a crate and their rooms, and the inherent `impl`s of a file with their lines.
#[derive(Default)]
struct Types<'a> {
    /// The room of the types of the file.
    room: &'a [String],
    rooms: Vec<(Ident, &'a [String])>,
    impls: Vec<(Ident, usize)>,
}

impl<'ast> Visit<'ast> for Types<'_> {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.rooms.push((item.ident.clone(), self.room));
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.rooms.push((item.ident.clone(), self.room));
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if let (None, Type::Path(path)) = (&item.trait_, &*item.self_ty)
            && let Some(segment) = path.path.segments.last()
        {
            self.impls.push((segment.ident.clone(), item.impl_token.span.start().line));
        }
        visit::visit_item_impl(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::super::modules::{crates, in_memory};
    use super::*;

    #[test]
    fn impl_outside_of_the_room_of_its_type_is_reported() {
        let sources = in_memory(&[
            ("src/lib.rs", "mod a; mod b;"),
            ("src/a.rs", "mod c; mod d; struct A;"),
            ("src/a/c.rs", "struct C; mod e;"),
            ("src/a/c/e.rs", "impl A {} impl<T> super::C<T> where T: Copy {}"),
            ("src/a/d.rs", "impl C {} impl Debug for B {} impl Vec<B> {}"),
            ("src/b.rs", "enum B {}\nimpl A {} fn f() { impl crate::a::c::C {} } impl B {}"),
        ]);
        let findings = findings(&crates(&sources, &mut Vec::new())[0]);
        let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
        let wanted = |name, room| {
            format!("src/b.rs:2: `impl {name}` outside of {room}; write free functions")
        };
        assert_eq!(found, [wanted("A", "a"), wanted("C", "a")]);
    }
}
