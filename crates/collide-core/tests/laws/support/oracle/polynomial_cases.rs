//! Families of polynomials of time that are hard to solve.

use crate::support::random::Random;

/// A polynomial and the interval in which its first descent is searched.
pub struct Case {
    /// Lowest coefficient first.
    pub c: Vec<f64>,
    pub start: f64,
    pub end: f64,
}

/// A family of polynomials, by the property that makes them hard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    Easy,
    RootsApart,
    NearlyDouble,
    TwoNearlyDouble,
    Triple,
    Clustered,
    LeadingZero,
    LeadingTiny,
    Scaled,
    Grazing,
    OnRoot,
    Bounced,
    RootAtAnEnd,
}

impl Family {
    pub const ALL: [Self; 13] = [
        Self::Easy,
        Self::RootsApart,
        Self::NearlyDouble,
        Self::TwoNearlyDouble,
        Self::Triple,
        Self::Clustered,
        Self::LeadingZero,
        Self::LeadingTiny,
        Self::Scaled,
        Self::Grazing,
        Self::OnRoot,
        Self::Bounced,
        Self::RootAtAnEnd,
    ];

    /// A random polynomial of at most this degree; every third has an interval that starts after 0.
    pub fn case(self, random: &mut Random, degree: usize) -> Case {
        let end = random.between(1.0, 6.0);
        let start = if chance(random, 3) { random.between(0.0, 0.9) * end } else { 0.0 };
        let case = |c| Case { c, start, end };
        match self {
            Self::Easy => case((0..=degree).map(|_| random.between(-1.0, 1.0)).collect()),
            Self::Clustered => {
                let (root, width) = (root(random), tiny(random, 1, 14));
                case(product(random, degree, |random| root + width * random.between(-1.0, 1.0)))
            }
            Self::LeadingZero => {
                let degree_left = whole(random, degree);
                let mut c = with_any_roots(random, degree_left);
                c.resize(degree + 1, 0.0);
                case(c)
            }
            Self::LeadingTiny => {
                let low = 1 + whole(random, degree - 1);
                let mut c = with_any_roots(random, low);
                c.resize_with(degree + 1, || sign(random) * tiny(random, 4, 30));
                case(c)
            }
            Self::Scaled => {
                let case = case(with_any_roots(random, degree));
                scaled(random, case)
            }
            Self::Grazing => case(grazing(random, degree)),
            Self::OnRoot | Self::Bounced => {
                let mut c = with_any_roots(random, degree);
                c[0] = if chance(random, 2) { 0.0 } else { sign(random) * tiny(random, 12, 20) };
                if self == Self::Bounced {
                    c[1] = if chance(random, 4) { 0.0 } else { c[1].abs() * tiny(random, 0, 16) };
                }
                Case { c, start: 0.0, end }
            }
            Self::RootAtAnEnd => {
                let at = root(random);
                let mut roots = vec![at];
                let c =
                    product(random, degree, |random| roots.pop().unwrap_or_else(|| root(random)));
                let beside = [at, at.next_up(), at.next_down()][whole(random, 3)];
                let starts = chance(random, 2);
                let (start, end) = if starts { (beside, beside + end) } else { (0.0, beside) };
                Case { c, start, end }
            }
            _ => case(with_roots(self, random, degree)),
        }
    }
}

/// A whole number below `count`.
fn whole(random: &mut Random, count: usize) -> usize {
    random.between(0.0, count as f64) as usize
}

/// True with the probability `1 / of`.
fn chance(random: &mut Random, of: usize) -> bool {
    whole(random, of) == 0
}

fn sign(random: &mut Random) -> f64 {
    if chance(random, 2) { 1.0 } else { -1.0 }
}

/// A number near ten to a power between `-high` and `-low`.
fn tiny(random: &mut Random, low: i32, high: i32) -> f64 {
    let exponent = low + whole(random, (high - low + 1) as usize) as i32;
    random.between(0.5, 2.0) * 10f64.powi(-exponent)
}

/// A root in or near the interval; half of the roots have few bits, so that their products are exact.
fn root(random: &mut Random) -> f64 {
    let root = random.between(0.01, 4.0);
    if chance(random, 2) { (root * 8.0).ceil() / 8.0 } else { root }
}

