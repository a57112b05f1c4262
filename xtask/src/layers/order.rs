//! The order of the files of a crate, in which a file depends only on files above it.

use super::source::modules::Module;

/// Where a file stands, seen from a file that uses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Above the user, among its own submodules, or the user itself: it may be used.
    Above,
    /// The root of the crate, and the user is not.
    Root,
    /// The user is one of its submodules.
    Parent,
    /// Below the user: the first module below that holds it, and the file that declares this module.
    Below { module: String, declarer: String },
}

/// Where the file at index `to` stands, seen from the file at index `from`.
pub fn place(modules: &[Module], from: usize, to: usize) -> Place {
    let (user, used) = (&modules[from].names, &modules[to].names);
    if used.starts_with(user) {
        return Place::Above;
    }
    if used.is_empty() {
        return Place::Root;
    }
    if user.starts_with(used) {
        return Place::Parent;
    }
    if to < from {
        return Place::Above;
    }
    let shared = user.iter().zip(used).take_while(|(one, other)| one == other).count();
    let declarer = modules[owner(modules, &user[..shared])].short_name();
    Place::Below { module: used[..=shared].join("::"), declarer }
}

/// The index of the file in which a path ends: the file with the longest module path at its front.
pub fn owner(modules: &[Module], path: &[String]) -> usize {
    (0..=path.len())
        .rev()
        .find_map(|length| modules.iter().position(|module| module.names == path[..length]))
        .unwrap_or(0)
}
