//! The rule of methods: a file calls only inherent methods that are defined above it.
//!
//! An `impl` of a type may stand in any file of the crate, and its methods are called without a `use`. The
//! order of imports holds for them too: a file may call the inherent methods, functions and constants of a
//! type that are defined in the file itself, in its submodules, or in a file above it.
//!
//! **How a call is resolved.** The type of the receiver is read from the source, as far as possible: of `self`
//! and `Self` from the `impl`, of a variable from its declaration or from the constructor, field or method
//! that it is set from, of a field from its struct, of a result from the signature of the method. References,
//! smart pointers and the containers of the standard library are looked through. Arguments of macros are read
//! in the same way if they are expressions; otherwise their tokens are searched.
//!
//! If the type is not known, the call is a finding if every inherent method of this name with as many
//! arguments is defined below, no trait of the crate has a method of this name, and the name is not a common
//! one of the standard library.
//!
//! **What is not seen.** Methods of traits. Methods that a macro defines. Calls on a type under another name
//! (`use a::B as C`). Calls of a method with a common name if the type of the receiver is not known. If two
//! types of a crate have one name, the imports of the file decide which is meant; where they do not, a call is
//! a finding only if both methods are defined below.

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
    /// A call that may lead to several files counts only if none of them may be used.
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
            let to = call.files[0];
            let objection = match place(modules, from, to) {
                Place::Below { declarer, .. } => format!("which stands below it in {declarer}"),
                Place::Parent => "which it is part of".to_owned(),
                Place::Root | Place::Above => "the root, which nothing uses".to_owned(),
            };
            let (user, used) = (module.short_name(), modules[to].short_name());
            let guess = if call.is_exact { "" } else { " (found by the name of the method)" };
            let message = format!("{user} calls `{}` of {used}, {objection}{guess}", call.name);
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
