//! Writes a world and reads it again.

use collide_core::vector::Vector;
use collide_core::world::World;

/// Copies of a world, written and read as JSON and as bytes.
pub fn restored<V: Vector>(world: &World<V>) -> [World<V>; 2] {
    let text = serde_json::to_string(world).unwrap();
    let bytes = postcard::to_stdvec(world).unwrap();
    [serde_json::from_str(&text).unwrap(), postcard::from_bytes(&bytes).unwrap()]
}
