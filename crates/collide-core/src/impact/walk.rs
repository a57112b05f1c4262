//! A point on its way around a convex shape: from region to region, in each of which one feature is
//! the nearest.
//!
//! The distance from a convex shape is one continuous function of time. Where the path comes from the
//! region of one feature to that of another, the function goes on with the formula of the other, and
//! its sign is taken there with no more rounding than the place itself has. So a path that comes in
//! exactly over a seam cannot slip in between the two: a point that is outside in one region and inside when the
//! next one begins has come to the surface there.
//!
//! ```text
//!      corner |   face    | corner
//!     --------+-----------+--------     borders lie along the ends of the faces, and around the
//!       face  |  inside   |  face       inside, at which a shape without radius is touched
//!     --------+-----------+--------
//! ```

use super::ball_ball;
use super::motion::{Motion, Touch, along};
use crate::contact::Feature;
use crate::exact::dot;
use crate::roots::{bracketed, falling_root, first_fall, quartic_descent};
use crate::shape::Frame;
use crate::vector::Vector;

/// The regions around a convex shape, as a path passes through them.
pub(super) trait Regions<V: Vector> {
    /// The first time after this at which the path comes to a border.
    fn next_border(&self, after: f64) -> f64;

    /// A feature of the shape.
    fn side(&self, feature: Feature) -> Side<V>;

    /// Whether a feature can be hit at a time: not where a neighbour of the shape covers it. Whoever
    /// `comes` from outside exactly along the seam to a neighbour touches the feature too.
    fn is_open(&self, side: &Side<V>, time: f64, comes: bool) -> bool;

    /// What is nearest to a place, or nothing where that is inside.
    fn nearest(&self, place: V) -> Option<Side<V>>;

    /// The shallowest face where the path is at `now`, inside; of those to which it `falls`, if so asked.
    fn entered(&self, time: f64, now: &Motion<V>, falls: bool) -> Side<V>;

    /// The face, if at a border, where it is at `now`, the path goes through a wall without thickness.
    fn crossed(&self, time: f64, now: &Motion<V>) -> Option<Feature>;
}

/// One feature of the shape.
#[derive(Clone, Copy)]
pub(super) struct Side<V: Vector> {
    pub(super) feature: Feature,
    /// The normal, of a face.
    pub(super) face: Option<V>,
    /// A point of it.
    pub(super) origin: V,
    /// 1 along the axes that count, 0 along those along which it extends.
    pub(super) across: V,
    /// How far from it the surface is.
    pub(super) reach: f64,
}

/// A path as a shape sees it.
pub(super) struct View<'a, V: Vector> {
    pub(super) motion: &'a Motion<V>,
    /// The same in the coordinates of the shape, from its centre.
    pub(super) local: Motion<V>,
    pub(super) centre: V,
    pub(super) frame: Option<&'a Frame<V>>,
    /// The height at which it begins, where that is zero but for rounding: surfaces are taken as if
    /// they were there.
    pub(super) ground: f64,
}

/// Whether the bounds of the path and of a grown box around the origin are apart.
pub(super) fn passes_by<V: Vector>(half: V, local: &Motion<V>, reach: f64, end: f64) -> bool {
    (0..V::DIMENSION).any(|axis| {
        let speed = local.velocity.component(axis).abs();
        let way = (speed + 0.5 * end * local.acceleration.component(axis).abs()) * end;
        let near = (half.component(axis) + reach + way) * (1.0 + 1e-12);
        local.offset.component(axis).abs() > near
    })
}

