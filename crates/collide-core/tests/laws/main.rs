//! The tests of the core's laws, by topic, in all four spaces.
//!
//! They are one program, because generic code is compiled in the program that uses it: one program for each
//! file took three times as long to build.

mod collision;
mod equivalence;
mod physics;
mod regressions;
mod robustness;
mod spin;
mod support;
