//! Tests of times of impact, shapes, tunnelling and queries.

mod bullets;
mod known_queries;
mod no_overlap;
mod on_bent_walls;
mod on_walls;
mod periodic;
mod quartic;
mod queries;
mod shapes;
mod time_of_impact;
mod time_of_separation;
mod turning_walls;
