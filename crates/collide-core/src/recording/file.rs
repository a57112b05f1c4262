//! The form of a recording in a file: a head, the deflated content, and a checksum of both.
//!
//! ```text
//! "elastic"   format   axes   content, deflated   CRC-32 of all before
//!  7 bytes    1 byte   1 byte      any number      4 bytes, low byte first
//! ```

use std::error::Error;
use std::fmt;
use std::io::{Read, Write};

use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use crate::recording::record::Recording;
use crate::vector::Vector;

const NAME: &[u8; 7] = b"elastic";

/// The number of the form. A recording in another form is refused.
const FORMAT: u8 = 1;

const CHECKSUM_BYTES: usize = 4;

/// The largest content that is read, in bytes, so that a small file cannot fill the memory.
const MAX_CONTENT: u64 = 1 << 30;

impl<V: Vector> Recording<V> {
    /// The recording as the bytes of a file.
    ///
    /// # Errors
    /// If a body has flown beyond the range of its numbers, or has an outline that was grown by a box.
    ///
    /// # Example
    /// ```
    /// use collide_core::{body::Body, recording::Recording, shape::Shape, step::Stepper, world::World};
    /// use glam::DVec2;
    ///
    /// let mut world = World::<DVec2>::new();
    /// world.add(Body { velocity: DVec2::X, ..Body::dynamic(Shape::ball(0.5), DVec2::ZERO) })?;
    /// Recording::start(&mut world);
    /// Stepper::new().step(&mut world, 1.0);
    /// let mut file = Recording::stop(&mut world).unwrap().to_bytes()?;
    /// assert_eq!(Recording::<DVec2>::from_bytes(&file)?.steps(), 1);
    /// file[20] ^= 1;
    /// assert!(Recording::<DVec2>::from_bytes(&file).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self) -> Result<Vec<u8>, Unwritable> {
        let content = postcard::to_stdvec(&(&self.start, &self.changes)).map_err(|_| Unwritable)?;
        let mut file = NAME.to_vec();
        file.extend([FORMAT, V::DIMENSION as u8]);
        let mut deflated = DeflateEncoder::new(file, Compression::best());
        let finished = deflated.write_all(&content).and_then(|()| deflated.finish());
        let mut file = finished.map_err(|_| Unwritable)?;
        file.extend(checksum(&file));
        Ok(file)
    }

    /// Reads a recording from the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are no recording, are damaged, or are one of another version or number of axes.
    pub fn from_bytes(file: &[u8]) -> Result<Self, BadRecording> {
        let Some(rest) = file.strip_prefix(NAME) else { return Err(BadRecording::AnotherKind) };
        let Some((_, sum)) = file.split_last_chunk::<CHECKSUM_BYTES>() else {
            return Err(BadRecording::Damaged);
        };
        let all = &file[..file.len() - CHECKSUM_BYTES];
        if checksum(all) != *sum {
            return Err(BadRecording::Damaged);
        }
        let head = rest.split_first_chunk::<2>();
        let Some(([format, axes], deflated)) = head else { return Err(BadRecording::Damaged) };
        if *format != FORMAT {
            return Err(BadRecording::Format(*format));
        }
        if usize::from(*axes) != V::DIMENSION {
            return Err(BadRecording::Axes(*axes));
        }
        let deflated = &deflated[..deflated.len().saturating_sub(CHECKSUM_BYTES)];
        let mut content = Vec::new();
        let read = DeflateDecoder::new(deflated).take(MAX_CONTENT).read_to_end(&mut content);
        read.map_err(|_| BadRecording::Damaged)?;
        let parts = postcard::from_bytes(&content);
        let (start, changes) = parts.map_err(|_| BadRecording::Impossible)?;
        Ok(Self { start, changes })
    }
}

/// The checksum of bytes.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum().to_le_bytes()
}

/// A recording cannot be written: a body has flown beyond the range of its numbers, or has an outline that was grown by a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unwritable;

impl fmt::Display for Unwritable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "a body is beyond the range of its numbers, or an outline was grown by a box",
        )
    }
}

impl Error for Unwritable {}

/// Why bytes are not read as a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRecording {
    /// They are something else.
    AnotherKind,
    /// They are not what was written: the file is cut off or changed.
    Damaged,
    /// They are in this format, which is not that of this version.
    Format(u8),
    /// The recording has this number of axes.
    Axes(u8),
    /// Their content is no recording of this version.
    Impossible,
}

impl fmt::Display for BadRecording {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AnotherKind => formatter.write_str("this is no recording"),
            Self::Damaged => formatter.write_str("the recording is cut off or damaged"),
            Self::Format(format) => {
                write!(formatter, "the recording is written in format {format}, not {FORMAT}")
            }
            Self::Axes(axes) => write!(formatter, "the recording has {axes} axes"),
            Self::Impossible => formatter.write_str("the content is no recording of this version"),
        }
    }
}

impl Error for BadRecording {}
