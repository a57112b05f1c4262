//! Tests of random worlds, tight places, crowds, scenes of the catalogue, invalid values and overlaps.

mod catalogue_scenes;
mod closing_rooms;
mod crowds;
mod invalid_input;
mod invalid_snapshots;
mod overlaps;
mod random_worlds;
mod tight_places;
mod tracks;
