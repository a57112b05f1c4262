//! Moves the bodies of a sub-step, and corrects overlaps without giving velocities to the bodies.
//!
//! All bodies move as their velocities carry them. Bodies that overlap are moved apart then, and bodies that
//! would come deep into another, or into a wall, are moved back.

use crate::step::solver::constants::Tuning;
use crate::step::solver::input::{PileBody, PileContact, RoundWalls, SolverSettings};
use crate::vector::Vector;

mod correction_rows;

use correction_rows::{
    CorrectionBody, CorrectionRow, WallContact, target_depth, wanted_correction, way_out_of_wall,
};

/// The state of position correction. It is kept from one sub-step to the next for its memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct PositionCorrection<V: Vector> {
    bodies: Vec<CorrectionBody<V>>,
    rows: Vec<CorrectionRow<V>>,
    /// First those of moving walls.
    walls: Vec<WallContact<V>>,
    /// The rows of moving walls that pass over bodies.
    passing: Vec<u32>,
    /// For each body whether it lies deep in a wall that stands.
    is_in_wall: Vec<bool>,
    /// For each row the overlap that is left besides the slop when deep overlaps are reduced.
    target_depths: Vec<f64>,
}

impl<V: Vector> PositionCorrection<V> {
    /// Finds the displacement of each body in a sub-step.
    pub(crate) fn correct(
        &mut self,
        bodies: &mut [PileBody<V>],
        (contacts, round_walls): (&mut [PileContact<V>], RoundWalls<V>),
        settings: &SolverSettings,
    ) {
        self.prepare(bodies, (contacts, round_walls), settings);
        if contacts.iter().all(|contact| contact.correction_rate == 0.0) {
            self.reduce_small_overlaps(settings);
        } else {
            self.reduce_deep_overlaps(bodies, contacts, settings);
        }
        self.keep_out_of_walls();
        self.limit_all_depths();
        for wall in self.walls.iter().filter(|wall| wall.progress > 0.0) {
            contacts[wall.row as usize].comes_out = true;
        }
        self.write_passing(contacts);
        for (body, corrected) in bodies.iter_mut().zip(&self.bodies) {
            body.displacement = corrected.displacement;
        }
    }

    /// Moves all bodies as their displacements carry them, and keeps them out of walls, and of each other where masses are
    /// unlike or walls push.
    pub(crate) fn keep_out(
        &mut self,
        bodies: &mut [PileBody<V>],
        (contacts, round_walls): (&mut [PileContact<V>], RoundWalls<V>),
        settings: &SolverSettings,
    ) {
        let pushes =
            |contact: &PileContact<V>| contact.max_force < f64::INFINITY && !contact.gives_way;
        let any_wall_pushes = contacts.iter().any(pushes);
        if settings.has_unlike_masses || any_wall_pushes {
            self.prepare(bodies, (contacts, round_walls), settings);
            self.keep_out_of_walls();
            self.limit_all_depths();
            self.write_passing(contacts);
        } else {
            let is_wall = |second: &CorrectionBody<V>| second.inverse_mass == 0.0;
            self.prepare_rows(bodies, (contacts, round_walls), settings, is_wall);
            self.keep_out_of_walls();
        }
        for (body, corrected) in bodies.iter_mut().zip(&self.bodies) {
            body.displacement = corrected.displacement;
        }
    }

    /// Moves all bodies as their velocities carry them, and puts the contacts into rows, each in the place of its contact.
    fn prepare(
        &mut self,
        pile_bodies: &[PileBody<V>],
        (contacts, round_walls): (&mut [PileContact<V>], RoundWalls<V>),
        settings: &SolverSettings,
    ) {
        self.prepare_rows(pile_bodies, (contacts, round_walls), settings, |_| true);
        for contact in contacts {
            // A body beside one that is moved may be moved too.
            contact.is_active |= !contact.is_bearing;
        }
    }

