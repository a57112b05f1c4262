//! The laws of the core, one file each, over all four spaces.
//!
//! They are one program, because generic code is compiled in the program that uses it: one for each law
//! took three times as long to build.

mod support;

mod bad_input;
mod break15;
mod bullets;
mod collapse;
mod conservation;
mod cradle;
mod discrete;
mod discrete_laws;
mod frame_rate;
mod fuzz;
mod galperin;
mod gas;
mod grid_is_brute;
mod legs;
mod line;
mod nothing_tunnels;

mod once_broken;
mod once_broken_agree;
mod once_broken_far;
mod once_broken_play;
mod once_broken_rest;
mod once_broken_shapes;
mod once_broken_sleep;
mod order_of_insertion;
mod periodic;
mod piles;
mod plane_in_space;
mod quartic;
mod queries;
mod queries_known;
mod response_laws;
mod resume;
mod rubbing;
mod scenes_hold;
mod shapes;
mod shot;
mod snapshot;
mod snapshot_refusals;
mod squeezed;
mod symmetries;
mod textbook;
mod threads;
mod followed;
mod time_of_impact_oracle;
mod time_of_parting;
