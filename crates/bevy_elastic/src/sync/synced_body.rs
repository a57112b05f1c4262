//! What was last read from the components of a body and written to them. A difference to it was written by the game.

use bevy_ecs::change_detection::{DetectChangesMut, Mut, Tick};
use bevy_ecs::component::Component;
use bevy_ecs::entity::EntityLocation;
use bevy_math::{DQuat, Mat3A, Quat, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use collide_core::body::{Body, Kind};
use collide_core::report::Leg;
use collide_core::shape::Frame;
use collide_core::vector::Vector;
use collide_core::world::BodyId;

use crate::components::Orientation;
use crate::space::{Angular, Space};
use crate::sync::table_rows::ComponentMut;

/// Where a body was at a time within a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimedPosition<W: Vector> {
    /// In seconds after the start of the tick.
    pub(crate) time: f64,
    pub(crate) position: W,
}

/// The state of a body as its components last showed it: as they were last read, or written to.
#[derive(Component, Clone, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct SyncedBody<V: Space> {
    pub(crate) body: BodyId,
    pub(crate) position: V,
    pub(crate) velocity: V,
    /// The position at the start of the last tick.
    start_position: V,
    /// The velocity at the end of the last tick.
    end_velocity: V,
    /// The value of [`Breaks`](crate::components::Breaks).
    pub(crate) breaks_after: u32,
    /// Whether the game has teleported the body since the last tick, so that its path does not lead to its position.
    pub(crate) was_teleported: bool,
}

impl<V: Space> SyncedBody<V> {
    /// The state of a body that enters the simulation, at rest in the tick before.
    pub(crate) fn new(id: BodyId, body: &Body<V::Wide>) -> Self {
        Self {
            body: id,
            position: V::narrow(body.position),
            velocity: V::narrow(body.velocity),
            start_position: V::narrow(body.position),
            end_velocity: V::narrow(body.velocity),
            breaks_after: body.breaks_after,
            was_teleported: false,
        }
    }

    /// Records the state of a body after a restore, without a path that leads to it.
    pub(crate) fn restore(&mut self, id: BodyId, body: &Body<V::Wide>) {
        self.body = id;
        (self.position, self.velocity) = (V::narrow(body.position), V::narrow(body.velocity));
        self.breaks_after = body.breaks_after;
        self.was_teleported = false;
        self.record_no_motion();
    }

    /// Records the state of the body at the end of a tick.
    pub(crate) fn record_tick(&mut self, position: V, velocity: V) {
        (self.start_position, self.end_velocity) = (self.position, velocity);
        (self.position, self.velocity) = (position, velocity);
        self.was_teleported = false;
    }

    /// Records that the last tick did not move the body.
    pub(crate) fn record_no_motion(&mut self) {
        self.start_position = self.position;
    }

    /// The last leg of the path of the body in a tick of `dt` seconds, if the body moves on it.
    ///
    /// It is the one parabola that ends at the position and velocity of the body, and begins where the body was last
    /// known to be in the tick, or at the start of the tick.
    pub(crate) fn last_leg(
        &self,
        known: Option<TimedPosition<V::Wide>>,
        dt: f64,
    ) -> Option<Leg<V::Wide>> {
        let at_start = TimedPosition { time: 0.0, position: self.start_position.widen() };
        let TimedPosition { time: start, position } = known.unwrap_or(at_start);
        // A body that is held does not move, and keeps its velocity.
        if start >= dt || V::narrow(position) == self.position {
            return None;
        }
        let (duration, displacement) = (dt - start, self.position.widen() - position);
        let mean_velocity = displacement / duration;
        let acceleration = (self.end_velocity.widen() - mean_velocity) * (2.0 / duration);
        let velocity = self.end_velocity.widen() - acceleration * duration;
        Some(Leg { body: self.body, start, end: dt, position, velocity, acceleration })
    }
}

/// What the `Transform` of a body displays. A component of its own, since it is written in every frame.
#[derive(Component, Clone, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct DisplayedTransform<V: Space> {
    /// The translation that was last read or written. Another one was set by the game.
    pub(crate) translation: Vec3,
    /// The position that the translation displays.
    pub(crate) position: V,
}

impl<V: Space> DisplayedTransform<V> {
    /// Whether the game has set this translation. In the plane z belongs to the game and does not count.
    pub(crate) fn was_moved_to(&self, translation: Vec3) -> bool {
        V::from_translation(translation) != V::from_translation(self.translation)
    }

    /// Records that a translation displays a position.
    pub(crate) fn record(&mut self, translation: Vec3, position: V) {
        (self.translation, self.position) = (translation, position);
    }