    /// Moves all bodies as their velocities carry them, and makes rows of the contacts of which the second body is wanted.
    fn prepare_rows(
        &mut self,
        pile_bodies: &[PileBody<V>],
        (contacts, mut round_walls): (&[PileContact<V>], RoundWalls<V>),
        settings: &SolverSettings,
        is_wanted: impl Fn(&CorrectionBody<V>) -> bool,
    ) {
        let Self { bodies, rows, walls, is_in_wall, .. } = self;
        is_in_wall.clear();
        is_in_wall.resize(pile_bodies.len(), false);
        for contact in contacts.iter().filter(|contact| contact.is_in_wall(pile_bodies)) {
            is_in_wall[contact.bodies[0] as usize] = true;
        }
        bodies.clear();
        bodies.extend(pile_bodies.iter().map(|body| {
            let PileBody { velocity_displacement, inverse_mass, size, .. } = *body;
            CorrectionBody { displacement: velocity_displacement, inverse_mass, size }
        }));
        rows.clear();
        walls.clear();
        for (number, contact) in (0u32..).zip(contacts) {
            let [first, second] = contact.bodies.map(|body| bodies[body as usize]);
            if !is_wanted(&second) {
                continue;
            }
            let both_move = second.inverse_mass > 0.0;
            let size = if both_move { f64::min(first.size, second.size) } else { first.size };
            if !both_move && !contact.gives_way {
                let can_pass = contact.max_force < f64::INFINITY;
                let progress = match contact.is_in_wall(pile_bodies) {
                    true => way_out_of_wall(contact, size, settings),
                    false => 0.0,
                };
                let (row, round_wall) = (rows.len() as u32, round_walls.of(number));
                walls.push(WallContact { row, can_pass, progress, round_wall });
            }
            let slop =
                f64::min(settings.slop, Tuning::MAX_SLOP * f64::min(first.size, second.size));
            let allowed = if both_move { Tuning::MAX_DEPTH * size } else { 0.0 };
            // What lies in a wall passes through other bodies on its way out.
            let comes_out =
                both_move && contact.bodies.into_iter().any(|body| is_in_wall[body as usize]);
            // A moving wall that passes over a body of a pile would press it into others.
            let is_passed_over =
                contact.gives_way && contact.is_bearing && second.displacement != V::ZERO;
            let is_ignored = comes_out || is_passed_over;
            rows.push(CorrectionRow {
                bodies: contact.bodies,
                normal: contact.normal,
                separation: if is_ignored { f64::INFINITY } else { contact.separation },
                // Deep overlaps are reduced to nothing.
                slop: if contact.correction_rate > 0.0 { 0.0 } else { slop },
                max_depth: f64::max(-contact.separation, allowed),
                rounding: Tuning::DEPTH_ROUNDING * Tuning::MAX_DEPTH * size,
                size,
            });
        }
        // Walls that stand come last, so that no body ends in them.
        if walls.iter().any(|wall| wall.can_pass) {
            walls.sort_by_key(|wall| !wall.can_pass);
        }
    }

    /// Moves bodies that overlap a little apart by a share of the overlap, a few times.
    fn reduce_small_overlaps(&mut self, settings: &SolverSettings) {
        let Self { bodies, rows, .. } = self;
        let sweeps = u32::max(settings.solver_substeps / Tuning::SOLVER_SUBSTEPS_PER_SWEEP, 1);
        let most = settings.max_correction / f64::from(sweeps);
        let mut move_apart = |row: &CorrectionRow<V>| {
            let depth = row.depth(bodies) - row.slop;
            if depth > 0.0 {
                row.reduce_depth(bodies, target_depth(depth, most), 1.0);
            }
        };
        for sweep in 0..sweeps {
            if sweep % 2 == 0 {
                rows.iter().for_each(&mut move_apart);
            } else {
                rows.iter().rev().for_each(&mut move_apart);
            }
        }
    }

    /// Reduces all overlaps where some are deep: a body that is deep in another may have to move many.
    fn reduce_deep_overlaps(
        &mut self,
        pile_bodies: &[PileBody<V>],
        contacts: &mut [PileContact<V>],
        settings: &SolverSettings,
    ) {
        let Self { bodies, rows, is_in_wall, target_depths, .. } = self;
        let target = |(row, contact): (&CorrectionRow<V>, &mut PileContact<V>)| {
            let depth = row.depth(bodies) - row.slop;
            let is_deep = contact.correction_rate > 0.0;
            contact.is_active |= is_deep && depth > 0.0;
            // The overlap of a soft contact carries what lies on it.
            if !settings.is_rigid && contact.is_bearing && !is_deep {
                return f64::max(depth, 0.0);
            }
            let wanted = wanted_correction(contact, row.size, settings);
            target_depth(depth, settings.max_correction.max(wanted))
        };
        target_depths.clear();
        target_depths.extend(rows.iter().zip(contacts).map(target));
        let mut move_apart = |(row, target): (&CorrectionRow<V>, &f64)| {
            row.reduce_depth(bodies, *target, Tuning::DEEP_SWEEP_SHARE);
        };
        for _ in 0..Tuning::DEEP_SWEEPS {
            rows.iter().zip(&*target_depths).for_each(&mut move_apart);
            rows.iter().zip(&*target_depths).rev().for_each(&mut move_apart);
        }
        limit_corrections(bodies, pile_bodies, is_in_wall, settings);
    }

