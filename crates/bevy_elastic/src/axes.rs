//! How the axes of a body lie in its space: scaled, mirrored and turned by its transform.

use bevy_math::Vec3;
use bevy_transform::components::GlobalTransform;
use collide_core::shape::Frame;
use collide_core::vector::Vector;

use crate::space::{Space, shows_back};

/// The scale, the mirroring and the rotation of a global transform, as they act on what is given relative to a body.
pub(crate) struct Axes<V: Space> {
    /// The largest magnitude of the scale along the axes of the space, which applies to all of them.
    pub(crate) scale: f64,
    /// The scale of the transform, if its magnitude differs along the axes of the space.
    pub(crate) uneven_scale: Option<Vec3>,
    /// The rotation, after the mirroring.
    pub(crate) frame: Frame<V::Wide>,
    /// 1 for each axis, or -1 if it is mirrored.
    signs: V::Wide,
}

impl<V: Space> Axes<V> {
    pub(crate) fn of(global: &GlobalTransform) -> Self {
        // Of a transform that mirrors, this scale is negative along x, and the rotation is what remains.
        let (scale, rotation, _) = global.to_scale_rotation_translation();
        let mut signs = scale.to_array().map(|scale| if scale < 0.0 { -1.0 } else { 1.0 });
        if shows_back::<V>(rotation) {
            signs[1] = -signs[1];
        }
        let (scale, uneven_scale) = uniform_scale::<V>(scale);
        let signs = V::Wide::from_components(|axis| signs[axis]);
        Self { scale, uneven_scale, frame: V::frame(rotation), signs }
    }

    /// A vector of the body in its space, mirrored and turned but not scaled.
    pub(crate) fn direction(&self, vector: V) -> V::Wide {
        let vector = vector.widen();
        let mirrored = |axis| vector.component(axis) * self.signs.component(axis);
        let mirrored = V::Wide::from_components(mirrored);
        // A number that no vector can have is named as it was given.
        if self.frame == Frame::identity() { mirrored } else { self.frame.to_global(mirrored) }
    }

    /// A vector of the body in its space, mirrored, turned and scaled.
    pub(crate) fn vector(&self, vector: V) -> V::Wide {
        self.direction(vector) * self.scale
    }
}

/// The largest magnitude of the scale along the axes of the space, and the scale itself if they differ.
pub(crate) fn uniform_scale<V: Space>(scale: Vec3) -> (f64, Option<Vec3>) {
    let axes = &scale.abs().to_array()[..V::Wide::DIMENSION];
    let largest = axes.iter().copied().fold(0.0, f32::max);
    let smallest = axes.iter().copied().fold(f32::INFINITY, f32::min);
    let uneven = (largest - smallest > 1e-5 * largest).then_some(scale);
    // Rotations round: a scale so close to 1 is 1.
    let scale = if (largest - 1.0).abs() < 1e-6 { 1.0 } else { f64::from(largest) };
    (scale, uneven)
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use bevy_math::{Quat, Vec2, vec3};
    use bevy_transform::components::Transform;

    use super::*;

    /// All transforms of half and full turns and signs of the scale, under a parent that is one of them too.
    fn transforms() -> Vec<Transform> {
        let turns = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| Quat::from_axis_angle(axis, PI));
        let turns = turns.into_iter().chain([Quat::IDENTITY, Quat::from_rotation_z(0.7)]);
        let signs = |bits: u8| {
            Vec3::from_array([1, 2, 4].map(|bit| if bits & bit == 0 { 1.5 } else { -1.5 }))
        };
        turns
            .flat_map(|turn| (0..8).map(move |bits| (turn, signs(bits))))
            .map(|(turn, scale)| Transform::from_rotation(turn).with_scale(scale))
            .collect()
    }

    /// The axes act as the transform does, in this space.
    fn as_the_transform_does<V: Space>(global: &GlobalTransform, at: Vec3) {
        let wanted = V::from_translation(global.affine().transform_vector3(at)).widen();
        let given = V::from_translation(at);
        let axes = Axes::<V>::of(global);
        let error = (axes.vector(given) - wanted).length();
        assert!(error < 1e-5, "{global:?}: {:?} instead of {wanted:?}", axes.vector(given));
        // What mirrors is in the signs: the frame turns only.
        let [x, y, _] = *axes.frame.axes();
        let turns = match V::Wide::DIMENSION {
            2 => x.component(0) * y.component(1) > x.component(1) * y.component(0),
            _ => true,
        };
        assert!(turns, "{global:?}");
    }

    #[test]
    fn the_axes_act_as_the_transform_does() {
        for parent in transforms() {
            for own in transforms() {
                let global = GlobalTransform::from(parent) * own;
                as_the_transform_does::<Vec2>(&global, vec3(0.3, -0.7, 0.0));
                as_the_transform_does::<Vec3>(&global, vec3(0.3, -0.7, 0.45));
            }
        }
    }
}
