//! Tests of balls that turn.

mod impacts;
mod piles;
mod rolling;
mod rough_gas;
mod states;
