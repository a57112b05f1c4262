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
use crate::roots::{first_fall, quadratic_descent, quartic_descent};
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
    /// On the piece, off which it has just bounced, or which it leaves on the seam to another.
    Bounced,
    /// Inside of the piece although another feature is nearest: behind the plane of a face that
    /// looks the other way, beyond the end of an edge, or on a seam. It must come out first. Who has
    /// bounced off one side of a wall is behind the other, even where rounding has put it before it.
    Behind,
}

/// How a motion begins and how long it lasts, as a convex shape sees it.
pub(super) struct Course<'a, W: Wide> {
    pub(super) motion: &'a Motion<W>,
    /// The contact at the start.
    pub(super) start: Contact<W>,
    pub(super) end: f64,
    /// The feature of this shape off which the motion has just bounced.
    pub(super) bounced: Option<Feature>,
    /// Whether it is known to part from the shape at the start, even if it approaches the plane of a
    /// face on which it lies.
    pub(super) parting: bool,
    /// How far from the feature off which it has bounced rounding has put the start.
    pub(super) ground: f64,
}

/// The first entry into the union of `pieces`, which is convex, or `None` if there is none. Of two
/// features on `opposite` sides nobody touches both at the start.
pub(super) fn first_entry<W: Wide>(
    course: &Course<'_, W>,
    pieces: impl Iterator<Item = Piece<W>> + Clone,
    opposite: impl Fn(Feature, Feature) -> bool,
) -> Option<Touch> {
    let Course { motion, start, end, bounced, parting, ground } = course;
    let straight = motion.acceleration == W::ZERO;
    if straight && (bounced.is_some() || *parting) {
        // A straight line that leaves a convex shape does not come back.
        return None;
    }
    if straight && start.separation <= 0.0 {
        let approaching = motion.velocity.dot(start.normal) < 0.0;
        return approaching.then_some(Touch { time: 0.0, feature: start.feature });
    }
    // A convex shape lies behind the plane of each face: off which the ball has bounced, it must come
    // back to the plane before it can hit anything else.
    let mut back = 0.0;
    if let Some(plane) = pieces.clone().find(|piece| *bounced == Some(piece.feature))
        && let Some(distance) = plane.face_distance()
    {
        back = plane::touch(&distance, *end, true)?;
    }
    let mut first: Option<Touch> = None;
    for piece in pieces {
        if piece.reach == 0.0 && piece.face.is_none() {
            // A point meets a sharp edge as the end of a face.
            continue;
        }
        let feature = piece.feature;
        let depth = piece.depth_at(0.0);
        let places = [motion.offset, piece.local.offset].map(W::max_magnitude);
        let size = f64::max(places[0], places[1]) + piece.reach;
        let rounding = 4.0 * f64::EPSILON * size + 2.0 * ground;
        let on_seam = depth.abs() <= rounding && piece.distance()[1] > 0.0;
        let begin = match *bounced {
            Some(from) if from == feature => Start::Bounced,
            Some(from) if opposite(from, feature) => Start::Behind,
            _ if *parting && !on_seam && depth >= -rounding => Start::Behind,
            None if feature == start.feature && !*parting => Start::Before,
            _ if on_seam => Start::Bounced,
            Some(_) if depth >= -rounding => Start::Behind,
            None if depth >= 0.0 => Start::Behind,
            _ => Start::Before,
        };
        let end = first.map_or(*end, |touch| touch.time);
        match piece.entry((back, end), begin) {
            Some(time) if first.is_none_or(|touch| time < touch.time) => {
                first = Some(Touch { time, feature });
            }
            _ => {}
        }
    }
    first
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
        match self.face_distance() {
            Some([c0, c1, c2]) => [c0, c1, c2, 0.0, 0.0],
            None => ball_ball::distance(&self.across, self.reach),
        }
    }

    fn face_distance(&self) -> Option<[f64; 3]> {
        self.face.map(|normal| along(&self.across, normal, self.reach))
    }

    /// How deep the point is inside of the piece at `time`, negative outside.
    fn depth_at(&self, time: f64) -> f64 {
        let across = self.across.offset_after(time);
        if let Some(normal) = self.face {
            return self.reach - across.dot(normal);
        }
        let excess = across.length_squared() - self.reach * self.reach;
        -excess / (across.length() + self.reach)
    }

    /// When the point enters the piece, not before `back`, where it is not hidden behind another.
    fn entry(&self, (back, end): (f64, f64), start: Start) -> Option<f64> {
        let bounced = start == Start::Bounced;
        let mut time = match self.face_distance() {
            _ if start == Start::Behind => self.return_after(0.0, end)?,
            Some(distance) => plane::touch(&distance, end, bounced)?,
            None => ball_ball::touch(&self.across, self.reach, end, bounced)?,
        };
        while time < back || !self.is_beside(time) {
            if let Some(on_seam) = self.entry_on_seam(time, end)
                && on_seam >= back
            {
                return Some(on_seam);
            }
            // A curved path may leave the piece beyond its ends and enter it again between them.
            time = self.return_after(time, end).filter(|again| *again > time)?;
        }
        Some(time)
    }

    /// When a point that enters the piece beyond its ends at `time` comes between them, if that is
    /// still on its surface.
    ///
    /// On a seam rounding may put the place of entry beyond the ends of both neighbours, and without
    /// this a point would slip in between. Who goes deeper has entered a neighbour before.
    fn entry_on_seam(&self, mut time: f64, end: f64) -> Option<f64> {
        let mut slack = 0.0;
        for _ in 0..=W::DIMENSION {
            let now = self.local.after(time);
            let Some((outwards, bound)) = self.end_passed(now.offset, slack) else {
                return (self.depth_at(time).abs() <= slack).then_some(time);
            };
            let distance = along(&now, outwards, bound);
            time += quadratic_descent(distance, end - time)?;
            slack = 4.0 * self.local.rounding(time) + f64::EPSILON * self.reach;
        }
        None
    }

    /// An end of the piece beyond which a place lies by more than `slack`: the direction out of it,
    /// and how far it is.
    fn end_passed(&self, place: W, slack: f64) -> Option<(W, f64)> {
        self.beside.iter().flatten().find_map(|slab| {
            let along = place.dot(slab.axis);
            if along > slab.high + slack {
                Some((slab.axis, slab.high))
            } else if along < slab.low - slack {
                Some((-slab.axis, -slab.low))
            } else {
                None
            }
        })
    }

    /// When a point that is inside the piece at `time` enters it again after it has been outside.
    fn return_after(&self, time: f64, end: f64) -> Option<f64> {
        if self.across.acceleration == W::ZERO {
            return None;
        }
        let distance = self.distance();
        let height = |time: f64| match self.face_distance() {
            Some([c0, c1, c2]) => c0 + (c1 + c2 * time) * time,
            None => self.across.offset_after(time).length_squared() - self.reach * self.reach,
        };
        let (_, out) = first_fall(distance.map(|c| -c), time, end, |time| -height(time))?;
        if self.face.is_some() {
            quartic_descent(distance, out, end)
        } else {
            ball_ball::descent(&self.across, self.reach, (out, end), false)
        }
    }

    /// Whether the point is beside the feature, and not beyond its ends, at `time`.
    fn is_beside(&self, time: f64) -> bool {
        self.end_passed(self.local.offset_after(time), 0.0).is_none()
    }
}