/// The first time between two at which a path comes to the surface from outside, or, where it begins
/// inside and is `leaving` by a side, at which it turns back.
pub(super) fn first_touch<V: Vector>(
    view: &View<'_, V>,
    regions: &impl Regions<V>,
    (start, end): (f64, f64),
    mut leaving: Option<Side<V>>,
) -> Option<Touch> {
    let mut left = start;
    loop {
        let right = f64::min(regions.next_border(left), end);
        // Not in the middle, where a symmetric path turns, perhaps exactly on a seam.
        let middle = left + 0.381_966 * (right - left);
        let nearest = regions.nearest(view.place(middle));
        let (side, touch, inside) = match (nearest, leaving) {
            (None, None) => {
                let side = regions.entered(left, &view.after(left), true);
                let high = side.height(view, left) > 0.0;
                let later = if high { side.fall(view, left, middle) } else { None };
                if side.is_below(view, left) {
                    // It slides along the shallowest, by rounding, until it falls.
                    let side = regions.entered(left, &view.after(left), false);
                    (side, side.fall(view, left, right), side.height(view, right) <= 0.0)
                } else {
                    (side, Some(later.unwrap_or(left)), true)
                }
            }
            (Some(side), None) => {
                (side, side.fall(view, left, right), side.height(view, right) < 0.0)
            }
            (side, Some(from)) => {
                let side = side.unwrap_or(from);
                let turn = quartic_descent(side.distance(view), left, right);
                let turn = turn.map(|time| side.returned(view, time, (left, right)));
                (side, turn, side.height(view, right) <= 0.0)
            }
        };
        let comes = leaving.is_none();
        if let Some(time) = touch.filter(|time| regions.is_open(&side, *time, comes)) {
            return Some(Touch { time, feature: side.feature });
        }
        if right >= end {
            return None;
        }
        (left, leaving) = (right, inside.then_some(side));
        if leaving.is_none()
            && let Some(feature) = regions.crossed(left, &view.after(left))
        {
            return Some(Touch { time: left, feature });
        }
    }
}

/// The first touch of a path that has left the surface, perhaps by a bounce off a side, and is back at
/// a time before which it touches nothing.
pub(super) fn return_after<V: Vector>(
    view: &View<'_, V>,
    regions: &impl Regions<V>,
    (back, end): (f64, f64),
    bounced: Option<Side<V>>,
) -> Option<Touch> {
    let left = bounced.or_else(|| regions.nearest(view.place(0.0)));
    let ground = left.map_or(0.0, |left| f64::min(left.height(view, 0.0), 0.0));
    let lowered = View { ground, ..*view };
    let now = lowered.after(back);
    let height = |side: &Side<V>| side.height(&lowered, back);
    // By rounding a point that comes back at once is inside, and is not found to fall onto the side that it has left.
    let rounding = view.motion.rounding(back);
    let again = left.filter(|left| bounced.is_some() && height(left).abs() <= rounding);
    let here = regions.nearest(now.offset).or(again);
    let here = here.unwrap_or_else(|| regions.entered(back, &now, true));
    let begin =
        Some(here).filter(|here| height(here) <= if again.is_some() { rounding } else { 0.0 });
    let falls = |here: &Side<V>| {
        let [_, slope, bend] = here.near(&lowered, back);
        slope < 0.0 || slope == 0.0 && bend < 0.0
    };
    // Beside the end of a face it may be back at the plane of the face, and go away from the corner there.
    if begin.is_some_and(|here| falls(&here) && regions.is_open(&here, back, false)) {
        return Some(Touch { time: f64::min(back / (1.0 - 1e-6), end), feature: here.feature });
    }
    let touch = first_touch(&lowered, regions, (back, end), begin)?;
    let side = regions.side(touch.feature);
    let near = (f64::max(0.5 * touch.time, back), f64::min(1.5 * touch.time, end));
    // A point that turns back inside, or comes out from behind a neighbour, is not on the surface.
    let is_on = ground < 0.0 && side.height(view, touch.time).abs() <= 2.0 * -ground;
    let time = if is_on { side.nearer(view, touch.time, near) } else { touch.time };
    Some(Touch { time, ..touch })
}

