//! Impacts and contacts: bounces, crowds, piles, sleep and forces.

mod bounces;
mod cloth;
mod crowds;
mod forces;
mod methods;
mod moving_boxes;
mod move_to;
mod pairs;
mod rest;
mod spin;
mod sleep;
mod sleep_ends;
mod truth;
mod turning;
