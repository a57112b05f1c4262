//! The rows of walls: how a pass gives them their impulses, and how the normals of round walls follow the bodies.

use std::iter::repeat;

use super::contact_row::{ContactRow, Pass, RowBody};
use super::wedges::{Wedge, list_wedges, solve_wedge};
use crate::step::solver::friction::FrictionRow;
use crate::step::solver::input::RoundWall;
use crate::vector::Vector;

/// What is known of the rows of walls, of which the moving ones come first. All functions take the rows of all contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct WallRows<V: Vector> {
    /// The number of the first one.
    pub(super) first: usize,
    /// The largest impulses of the moving ones.
    pub(super) max_impulses: Vec<f64>,
    /// The numbers of those of round walls, and the lowest gap that pushes.
    pub(super) round: Vec<(u32, RoundWall<V>, f64)>,
    /// The standing ones that nearly face each other.
    wedges: Vec<Wedge>,
}

impl<V: Vector> WallRows<V> {
    /// Lists the walls that nearly face each other.
    pub(super) fn list_wedges(&mut self, rows: &[ContactRow<V>]) {
        list_wedges(rows, self.first + self.max_impulses.len(), &mut self.wedges);
    }

    /// Turns the normals of round walls to where the bodies are now, and their impulses with them. Without that a body that
    /// goes round would be driven on by the impulses of the sub-steps before: a ball that rolled to and fro in a bowl gained
    /// two thirds of its energy in 45 seconds.
    ///
    /// In a narrow wedge the impulses of both walls are so large that the turned ones would throw the body out, or others that
    /// meet it first, so those of wedges are found anew.
    pub(super) fn follow_round(
        &self,
        (rows, is_active): (&mut [ContactRow<V>], &mut [bool]),
        friction_rows: &mut [FrictionRow<V>],
        bodies: &mut [RowBody<V>],
        pass: Pass,
    ) {
        for (place, wall, min_gap) in &self.round {
            let row = &mut rows[*place as usize];
            let [first, second] = row.bodies.map(|body| bodies[body as usize].displacement);
            if let Some((normal, gap)) = wall.after(first - second) {
                let before = row.normal;
                row.normal = normal;
                row.apply(bodies, (row.normal - before) * row.impulse);
                if let Some(friction_row) = friction_rows.get_mut(*place as usize) {
                    let along = row.normal * friction_row.impulse.dot(row.normal);
                    row.apply(bodies, -along);
                    friction_row.impulse -= along;
                }
                // A pass adds the displacement along the normal, which is part of the distance already.
                let moved = (first - second).dot(row.normal);
                row.separation = f64::max(gap, *min_gap) - moved;
            }
        }
        if !self.round.is_empty() {
            self.solve_wedges((rows, is_active), friction_rows, bodies, pass);
        }
    }

    /// Gives every wall its missing impulse: first those that move, which have a largest impulse, then those that stand, and
    /// last those of wedges together. Returns by how much that changes a relative velocity at most, without wedges.
    pub(super) fn pass(
        &self,
        (rows, is_active): (&mut [ContactRow<V>], &mut [bool]),
        friction_rows: &[FrictionRow<V>],
        bodies: &mut [RowBody<V>],
        pass: Pass,
    ) -> f64 {
        let rigid = Pass { kept: 1.0, given: 1.0, ..pass };
        let max_impulses = self.max_impulses.iter().copied().chain(repeat(f64::INFINITY));
        let of_walls = rows.iter_mut().zip(&mut *is_active).skip(self.first);
        let mut largest = 0.0;
        for ((row, is_active), max_impulse) in of_walls.zip(max_impulses) {
            let limit = |impulse| f64::min(impulse, max_impulse);
            let change = row.solve(bodies, is_active, rigid, limit);
            largest = f64::max(largest, row.speed_change(change));
        }
        self.solve_wedges((rows, is_active), friction_rows, bodies, rigid);
        largest
    }

    /// Gives the walls of wedges their missing impulses, those of both at once.
    fn solve_wedges(
        &self,
        (rows, is_active): (&mut [ContactRow<V>], &mut [bool]),
        friction_rows: &[FrictionRow<V>],
        bodies: &mut [RowBody<V>],
        pass: Pass,
    ) {
        for wedge in &self.wedges {
            let friction = |row: usize| friction_rows.get(row).map_or(V::ZERO, |row| row.impulse);
            let frictions = wedge.map(friction);
            solve_wedge(*wedge, (rows, is_active), bodies, frictions, pass);
        }
    }
}
