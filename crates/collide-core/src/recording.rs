//! Recordings: all that is done to a world, kept so that it can be played again, to the bit.
//!
//! ```text
//! replay     plays what was done
//! record     a recording: where it begins, and what was done since
//! file       its form in a file
//! ```

mod replay;
mod record;
#[cfg(feature = "recording_files")]
mod file;

#[cfg(feature = "recording_files")]
pub use file::{BadRecording, Unwritable};
pub use record::Recording;
pub use replay::{Replay, ReplayError};