    /// Moves bodies back that would come too deep into each other, and keeps them out of walls.
    fn limit_all_depths(&mut self) {
        for _ in 0..Tuning::MAX_TURNS {
            // Which bodies cannot be moved because of a wall is known once they have been put back out of it.
            if !self.limit_depths() {
                break;
            }
            self.keep_out_of_walls();
        }
    }

    /// Moves bodies back that would come too deep into each other, and returns whether there were any.
    ///
    /// The impulses of a heavy body on a light one at a wall are found slowly. Until then the light one
    /// cannot be moved, and the heavy one must be: both are moved alike, whatever their masses are.
    fn limit_depths(&mut self) -> bool {
        let Self { bodies, rows, .. } = self;
        for sweep in 0..Tuning::MAX_DEPTH_SWEEPS {
            let mut is_done = true;
            let mut limit = |row: &CorrectionRow<V>| is_done &= !row.limit_depth(bodies);
            if sweep % 2 == 0 {
                rows.iter().for_each(&mut limit);
            } else {
                rows.iter().rev().for_each(&mut limit);
            }
            if is_done {
                return sweep > 0;
            }
        }
        true
    }

    /// Puts bodies back that were moved deeper into a wall than they were. A moving wall that presses a body into other walls
    /// passes over it.
    fn keep_out_of_walls(&mut self) {
        if self.put_out_of_walls() {
            return;
        }
        let Self { bodies, rows, walls, passing, .. } = self;
        let is_entered = |wall: &WallContact<V>| {
            let row = &rows[wall.row as usize];
            let rounding = Tuning::WALL_ROUNDING * bodies[row.bodies[0] as usize].size;
            row.way_out(bodies, wall).is_some_and(|out| out.length() > rounding)
        };
        // What has no room does not come out.
        let stuck = |wall: &&mut WallContact<V>| wall.progress > 0.0 && is_entered(wall);
        let are_stuck = walls.iter_mut().filter(stuck).map(|wall| wall.progress = 0.0).count() > 0;
        if are_stuck {
            return self.keep_out_of_walls();
        }
        walls.retain(|wall| {
            let passes = wall.can_pass && is_entered(wall);
            passing.extend(passes.then_some(wall.row));
            !passes
        });
        // These contacts are ignored from now on.
        for row in &*passing {
            rows[*row as usize].separation = f64::INFINITY;
        }
        if !passing.is_empty() && self.put_out_of_walls() {
            return;
        }
        let Self { bodies, rows, walls, .. } = self;
        for wall in &*walls {
            let row = &rows[wall.row as usize];
            let [first, second] = row.bodies.map(|body| body as usize);
            let rounding = Tuning::WALL_ROUNDING * bodies[first].size;
            if row.way_out(bodies, wall).is_some_and(|out| out.length() > rounding) {
                // In a corner so sharp the body only moves along its walls.
                let of_body = walls.iter().map(|wall| &rows[wall.row as usize]);
                let normals = of_body.filter(|it| it.bodies[0] == row.bodies[0]);
                let way = bodies[first].displacement - bodies[second].displacement;
                let along = way_along_all(way, normals.map(|row| row.normal));
                bodies[first].displacement = bodies[second].displacement + along;
            }
        }
    }

    /// Puts bodies back out of walls one after the other, and returns whether that has an end.
    fn put_out_of_walls(&mut self) -> bool {
        let Self { bodies, rows, walls, .. } = self;
        // A body that is put back out of one wall may come into another, where the two make a corner.
        for _ in 0..Tuning::MAX_WALL_SWEEPS {
            let mut is_done = true;
            for wall in &*walls {
                let row = &rows[wall.row as usize];
                if let Some(out) = row.way_out(bodies, wall) {
                    bodies[row.bodies[0] as usize].displacement += out;
                    is_done = false;
                }
            }
            if is_done {
                return true;
            }
        }
        false
    }

    /// Writes into the contacts which walls pass over bodies.
    fn write_passing(&mut self, contacts: &mut [PileContact<V>]) {
        for row in self.passing.drain(..) {
            contacts[row as usize].gives_way = true;
        }
    }
}

