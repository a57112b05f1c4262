//! The log of what the plugin itself has written, to tell it apart from what the game writes.

use bevy_ecs::change_detection::Tick;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::resource::Resource;
use bevy_transform::components::GlobalTransform;

use crate::space::Space;

/// The change ticks of the plugin's own writes to the bodies of a space, and the state of the last gathering.
#[derive(Resource, Clone, Debug)]
pub struct WriteLog<V: Space> {
    /// The ticks at which the plugin has written to moving bodies without a parent since the last gathering.
    pub(crate) own_ticks: Vec<Tick>,
    /// The tick of the last gathering.
    gathered_at: Tick,
    /// The global transforms of the parents of walls at the last gathering.
    pub(crate) wall_parents: EntityHashMap<GlobalTransform>,
    /// Whether Transforms may display another instant than the end of the last tick.
    pub(crate) is_displaced: bool,
    space: std::marker::PhantomData<V>,
}

/// The maximum number of own ticks in the log. Frames go on while the game is paused, and each may write twice.
const MAX_OWN_TICKS: usize = 64;

impl<V: Space> Default for WriteLog<V> {
    fn default() -> Self {
        Self {
            own_ticks: Vec::new(),
            gathered_at: Tick::new(0),
            wall_parents: EntityHashMap::default(),
            is_displaced: false,
            space: std::marker::PhantomData,
        }
    }
}

impl<V: Space> WriteLog<V> {
    /// Records that the plugin has written at this tick.
    pub(crate) fn record(&mut self, now: Tick) {
        if self.own_ticks.len() == MAX_OWN_TICKS {
            // Writes at forgotten ticks count as those of the game: the next tick reads all bodies.
            self.own_ticks.clear();
        }
        self.own_ticks.push(now);
    }

    /// Records that everything written until now has been read.
    pub(crate) fn record_gathering(&mut self, now: Tick) {
        self.own_ticks.clear();
        self.gathered_at = now;
    }

    /// Whether what was written at a tick has been read or is the plugin's own.
    pub(crate) fn is_known(&self, tick: Tick, now: Tick) -> bool {
        !tick.is_newer_than(self.gathered_at, now) || self.own_ticks.contains(&tick)
    }
}
