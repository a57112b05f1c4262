//! Exact elastic collisions: the pure maths and the event-driven step, without an engine.
//!
//! Bodies fly along exact parabolas of time. A step finds the earliest impact, flies its two bodies
//! to it, lets them part, and goes on until the step is full: nothing tunnels, no time is lost, and
//! energy and momentum change by rounding only.
//!
//! The modules stand in the order of the data flow, and each uses only those above it:
//!
//! | module | contains |
//! |---|---|
//! | [`vector`] | the spaces: the plane and space |
//! | [`roots`] | roots of polynomials of time |
//! | [`shape`], [`body`] | shapes, and the description of a body |
//! | [`flight`] | the path of a free body |
//! | [`contact`] | the contact of a ball and a shape |
//! | [`impact`] | the time of impact of a ball and a shape |
//! | [`response`] | the velocities after an impact |
//! | [`broad`] | the broad phase: bodies that come near each other |
//! | [`settings`] | how a step is made |
//! | [`world`] | the bodies of a simulation |
//! | [`report`] | what happened in a step |
//! | [`measure`] | energy, momentum, hashes and overlaps |
//! | [`query`] | rays, casts, overlaps and nearest bodies |
//! | [`executor`] | threads |
//! | [`step`] | the step |
//! | [`forecast`] | steps ahead on a copy |
//! | [`recording`] | steps again, from a recording |
//!
//! # Example
//! ```
//! use collide_core::{body::Body, shape::Shape, step::Stepper, world::World};
//! use glam::DVec2;
//!
//! // Newton's cradle with two balls, the first moving.
//! let mut world = World::<DVec2>::new();
//! let ball = |x, speed| Body {
//!     velocity: DVec2::new(speed, 0.0),
//!     ..Body::dynamic(Shape::ball(0.5), DVec2::new(x, 0.0))
//! };
//! let first = world.add(ball(0.0, 1.0))?;
//! let second = world.add(ball(2.0, 0.0))?;
//!
//! let mut stepper = Stepper::new();
//! let report = stepper.step(&mut world, 2.0);
//! assert_eq!(report.impacts().next().unwrap().time, 1.0);
//! assert_eq!(world.body(first).unwrap().velocity, DVec2::ZERO);
//! assert_eq!(world.body(second).unwrap().position, DVec2::new(3.0, 0.0));
//! # Ok::<(), collide_core::body::InvalidBody>(())
//! ```
//!
//! # Features
//! `serde`, off by default: a [`World`](world::World) with all that decides its future, reports, events,
//! bodies, shapes and settings can be written and read, to the bit. A world that is read is checked as a
//! whole, so that no bytes make one that could not have come about by itself.
//!
//! `recording_files`, off by default: a [`Recording`](recording::Recording) can be written to a file and read.

#![cfg_attr(docsrs, feature(doc_cfg))]

/// The programs in the README are compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

pub mod vector;
mod exact;
mod rounding;
pub mod roots;
pub mod shape;
pub mod body;
pub mod flight;
pub mod contact;
pub mod impact;
mod period;
pub mod response;
pub mod broad;
pub mod settings;
pub mod world;
pub mod report;
pub mod measure;
pub mod query;
pub mod executor;
pub mod step;
mod compiled;
pub mod forecast;
pub mod recording;