    /// Writes a position to the `Transform` of a body without a parent, and returns whether that changed it.
    ///
    /// A `Transform` that the game has moved is left for the next gathering to read, and one that displays the position
    /// already is not touched.
    pub(crate) fn display(
        &mut self,
        position: V,
        transform: &mut ComponentMut<Transform>,
        table_id: &mut LastTableId,
        is_own_tick: impl Fn(Tick) -> bool,
    ) -> bool {
        let was_moved = self.was_moved_to(transform.value.translation);
        // The tick written below would hide that the game has turned or scaled the body.
        if was_moved || !is_own_tick(transform.last_changed()) {
            *table_id = LastTableId::UNKNOWN;
        }
        let translation = position.translation(transform.value.translation);
        let changes = !was_moved && position != self.position && translation.is_finite();
        if changes {
            transform.value.translation = translation;
            transform.set_changed();
            self.record(translation, position);
        }
        changes
    }
}

/// Whether the simulation has a rotation of its own for a body.
pub(crate) fn may_turn<W: Vector>(body: &Body<W>) -> bool {
    body.kind == Kind::Kinematic || body.inertia_factor.is_some()
}

/// How a body that may turn does so, as last read from its components or written to them.
#[derive(Component, Clone, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct SyncedTurning<V: Space> {
    /// The rotation of the `Transform`. Another one was set by the game.
    pub(crate) displayed: Quat,
    /// How the body was turned at the end of the last tick, if the simulation does not have it, or not as one that turns.
    pub(crate) rotation: Frame<V::Wide>,
    /// The angular velocity that the component showed last. Another one was set by the game.
    pub(crate) angular_velocity: V::Angular,
    /// Whether it is a free ball, of which reports say how it turned.
    pub(crate) is_ball: bool,
    /// Whether the game has turned the body since the last tick, so that its turning does not lead to its rotation.
    pub(crate) was_turned: bool,
}

impl<V: Space> SyncedTurning<V> {
    /// Records how a body turns after a restore, without a turning that leads to its rotation.
    ///
    /// A body that did not turn then has no rotation of its own.
    pub(crate) fn restore(&mut self, body: &Body<V::Wide>, displayed: Quat) {
        self.displayed = displayed;
        self.rotation = if may_turn(body) { body.rotation } else { V::frame(displayed) };
        self.angular_velocity = V::Angular::from_turn_rate(body.angular_velocity);
        self.was_turned = false;
    }
}

/// How a ball on a cloth spins, as last read from its components or written to them.
#[derive(Component, Clone, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct SyncedCloth<V: Space> {
    /// The roll and the angular velocity that the components showed last. Others were set by the game.
    pub(crate) roll: V,
    pub(crate) angular_velocity: V::Angular,
    /// The orientation that the component displays, if the plugin has written one. Another one was set by the game.
    pub(crate) displayed: Option<Quat>,
}

impl<V: Space> SyncedCloth<V> {
    /// How a ball spins that enters the simulation.
    pub(crate) fn new(body: &Body<V::Wide>) -> Self {
        let angular_velocity = V::Angular::from_turn_rate(body.angular_velocity);
        Self { roll: V::narrow(body.roll), angular_velocity, displayed: None }
    }

    /// Records how a ball spins.
    pub(crate) fn record(&mut self, body: &Body<V::Wide>) {
        self.roll = V::narrow(body.roll);
        self.angular_velocity = V::Angular::from_turn_rate(body.angular_velocity);
    }

    /// Writes an orientation. One that is displayed already is not touched.
    pub(crate) fn display(&mut self, mut orientation: Mut<Orientation>, wanted: DQuat) {
        let wanted = wanted.as_quat();
        self.displayed = Some(wanted);
        orientation.set_if_neq(Orientation(wanted));
    }
}

/// The global transform of an entity when it was last read.
#[derive(Component, Clone, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct LastPlacement {
    /// The global translation of a child or a wall; `None` after the plugin has written it, and for a moving body without
    /// a parent, which nothing else places.
    pub(crate) translation: Option<Vec3>,
    /// The global transform of the parent when the plugin last wrote the body.
    pub(crate) parent: Option<GlobalTransform>,
    /// The scale, if it differs along the axes.
    pub(crate) uneven_scale: Option<Vec3>,
    /// The rotation and scale with which the shape was made; `None` after a restore or a rejection.
    pub(crate) shape_matrix: Option<Mat3A>,
}

/// The table of an entity when it was last read.
///
/// An entity is in another table if a component was added or removed since.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(clone_behavior = Ignore)]
pub(crate) struct LastTableId(u32);

impl LastTableId {
    /// That of an entity that must be read again, whether its components were written or not.
    pub(crate) const UNKNOWN: Self = Self(u32::MAX);

    pub(crate) fn of(location: &EntityLocation) -> Self {
        Self(location.table_id.as_u32())
    }
}
