//! The lines of each shape of a collider.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy_color::Color;
use bevy_gizmos::gizmos::GizmoBuffer;
use bevy_gizmos::primitives::dim3::GizmoPrimitive3d;
use bevy_math::primitives::Capsule3d;
use bevy_math::{Isometry3d, Quat, Vec2, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use collide_core::vector::Vector;

use crate::axes::Axes;
use crate::components::Collider;
use crate::gizmos::config::ElasticGizmos;
use crate::space::{Angular, Space};

/// The lines of a frame.
pub(crate) type Lines = GizmoBuffer<ElasticGizmos, ()>;

/// The number of lines of half a circle.
const HALF_CIRCLE_LINES: u8 = 16;

/// How a collider is scaled, turned and moved, as the simulation does it.
pub(crate) struct Placement<V: Space> {
    axes: Axes<V>,
    /// In the plane, z is the height at which the body is drawn.
    translation: Vec3,
}

impl<V: Space> Placement<V> {
    pub(crate) fn of(global: &GlobalTransform) -> Self {
        Self { axes: Axes::of(global), translation: global.translation() }
    }

    const IS_PLANE: bool = <V::Wide as Vector>::DIMENSION == 2;

    /// A vector of the body in the coordinates of transforms, mirrored and turned but not scaled.
    pub(crate) fn direction(&self, vector: V) -> Vec3 {
        V::narrow(self.axes.direction(vector)).translation(Vec3::ZERO)
    }

    fn point(&self, point: V) -> Vec3 {
        self.translation + V::narrow(self.axes.vector(point)).translation(Vec3::ZERO)
    }

    fn length(&self, length: f64) -> f32 {
        (length * self.axes.scale) as f32
    }

    /// The edges of a box, expanded by a radius.
    fn size(&self, half_size: V, radius: f32) -> Vec3 {
        let half = V::narrow(half_size.widen() * self.axes.scale).translation(Vec3::ZERO);
        (half + radius) * 2.0
    }

    fn upright(&self) -> Isometry3d {
        Isometry3d::from_translation(self.translation)
    }

    fn turned(&self) -> Isometry3d {
        Isometry3d::new(self.translation, V::Angular::rotation(&self.axes.frame))
    }

    fn draw_ball(&self, lines: &mut Lines, radius: f64, color: Color) {
        let radius = self.length(radius);
        if Self::IS_PLANE {
            lines.circle(self.upright(), radius, color);
        } else {
            lines.sphere(self.upright(), radius, color);
        }
    }

    fn draw_box(&self, lines: &mut Lines, half_size: V, at: Isometry3d, color: Color) {
        let size = self.size(half_size, 0.0);
        if Self::IS_PLANE {
            lines.rect(at, size.truncate(), color);
        } else {
            lines.cube(Transform::from_isometry(at).with_scale(size), color);
        }
    }

    fn draw_rounded_box(&self, lines: &mut Lines, half_size: V, radius: f64, color: Color) {
        let radius = self.length(radius);
        let size = self.size(half_size, radius);
        if Self::IS_PLANE {
            lines.rounded_rect(self.turned(), size.truncate(), color).corner_radius(radius);
        } else {
            lines.rounded_cuboid(self.turned(), size, color).edge_radius(radius);
        }
    }

    fn draw_capsule(&self, lines: &mut Lines, ends: [Vec3; 2], radius: f32, color: Color) {
        let [start, end] = ends;
        let along = end - start;
        if radius == 0.0 {
            lines.line(start, end, color);
        } else if Self::IS_PLANE {
            let angle = Vec2::X.angle_to(along.truncate());
            // Around the end from its right to its left, and around the start back.
            let arc = |centre: Vec3, from: f32| {
                (0..=HALF_CIRCLE_LINES).map(move |line| {
                    let turned = from + PI * f32::from(line) / f32::from(HALF_CIRCLE_LINES);
                    centre + (Vec2::from_angle(turned) * radius).extend(0.0)
                })
            };
            let angle = if angle.is_nan() { 0.0 } else { angle };
            lines.lineloop(arc(end, angle - FRAC_PI_2).chain(arc(start, angle + FRAC_PI_2)), color);
        } else {
            let axis = along.try_normalize().unwrap_or(Vec3::Y);
            let rotation = Quat::from_rotation_arc(Vec3::Y, axis);
            let capsule = Capsule3d { radius, half_length: along.length() / 2.0 };
            lines.primitive_3d(&capsule, Isometry3d::new(start.midpoint(end), rotation), color);
        }
    }

    /// Of a half-space, a part of the surface and the normal.
    fn draw_half_space(&self, lines: &mut Lines, normal: V, config: &ElasticGizmos, color: Color) {
        let Some(normal) = self.direction(normal).try_normalize() else { return };
        let extent = config.half_space_extent;
        if Self::IS_PLANE {
            let along = normal.truncate().perp().extend(0.0) * extent;
            lines.line(self.translation - along, self.translation + along, color);
        } else {
            let rotation = Quat::from_rotation_arc(Vec3::Z, normal);
            let surface = Isometry3d::new(self.translation, rotation);
            lines.rect(surface, Vec2::splat(2.0 * extent), color);
        }
        self.draw_arrow(lines, normal * config.normal_length, color);
    }

    /// The radius of a ball along its own first axis, which shows how it is turned.
    pub(crate) fn draw_radius(&self, lines: &mut Lines, radius: f64, color: Color) {
        let end = V::narrow(<V::Wide as Vector>::unit(0) * radius);
        lines.line(self.translation, self.point(end), color);
    }

    /// An arrow from the centre of the body. One without a length has no direction to be drawn in.
    pub(crate) fn draw_arrow(&self, lines: &mut Lines, vector: Vec3, color: Color) {
        if vector.length_recip().is_finite() {
            lines.arrow(self.translation, self.translation + vector, color);
        }
    }

    /// The lines of a collider.
    pub(crate) fn draw_collider(
        &self,
        lines: &mut Lines,
        collider: &Collider<V>,
        config: &ElasticGizmos,
        color: Color,
    ) {
        let outline = |points: &[V]| points.iter().map(|at| self.point(*at)).collect::<Vec<_>>();
        match collider {
            Collider::Ball { radius } | Collider::RoundArena { radius } => {
                self.draw_ball(lines, *radius, color);
            }
            Collider::Cuboid { half_size } => {
                self.draw_box(lines, *half_size, self.turned(), color);
            }
            // The simulation ignores the rotation of an arena.
            Collider::Arena { half_size } => {
                self.draw_box(lines, *half_size, self.upright(), color);
            }
            Collider::RoundedCuboid { half_size, radius } => {
                self.draw_rounded_box(lines, *half_size, *radius, color);
            }
            Collider::Capsule { start, end, radius } => {
                let ends = [self.point(*start), self.point(*end)];
                self.draw_capsule(lines, ends, self.length(*radius), color);
            }
            Collider::Polygon { points } | Collider::Chain { points, closed: true } => {
                lines.lineloop(outline(points), color);
            }
            Collider::Chain { points, closed: false } => {
                lines.linestrip(outline(points), color);
            }
            Collider::HalfSpace { normal } => self.draw_half_space(lines, *normal, config, color),
        }
    }
}
