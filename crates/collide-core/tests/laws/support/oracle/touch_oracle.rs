//! Finds the first touch of a moving point and a solid by conservative advancement, slowly and in 106 bits.
//!
//! The oracle samples only the distance and the normal of a solid, not its features. A convex solid lies
//! behind the plane through its nearest point, so the path never touches the solid before it crosses that
//! plane. The oracle advances to the crossing, samples again, and so approaches the first touch from below,
//! however shallow it is.

use collide_core::impact::Motion;
use collide_core::vector::Vector;

use super::double_double::DoubleDouble;

/// A point or a vector; in the plane the last component is zero.
pub type Point = [DoubleDouble; 3];

/// The distance of a solid from a point, with its derivative and a bound of its curvature.
pub struct DistanceSample {
    /// The distance to the surface, negative inside.
    pub distance: DoubleDouble,
    /// The direction in which the distance grows, of length 1.
    pub normal: Point,
    /// The bound of the curvature towards the point, zero for a convex solid: after a displacement `d` the
    /// distance is at least `distance + normal . d - concavity / 2 d^2`.
    pub concavity: DoubleDouble,
}

/// A solid, grown by the radius of the ball. A shape is a union of one or more solids.
pub type Solid = Box<dyn Fn(&Point) -> DistanceSample>;

/// The motion of a point: a parabola.
#[derive(Clone, Debug)]
pub struct Path {
    pub offset: Point,
    pub velocity: Point,
    pub acceleration: Point,
}

/// The arrival of a path at a solid.
#[derive(Clone, Copy)]
pub struct Arrival {
    pub time: DoubleDouble,
    /// The approach speed along the normal.
    pub approach: f64,
    /// The speed of the path.
    pub speed: f64,
}

/// A number of 53 bits.
pub fn exact(number: f64) -> DoubleDouble {
    DoubleDouble::from(number)
}

/// The square root: that of 53 bits, refined by one step of Newton's method.
pub fn sqrt(number: DoubleDouble) -> DoubleDouble {
    if number.0 <= 0.0 {
        return exact(0.0);
    }
    let root = exact(number.0.sqrt());
    root + (number - root * root) / (root + root)
}

