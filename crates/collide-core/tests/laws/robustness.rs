//! What must hold for any input: random worlds, the scenes of the catalogue, invalid values and overlaps.

mod catalogue_scenes;
mod invalid_input;
mod invalid_snapshots;
mod overlaps;
mod random_worlds;
