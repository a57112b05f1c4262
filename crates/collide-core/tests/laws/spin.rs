//! Tests of balls that turn.

mod cloth;
mod impacts;
mod odd_values;
mod piles;
mod racks;
mod rolling;
mod rough_gas;
mod states;
