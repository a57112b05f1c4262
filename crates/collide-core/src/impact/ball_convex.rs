//! A ball that moves towards a rounded box: a point and a box grown by both radii.
//!
//! The grown box is the union of simple pieces, one for each feature: a slab over each face, a
//! cylinder about each edge, a ball about each corner. Whoever enters the union enters one of the
//! pieces first, so the impact is the earliest entry into any piece at a place where the piece is
//! not hidden. No search along the surface, no seams.
//!
//! ```text
//!      .---------.        corner  o  a ball about each corner
//!     o|  face   |o       face  ---  a slab beside each face
//!    --+---------+--
//!      |   box   |
//! ```

use super::motion::{Motion, Touch, along};
use super::{ball_ball, plane};
use crate::contact::{Feature, ball_convex};
use crate::roots::{first_fall, quadratic_descent, quartic_descent};
use crate::shape::RoundedBox;
use crate::vector::Wide;

/// The feature of a shape that is a ball: a corner on the positive side of every axis.
#[must_use]
pub fn corner<W: Wide>() -> Feature {
    Feature((0..W::DIMENSION).map(|axis| Feature::face(axis, 1.0).0).sum())
}

/// The first impact of a ball of `radius` with the shape, within `end` seconds.
#[must_use]
pub fn touch<W: Wide>(
    shape: &RoundedBox<W>,
    motion: &Motion<W>,
    radius: f64,
    end: f64,
    bounced: Option<Feature>,
) -> Option<Touch> {
    let reach = shape.radius + radius;
    let local = localised(shape, motion);
    if passes_by(shape.half, &local, reach, end) {
        return None;
    }
    let straight = motion.acceleration == W::ZERO;
    if straight && bounced.is_some() {
        // A straight line that leaves a convex shape does not come back.
        return None;
    }
    let start = ball_convex::contact(shape, motion.offset, radius);
    if straight && start.separation <= 0.0 {
        let approaching = motion.velocity.dot(start.normal) < 0.0;
        return approaching.then_some(Touch { time: 0.0, feature: start.feature });
    }
    let rounding = 4.0 * f64::EPSILON * (local.offset.max_magnitude() + reach);
    // A convex shape lies behind the plane of each face: off which the ball has bounced, it must come
    // back to the plane before it can hit anything else.
    let back = match bounced {
        Some(from) if from.sides::<W>() == 1 => {
            let piece = Piece::new(shape.half, &local, reach, from);
            plane::touch(&piece.face_distance(), end, true)?
        }
        _ => 0.0,
    };
    let mut first: Option<Touch> = None;
    for feature in features(shape.half) {
        let piece = Piece::new(shape.half, &local, reach, feature);
        if reach == 0.0 && !piece.is_face() {
            // A point meets a sharp edge as the end of a face.
            continue;
        }
        let depth = piece.depth_at(0.0);
        let on_seam = depth.abs() <= rounding && piece.distance()[1] > 0.0;
        let start = match bounced {
            Some(from) if from == feature => Start::Bounced,
            Some(from) if is_opposite::<W>(from, feature) => Start::Behind,
            None if feature == start.feature => Start::Before,
            _ if on_seam => Start::Bounced,
            Some(_) if depth >= -rounding => Start::Behind,
            None if depth >= 0.0 => Start::Behind,
            _ => Start::Before,
        };
        let end = first.map_or(end, |touch| touch.time);
        match piece.entry((back, end), start) {
            Some(time) if first.is_none_or(|touch| time < touch.time) => {
                first = Some(Touch { time, feature });
            }
            _ => {}
        }
    }
    first
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

/// Whether two features lie on opposite sides of the shape.
fn is_opposite<W: Wide>(one: Feature, other: Feature) -> bool {
    (0..W::DIMENSION).all(|axis| one.side(axis) == -other.side(axis))
}

/// The motion in the coordinates of the box.
pub(super) fn localised<W: Wide>(shape: &RoundedBox<W>, motion: &Motion<W>) -> Motion<W> {
    Motion { offset: motion.offset - shape.centre, ..*motion }
        .map(|vector| shape.frame.to_local(vector))
}

/// Whether the bounds of the path and of the grown box are apart.
fn passes_by<W: Wide>(half: W, local: &Motion<W>, reach: f64, end: f64) -> bool {
    (0..W::DIMENSION).any(|axis| {
        let speed = local.velocity.component(axis).abs();
        let way = (speed + 0.5 * end * local.acceleration.component(axis).abs()) * end;
        let near = (half.component(axis) + reach + way) * (1.0 + 1e-12);
        local.offset.component(axis).abs() > near
    })
}

/// The features that a point may hit, each under one name. A wall has a face on either side.
pub(super) fn features<W: Wide>(half: W) -> impl Iterator<Item = Feature> {
    (1..3u8.pow(W::DIMENSION as u32)).map(Feature).filter(move |feature| {
        let alone = feature.sides::<W>() == 1;
        (0..W::DIMENSION).all(|axis| {
            let side = feature.side(axis);
            half.component(axis) > 0.0 || if alone { side != 0.0 } else { side > 0.0 }
        })
    })
}

/// The part of the grown box that belongs to one feature.
pub(super) struct Piece<W: Wide> {
    half: W,
    reach: f64,
    feature: Feature,
    local: Motion<W>,
    /// The motion as seen from the feature, along the axes on which it has a side.
    across: Motion<W>,
}

impl<W: Wide> Piece<W> {
    pub(super) fn new(half: W, local: &Motion<W>, reach: f64, feature: Feature) -> Self {
        let sides =
            |vector: W| {
                W::from_components(|axis| {
                    if feature.side(axis) == 0.0 { 0.0 } else { vector.component(axis) }
                })
            };
        let corner = W::from_components(|axis| feature.side(axis) * half.component(axis));
        let across = Motion { offset: local.offset - corner, ..*local }.map(sides);
        Self { half, reach, feature, local: *local, across }
    }

    fn is_face(&self) -> bool {
        self.feature.sides::<W>() == 1
    }

    /// The distance of the point from the surface of the piece, as a polynomial of time: linear in
    /// the distance for a face, squared for a round piece.
    pub(super) fn distance(&self) -> [f64; 5] {
        if self.is_face() {
            let [c0, c1, c2] = self.face_distance();
            [c0, c1, c2, 0.0, 0.0]
        } else {
            ball_ball::distance(&self.across, self.reach)
        }
    }

    fn face_distance(&self) -> [f64; 3] {
        along(&self.across, W::from_components(|axis| self.feature.side(axis)), self.reach)
    }

    /// How deep the point is inside of the piece at `time`, negative outside.
    fn depth_at(&self, time: f64) -> f64 {
        let across = self.across.offset_after(time);
        if self.is_face() {
            return self.reach - across.dot(W::from_components(|axis| self.feature.side(axis)));
        }
        let excess = across.length_squared() - self.reach * self.reach;
        -excess / (across.length() + self.reach)
    }

    /// When the point enters the piece, not before `back`, where it is not hidden behind another.
    fn entry(&self, (back, end): (f64, f64), start: Start) -> Option<f64> {
        let bounced = start == Start::Bounced;
        let mut time = if start == Start::Behind {
            self.return_after(0.0, end)?
        } else if self.is_face() {
            plane::touch(&self.face_distance(), end, bounced)?
        } else {
            ball_ball::touch(&self.across, self.reach, end, bounced)?
        };
        while time < back || !self.extends_to(time) {
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
            let beyond = |axis: usize| {
                self.feature.side(axis) == 0.0
                    && now.offset.component(axis).abs() > self.half.component(axis) + slack
            };
            let Some(axis) = (0..W::DIMENSION).find(|axis| beyond(*axis)) else {
                return (self.depth_at(time).abs() <= slack).then_some(time);
            };
            let outwards = if now.offset.component(axis) < 0.0 { -1.0 } else { 1.0 };
            let distance = along(&now, W::unit(axis) * outwards, self.half.component(axis));
            time += quadratic_descent(distance, end - time)?;
            slack = 4.0 * self.local.rounding(time) + f64::EPSILON * self.reach;
        }
        None
    }

    /// When a point that is inside the piece at `time` enters it again after it has been outside.
    fn return_after(&self, time: f64, end: f64) -> Option<f64> {
        if self.across.acceleration == W::ZERO {
            return None;
        }
        let distance = self.distance();
        let height = |time: f64| {
            if self.is_face() {
                let [c0, c1, c2] = self.face_distance();
                c0 + (c1 + c2 * time) * time
            } else {
                self.across.offset_after(time).length_squared() - self.reach * self.reach
            }
        };
        let (_, out) = first_fall(distance.map(|c| -c), time, end, |time| -height(time))?;
        if self.is_face() {
            quartic_descent(distance, out, end)
        } else {
            ball_ball::descent(&self.across, self.reach, (out, end), false)
        }
    }

    /// Whether the point is beside the feature, and not beyond its ends, at `time`.
    fn extends_to(&self, time: f64) -> bool {
        let local = self.local.offset_after(time);
        (0..W::DIMENSION).all(|axis| {
            self.feature.side(axis) != 0.0
                || local.component(axis).abs() <= self.half.component(axis)
        })
    }
}
