//! Worlds and bodies that several tests use.

pub mod balls;
pub mod billiard_table;
pub mod filled_room;
pub mod games;
pub mod generator;
pub mod mixed_scene;
pub mod pulled;
pub mod query_worlds;
pub mod random_gas;
pub mod scene_player;
pub mod symmetry;
pub mod turning;