/// The part of a way that leads along all walls with these normals.
fn way_along_all<V: Vector>(mut way: V, normals: impl Iterator<Item = V>) -> V {
    /// The square of the length of what a normal has beside others from which on it counts.
    const LEAST_SQUARE: f64 = 1e-20;
    let mut spanned: Vec<V> = Vec::new();
    for normal in normals {
        // Where walls nearly face each other, little of the normal is left, so what was rounded is taken away as well.
        let others = spanned.iter().chain(&spanned);
        let beside = others.fold(normal, |left, other| left - *other * left.dot(*other));
        if beside.length_squared() > LEAST_SQUARE {
            let direction = beside / beside.length();
            way -= direction * way.dot(direction);
            spanned.push(direction);
        }
    }
    if spanned.len() == V::DIMENSION { V::ZERO } else { way }
}

/// Scales all corrections down alike until none is too fast, so that the centre of mass stays where it is. What lies in a
/// wall is limited by itself.
fn limit_corrections<V: Vector>(
    bodies: &mut [CorrectionBody<V>],
    pile_bodies: &[PileBody<V>],
    is_in_wall: &[bool],
    settings: &SolverSettings,
) {
    let share = |(corrected, body): (&CorrectionBody<V>, &PileBody<V>)| {
        let correction = corrected.displacement - body.velocity_displacement;
        let fastest = Tuning::MAX_SIZES_PER_SECOND * body.size * settings.dt;
        let most = f64::max(fastest, settings.max_correction);
        most / f64::max(correction.length(), most)
    };
    let shares = bodies.iter().zip(pile_bodies).map(share);
    let of_others = shares.zip(is_in_wall).filter(|(_, is_in_wall)| !**is_in_wall);
    let common = of_others.fold(1.0, |least, (share, _)| f64::min(least, share));
    for ((corrected, body), is_in_wall) in bodies.iter_mut().zip(pile_bodies).zip(is_in_wall) {
        let share = if *is_in_wall { share((corrected, body)) } else { common };
        if share < 1.0 {
            let correction = corrected.displacement - body.velocity_displacement;
            corrected.displacement -= correction * (1.0 - share);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::solver::input::tests::WALL;
    use glam::{DVec2, dvec2};

    const SETTINGS: SolverSettings = SolverSettings {
        dt: 1.0,
        solver_substeps: 1,
        spring_dt: 1.0,
        max_iterations: 1,
        tolerance: 0.0,
        slop: 0.0,
        max_correction: 1.0,
        is_rigid: false,
        has_unlike_masses: false,
    };

    #[test]
    fn a_body_pushed_into_a_corner_comes_into_neither_wall() {
        for slope in [1.0, 0.3, 1e-2, 1e-4] {
            let velocity_displacement = dvec2(0.3, -1.0);
            let bodies =
                [PileBody { velocity_displacement, inverse_mass: 1.0, ..WALL }, WALL, WALL];
            let mut contacts = [(1, 1.0), (2, -1.0)]
                .map(|(wall, side)| PileContact::new([0, wall], dvec2(side, slope).normalize()));
            let mut correction = PositionCorrection::default();
            correction.prepare(&bodies, (&mut contacts, RoundWalls(&[])), &SETTINGS);
            correction.keep_out_of_walls();
            for contact in &contacts {
                let deeper = -correction.bodies[0].displacement.dot(contact.normal);
                assert!(deeper <= 1e-10, "{slope}: {deeper:e}");
            }
        }
    }

    #[test]
    fn a_heavy_body_does_not_pass_through_a_light_one_at_a_wall() {
        let light = PileBody { inverse_mass: 1e4, ..WALL };
        let velocity_displacement = dvec2(0.0, -0.5);
        let heavy = PileBody { velocity_displacement, inverse_mass: 1.0, ..WALL };
        let mut bodies = [WALL, light, heavy];
        let mut contacts = [[1, 0], [2, 1]].map(|pair| PileContact::new(pair, DVec2::Y));
        PositionCorrection::default().correct(
            &mut bodies,
            (&mut contacts, RoundWalls(&[])),
            &SETTINGS,
        );
        let [_, light, heavy] = bodies.map(|body| body.displacement.y);
        assert!(light >= -1e-10, "{light:e}");
        assert!((light - heavy) < 1.01 * Tuning::MAX_DEPTH, "{heavy:e}");
    }
}
