//! How a step is made: the settings of a game, the method, and the rules for pairs.

pub(crate) mod method;
pub(crate) mod rules;
