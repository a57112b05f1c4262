//! Defects that were fixed: each test says what input failed, how it failed, and what is right.

mod corners_and_seams;
mod driven_bodies;
mod edits;
mod regions;
mod resting;
mod sleep;
mod sliding;
mod time_of_impact;
