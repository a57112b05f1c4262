//! A world: the bodies of a simulation under ids that stay valid.
//!
//! ```text
//! id, epoch                      what names a body, and a state of the world
//! collections                    a list in pieces, and islands of what is joined
//! progress                       the step that has begun and not ended
//! constraints                    what keeps a body from flying freely
//! slot                           a body with its state
//! journal                        what is done to a world that is recorded
//! contacts                       the resting contacts of piles, and where bodies are in contact at the end of a step
//! store                          the world itself, and what can be read of it
//! along_walls                    the path of a body along walls that bend
//! contact_queries                what can be read of its contact points
//! sleep, space, edit             what changes it
//! saved                          its stored form
//! ```

mod id;
mod epoch;
mod collections;
mod progress;
mod constraints;
mod slot;
mod journal;
mod contacts;
mod store;
mod along_walls;
mod contact_queries;
mod sleep;
mod space;
mod edit;
#[cfg(feature = "serde")]
mod saved;

pub(crate) use along_walls::{MAX_CHORDS, level_acceleration};
pub(crate) use collections::{Islands, PieceChange};
pub(crate) use constraints::{
    Bend, Chord, EvenMotion, Held, PileState, Push, Resting, SpinState, Support, Supports, braked,
    turned_angle,
};
pub use contacts::points::ContactPoint;
pub(crate) use contacts::points::NotedTouch;
pub(crate) use epoch::Epoch;
pub use id::BodyId;
pub(crate) use journal::{Change, Journal};
pub(crate) use progress::Progress;
pub(crate) use slot::{Dynamics, Environment, Obstacle, Slot};
pub use store::World;
pub(crate) use store::{ConservativeFlag, LastCrossing};
