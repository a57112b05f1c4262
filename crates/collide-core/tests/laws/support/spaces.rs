//! Tests of one law in the plane and in space, with values that were given in f64 or in f32.

use collide_core::vector::Vector;
use collide_core::world::World;
use scenes::core::round_through_f32;

/// The precision in which a game gives its places and velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    InF64,
    InF32,
}

impl Given {
    /// Both.
    pub const ALL: [Self; 2] = [Self::InF64, Self::InF32];

    /// The world with the values that it has if it is given so.
    pub fn round<V: Vector>(self, world: &mut World<V>) {
        if self == Self::InF32 {
            round_through_f32(world).unwrap();
        }
    }

    /// The first of two values in f64, the second in f32.
    pub fn choose<T>(self, in_f64: T, in_f32: T) -> T {
        match self {
            Self::InF64 => in_f64,
            Self::InF32 => in_f32,
        }
    }
}

/// Makes a test of a generic function in each space.
macro_rules! in_both_spaces {
    ($($name:ident),* $(,)?) => {
        $(
            mod $name {
                #[test]
                fn in_the_plane() {
                    super::$name::<glam::DVec2>();
                }
                #[test]
                fn in_space() {
                    super::$name::<glam::DVec3>();
                }
            }
        )*
    };
}
pub(crate) use in_both_spaces;