/// The product of `degree` factors `t - root`, with either sign.
fn product(
    random: &mut Random,
    degree: usize,
    mut next: impl FnMut(&mut Random) -> f64,
) -> Vec<f64> {
    let mut c = vec![sign(random)];
    for _ in 0..degree {
        let root = next(random);
        c = times(&c, &[-root, 1.0]);
    }
    c
}

fn times(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut c = vec![0.0; one.len() + other.len() - 1];
    for (i, a) in one.iter().enumerate() {
        for (j, b) in other.iter().enumerate() {
            c[i + j] += a * b;
        }
    }
    c
}

/// A polynomial of a random kind of roots.
fn with_any_roots(random: &mut Random, degree: usize) -> Vec<f64> {
    let kinds = [
        Family::RootsApart,
        Family::NearlyDouble,
        Family::TwoNearlyDouble,
        Family::Triple,
        Family::Clustered,
    ];
    let kind = kinds[whole(random, kinds.len())];
    with_roots(kind, random, degree)
}

/// A polynomial with roots of this kind, as far as its degree allows.
fn with_roots(kind: Family, random: &mut Random, degree: usize) -> Vec<f64> {
    let (one, other) = (root(random), root(random));
    let mut gap = || if chance(random, 4) { 0.0 } else { tiny(random, 3, 14) };
    let (small, smaller) = (gap(), gap());
    let roots = match kind {
        Family::NearlyDouble => [one, one + small, other, f64::NAN],
        Family::TwoNearlyDouble => [one, one + small, other, other + smaller],
        Family::Triple => [one, one + small, one - smaller, other],
        Family::Clustered => [one, one + small, one - smaller, one + smaller],
        _ => [one, other, f64::NAN, f64::NAN],
    };
    let mut c = vec![sign(random)];
    // Two factors at a time: a pair of real roots, or a complex pair that may be nearly real.
    let complex = chance(random, 3);
    for pair in roots.chunks(2) {
        let [first, second] =
            [pair[0], pair[1]].map(|it| if it.is_nan() { root(random) } else { it });
        let degree_left = degree + 1 - c.len();
        if degree_left < 2 {
            if degree_left == 1 {
                c = times(&c, &[-first, 1.0]);
            }
            break;
        }
        let factor = if complex && kind != Family::RootsApart || pair[0].is_nan() {
            [first * first + (second - first).abs() * random.between(0.0, 1.0), -2.0 * first, 1.0]
        } else {
            [first * second, -(first + second), 1.0]
        };
        c = times(&c, &factor);
    }
    c.resize(degree + 1, 0.0);
    c
}

/// The case in other units: time and value scaled by up to 1e12 either way.
fn scaled(random: &mut Random, case: Case) -> Case {
    let exponent = |random: &mut Random| 10f64.powf(random.between(-12.0, 12.0));
    let (time, value) = (exponent(random), exponent(random));
    let mut factor = value;
    let mut c = case.c;
    for c in &mut c {
        *c *= factor;
        factor /= time;
    }
    Case { c, start: case.start * time, end: case.end * time }
}

/// `|r + v t + h t^2|^2 - R^2` of a point that passes a sphere closely: a quartic with gravity, else a
/// quadratic.
fn grazing(random: &mut Random, degree: usize) -> Vec<f64> {
    let radius = random.between(0.1, 2.0);
    let miss = if chance(random, 8) { 0.0 } else { sign(random) * tiny(random, 3, 17) };
    let (angle, speed) = (random.between(0.0, 6.3), random.between(0.1, 9.0));
    let (normal, tangent) = ([angle.cos(), angle.sin()], [-angle.sin(), angle.cos()]);
    let half_gravity = if degree == 4 { [0.0, -random.between(0.5, 10.0)] } else { [0.0; 2] };
    let time = random.between(0.1, 3.0);
    let (mut r, mut v) = ([0.0; 2], [0.0; 2]);
    for axis in 0..2 {
        let nearest = normal[axis] * radius * (1.0 + miss);
        v[axis] = tangent[axis] * speed - 2.0 * half_gravity[axis] * time;
        r[axis] = nearest - v[axis] * time - half_gravity[axis] * time * time;
    }
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let mut c = vec![
        dot(r, r) - radius * radius,
        2.0 * dot(r, v),
        dot(v, v) + 2.0 * dot(r, half_gravity),
        2.0 * dot(v, half_gravity),
        dot(half_gravity, half_gravity),
    ];
    c.truncate(degree + 1);
    c
}
