//! The geometry of the cushions and pockets of the table.
//!
//! The border is one closed counter-clockwise chain of capsules of equal radius. Neighbours share an
//! end, so the joints are as round as the noses and leave no gap for a ball.
//!
//! ```text
//!       5 ______rail______ 4 ______rail______ 3        a pocket, from outside:
//!        |                                   |            back
//!      rail    head              foot      rail          ______
//!        |                                   |          /      \  jaws
//!       0 ______rail______ 1 ______rail______ 2   _____/  lip   \_____ rails
//! ```

use glam::DVec2;

use super::dimensions::{BALL_RADIUS, HALF_LENGTH, HALF_WIDTH};

/// Radius of the rounded nose of every cushion and jaw, in metres.
const NOSE_RADIUS: f64 = 0.01;

/// Distance between the noses and the outermost wall, in metres.
const BOUNDS_MARGIN: f64 = 0.16;

/// A segment with a radius: a rail, a jaw or the back of a pocket. All lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// First end of the axis.
    pub start: DVec2,
    /// Second end of the axis.
    pub end: DVec2,
    /// Distance from the axis to the surface.
    pub radius: f64,
}

impl Capsule {
    /// Distance from a point to the surface, in metres; negative inside.
    #[must_use]
    pub fn distance(&self, point: DVec2) -> f64 {
        let axis = self.end - self.start;
        let along = ((point - self.start).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
        point.distance(self.start + axis * along) - self.radius
    }
}

/// A hole: a ball drops when its centre passes the lip, which is this circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pocket {
    /// Centre of the circle, in metres.
    pub centre: DVec2,
    /// Radius of the circle, in metres.
    pub radius: f64,
    /// Unit vector from the playing surface into the pocket.
    pub outward: DVec2,
}

/// The cushions and pockets of a table.
///
/// Pockets are numbered counter-clockwise from the corner at negative x and negative y; 1 and 4 are
/// the side pockets. Capsules 4p to 4p + 3 are the rail that leads to pocket p, the jaw into it, its
/// back, and the jaw out of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The closed chain of capsules.
    pub cushions: Vec<Capsule>,
    /// The six pockets.
    pub pockets: Vec<Pocket>,
    /// Half extents, in metres, of a rectangle around everything. It is the outermost wall, which no ball
    /// reaches as long as the cushions stop it.
    pub bounds: DVec2,
}

impl Table {
    /// A nine-foot table, with pockets in the middle of the tolerances.
    #[must_use]
    pub fn nine_foot() -> Self {
        let mouths: [Mouth; 6] = std::array::from_fn(Mouth::nine_foot);
        let mut cushions = Vec::with_capacity(24);
        for (index, mouth) in mouths.iter().enumerate() {
            let before = &mouths[(index + 5) % 6];
            let [into, out] = mouth.jaw_ends();
            let chain = [before.tips[1], mouth.tips[0], into, out, mouth.tips[1]];
            cushions.extend(chain.windows(2).map(|ends| Capsule {
                start: ends[0],
                end: ends[1],
                radius: NOSE_RADIUS,
            }));
        }
        Self {
            cushions,
            pockets: mouths.iter().map(Mouth::pocket).collect(),
            bounds: DVec2::new(HALF_LENGTH, HALF_WIDTH) + DVec2::splat(BOUNDS_MARGIN),
        }
    }

    /// The three capsules of the cushion that leads to pocket `rail`: a jaw, the rail and the other jaw.
    ///
    /// # Panics
    ///
    /// When `rail` is 6 or more.
    #[must_use]
    pub fn cushion(&self, rail: usize) -> [Capsule; 3] {
        let first = 4 * rail;
        [self.cushions[(first + 23) % 24], self.cushions[first], self.cushions[first + 1]]
    }

    /// The number of the pocket into which a ball with this centre has dropped.
    #[must_use]
    pub fn pocket_at(&self, centre: DVec2) -> Option<usize> {
        self.pockets.iter().position(|pocket| pocket.centre.distance(centre) < pocket.radius)
    }

    /// Whether a ball with this centre overlaps no cushion and lies within the outermost wall.
    #[must_use]
    pub fn has_room(&self, centre: DVec2) -> bool {
        let inside = self.bounds - DVec2::splat(BALL_RADIUS) - centre.abs();
        inside.min_element() >= 0.0
            && self.cushions.iter().all(|cushion| cushion.distance(centre) >= BALL_RADIUS)
    }
}

