//! Tests of the rule of methods on crates in memory.

use super::*;
use crate::layers::source::modules::in_memory;

const STATE: &str = "pub struct State { pub inner: Inner, list: Vec<Option<Box<Inner>>>, n: u8 }
    pub struct Inner; pub struct Other;
    impl State { pub fn new() -> Self { x } pub fn inner(&mut self) -> &mut Inner { x } }
    impl Other { fn early(&self) {} fn len(&self) {} }
    pub trait Step { fn advance(&self); }";

const LATE: &str = "impl State { pub fn late(&self) {} pub const LIMIT: u8 = 0; fn of(n: u8) {} }
    impl Inner { fn deep(&self, a: u8) {} fn early(&self) {} fn len(&self) {} fn advance(&self) {} }
    impl Step for State { fn advance(&self) {} }";

/// The findings in a crate state, early { part }, late, in which the file early has this text.
fn found(text: &str) -> Vec<String> {
    let early = format!("mod part; {text}");
    let source = in_memory(&[
        ("lib.rs", "mod state; mod early; mod late; impl State { fn whole(&self) {} }"),
        ("state.rs", STATE),
        ("early.rs", &early),
        ("early/part.rs", "impl State { fn part(&self) {} }"),
        ("late.rs", LATE),
    ]);
    assert_eq!(source.findings, []);
    let calls = Calls::of(&source.modules, &Imports::of(&source.modules));
    findings(&source.modules, &calls).iter().map(ToString::to_string).collect()
}

/// Asserts that each text, in `impl State { fn f(&self) { .. } }`, has one finding for this method.
fn assert_found(method: &str, bodies: &[&str]) {
    for body in bodies {
        let found = found(&format!("impl<V> State<V> {{ fn f(&self, n: u8) {{ {body} }} }}"));
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        let wanted = format!(
            "early.rs:1: early.rs calls `{method}` of late.rs, which stands below it in lib.rs"
        );
        assert!(found[0].starts_with(&wanted), "{body}: {found:?}");
    }
}

fn assert_allowed(bodies: &[&str]) {
    for body in bodies {
        let text = format!("impl<V> State<V> {{ fn f(&self, n: u8) {{ {body} }} }}");
        assert_eq!(found(&text), [""; 0], "{body}");
    }
}

#[test]
fn method_of_self_below_is_reported() {
    assert_found(
        "State::late",
        &[
            "self.late();",
            "Self::late(self);",
            "State::late(self);",
            "g(Self::late)",
            "(&*self).late()",
        ],
    );
    assert_found("State::LIMIT", &["Self::LIMIT"]);
    assert_found("State::of", &["Self::of(1)", "crate::state::State::<u8>::of(1)"]);
}

#[test]
fn method_of_a_field_below_is_reported() {
    assert_found(
        "Inner::len",
        &[
            "self.inner.len();",
            "let State { inner, .. } = self; inner.len();",
            "self.list[0].unwrap().len();",
            "if let Some(Some(it)) = self.list.first() { it.len(); }",
            "for it in &self.list { if let Some(it) = it { it.len(); } }",
            "self.list.iter().flatten().for_each(|it| it.len())",
        ],
    );
}

#[test]
fn method_of_a_variable_below_is_reported() {
    assert_found(
        "Inner::len",
        &[
            "let it: &Inner = g(); it.len();",
            "let it = Inner; g(it); let it = Inner { }; it.len();",
            "let it = State::new().inner; it.len();",
            "self.inner().len();",
            "let g = |it: &Inner| it.len();",
            "let it = std::mem::take(&mut self.inner); it.len();",
            "self.list.iter().any(|it| it.as_ref().is_some_and(|it| it.len()));",
            "match self.list.pop() { Some(Some(it)) => it.len(), _ => {} }",
        ],
    );
}

#[test]
fn method_called_in_a_macro_is_reported() {
    assert_found(
        "State::late",
        &[
            "assert!(self.late(), \"{}\", 1);",
            "format!(\"{}\", self.late());",
            "vec![self.late(); 2];",
            "m!(a => self.late());",
            "m!(a => Self::late);",
        ],
    );
}

#[test]
fn method_of_an_unknown_receiver_is_reported_by_its_name() {
    let found = found("fn f() { g().deep(1); }");
    let wanted = "early.rs:1: early.rs calls `Inner::deep` of late.rs, which stands below it in lib.rs \
        (found by the name of the method)";
    assert_eq!(found, [wanted]);
}

#[test]
fn method_of_an_unknown_receiver_is_allowed_if_it_may_be_another() {
    assert_allowed(&[
        "g().deep(1, 2);", // Other arguments.
        "g().early();",    // Another type defines it above.
        "g().len();",      // The standard library has it.
        "g().advance();",  // A trait has it.
    ]);
}

#[test]
fn method_of_another_type_is_allowed() {
    assert_allowed(&[
        "let it: Other = g(); it.early();",
        "self.n.deep(1);",
        "self.list.len();",
        "Vec::late();",
    ]);
}

#[test]
fn variable_of_an_inner_block_is_forgotten_outside() {
    assert_allowed(&["let it = Other; { let it = Inner; } it.early();"]);
}

#[test]
fn method_above_or_in_a_submodule_is_allowed() {
    assert_allowed(&["self.part(); self.inner(); Self::new(); self.f(1)"]);
}

#[test]
fn method_of_the_root_or_a_parent_is_reported() {
    assert_eq!(
        found("impl State { fn f(&self) { self.whole() } }"),
        ["early.rs:1: early.rs calls `State::whole` of lib.rs, the root, which nothing uses"]
    );
    let source = in_memory(&[
        ("lib.rs", "mod a; fn f() { A::f() }"),
        ("a.rs", "mod b; pub struct A; impl A { pub fn f() { Self::g() } }"),
        ("a/b.rs", "impl A { fn g() { Self::f() } }"),
    ]);
    let calls = Calls::of(&source.modules, &Imports::of(&source.modules));
    let found: Vec<String> =
        findings(&source.modules, &calls).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["a/b.rs:1: a/b.rs calls `A::f` of a.rs, which it is part of"]);
}

#[test]
fn types_of_one_name_are_told_apart_by_imports() {
    let of = |user: &str| {
        let source = in_memory(&[
            ("lib.rs", "mod one; mod two; mod user; mod late;"),
            ("one.rs", "pub struct T; impl T { fn f(&self) {} }"),
            ("two.rs", "mod deep; pub use deep::T;"),
            ("two/deep.rs", "pub struct T;"),
            ("user.rs", user),
            ("late.rs", "use crate::two::T; impl T { pub fn f(&self) {} }"),
        ]);
        let calls = Calls::of(&source.modules, &Imports::of(&source.modules));
        findings(&source.modules, &calls).len()
    };
    assert_eq!(of("use crate::one::T; fn g(t: T) { t.f() }"), 0);
    assert_eq!(of("use crate::two::T; fn g(t: T) { t.f() }"), 1);
    assert_eq!(of("fn g(t: T) { t.f() }"), 0);
}

#[test]
fn call_in_a_test_is_allowed() {
    assert_eq!(found("#[cfg(test)] mod t { fn f(s: State) { s.late() } }"), [""; 0]);
    assert_eq!(found("impl State { #[cfg(test)] fn f(&self) { self.late() } }"), [""; 0]);
}
