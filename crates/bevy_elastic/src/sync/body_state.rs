//! What was last read from an entity and written to it, and what else has been written since?

use bevy_ecs::change_detection::Tick;
use bevy_ecs::component::Component;
use bevy_ecs::entity::{EntityHashMap, EntityLocation};
use bevy_ecs::resource::Resource;
use bevy_math::{Mat3A, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use collide_core::body::Body;
use collide_core::report::Leg;
use collide_core::world::BodyId;

use crate::space::Space;
use crate::sync::columns::Cell;

/// The state of a body as the game last saw it. What differs from it was written by the game.
#[derive(Component, Clone, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct Tracked<V: Space> {
    pub(crate) body: BodyId,
    /// The position that was last read or written.
    pub(crate) position: V,
    /// The velocity that was last read or written.
    pub(crate) velocity: V,
    /// Where it was at the start of the last tick.
    start: V,
    /// How fast it was at the end of the last tick.
    pace: V,
    /// After how many impacts it breaks, as was last read or written.
    pub(crate) breaks_after: u32,
    /// Whether the game has put it elsewhere since the last tick, so that its path does not lead to where it is.
    pub(crate) was_put: bool,
}

impl<V: Space> Tracked<V> {
    /// A body that comes in, and stands.
    pub(crate) fn new(id: BodyId, body: &Body<V>) -> Self {
        Self {
            body: id,
            position: body.position,
            velocity: body.velocity,
            start: body.position,
            pace: body.velocity,
            breaks_after: body.breaks_after,
            was_put: false,
        }
    }

    /// Notes where a tick has brought it, and how fast it is there.
    pub(crate) fn arrive(&mut self, position: V, velocity: V) {
        (self.start, self.pace) = (self.position, velocity);
        (self.position, self.velocity) = (position, velocity);
        self.was_put = false;
    }

    /// Notes that the last tick has not moved it.
    pub(crate) fn stand(&mut self) {
        self.start = self.position;
    }

    /// The last leg of its path in a tick of `dt` seconds, if it moves on it: the one parabola to where it is and how
    /// fast it is there, from where it was at a time, or at the start of the tick.
    pub(crate) fn last_leg(&self, from: Option<(f64, V::Wide)>, dt: f64) -> Option<Leg<V::Wide>> {
        let (start, position) = from.unwrap_or_else(|| (0.0, self.start.widen()));
        // Who is held stays, and keeps its velocity.
        if start >= dt || V::narrow(position) == self.position {
            return None;
        }
        let (span, way) = (dt - start, self.position.widen() - position);
        let acceleration = (self.pace.widen() - way / span) * (2.0 / span);
        let velocity = self.pace.widen() - acceleration * span;
        Some(Leg { body: self.body, start, end: dt, position, velocity, acceleration })
    }
}

/// What the Transform of a body shows. It is apart from what is [`Tracked`], as it is written in every frame.
#[derive(Component, Clone, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct Shown<V: Space> {
    /// The translation that was last read or written. Another one was set by hand.
    pub(crate) translation: Vec3,
    /// The position that it shows.
    pub(crate) position: V,
}

impl<V: Space> Shown<V> {
    /// Whether this translation was set by hand. In the plane z is the game's own.
    pub(crate) fn is_foreign(&self, translation: Vec3) -> bool {
        V::from_translation(translation) != V::from_translation(self.translation)
    }

    /// Notes that a translation shows a position.
    pub(crate) fn note(&mut self, translation: Vec3, position: V) {
        (self.translation, self.position) = (translation, position);
    }

    /// Makes the Transform of a body that has no parent show a position, unless it was moved by hand and waits
    /// to be read, and tells whether that has changed it. One that shows it already is not touched.
    pub(crate) fn show(
        &mut self,
        position: V,
        transform: &mut Cell<Transform>,
        home: &mut Home,
        is_own: impl Fn(Tick) -> bool,
    ) -> bool {
        let is_foreign = self.is_foreign(transform.value.translation);
        // Who was turned or scaled would not be known by the tick that is left here.
        if is_foreign || !is_own(transform.last_changed()) {
            *home = Home::NOWHERE;
        }
        let translation = position.translation(transform.value.translation);
        let changes = !is_foreign && position != self.position && translation.is_finite();
        if changes {
            transform.value.translation = translation;
            transform.note_change();
            self.note(translation, position);
        }
        changes
    }
}

/// How an entity stood to its parents, and how it was turned and scaled, when it was last read.
#[derive(Component, Clone, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct Placed {
    /// Where the parents put it; unknown since it was written, and of whom no parent and no game puts
    /// anywhere: those who move and have none.
    pub(crate) place: Option<Vec3>,
    /// The place of the parent when it was last written.
    pub(crate) parent: Option<GlobalTransform>,
    /// Its scale, if that is not the same in all directions.
    pub(crate) uneven: Option<Vec3>,
    /// How it was turned and scaled when its shape was made; unknown after a restore.
    pub(crate) turned: Option<Mat3A>,
}

/// The table in which an entity was when it was last read; nothing if it must be read again, whatever is written.
/// It is in another table if a component was added or removed since.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(clone_behavior = Ignore)]
pub(crate) struct Home(u32);

impl Home {
    /// That of an entity that must be read again.
    pub(crate) const NOWHERE: Self = Self(u32::MAX);

    /// That of an entity that is there.
    pub(crate) fn of(location: &EntityLocation) -> Self {
        Self(location.table_id.as_u32())
    }
}

/// What the plugin itself has written.
#[derive(Resource, Clone, Debug)]
pub struct Ledger<V: Space> {
    /// The change ticks of what it has written to those who move and have no parent since the last gathering.
    pub(crate) own: Vec<Tick>,
    /// When that was.
    gathered: Tick,
    /// Where the parents of walls were then.
    pub(crate) parents: EntityHashMap<GlobalTransform>,
    /// Whether it may show them elsewhere than at the end of the tick.
    pub(crate) displaced: bool,
    space: std::marker::PhantomData<V>,
}

impl<V: Space> Default for Ledger<V> {
    fn default() -> Self {
        Self {
            own: Vec::new(),
            gathered: Tick::new(0),
            parents: EntityHashMap::default(),
            displaced: false,
            space: std::marker::PhantomData,
        }
    }
}

impl<V: Space> Ledger<V> {
    /// Notes that the plugin has written at this tick.
    pub(crate) fn sign(&mut self, now: Tick) {
        /// So many ticks are remembered. Frames go on while the game stands, and each may write twice.
        const MOST: usize = 64;
        if self.own.len() == MOST {
            // What is forgotten is taken for the game's: everyone is read in the next tick.
            self.own.clear();
        }
        self.own.push(now);
    }

    /// All that was written until now has been read.
    pub(crate) fn close(&mut self, now: Tick) {
        self.own.clear();
        self.gathered = now;
    }

    /// Whether what was written at a tick was read or is the plugin's own.
    pub(crate) fn knows(&self, tick: Tick, now: Tick) -> bool {
        !tick.is_newer_than(self.gathered, now) || self.own.contains(&tick)
    }
}