/// The dimensions of one kind of pocket. Sines and cosines are written out, because those of the
/// standard library differ in the last digit between platforms and a scene must be the same everywhere.
struct Cut {
    /// Distance between the two points where the nose line and the jaw would meet unrounded, in metres.
    mouth: f64,
    /// Cosine and sine of the turn from the nose line into the jaw: 180 degrees less the cut.
    turn: DVec2,
    /// Length of the jaw's axis, in metres.
    jaw: f64,
    /// Distance from the mouth to the lip along the pocket's axis, in metres.
    shelf: f64,
    /// Radius of the hole, in metres.
    hole: f64,
}

/// Corner pockets: cut at 142 degrees, mouth 0.1143 to 0.1175 m, shelf 0.0254 to 0.0572 m.
const CORNER: Cut = Cut {
    mouth: 0.116,
    turn: DVec2::new(0.788_010_753_606_722, 0.615_661_475_325_658_3),
    jaw: 0.11,
    shelf: 0.03,
    hole: 0.055,
};

/// Side pockets: cut at 104 degrees, mouth 0.127 to 0.1302 m, shelf 0 to 0.0095 m.
const SIDE: Cut = Cut {
    mouth: 0.129,
    turn: DVec2::new(0.241_921_895_599_667_73, 0.970_295_726_275_996_5),
    jaw: 0.09,
    shelf: 0.008,
    hole: 0.0575,
};

/// The opening of one pocket, in the counter-clockwise order of the border.
struct Mouth {
    cut: &'static Cut,
    /// Direction of travel along the rail before and the rail after the pocket.
    travel: [DVec2; 2],
    /// Middle of the mouth.
    middle: DVec2,
    /// Ends of the axes of the rail before and the rail after the pocket.
    tips: [DVec2; 2],
}

impl Mouth {
    fn nine_foot(index: usize) -> Self {
        // Signs of the six pockets, and the four directions of a counter-clockwise walk.
        const PLACES: [(f64, f64); 6] =
            [(-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0)];
        const TRAVEL: [DVec2; 6] =
            [DVec2::NEG_Y, DVec2::X, DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_X];
        let (x, y) = PLACES[index];
        let corner = DVec2::new(x * HALF_LENGTH, y * HALF_WIDTH);
        let travel = [TRAVEL[index], TRAVEL[(index + 1) % 6]];
        let cut = if x == 0.0 { &SIDE } else { &CORNER };
        // The mouth of a corner is the long side of a right triangle, that of a side pocket is straight.
        let back = if x == 0.0 { cut.mouth / 2.0 } else { cut.mouth * 0.5_f64.sqrt() };
        let points = [corner - travel[0] * back, corner + travel[1] * back];
        // Rounding a turn of t with radius r moves the touching point back by r tan(t / 2),
        // and tan(t / 2) = sin t / (1 + cos t).
        let rounded = NOSE_RADIUS * cut.turn.y / (1.0 + cut.turn.x);
        let tips = [
            points[0] - travel[0] * rounded + outside(travel[0]) * NOSE_RADIUS,
            points[1] + travel[1] * rounded + outside(travel[1]) * NOSE_RADIUS,
        ];
        Self { cut, travel, middle: (points[0] + points[1]) / 2.0, tips }
    }

    /// Far ends of the axes of the jaw into the pocket and the jaw out of it.
    fn jaw_ends(&self) -> [DVec2; 2] {
        let Cut { turn, jaw, .. } = self.cut;
        let into = self.travel[0] * turn.x + outside(self.travel[0]) * turn.y;
        let out = -self.travel[1] * turn.x + outside(self.travel[1]) * turn.y;
        [self.tips[0] + into * *jaw, self.tips[1] + out * *jaw]
    }

    fn pocket(&self) -> Pocket {
        let outward = (outside(self.travel[0]) + outside(self.travel[1])).normalize();
        let centre = self.middle + outward * (self.cut.shelf + self.cut.hole);
        Pocket { centre, radius: self.cut.hole, outward }
    }
}

