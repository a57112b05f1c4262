//! When a moving point first meets a solid: slow, in 106 bits, and with no knowledge of features.
//!
//! All that is known of a solid is how far a point is from it and in which direction. A convex solid
//! lies behind the plane through its nearest point, so the time at which the path crosses that plane
//! is never too late. The oracle goes there, looks again, and thus comes to the first touch from
//! before, however shallow it is.

use collide_core::impact::Motion;
use collide_core::vector::Wide;

use super::double_double::DoubleDouble;

/// A point or a vector; in the plane the last component is zero.
pub type Point = [DoubleDouble; 3];

/// What can be seen of a solid from a point.
pub struct Look {
    /// How far away it is, negative inside.
    pub distance: DoubleDouble,
    /// The unit vector in which the distance grows.
    pub normal: Point,
    /// How strongly the solid may bend towards the point: elsewhere the distance is at least
    /// `distance + normal . way - hollow / 2 way^2`. Zero for a convex solid.
    pub hollow: DoubleDouble,
}

/// A solid that is grown by the radius of the ball. A shape is one such, or a union of several.
pub type Solid = Box<dyn Fn(&Point) -> Look>;

/// The motion of a point: a parabola.
#[derive(Clone, Debug)]
pub struct Path {
    pub offset: Point,
    pub velocity: Point,
    pub acceleration: Point,
}

/// How a path comes to a solid.
#[derive(Clone, Copy)]
pub struct Arrival {
    pub time: DoubleDouble,
    /// How fast it approaches the surface.
    pub approach: f64,
    /// How fast it moves altogether.
    pub speed: f64,
}

/// A number of 53 bits.
pub fn exact(number: f64) -> DoubleDouble {
    DoubleDouble::from(number)
}

/// The square root: that of 53 bits, and one step of Newton.
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

pub fn point<W: Wide>(vector: W) -> Point {
    [0, 1, 2].map(|axis| exact(if axis < W::DIMENSION { vector.component(axis) } else { 0.0 }))
}

/// The point in 53 bits.
pub fn rounded<W: Wide>(point: &Point) -> W {
    W::from_components(|axis| point[axis].0)
}

impl Path {
    pub fn new<W: Wide>(motion: &Motion<W>) -> Self {
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

    fn arrival(&self, time: DoubleDouble, look: &Look) -> Arrival {
        let velocity = self.velocity_at(time);
        let approach = -dot(&look.normal, &velocity).0;
        Arrival { time, approach, speed: length(&velocity).0 }
    }

    fn is_straight(&self) -> bool {
        self.acceleration.iter().all(|it| it.0 == 0.0)
    }

    /// No speed until `end` is larger.
    fn top_speed(&self, end: f64) -> DoubleDouble {
        length(&self.velocity) + length(&self.acceleration) * exact(end)
    }

    /// No speed between the two is larger.
    fn top_speed_between(&self, time: DoubleDouble, end: DoubleDouble) -> DoubleDouble {
        length(&self.velocity_at(time)) + length(&self.acceleration) * (end - time)
    }

    /// A bound from below of the distance later, until `end`, as a polynomial of the time since: how far
    /// the path is from the plane that was seen at `time`.
    fn bound(&self, look: &Look, time: DoubleDouble, end: DoubleDouble) -> [DoubleDouble; 3] {
        let speed = self.top_speed_between(time, end);
        let bend = dot(&look.normal, &self.acceleration) - look.hollow * speed * speed;
        let rise = dot(&look.normal, &self.velocity_at(time));
        [look.distance, rise, exact(0.5) * bend]
    }
}

/// The first positive root of a parabola that begins above zero.
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

/// The first touch of one solid, grown by `margin` besides, until `end`. Who overlaps and parts at
/// the start is left alone until it comes back. `bounced` is the normal of a bounce at the start:
/// then the start is on the surface, whatever its rounding says.
pub fn first_touch(
    solid: &Solid,
    path: &Path,
    end: f64,
    margin: f64,
    bounced: Option<&Point>,
) -> Option<Arrival> {
    let zero = exact(0.0);
    let look_at = |time: DoubleDouble| {
        let look = solid(&path.offset_at(time));
        Look { distance: look.distance - exact(margin), ..look }
    };
    let mut time = zero;
    let mut look = look_at(time);
    if let Some(normal) = bounced {
        look = Look { distance: zero, normal: *normal, ..look };
    }
    let scale = (length(&path.offset) + path.top_speed(end) * exact(end)).0;
    let mut inside = look.distance <= zero;
    let mut parting = zero;
    // Where the wall is hollow a bound for a short time is much better than one until the end.
    let (last, mut horizon) = (exact(end), exact(end));
    for looks in 0..20_000 {
        let until = if time + horizon < last { time + horizon } else { last };
        let bound @ [height, rise, bend] = path.bound(&look, time, until);
        if !inside {
            // A path as round as the solid comes ever more slowly; it is left half a unit in
            // the last place of 53 bits before the touch.
            if height.0 <= if looks < 200 { 1e-28 * scale } else { 1e-16 * scale } {
                return Some(path.arrival(time, &look));
            }
            let hollow = look.hollow > zero;
            match first_root(bound).filter(|root| !hollow || time + *root <= until) {
                Some(root) => {
                    time = time + root;
                    if hollow {
                        horizon = exact(4.0) * root;
                    }
                }
                None if hollow && until < last => {
                    time = until;
                    horizon = exact(2.0) * horizon;
                }
                None => return None,
            }
        } else if height > zero {
            inside = false;
            continue;
        } else if bounced.is_none() && (rise < zero || (rise == zero && bend < zero)) {
            // It turns back inside, since it was seen to part.
            let rise = |time| path.bound(&look_at(time), time, last)[1];
            let turn = first_fall(rise, parting, time);
            return Some(path.arrival(turn, &look_at(turn)));
        } else if end == 0.0 || (bend >= zero && (rise > zero || path.is_straight())) {
            // It never falls again.
            return None;
        } else if rise * rise > exact(4.0) * bend * height {
            // Outside for sure where the bound is highest.
            time = time - rise / (exact(2.0) * bend);
            inside = false;
        } else {
            // Not out before this, as no distance grows faster than the point moves. Whoever is out
            // for less than a ten thousandth of the path is not seen.
            let safe = -height / path.top_speed(end);
            let least = exact(1e-4 * end);
            parting = time;
            time = time + if safe > least { safe } else { least };
            // It may turn back between here and the end.
            time = if time > exact(end) && parting < exact(end) { exact(end) } else { time };
        }
        if time.0 > end {
            return None;
        }
        look = look_at(time);
    }
    panic!("no end after 20000 looks at {path:?} until {end}")
}

/// Between two times, when a function has fallen to zero.
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

/// The first touch of any of the solids. At the start there was a bounce off those `left`, with their
/// normal.
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
