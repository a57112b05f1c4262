//! The stroke of a cue on a ball that lies on a [`Cloth`](crate::components::Cloth): what velocity, roll and side it gives.
//!
//! ```
//! use bevy_elastic::cloth::{Stroke, Struck, strike};
//! use bevy_elastic::components::{AngularVelocity, Roll};
//! use bevy_elastic::prelude::*;
//! use bevy_math::DVec2;
//!
//! // Half a radius below the middle: the ball turns backwards while it slides forwards.
//! let stroke = Stroke { offset: DVec2::new(0.0, -0.5), ..Stroke::pool(DVec2::X, 2.0) };
//! let Struck { velocity, roll, angular_velocity } = strike(&stroke).expect("the tip meets the ball");
//! assert!(velocity.x > 0.0 && roll.x < 0.0 && angular_velocity == 0.0);
//! let shot = (Velocity(velocity.as_vec2()), Roll(roll.as_vec2()), AngularVelocity(angular_velocity as f32));
//! # let _ = shot;
//! ```

pub use collide_core::response::strike::{Stroke, Struck, strike};
