//! Tests of balls that turn.

mod cloth;
mod impacts;
mod piles;
mod rolling;
mod rough_gas;
mod states;
