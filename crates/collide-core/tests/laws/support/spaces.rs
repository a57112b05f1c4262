//! Tests of one law in all four spaces.

use collide_core::vector::Vector;

/// Whether a space stores positions and velocities in f32.
pub fn is_single_precision<V: Vector>() -> bool {
    V::EPSILON > f64::EPSILON
}

/// Makes a test of a generic function in each space.
macro_rules! in_all_spaces {
    ($($name:ident),* $(,)?) => {
        $(
            mod $name {
                #[test]
                fn in_vec2() {
                    super::$name::<glam::Vec2>();
                }
                #[test]
                fn in_vec3() {
                    super::$name::<glam::Vec3>();
                }
                #[test]
                fn in_dvec2() {
                    super::$name::<glam::DVec2>();
                }
                #[test]
                fn in_dvec3() {
                    super::$name::<glam::DVec3>();
                }
            }
        )*
    };
}
pub(crate) use in_all_spaces;
