//! The rule of methods: a file calls only inherent methods that are defined above it.
//!
//! A method is used like an import, though no `use` leads to it: an `impl` of a type may stand in any file
//! of the crate. So the same order holds: a file may call the inherent methods, functions and constants of
//! types that are defined in the file itself, in its submodules, or in a file above it.
//!
//! **How a call is resolved.** By the type of the receiver, as far as it can be read from the source:
//! `self` and `Self` from the `impl`; a variable from its declared type, or from the constructor, field or
//! method that it is set from; a field from its struct; what a method returns from its signature. References,
//! smart pointers and the containers of the standard library are looked through. The same holds for the
//! arguments of macros, if they are expressions.
//!
//! If the type is not known, the call is a finding if every inherent method of this name, with as many
//! arguments, is defined below, and if the name is neither that of a method of a trait of the crate nor a
//! common one of the standard library.
//!
//! **What is not seen.** Methods of traits, which are bound by a generic type or `dyn`. Methods that a macro
//! defines. Calls on a type under another name (`use a::B as C`), or on a receiver of unknown type if the
//! name is common. Two types of one name in one crate are told apart by the imports of the file; where this
//! fails, a call is a finding only if the method stands below for each of them.

mod std_names;
mod types;
mod index;
mod infer;
mod calls;

use super::finding::Finding;
use super::imports::Imports;
use super::order::{Place, place};
use super::rule::Rule;
use super::source::modules::Module;
use calls::Call;
use index::Index;

/// The calls of inherent methods in each file of a crate, in the order of the files.
pub struct Calls(Vec<Vec<Call>>);

impl Calls {
    /// Collects the calls of `modules`.
    pub fn of(modules: &[Module], imports: &Imports) -> Self {
        let index = Index::of(modules, imports);
        Self((0..modules.len()).map(|file| calls::calls(&index, modules, file)).collect())
    }

    /// Every pair of files of which the first calls a method of the second, by index.
    ///
    /// A call that may lead to several files counts only if no leads to a file that may be called.
    pub fn edges(&self, modules: &[Module]) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for (from, calls) in self.0.iter().enumerate() {
            for call in calls {
                if call.files.len() == 1 || !is_allowed(modules, from, call) {
                    edges.push((from, call.files[0]));
                }
            }
        }
        edges
    }
}

/// The calls that break the order; `modules` stand in the order in which a crate is read.
pub fn findings(modules: &[Module], calls: &Calls) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (from, module) in modules.iter().enumerate() {
        for call in calls.0[from].iter().filter(|call| !is_allowed(modules, from, call)) {
            let to = modules[call.files[0]].short_name();
            let objection = match place(modules, from, call.files[0]) {
                Place::Below { declarer, .. } => {
                    format!("{to} defines; it stands below, in {declarer}")
                }
                Place::Parent => format!("{to} defines, which it is part of"),
                Place::Root | Place::Above => format!("{to} defines; nothing uses the root"),
            };
            let guess = if call.is_exact { "" } else { " (found by the name of the method)" };
            let message =
                format!("{} calls `{}`, which {objection}{guess}", module.short_name(), call.name);
            findings.push(Finding::new(Rule::Methods, &module.file.path, call.line, message));
        }
    }
    findings
}

/// Whether the file may call one of the files to which the call may lead.
fn is_allowed(modules: &[Module], from: usize, call: &Call) -> bool {
    call.files.iter().any(|to| place(modules, from, *to) == Place::Above)
}

#[cfg(test)]
mod tests;