pub fn dot(one: &Point, other: &Point) -> DoubleDouble {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

pub fn length(vector: &Point) -> DoubleDouble {
    sqrt(dot(vector, vector))
}

/// `one + factor * other`
pub fn plus(one: &Point, factor: DoubleDouble, other: &Point) -> Point {
    [0, 1, 2].map(|axis| one[axis] + factor * other[axis])
}

pub fn point<V: Vector>(vector: V) -> Point {
    [0, 1, 2].map(|axis| exact(if axis < V::DIMENSION { vector.component(axis) } else { 0.0 }))
}

/// The point in 53 bits.
pub fn rounded<V: Vector>(point: &Point) -> V {
    V::from_components(|axis| point[axis].0)
}

impl Path {
    pub fn new<V: Vector>(motion: &Motion<V>) -> Self {
        Self {
            offset: point(motion.offset),
            velocity: point(motion.velocity),
            acceleration: point(motion.acceleration),
        }
    }

    pub fn offset_at(&self, time: DoubleDouble) -> Point {
        let mean = plus(&self.velocity, exact(0.5) * time, &self.acceleration);
        plus(&self.offset, time, &mean)
    }

    pub fn velocity_at(&self, time: DoubleDouble) -> Point {
        plus(&self.velocity, time, &self.acceleration)
    }

    fn arrival(&self, time: DoubleDouble, sample: &DistanceSample) -> Arrival {
        let velocity = self.velocity_at(time);
        let approach = -dot(&sample.normal, &velocity).0;
        Arrival { time, approach, speed: length(&velocity).0 }
    }

    fn is_straight(&self) -> bool {
        self.acceleration.iter().all(|it| it.0 == 0.0)
    }

    /// A bound of the speed until `end`.
    fn top_speed(&self, end: f64) -> DoubleDouble {
        length(&self.velocity) + length(&self.acceleration) * exact(end)
    }

    /// A bound of the speed between two times.
    fn top_speed_between(&self, time: DoubleDouble, end: DoubleDouble) -> DoubleDouble {
        length(&self.velocity_at(time)) + length(&self.acceleration) * (end - time)
    }

    /// A lower bound of the distance until `end`, as a polynomial of the time since `time`: the distance of the
    /// path from the plane that was sampled.
    fn bound(
        &self,
        sample: &DistanceSample,
        time: DoubleDouble,
        end: DoubleDouble,
    ) -> [DoubleDouble; 3] {
        let speed = self.top_speed_between(time, end);
        let bend = dot(&sample.normal, &self.acceleration) - sample.concavity * speed * speed;
        let rise = dot(&sample.normal, &self.velocity_at(time));
        [sample.distance, rise, exact(0.5) * bend]
    }
}

/// The first positive root of a parabola that starts above zero.
fn first_root([height, rise, bend]: [DoubleDouble; 3]) -> Option<DoubleDouble> {
    let zero = exact(0.0);
    let discriminant = rise * rise - exact(4.0) * bend * height;
    if discriminant < zero || (rise >= zero && bend >= zero) {
        return None;
    }
    let root = sqrt(discriminant);
    Some(if rise > zero {
        (rise + root) / (exact(-2.0) * bend)
    } else {
        exact(2.0) * height / (root - rise)
    })
}

/// The first touch of one solid until `end`, with the solid grown by `margin`.
///
/// A point that starts inside and moves out touches only when it returns. `bounced` is the normal of a bounce
/// at the start, where the start counts as on the surface despite its rounding.
pub fn first_touch(
    solid: &Solid,
    path: &Path,
    end: f64,
    margin: f64,
    bounced: Option<&Point>,
) -> Option<Arrival> {
    let zero = exact(0.0);
    let sample_at = |time: DoubleDouble| {
        let sample = solid(&path.offset_at(time));
        DistanceSample { distance: sample.distance - exact(margin), ..sample }
    };
    let mut time = zero;
    let mut sample = sample_at(time);
    if let Some(normal) = bounced {
        sample = DistanceSample { distance: zero, normal: *normal, ..sample };
    }
    let scale = (length(&path.offset) + path.top_speed(end) * exact(end)).0;
    let mut inside = sample.distance <= zero;
    let mut last_leaving = zero;
    // For a concave wall, a bound over a short time is much tighter than one until the end.
    let (last, mut horizon) = (exact(end), exact(end));
    for samples in 0..20_000 {
        let until = if time + horizon < last { time + horizon } else { last };
        let bound @ [height, rise, bend] = path.bound(&sample, time, until);
        if !inside {
            // A path of the solid's curvature converges ever more slowly; it ends half a unit in the last place
            // of 53 bits before the touch.
            if height.0 <= if samples < 200 { 1e-28 * scale } else { 1e-16 * scale } {
                return Some(path.arrival(time, &sample));
            }
            let is_concave = sample.concavity > zero;
            match first_root(bound).filter(|root| !is_concave || time + *root <= until) {
                Some(root) => {
                    time = time + root;
                    if is_concave {
                        horizon = exact(4.0) * root;
                    }
                }
                None if is_concave && until < last => {
                    time = until;
                    horizon = exact(2.0) * horizon;
                }
                None => return None,
            }
        } else if height > zero {
            inside = false;
            continue;
        } else if bounced.is_none() && (rise < zero || (rise == zero && bend < zero)) {
            // It left and turns back inside.
            let rise = |time| path.bound(&sample_at(time), time, last)[1];
            let turn = first_fall(rise, last_leaving, time);
            return Some(path.arrival(turn, &sample_at(turn)));
        } else if end == 0.0 || (bend >= zero && (rise > zero || path.is_straight())) {
            // The distance never falls again.
            return None;
        } else if rise * rise > exact(4.0) * bend * height {
            // It is outside where the bound is largest.
            time = time - rise / (exact(2.0) * bend);
            inside = false;
        } else {
            // It is inside until then, because the distance grows no faster than the point moves. The oracle
            // ignores a point that is outside for less than a ten thousandth of the time.
            let safe = -height / path.top_speed(end);
            let least = exact(1e-4 * end);
            last_leaving = time;
            time = time + if safe > least { safe } else { least };
            // It may turn back before the end.
            time = if time > exact(end) && last_leaving < exact(end) { exact(end) } else { time };
        }
        if time.0 > end {
            return None;
        }
        sample = sample_at(time);
    }
    panic!("no convergence after 20000 samples of {path:?} until {end}")
}

/// The time between two others at which a function has fallen to zero, by bisection.
fn first_fall(
    value: impl Fn(DoubleDouble) -> DoubleDouble,
    mut left: DoubleDouble,
    mut right: DoubleDouble,
) -> DoubleDouble {
    for _ in 0..100 {
        let middle = exact(0.5) * (left + right);
        *(if value(middle) > exact(0.0) { &mut left } else { &mut right }) = middle;
    }
    right
}

/// The first touch of any of the solids; `left` holds those with a bounce at the start, and its normal.
pub fn first_of(
    solids: &[Solid],
    path: &Path,
    end: f64,
    margin: f64,
    left: Option<(&[usize], Point)>,
) -> Option<Arrival> {
    let touches = solids.iter().enumerate().filter_map(|(number, solid)| {
        let normal = left.as_ref().filter(|(left, _)| left.contains(&number)).map(|(_, it)| it);
        first_touch(solid, path, end, margin, normal)
    });
    touches.reduce(|first, next| if next.time < first.time { next } else { first })
}
