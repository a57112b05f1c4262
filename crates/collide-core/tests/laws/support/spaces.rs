//! The same law in all four spaces.

/// Makes a test of a generic function for each space.
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
