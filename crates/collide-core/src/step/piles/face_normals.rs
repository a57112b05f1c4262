//! Gives contacts beside a face the normal of the face.
//!
//! The solver takes a contact for a plane, which is exact for a face. For a corner that is not touched yet it is not:
//!
//! ```text
//!         ( )-->                the plane of the corner ahead would be a slope to a ball that slides along
//!     -----------+-----------   the floor, although the corner does not stand out of the floor
//! ```
//!
//! Along any direction in which two convex bodies are apart, they stay apart as long as they do not approach along it.
//! So a body that is apart from its neighbour along the normal of a face that it is near takes that normal for both.

use crate::contact::Contact;
use crate::step::solver::constants::Tuning;
use crate::step::state::piles::NearContact;
use crate::step::touch::margins::distance_rounding;
use crate::vector::Vector;
use crate::world::{Obstacle, Slot, World};

/// The scalar product of two normals below which two walls face each other.
const FACING: f64 = -0.5;

/// Gives each of the near contacts of a body at `time` the normal of the nearest face that is nearer, if the body is apart
/// from the other one along that normal, but for rounding.
pub(super) fn take_face_normals<V: Vector>(
    world: &World<V>,
    near: &mut [NearContact<V>],
    time: f64,
) {
    if !near.iter().any(|near| near.is_face) {
        return;
    }
    let slot = |index: u32| world.slots[index as usize].as_ref();
    let is_movable = |slot: Option<&Slot<V>>| slot.is_some_and(Slot::is_mover);
    for place in 0..near.len() {
        let found = near[place].nearest_feature;
        let [mover, other] = near[place].pair.map(slot);
        // A movable body beside one that lies deep in a wall keeps its normal: the face is no floor of both.
        let max_depth = match (mover, other) {
            (Some(mover), Some(other)) if other.is_mover() => Tuning::DEEP_SHARE * mover.size(),
            _ => f64::INFINITY,
        };
        let faces = near.iter().filter(|face| {
            let Contact { separation, normal, .. } = face.nearest_feature;
            // A wall that faces the other one, as where a body is pinched between them, keeps its normal.
            let may_turn = normal != found.normal && normal.dot(found.normal) > FACING;
            let is_nearer = separation < found.separation && separation >= -max_depth;
            // A wall does not give way with a movable body.
            let is_as_firm = is_movable(other) || !is_movable(slot(face.pair[1]));
            face.is_face && is_nearer && may_turn && is_as_firm
        });
        let key = |near: &NearContact<V>| {
            (slot(near.pair[1]).map(|slot| slot.key), near.nearest_feature.feature)
        };
        let nearest = faces.min_by(|one, two| {
            let [first, second] = [one, two].map(|it| it.nearest_feature.separation);
            first.total_cmp(&second).then_with(|| key(one).cmp(&key(two)))
        });
        if let Some(face) = nearest
            && let Some(separation) = separation_from_face(world, &near[place], face, time)
        {
            let normal = face.nearest_feature.normal;
            near[place].contact = Contact { separation, normal, ..found };
        }
    }
}

/// How far a body is from the other one along the normal of a face that it is near, if the two do not overlap there, but
/// for rounding.
fn separation_from_face<V: Vector>(
    world: &World<V>,
    near: &NearContact<V>,
    face: &NearContact<V>,
    time: f64,
) -> Option<f64> {
    let [mover, other] = world.pair(near.pair)?;
    let obstacle = Obstacle::new(other, &mover.shared.mover, world.environment().period, time);
    let offset = mover.flight().position(time) - other.flight().position(time);
    let Contact { separation: height, normal, .. } = face.nearest_feature;
    let separation = obstacle.separation_along(offset, normal, Some(near.nearest_feature.feature));
    let rounding = distance_rounding([mover, other], world.given_rounding());
    let flush = Tuning::FLUSH_SHARE * mover.size() + rounding;
    (separation >= f64::min(height, 0.0) - flush).then_some(separation)
}
