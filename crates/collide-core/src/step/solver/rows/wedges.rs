//! Solves the contacts of a body with two walls that nearly face each other together.
//!
//! One after the other they converge slowly: each takes from the body what the other one has just given. A body that fell on a
//! gap came deep into both walls, and their springs threw it out with energy from nowhere.

use super::contact_row::{ContactRow, Pass, RowBody};
use crate::vector::Vector;

/// Two walls nearly face each other if the cosine of the angle between their normals is below this.
const MAX_COSINE: f64 = -0.8;

/// Two walls face each other if the square of the sine is below this. No direction leads out of both.
const MIN_SQUARE_OF_SINE: f64 = 1e-10;

/// The numbers of two rows of standing walls with the same body, which nearly face each other.
pub(super) type Wedge = [usize; 2];

/// Lists the wedges among the rows of standing walls, which begin at `first` and in which those of one body follow each other:
/// for each body the two walls that come nearest to facing each other.
pub(super) fn list_wedges<V: Vector>(
    rows: &[ContactRow<V>],
    mut first: usize,
    wedges: &mut Vec<Wedge>,
) {
    wedges.clear();
    let cosine = |wedge: &Wedge| Angle::between(rows, *wedge).cosine;
    for of_body in rows[first..].chunk_by(|one, next| one.bodies[0] == next.bodies[0]) {
        let end = first + of_body.len();
        let pairs = (first..end).flat_map(|one| (one + 1..end).map(move |two| [one, two]));
        let narrowest = pairs.min_by(|one, two| cosine(one).total_cmp(&cosine(two)));
        wedges.extend(narrowest.filter(|wedge| cosine(wedge) < MAX_COSINE));
        first = end;
    }
}

/// Gives both contacts of a wedge their missing impulses: those with which the body approaches neither wall, and separates from
/// none that presses it. Overlaps do not push, as the way out of both at once may be very long; position correction reduces deep
/// ones.
pub(super) fn solve_wedge<V: Vector>(
    wedge: Wedge,
    (rows, is_active): (&mut [ContactRow<V>], &mut [bool]),
    bodies: &mut [RowBody<V>],
    frictions: [V; 2],
    pass: Pass,
) {
    // The normals of round walls turn.
    let Angle { cosine, square_of_sine } = Angle::between(rows, wedge);
    if cosine >= MAX_COSINE || square_of_sine <= MIN_SQUARE_OF_SINE {
        return;
    }
    let pass = Pass { per_depth: 0.0, ..pass };
    let before = wedge.map(|row| rows[row].impulse);
    let inverse_mass = rows[wedge[0]].inverse_masses[0];
    let speeds = wedge.map(|row| rows[row].excess_speed(bodies, pass) / inverse_mass);
    // What the speeds would be without the impulses and without friction, times the mass. With friction a body that has passed
    // the narrowest place would be held by pressures that nothing gives.
    let friction = frictions[0] + frictions[1];
    let of_friction = wedge.map(|row| friction.dot(rows[row].normal));
    let one = speeds[0] - before[0] - cosine * before[1] - of_friction[0];
    let two = speeds[1] - before[1] - cosine * before[0] - of_friction[1];
    let both = [cosine * two - one, cosine * one - two];
    let impulses = if both.iter().all(|impulse| *impulse >= 0.0) {
        both.map(|impulse| impulse / square_of_sine)
    } else if one < 0.0 && two >= cosine * one {
        [-one, 0.0]
    } else {
        [0.0, f64::max(-two, 0.0)]
    };
    for (number, impulse) in wedge.into_iter().zip(impulses) {
        let row = &mut rows[number];
        let change = row.normal * (impulse - row.impulse);
        row.impulse = impulse;
        is_active[number] |= impulse > 0.0;
        row.apply(bodies, change);
    }
}

/// The angle between the normals of two walls.
struct Angle {
    cosine: f64,
    square_of_sine: f64,
}

impl Angle {
    fn between<V: Vector>(rows: &[ContactRow<V>], wedge: Wedge) -> Self {
        let [one, two] = wedge.map(|row| rows[row].normal);
        // By the cosine itself half of the digits of the sine would be lost.
        let above_opposite = 0.5 * (one + two).length_squared();
        let cosine = above_opposite - 1.0;
        Self { cosine, square_of_sine: above_opposite * (1.0 - cosine) }
    }
}
