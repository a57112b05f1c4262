//! A guide to the plugin: the concepts, and one recipe a page. Every example is compiled with the tests.
//!
//! Programs to run, one feature each, are in the folder `examples` of the crate, which has a list in its `README.md`:
//! `cargo run -p bevy_elastic --example hello_ball`.
//!
//! **Begin here**
//! * [First ball](first_ball): a ball in a box.
//! * [Ten programs](programs), each whole: pong, bricks, a flipper, fruits, a pool shot, a bowl in 3D, and so on.
//! * [Concepts](concepts): bodies, colliders, restitution; what is exact and what is solved.
//! * [The tick](tick): the stages, where systems belong, drawing between ticks.
//! * [Units and dt](units): lengths, times, gravity, accuracy, the build profile.
//! * [Events](events): messages and observers.
//! * [Contacts](contacts): what touches what.
//! * [Coming from Avian or bevy_rapier](coming_from): names side by side, and differences.
//!
//! **Things in a game**
//! * [Walls](walls), [tile maps](tile_maps), [several colliders, parents and children](children).
//! * [A paddle moved by the player](paddle), [breakable bricks](bricks), [pockets],
//!   [sensors], [one-way gates](one_way), [bumpers].
//! * [Friction and rolling](friction), [balls that turn](spin), [balls on a cloth](cloth),
//!   [constant speed](constant_speed), [a force that depends on the place](fields),
//!   [piles and sleep](piles).
//! * [Layers](layers), [pair hooks](pair_hooks).
//! * [Rays, casts and overlaps](queries), [despawning in an observer](despawning), [sound].
//!
//! **Time**
//! * [An aim line](aim_line): what will happen, by `Forecast`.
//! * [Futures by the thousand](futures): the aim that pots, the bin that was chosen, turns ahead.
//! * [Slow motion, pause, the next impact](slow_motion).
//! * [Snapshots and rewind](rewind), [save games, recordings and bug reports](save_games), [rollback and two machines](rollback).
//!
//! **Elsewhere**
//! * [3D, and f64](spaces), [a space that repeats](periodic), [tests without a window](testing), [the web](web).
//! * [Debug drawing](debug_drawing), [an inspector](panel), [diagnostics], [picking]: clicks on bodies.

#[doc = include_str!("guide/first_ball.md")]
pub mod first_ball {}

#[doc = include_str!("guide/programs.md")]
pub mod programs {}

#[doc = include_str!("guide/concepts.md")]
pub mod concepts {}

#[doc = include_str!("guide/tick.md")]
pub mod tick {}

#[doc = include_str!("guide/units.md")]
pub mod units {}

#[doc = include_str!("guide/events.md")]
pub mod events {}

#[doc = include_str!("guide/contacts.md")]
pub mod contacts {}

#[doc = include_str!("guide/coming_from.md")]
pub mod coming_from {}

#[doc = include_str!("guide/walls.md")]
pub mod walls {}

#[doc = include_str!("guide/tile_maps.md")]
pub mod tile_maps {}

#[doc = include_str!("guide/children.md")]
pub mod children {}

#[doc = include_str!("guide/paddle.md")]
pub mod paddle {}

#[doc = include_str!("guide/bricks.md")]
pub mod bricks {}

#[doc = include_str!("guide/pockets.md")]
pub mod pockets {}

#[doc = include_str!("guide/sensors.md")]
pub mod sensors {}

#[doc = include_str!("guide/one_way.md")]
pub mod one_way {}

#[doc = include_str!("guide/bumpers.md")]
pub mod bumpers {}

#[doc = include_str!("guide/friction.md")]
pub mod friction {}

#[doc = include_str!("guide/spin.md")]
pub mod spin {}

#[doc = include_str!("guide/cloth.md")]
pub mod cloth {}

#[doc = include_str!("guide/constant_speed.md")]
pub mod constant_speed {}

#[doc = include_str!("guide/fields.md")]
pub mod fields {}

#[doc = include_str!("guide/piles.md")]
pub mod piles {}

#[doc = include_str!("guide/layers.md")]
pub mod layers {}

#[doc = include_str!("guide/pair_hooks.md")]
pub mod pair_hooks {}

#[doc = include_str!("guide/queries.md")]
pub mod queries {}

#[doc = include_str!("guide/despawning.md")]
pub mod despawning {}

#[doc = include_str!("guide/sound.md")]
pub mod sound {}

#[doc = include_str!("guide/aim_line.md")]
pub mod aim_line {}

#[doc = include_str!("guide/futures.md")]
pub mod futures {}

#[doc = include_str!("guide/slow_motion.md")]
pub mod slow_motion {}

#[doc = include_str!("guide/rewind.md")]
pub mod rewind {}

#[cfg_attr(feature = "serde", doc = include_str!("guide/save_games.md"))]
#[cfg_attr(
    not(feature = "serde"),
    doc = "# Save games and bug reports\n\nThis page needs the feature `serde`."
)]
pub mod save_games {}

#[doc = include_str!("guide/rollback.md")]
pub mod rollback {}

#[doc = include_str!("guide/spaces.md")]
pub mod spaces {}

#[doc = include_str!("guide/periodic.md")]
pub mod periodic {}

#[doc = include_str!("guide/testing.md")]
pub mod testing {}

#[doc = include_str!("guide/web.md")]
pub mod web {}

#[cfg_attr(feature = "gizmos", doc = include_str!("guide/debug_drawing.md"))]
#[cfg_attr(not(feature = "gizmos"), doc = "This page needs the feature `gizmos`.")]
pub mod debug_drawing {}

#[cfg_attr(feature = "diagnostics", doc = include_str!("guide/diagnostics.md"))]
#[cfg_attr(not(feature = "diagnostics"), doc = "This page needs the feature `diagnostics`.")]
pub mod diagnostics {}

#[cfg_attr(feature = "panel_without_fonts", doc = include_str!("guide/panel.md"))]
#[cfg_attr(not(feature = "panel_without_fonts"), doc = "This page needs the feature `panel`.")]
pub mod panel {}

#[cfg_attr(feature = "picking", doc = include_str!("guide/picking.md"))]
#[cfg_attr(not(feature = "picking"), doc = "This page needs the feature `picking`.")]
pub mod picking {}