impl<V: Vector> View<'_, V> {
    /// Where the path is, with no more rounding than the place itself has.
    pub(super) fn place(&self, time: f64) -> V {
        let place = self.motion.place_after(time) - self.centre;
        self.frame.map_or(place, |frame| V::from_components(|axis| dot(place, frame.axes()[axis])))
    }

    fn velocity(&self, time: f64) -> V {
        self.local.velocity + self.local.acceleration * time
    }

    /// The motion from a time on.
    pub(super) fn after(&self, time: f64) -> Motion<V> {
        Motion { offset: self.place(time), velocity: self.velocity(time), ..self.local }
    }
}

impl<V: Vector> Side<V> {
    /// How far above the surface the path is.
    pub(super) fn height(&self, view: &View<'_, V>, time: f64) -> f64 {
        let from = self.seen(view.place(time) - self.origin);
        self.face.map_or_else(|| from.length(), |normal| from.dot(normal))
            - self.reach
            - view.ground
    }

    /// The normal at the start of the path.
    pub(super) fn normal(&self, view: &View<'_, V>) -> V {
        let from = self.seen(view.place(0.0) - self.origin);
        let distance = from.length();
        let away = if distance > 0.0 { from / distance } else { V::unit(0) };
        self.face.unwrap_or(away)
    }

    fn seen(&self, vector: V) -> V {
        V::from_components(|axis| vector.component(axis) * self.across.component(axis))
    }

    /// The motion as seen from the feature.
    fn motion(&self, view: &View<'_, V>) -> Motion<V> {
        Motion { offset: view.local.offset - self.origin, ..view.local }.map(|it| self.seen(it))
    }

    /// The height of a face, or its square beyond that of the surface, as a polynomial of time.
    pub(super) fn distance(&self, view: &View<'_, V>) -> [f64; 5] {
        match self.face {
            Some(normal) => {
                let [c0, c1, c2] = along(&self.motion(view), normal, self.reach + view.ground);
                [c0, c1, c2, 0.0, 0.0]
            }
            None => ball_ball::distance(&self.motion(view), self.reach + view.ground),
        }
    }

    /// When the height first falls to zero between two times, from above but for rounding.
    fn fall(&self, view: &View<'_, V>, left: f64, right: f64) -> Option<f64> {
        if self.face.is_none() && self.reach == 0.0 {
            // A point is at a sharp corner when it comes inside.
            return None;
        }
        let height = |time: f64| self.height(view, time);
        if height(left) <= 0.0 {
            let falls = self.near(view, left)[1] < 0.0;
            let later = || quartic_descent(self.distance(view), left, right);
            return if falls { Some(left) } else { later().filter(|time| *time > left) };
        }
        if self.face.is_some() && view.motion.acceleration == V::ZERO && height(right) > 0.0 {
            return None;
        }
        let distance = self.distance(view);
        let turn = |time| self.turn_near(view, time);
        let found = first_fall(distance, left, right, height, turn);
        let bracket = found.or_else(|| self.passed(view, left, right))?;
        Some(self.settled(view, self.guess(view, &distance, bracket), bracket))
    }

    /// Between what times the path comes to a small ball and goes away again, where the polynomial does not
    /// know that it passes it at all: at the end of a long way its rounding is larger than the ball.
    fn passed(&self, view: &View<'_, V>, left: f64, right: f64) -> Option<(f64, f64)> {
        let approach = |time: f64| {
            let [_, slope, bend] = self.near(view, time);
            (slope, 2.0 * bend)
        };
        if self.face.is_some() || approach(left).0 >= 0.0 || approach(right).0 <= 0.0 {
            return None;
        }
        let low = bracketed(approach, false, (left, right), left);
        (self.height(view, low) <= 0.0).then_some((left, low))
    }

    /// When the height has its extremum near a time. The polynomial is as large as the square of the
    /// whole way, and may know it no better than to many radii of a small ball.
    fn turn_near(&self, view: &View<'_, V>, time: f64) -> f64 {
        if self.face.is_some() {
            return time;
        }
        let at = |time: f64| self.motion_at(view, time);
        ball_ball::turn_near(at, time)
    }