/// The direction away from the table, for a counter-clockwise direction of travel: to the right.
fn outside(travel: DVec2) -> DVec2 {
    -travel.perp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_cosines_match_their_angles() {
        for (cut, degrees) in [(&CORNER, 142.0_f64), (&SIDE, 104.0)] {
            let turn = (180.0 - degrees).to_radians();
            assert!(cut.turn.distance(DVec2::new(turn.cos(), turn.sin())) < 1e-15);
        }
    }

    #[test]
    fn border_is_closed_with_one_radius() {
        let Table { cushions, .. } = Table::nine_foot();
        assert_eq!(cushions.len(), 24);
        for (index, cushion) in cushions.iter().enumerate() {
            assert_eq!(cushion.end, cushions[(index + 1) % 24].start);
            assert_eq!(cushion.radius, NOSE_RADIUS);
        }
    }

    #[test]
    fn noses_lie_on_edge_of_playing_surface() {
        let table = Table::nine_foot();
        for rail in 0..6 {
            let [_, Capsule { start, end, radius }, _] = table.cushion(rail);
            let inward = (end - start).normalize().perp();
            for point in [start + inward * radius, end + inward * radius] {
                let to_edge = DVec2::new(HALF_LENGTH, HALF_WIDTH) - point.abs();
                assert!(to_edge.min_element().abs() < 1e-15, "{point}");
            }
        }
    }

    /// The point where the nose line of a rail would meet the face of a jaw unrounded. The faces are
    /// on the left, because the border runs counter-clockwise.
    fn pointed_lip(rail: Capsule, jaw: Capsule) -> DVec2 {
        let [(origin, along), (other, across)] = [rail, jaw].map(|capsule| {
            let direction = (capsule.end - capsule.start).normalize();
            (capsule.start + direction.perp() * capsule.radius, direction)
        });
        origin + along * ((other - origin).perp_dot(across) / along.perp_dot(across))
    }

    #[test]
    fn mouths_and_jaws_match_specification() {
        let table = Table::nine_foot();
        for pocket in 0..6 {
            let [_, rail, into] = table.cushion(pocket);
            let [out, next, _] = table.cushion((pocket + 1) % 6);
            let (mouth, cut) =
                if pocket % 3 == 1 { (0.129, 104.0_f64) } else { (0.116, 142.0_f64) };
            let width = pointed_lip(rail, into).distance(pointed_lip(next, out));
            assert!((width - mouth).abs() < 1e-12, "mouth of {pocket} is {width}");
            for (cushion, jaw) in [
                (rail.start - rail.end, into.end - into.start),
                (next.end - next.start, out.start - out.end),
            ] {
                let angle = cushion.angle_to(jaw).abs().to_degrees();
                assert!((angle - cut).abs() < 1e-9, "cut of {pocket} is {angle}");
            }
        }
    }

    #[test]
    fn pocket_at_is_none_on_playing_surface() {
        let table = Table::nine_foot();
        let reach = DVec2::new(HALF_LENGTH, HALF_WIDTH) - DVec2::splat(BALL_RADIUS);
        for step in 0..=1000 {
            let across = f64::from(step) / 500.0 - 1.0;
            for side in [-1.0, 1.0] {
                for centre in [DVec2::new(across, side), DVec2::new(side, across)] {
                    assert_eq!(table.pocket_at(centre * reach), None);
                }
            }
        }
    }

    /// Flood fill of the positions that a ball's centre can reach from the playing surface in front of a
    /// pocket without dropping. The fill must stop at the lip, hence every path through the mouth drops.
    #[test]
    fn every_path_through_mouth_ends_in_pocket() {
        const STEP: f64 = 0.001;
        let table = Table::nine_foot();
        for (number, pocket) in table.pockets.iter().enumerate() {
            let position = |(i, j): (i32, i32)| {
                let (along, across) = (f64::from(i) * STEP, f64::from(j) * STEP);
                pocket.centre + pocket.outward * along + pocket.outward.perp() * across
            };
            let first = (-(0.2 / STEP) as i32, 0);
            let mut visited = std::collections::HashSet::from([first]);
            let mut open = vec![first];
            let mut dropped = false;
            while let Some((i, j)) = open.pop() {
                assert!(i < 0, "a ball passed pocket {number} at {}", position((i, j)));
                for next in [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)] {
                    let near = next.0 >= first.0 && f64::from(next.1.abs()) * STEP < 0.15;
                    let centre = position(next);
                    dropped |= table.has_room(centre) && table.pocket_at(centre).is_some();
                    let free = table.has_room(centre) && table.pocket_at(centre).is_none();
                    if near && free && visited.insert(next) {
                        open.push(next);
                    }
                }
            }
            assert!(dropped, "no ball reaches pocket {number}");
        }
    }
}
