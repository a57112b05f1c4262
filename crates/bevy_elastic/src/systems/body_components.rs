//! The components of a body that a game writes, and the body of the core that they describe.

use bevy_ecs::change_detection::{DetectChanges, Ref};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::{Has, QueryData};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::body::{Body, InvalidBody, Kind, Role};
use collide_core::shape::{Frame, InvalidOutline};
use collide_core::vector::Vector;

use crate::axes::{Axes, uniform_scale};
use crate::components::{
    Absorbed, Absorbs, Acceleration, AngularDamping, AngularVelocity, Asleep, BodyKey, Breaks,
    Cloth, Collider, CollisionLayers, Friction, GravityScale, InertiaFactor, Kinematic,
    LinearDamping, Mass, MinimumImpulse, MoveTo, Nose, OneWay, Position, Rejected, Restitution,
    Roll, RollingFriction, RollingResistance, ScaledShape, Sensor, SpeedLimit, Static,
    SurfaceVelocity, TangentialRestitution, Velocity,
};
use crate::resources::pair_hook::tag_of;
use crate::space::{Angular, Space, Written};
use crate::sync::synced_body::{
    DisplayedTransform, LastPlacement, LastTableId, SyncedBody, SyncedCloth, SyncedTurning,
    may_turn,
};

/// The components that few bodies have.
#[derive(QueryData)]
pub struct OptionalComponents<V: Space> {
    friction: Option<&'static Friction>,
    surface_velocity: Option<&'static SurfaceVelocity<V>>,
    minimum_impulse: Option<&'static MinimumImpulse>,
    speed_limit: Option<&'static SpeedLimit>,
    breaks: Option<&'static Breaks>,
    layers: Option<&'static CollisionLayers>,
    one_way: Option<&'static OneWay<V>>,
    target: Option<&'static MoveTo<V>>,
    angular_velocity: Option<&'static AngularVelocity<<V as Space>::Angular>>,
    roll: Option<&'static Roll<V>>,
    cloth: Option<&'static Cloth>,
    nose: Option<&'static Nose>,
    inertia_factor: Option<&'static InertiaFactor>,
    tangential_restitution: Option<&'static TangentialRestitution>,
    rolling_friction: Option<&'static RollingFriction>,
    gravity_scale: Option<&'static GravityScale>,
    acceleration: Option<&'static Acceleration<V>>,
    damping: Option<&'static LinearDamping>,
    angular_damping: Option<&'static AngularDamping>,
}

/// The components of a body: those that a game writes, and what was last read from them.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct BodyComponents<V: Space> {
    pub(crate) entity: Entity,
    collider: Ref<'static, Collider<V>>,
    pub(crate) transform: &'static Transform,
    velocity: &'static Velocity<V>,
    pub(crate) position: Option<&'static mut Position<V>>,
    mass: &'static Mass,
    restitution: &'static Restitution,
    rolling_resistance: &'static RollingResistance,
    optional: OptionalComponents<V>,
    sensor: Option<&'static Sensor>,
    absorbs: Option<&'static Absorbs>,
    is_static: Has<Static>,
    is_kinematic: Has<Kinematic>,
    pub(crate) absorbed: Option<&'static Absorbed>,
    pub(crate) is_asleep: Has<Asleep>,
    pub(crate) rejected: Option<&'static Rejected>,
    pub(crate) key: Option<&'static BodyKey>,
    parent: Option<&'static ChildOf>,
    pub(crate) synced: Option<&'static mut SyncedBody<V>>,
    pub(crate) displayed: Option<&'static mut DisplayedTransform<V>>,
    pub(crate) synced_turning: Option<&'static mut SyncedTurning<V>>,
    pub(crate) synced_cloth: Option<&'static mut SyncedCloth<V>>,
    pub(crate) placement: Option<&'static mut LastPlacement>,
    pub(crate) table_id: Option<&'static mut LastTableId>,
}

/// The body that the components of an entity describe.
pub(crate) struct ReadBody<V: Space> {
    pub(crate) body: Body<V::Wide>,
    /// The scale of the `Transform`, if it differs along the axes.
    pub(crate) uneven_scale: Option<Vec3>,
}

impl<V: Space> BodyComponentsItem<'_, '_, V> {
    /// The global transform of the entity. `GlobalTransform` is a frame old in a fixed schedule.
    pub(crate) fn global_transform(&self, hierarchy: &TransformHelper) -> GlobalTransform {
        let own = || GlobalTransform::from(*self.transform);
        if self.parent.is_none() {
            return own();
        }
        hierarchy.compute_global_transform(self.entity).unwrap_or_else(|_| own())
    }

    fn kind(&self) -> Kind {
        match (self.is_static, self.is_kinematic) {
            (true, _) => Kind::Static,
            (false, true) => Kind::Kinematic,
            (false, false) => Kind::Dynamic,
        }
    }