    /// The motion as seen from the feature, from a time on.
    fn motion_at(&self, view: &View<'_, V>, time: f64) -> Motion<V> {
        let now = view.after(time);
        Motion { offset: now.offset - self.origin, ..now }.map(|it| self.seen(it))
    }

    /// About when the height falls to zero.
    fn guess(&self, view: &View<'_, V>, distance: &[f64; 5], (left, right): (f64, f64)) -> f64 {
        if self.face.is_none() && view.motion.acceleration != V::ZERO {
            falling_root(distance, left, right)
        } else {
            let [c0, c1, c2, ..] = *distance;
            falls_after([c0, c1, c2])
        }
    }

    /// The height, or its square beyond that of the surface, as a parabola of the time from a time on.
    fn near(&self, view: &View<'_, V>, time: f64) -> [f64; 3] {
        let Motion { offset, velocity, acceleration } = self.motion_at(view, time);
        let reach = self.reach + view.ground;
        match self.face {
            Some(normal) => {
                let pull = 0.5 * acceleration.dot(normal);
                [offset.dot(normal) - reach, velocity.dot(normal), pull]
            }
            None => {
                let from = offset.length();
                let bend = velocity.length_squared() + offset.dot(acceleration);
                [(from - reach) * (from + reach), 2.0 * offset.dot(velocity), bend]
            }
        }
    }

    /// How much of the height at a time may be rounding, that of the time included.
    fn rounding(&self, view: &View<'_, V>, time: f64) -> f64 {
        let now = self.motion_at(view, time);
        let size = now.offset.max_magnitude() + self.origin.max_magnitude() + self.reach;
        4.0 * f64::EPSILON * (size + now.velocity.max_magnitude() * time)
    }

    /// Whether the path is below the surface by more than rounding.
    fn is_below(&self, view: &View<'_, V>, time: f64) -> bool {
        self.height(view, time) < -16.0 * self.rounding(view, time)
    }

    /// A time near a guess at which the height is nearer to zero, as the vectors tell it.
    fn nearer(&self, view: &View<'_, V>, guess: f64, (left, right): (f64, f64)) -> f64 {
        // No number for a guess is as good as the last.
        let mut best = if guess.is_nan() { right } else { f64::min(f64::max(guess, left), right) };
        let mut parabola = self.near(view, best);
        for _ in 0..4 {
            let next = f64::min(f64::max(best + falls_after(parabola), left), right);
            if next == best {
                break;
            }
            let then = self.near(view, next);
            if then[0].abs() >= parabola[0].abs() {
                break;
            }
            (best, parabola) = (next, then);
        }
        best
    }

    /// When a path that has been below the surface comes back to it, about at a time; where it turns back
    /// below, that time.
    fn returned(&self, view: &View<'_, V>, time: f64, bounds: (f64, f64)) -> f64 {
        let nearer = self.nearer(view, time, bounds);
        if self.near(view, nearer)[1] < 0.0 { nearer } else { time }
    }

    /// The time near a guess at which the height falls to zero, as exactly as the places are known.
    pub(super) fn settled(&self, view: &View<'_, V>, guess: f64, (left, right): (f64, f64)) -> f64 {
        let best = self.nearer(view, guess, (left, right));
        if self.height(view, best).abs() <= self.rounding(view, best) {
            return best;
        }
        let with_slope = |time: f64| {
            let [height, slope, _] = self.near(view, time);
            (height, slope)
        };
        bracketed(with_slope, true, (left, right), best)
    }
}

/// When a parabola falls through zero, or is nearest to that.
fn falls_after([c0, c1, c2]: [f64; 3]) -> f64 {
    let root = f64::max(c1 * c1 - 4.0 * c2 * c0, 0.0).sqrt();
    if c1 < 0.0 { 2.0 * c0 / (root - c1) } else { (c1 + root) / (-2.0 * c2) }
}
