//! A point that moves towards one simple surface of a grown shape: the plane over a face, the cylinder
//! about an edge, the ball about a corner.
//!
//! A grown convex shape is the union of such pieces, one for each feature. Whoever enters the union
//! enters one of the pieces first, so the impact is the earliest entry into any piece at a place where
//! the piece is not hidden. No search along the surface, no seams.
//!
//! ```text
//!      .---------.        corner  o  a ball about each corner
//!     o|  face   |o       face  ---  a slab beside each face
//!    --+---------+--
//!      |  shape  |
//! ```

use super::motion::{Motion, Touch, along};
use super::{ball_ball, plane};
use crate::contact::{Contact, Feature};
use crate::roots::quartic_descent;
use crate::vector::Wide;

/// Where a piece counts: between two planes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab<W: Wide> {
    pub(super) axis: W,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The part of a grown shape that belongs to one feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<W: Wide> {
    pub(super) feature: Feature,
    /// The normal, of a face.
    pub(super) face: Option<W>,
    /// How far from the feature the surface is.
    pub(super) reach: f64,
    /// The motion of the point as the shape sees it.
    pub(super) local: Motion<W>,
    /// The motion as seen from the feature, without the directions along which it extends.
    pub(super) across: Motion<W>,
    /// The places beside the feature, and not beyond its ends.
    pub(super) beside: [Option<Slab<W>>; 2],
}

/// Where a motion begins, as one piece sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// Outside of the piece, or on the feature that is nearest.
    Before,
    /// On the piece, off which it has just bounced.
    Bounced,
    /// Inside of the piece although another feature is nearest: behind the plane of a face that
    /// looks the other way, beyond the end of an edge, or on a seam. It must come out first.
    Behind,
}

/// The first entry into the union of `pieces`, within `end` seconds. `start` is the contact at the
/// beginning of the motion, which has just bounced off the feature `bounced`, if any.
pub(super) fn first_entry<W: Wide>(
    pieces: impl Iterator<Item = Piece<W>>,
    start: Feature,
    end: f64,
    bounced: Option<Feature>,
) -> Option<Touch> {
    let mut first: Option<Touch> = None;
    for piece in pieces {
        let feature = piece.feature;
        let start = if bounced == Some(feature) {
            Start::Bounced
        } else if feature != start && piece.holds_start() {
            Start::Behind
        } else {
            Start::Before
        };
        let end = first.map_or(end, |touch| touch.time);
        match piece.entry(end, start) {
            Some(time) if first.is_none_or(|touch| time < touch.time) => {
                first = Some(Touch { time, feature });
            }
            _ => {}
        }
    }
    first
}

/// The impact of a point that overlaps a convex shape at the start and moves straight: at once, if it
/// approaches, or never, since a straight line that leaves a convex shape does not come back.
pub(super) fn straight_start<W: Wide>(
    motion: &Motion<W>,
    start: &Contact<W>,
    bounced: Option<Feature>,
) -> Option<Touch> {
    let approaching = motion.velocity.dot(start.normal) < 0.0 && bounced != Some(start.feature);
    approaching.then_some(Touch { time: 0.0, feature: start.feature })
}

/// Whether the bounds of the path and of a grown box around the origin are apart.
pub(super) fn passes_by<W: Wide>(half: W, local: &Motion<W>, reach: f64, end: f64) -> bool {
    (0..W::DIMENSION).any(|axis| {
        let speed = local.velocity.component(axis).abs();
        let way = (speed + 0.5 * end * local.acceleration.component(axis).abs()) * end;
        let near = (half.component(axis) + reach + way) * (1.0 + 1e-12);
        local.offset.component(axis).abs() > near
    })
}

impl<W: Wide> Piece<W> {
    /// The distance of the point from the surface of the piece, as a polynomial of time: linear in
    /// the distance for a face, squared for a round piece.
    pub(super) fn distance(&self) -> [f64; 5] {
        match self.face {
            Some(normal) => {
                let [c0, c1, c2] = along(&self.across, normal, self.reach);
                [c0, c1, c2, 0.0, 0.0]
            }
            None => ball_ball::distance(&self.across, self.reach),
        }
    }

    fn holds_start(&self) -> bool {
        self.distance()[0] <= 0.0
    }

    /// When the point enters the piece where it is not hidden behind another.
    fn entry(&self, end: f64, start: Start) -> Option<f64> {
        let bounced = start == Start::Bounced;
        let mut time = match self.face {
            _ if start == Start::Behind => self.return_after(0.0, end)?,
            Some(normal) => plane::touch(&along(&self.across, normal, self.reach), end, bounced)?,
            None => ball_ball::touch(&self.across, self.reach, end, bounced)?,
        };
        while !self.is_beside(time) {
            // A curved path may leave the piece beyond its ends and enter it again between them.
            time = self.return_after(time, end).filter(|again| *again > time)?;
        }
        Some(time)
    }

    /// When a point that is inside the piece at `time` enters it again after it has been outside.
    fn return_after(&self, time: f64, end: f64) -> Option<f64> {
        if self.across.acceleration == W::ZERO {
            return None;
        }
        let distance = self.distance();
        let out = quartic_descent(distance.map(|c| -c), time, end)?;
        let back = quartic_descent(distance, out, end)?;
        let round = self.face.is_none();
        Some(if round { ball_ball::polished(&self.across, self.reach, back, end) } else { back })
    }

    /// Whether the point is beside the feature at `time`.
    fn is_beside(&self, time: f64) -> bool {
        let local = self.local.offset_after(time);
        self.beside.iter().flatten().all(|slab| {
            let place = local.dot(slab.axis);
            slab.low <= place && place <= slab.high
        })
    }
}