    /// The body that the components describe. `held` is the body that the simulation has, if any.
    pub(crate) fn read(
        &self,
        held: Option<&Body<V::Wide>>,
        global: &GlobalTransform,
    ) -> Result<ReadBody<V>, InvalidBody> {
        let ScaledShape { shape, uneven_scale } = self.shape(held, global)?;
        let optional = &self.optional;
        let body = Body {
            kind: self.kind(),
            shape,
            role: self.role(global),
            layers: optional.layers.copied().unwrap_or_default().into(),
            tag: tag_of(self.entity),
            position: self.position(held, global),
            rotation: self.rotation(held),
            velocity: self.velocity(held).value(),
            angular_velocity: self.turn_rate(held),
            inertia_factor: self.inertia_factor(),
            cloth: optional.cloth.copied().map(Into::into),
            roll: self.roll(held),
            nose: optional.nose.map_or(0.0, |nose| f64::from(nose.0)),
            target: optional.target.map(|target| target.0.widen()),
            mass: f64::from(self.mass.0),
            restitution: f64::from(self.restitution.0),
            friction: optional.friction.map_or(0.0, |friction| f64::from(friction.0)),
            tangential_restitution: optional
                .tangential_restitution
                .map_or(0.0, |share| f64::from(share.0)),
            rolling_friction: optional.rolling_friction.map_or(0.0, |it| f64::from(it.0)),
            surface_velocity: self.surface_velocity(global),
            minimum_impulse: optional.minimum_impulse.map_or(0.0, |least| f64::from(least.0)),
            speed_limits: optional.speed_limit.copied().unwrap_or_default().into(),
            breaks_after: optional.breaks.map_or(0, |breaks| breaks.0),
            gravity_scale: optional.gravity_scale.map_or(1.0, |scale| f64::from(scale.0)),
            acceleration: optional.acceleration.copied().unwrap_or_default().0.widen(),
            rolling_resistance: f64::from(self.rolling_resistance.0),
            linear_damping: optional.damping.map_or(0.0, |damping| f64::from(damping.0)),
            angular_damping: optional.angular_damping.map_or(0.0, |damping| f64::from(damping.0)),
        };
        Ok(ReadBody { body, uneven_scale })
    }

    /// The shape, made anew only if the collider was changed, turned or scaled.
    fn shape(
        &self,
        held: Option<&Body<V::Wide>>,
        global: &GlobalTransform,
    ) -> Result<ScaledShape<V>, InvalidOutline> {
        match (held, &self.placement) {
            (Some(held), Some(placement))
                if placement.shape_matrix == Some(self.unturned(global).affine().matrix3)
                    && !self.collider.is_changed() =>
            {
                let uneven_scale = placement.uneven_scale;
                Ok(ScaledShape { shape: held.shape.clone(), uneven_scale })
            }
            _ => self.collider.scaled_shape(&self.unturned(global)),
        }
    }

    /// The angular velocity, if the body is one that may turn with its `Transform`.
    pub(crate) fn turning(&self) -> Option<V::Angular> {
        let may_turn = self.parent.is_none()
            && self.optional.cloth.is_none()
            && match self.kind() {
                Kind::Static => false,
                Kind::Kinematic => true,
                Kind::Dynamic => self.is_ball(),
            };
        self.optional.angular_velocity.filter(|_| may_turn).map(|angular| angular.0)
    }

    /// Whether the body is a free ball on a cloth.
    pub(crate) fn is_on_cloth(&self) -> bool {
        let is_free_ball = self.parent.is_none() && self.kind() == Kind::Dynamic && self.is_ball();
        is_free_ball && self.optional.cloth.is_some()
    }

    /// Whether the body, without a parent, is a ball that is more than a point.
    fn is_ball(&self) -> bool {
        let (scale, _) = uniform_scale::<V>(self.transform.scale);
        matches!(*self.collider, Collider::Ball { radius } if radius * scale > 0.0)
    }

    /// The inertia factor, if the body is a free ball that may turn.
    fn inertia_factor(&self) -> Option<f64> {
        let is_on_cloth = self.is_on_cloth();
        let is_turning_ball = self.kind() == Kind::Dynamic && self.turning().is_some();
        let factor = self.optional.inertia_factor.copied();
        let factor = factor.unwrap_or_else(|| match is_on_cloth {
            true => InertiaFactor::SOLID_SPHERE,
            false => InertiaFactor::default_in::<V>(),
        });
        (is_on_cloth || is_turning_ball).then(|| f64::from(factor.0))
    }

    /// The velocity: that of the simulation, but for what the game has written.
    fn velocity(&self, held: Option<&Body<V::Wide>>) -> Written<V> {
        let (now, synced) = (self.velocity.0, self.synced.as_ref());
        Written {
            now,
            shown: synced.map_or(now, |synced| synced.velocity),
            known: held.map_or(now.widen(), |held| held.velocity),
        }
    }

