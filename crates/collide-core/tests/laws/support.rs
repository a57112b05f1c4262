//! What several laws need: random numbers, scenes, reference data and oracles.

pub mod cases;
pub mod crowd;
pub mod exact;
pub mod judge;
pub mod mixture;
pub mod oracle;
pub mod polynomials;
pub mod precise;
pub mod random;
pub mod scene;
pub mod solids;
pub mod spaces;
pub mod stage;
pub mod stories;
pub mod table;
pub mod view;
pub mod watch;
pub mod wild;
