//! Defects that were fixed: each test says what input failed, how, and what is right.

mod corners_and_seams;
mod driven_bodies;
mod edits;
mod outlines;
mod sleep;
mod sliding_and_resting;
mod time_of_impact;