    /// The angular velocity of the body, zero if it may not turn: that of the simulation, but for what the game has written.
    fn turn_rate(&self, held: Option<&Body<V::Wide>>) -> <V::Wide as Vector>::Cross {
        let known = held.map(|held| held.angular_velocity);
        let is_on_cloth = self.is_on_cloth();
        // A body that has just come on a cloth, or has left one, goes on with its spin.
        let on_cloth = self.synced_cloth.as_ref().map(|synced| synced.angular_velocity);
        let off_cloth = self.synced_turning.as_ref().map(|synced| synced.angular_velocity);
        let shown = if is_on_cloth { on_cloth.or(off_cloth) } else { off_cloth.or(on_cloth) };
        let given = match is_on_cloth {
            true => self.optional.angular_velocity.map(|angular| angular.0),
            false => self.turning(),
        };
        match given {
            Some(given) => known
                .zip(shown)
                .map_or_else(|| given.turn_rate(), |(known, shown)| given.written(shown, known)),
            None => known.filter(|_| is_on_cloth).unwrap_or_default(),
        }
    }

    /// The roll of a ball on a cloth: that of the simulation, but for what the game has written.
    fn roll(&self, held: Option<&Body<V::Wide>>) -> V::Wide {
        if !self.is_on_cloth() {
            return V::Wide::ZERO;
        }
        let given = self.optional.roll.map(|roll| roll.0);
        let known = held.map_or_else(|| given.unwrap_or_default().widen(), |held| held.roll);
        let shown = self.synced_cloth.as_ref().map_or(V::narrow(known), |synced| synced.roll);
        Written { now: given.unwrap_or(shown), shown, known }.as_roll(self.velocity(held))
    }

    /// How the body is turned, if it may turn. A rotation that the plugin has displayed is that of the simulation.
    fn rotation(&self, held: Option<&Body<V::Wide>>) -> Frame<V::Wide> {
        let rotation = self.transform.rotation;
        match &self.synced_turning {
            _ if self.turning().is_none() => Frame::identity(),
            Some(synced) if synced.displayed == rotation => {
                held.filter(|held| may_turn(held)).map_or(synced.rotation, |held| held.rotation)
            }
            _ => V::frame(rotation),
        }
    }

    /// The global transform with which the shape is made: without the rotation of a body that may turn.
    fn unturned(&self, global: &GlobalTransform) -> GlobalTransform {
        match self.turning() {
            Some(_) => Transform { rotation: Quat::IDENTITY, ..*self.transform }.into(),
            None => *global,
        }
    }

    fn role(&self, global: &GlobalTransform) -> Role<V::Wide> {
        match (self.absorbs, self.sensor, self.optional.one_way) {
            (Some(absorbs), ..) => Role::Absorber((*absorbs).into()),
            (None, Some(sensor), _) => Role::Sensor((*sensor).into()),
            (None, None, Some(gate)) => Role::OneWay { open: Axes::of(global).direction(gate.0) },
            (None, None, None) => Role::Solid,
        }
    }

    fn surface_velocity(&self, global: &GlobalTransform) -> V::Wide {
        match self.optional.surface_velocity {
            None => V::Wide::ZERO,
            Some(velocity) => Axes::of(global).direction(velocity.0),
        }
    }

    /// The position: that of the simulation, but for what the game has written. A `Position` that was written takes
    /// precedence over a `Transform` that was moved.
    fn position(&self, held: Option<&Body<V::Wide>>, global: &GlobalTransform) -> V::Wide {
        let given = self.position.as_ref().map(|position| position.0);
        let placed = V::from_translation(global.translation());
        let Some(synced) = &self.synced else { return given.unwrap_or(placed).widen() };
        let known = held.map_or_else(|| synced.position.widen(), |held| held.position);
        match given {
            Some(given) if given != synced.position => given.written(synced.position, known),
            _ => self.moved_position(known, global),
        }
    }

    /// The position, but for what the game has written to the `Transform`; of a wall, also to those of its parents.
    fn moved_position(&self, known: V::Wide, global: &GlobalTransform) -> V::Wide {
        let placed = V::from_translation(global.translation());
        if self.kind() == Kind::Static
            && let Some(last) = self.placement.as_ref().and_then(|placement| placement.translation)
        {
            return placed.written(V::from_translation(last), known);
        }
        match (&self.displayed, self.parent) {
            (Some(displayed), None) => {
                placed.written(V::from_translation(displayed.translation), known)
            }
            // An axis of the parent may be any axis of the space.
            (Some(displayed), Some(_)) if displayed.was_moved_to(self.transform.translation) => {
                placed.widen()
            }
            _ => known,
        }
    }

    /// The placement of the entity at this global transform.
    pub(crate) fn placement_at(
        &self,
        global: &GlobalTransform,
        uneven_scale: Option<Vec3>,
    ) -> LastPlacement {
        let is_placed_by_others = self.parent.is_some() || self.kind() == Kind::Static;
        LastPlacement {
            translation: is_placed_by_others.then(|| global.translation()),
            parent: None,
            uneven_scale,
            shape_matrix: Some(self.unturned(global).affine().matrix3),
        }
    }
}
