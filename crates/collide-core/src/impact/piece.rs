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
    /// On the piece, which it enters, although by rounding another feature is nearest.
    Touching,
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
    /// If it is known to part from the shape at the start, even if it approaches the plane of a face on
    /// which it lies: until when it is before a plane with the whole shape behind.
    pub(super) parting: Option<f64>,
    /// What is to be known of a shape that is part of a union.
    pub(super) union: Option<Union>,
    /// How far from the feature off which it has bounced rounding has put the start.
    pub(super) ground: f64,
}

/// How a motion begins, as a convex part of a union sees it: what is nearest may be covered by another.
#[derive(Clone, Copy)]
pub(super) struct Union {
    /// Whether the motion begins on or in the part, and what is nearest is covered.
    pub(super) hidden: bool,
    /// Whether there is something behind every face. Who is on a line may be on either side of it.
    pub(super) solid: bool,
}

/// The first entry into the union of `pieces`, which is convex, or `None` if there is none. Of two
/// features on `opposite` sides nobody touches both at the start.
pub(super) fn first_entry<W: Wide>(
    course: &Course<'_, W>,
    pieces: impl Iterator<Item = Piece<W>> + Clone,
    opposite: impl Fn(Feature, Feature) -> bool,
) -> Option<Touch> {
    let Course { motion, start, end, bounced, parting, union, ground } = course;
    let straight = motion.acceleration == W::ZERO;
    if straight && (bounced.is_some() || parting.is_some()) {
        // A straight line that leaves a convex shape does not come back.
        return None;
    }
    if straight && start.separation <= 0.0 && !union.is_some_and(|it| it.hidden) {
        let approaching = motion.velocity.dot(start.normal) < 0.0;
        return approaching.then_some(Touch { time: 0.0, feature: start.feature });
    }
    // A convex shape lies behind the plane of each face: off which the ball has bounced, it must come
    // back to the plane before it can hit anything else.
    let mut back = parting.unwrap_or(0.0);
    if let Some(plane) = pieces.clone().find(|piece| *bounced == Some(piece.feature))
        && let Some(distance) = plane.face_distance()
    {
        back = plane::touch(&distance, *end, true)?;
    }
    if back > *end {
        return None;
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
        let [_, rise, ..] = piece.distance();
        let on_seam = depth.abs() <= rounding && rise > 0.0;
        let entering = union.is_some_and(|it| it.solid) && depth.abs() <= rounding && rise < 0.0;
        let begin = match *bounced {
            Some(from) if from == feature => Start::Bounced,
            Some(from) if opposite(from, feature) => Start::Behind,
            _ if parting.is_some() && !on_seam && depth >= -rounding => Start::Behind,
            None if feature == start.feature && parting.is_none() => Start::Before,
            _ if on_seam => Start::Bounced,
            None if entering && parting.is_none() && piece.is_beside(0.0, rounding) => {
                Start::Touching
            }
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
        if start == Start::Touching {
            return Some(time);
        }
        while time < back || !self.is_beside(time, 0.0) {
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
        let rounding = |time: f64| 4.0 * self.local.rounding(time) + f64::EPSILON * self.reach;
        let mut slack = 0.0;
        for _ in 0..=W::DIMENSION {
            let now = self.local.after(time);
            let Some((outwards, bound)) = self.end_passed(now.offset, slack) else {
                return (self.depth_at(time).abs() <= slack).then_some(time);
            };
            match quadratic_descent(along(&now, outwards, bound), end - time) {
                Some(wait) => time += wait,
                // Along the seam it never comes between the ends.
                None if slack == 0.0 && self.is_beside(time, rounding(time)) => return Some(time),
                None => return None,
            }
            slack = rounding(time);
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

    /// Whether the point is beside the feature, and not beyond its ends by more than `slack`, at `time`.
    fn is_beside(&self, time: f64, slack: f64) -> bool {
        self.end_passed(self.local.offset_after(time), slack).is_none()
    }
}
