//! Gather: what the game spawned, changed, moved and despawned enters the simulation, in a tick, and while the
//! clock stands in every frame.

use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut, Ref};
use bevy_ecs::entity::{Entities, Entity};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::lifecycle::Add;
use bevy_ecs::observer::On;
use bevy_ecs::query::{Has, QueryData, With, Without};
use bevy_ecs::system::{ParamSet, Query, Res, ResMut, SystemChangeTick};
use bevy_ecs::world::DeferredWorld;
use bevy_math::{DVec2, DVec3, Vec2, Vec3};
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::body::{Body, InvalidBody, Kind, Role};
use collide_core::shape::{InvalidOutline, Shape};
use collide_core::world::BodyId;

use crate::components::{
    Absorbed, Absorbs, Acceleration, Asleep, BodyKey, Breaks, Collider, CollisionLayers, Friction,
    GravityScale, Kinematic, LinearDamping, Mass, MinimumImpulse, MoveTo, OneWay, Position,
    Rejected, Restitution, RollingResistance, Sensor, Static, Velocity,
};
use crate::resources::pair_hook::tag_of;
use crate::resources::{Gravity, Period};
use crate::simulation::Simulation;
use crate::space::Space;
use crate::sync::body_state::{Home, Ledger, Placed, Shown, Tracked};
use crate::sync::changes::{Columns, Parents, written};
use crate::sync::deferred::Orders;
use crate::time::Elastic;

/// Components that few bodies have.
#[derive(QueryData)]
pub struct Rare<V: Space> {
    friction: Option<&'static Friction>,
    minimum_impulse: Option<&'static MinimumImpulse>,
    breaks: Option<&'static Breaks>,
    layers: Option<&'static CollisionLayers>,
    one_way: Option<&'static OneWay<V>>,
    target: Option<&'static MoveTo<V>>,
    gravity_scale: Option<&'static GravityScale>,
    acceleration: Option<&'static Acceleration<V>>,
    damping: Option<&'static LinearDamping>,
}

/// All components of a body that a game writes.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Authored<V: Space> {
    entity: Entity,
    collider: Ref<'static, Collider<V>>,
    transform: &'static Transform,
    velocity: &'static Velocity<V>,
    position: Option<&'static mut Position<V>>,
    mass: &'static Mass,
    restitution: &'static Restitution,
    rolling: &'static RollingResistance,
    rare: Rare<V>,
    sensor: Option<&'static Sensor>,
    absorbs: Option<&'static Absorbs>,
    is_static: Has<Static>,
    is_kinematic: Has<Kinematic>,
    is_absorbed: Has<Absorbed>,
    is_asleep: Has<Asleep>,
    refused: Option<&'static Rejected>,
    key: Option<&'static BodyKey>,
    parent: Option<&'static ChildOf>,
    tracked: Option<&'static mut Tracked<V>>,
    shown: Option<&'static mut Shown<V>>,
    placed: Option<&'static mut Placed>,
    home: Option<&'static mut Home>,
}

/// Gives a collider its place in the order of spawning.
pub fn give_key<V: Space>(added: On<Add, Collider<V>>, mut world: DeferredWorld) {
    // Not a query: those pass over entities that are spawned disabled.
    if world.get::<BodyKey>(added.entity).is_none() {
        let key = world.resource_mut::<Simulation<V>>().take_key();
        world.commands().entity(added.entity).try_insert(BodyKey(key));
    }
}

/// Tells of a collider that moves in another space than its velocity, or in one that has no plugin: it
/// would stand still, and nothing else would say why.
pub fn warn_of_space<V: Space>(added: On<Add, Collider<V>>, world: DeferredWorld) {
    let entity = added.entity;
    let space = V::short_type_path();
    if !world.contains_resource::<Simulation<V>>() {
        tracing::error!(
            "{entity} has a collider in {space}, for which no ElasticSpacePlugin was added"
        );
    }
    let velocities = [
        world.get::<Velocity<Vec2>>(entity).is_some(),
        world.get::<Velocity<Vec3>>(entity).is_some(),
        world.get::<Velocity<DVec2>>(entity).is_some(),
        world.get::<Velocity<DVec3>>(entity).is_some(),
    ];
    if velocities.into_iter().filter(|given| *given).count() > 1 {
        tracing::error!(
            "{entity} has a collider in {space} and a velocity in another space, which is not read"
        );
    }
}

/// Those who have not come in yet.
type Strangers<'w, 's, V> = Query<'w, 's, Entity, (With<Collider<V>>, Without<Tracked<V>>)>;

/// Brings the simulation up to date with the components. Whom the query does not find, because it was
/// despawned, disabled or has lost its collider, takes no part.
pub fn gather<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut bodies: ParamSet<(Query<Columns<V>>, Query<Authored<V>>)>,
    strangers: Strangers<V>,
    (mut ledger, now): (ResMut<Ledger<V>>, SystemChangeTick),
    (gravity, period, time): (Res<Gravity<V>>, Res<Period<V>>, Res<Time<Elastic>>),
    (entities, hierarchy): (&Entities, TransformHelper),
    mut orders: ResMut<Orders<V>>,
) {
    let simulation = &mut *simulation;
    let orders = &mut *orders;
    gather_gravity(simulation, &gravity);
    gather_period(simulation, &period);
    let known = &mut *ledger;
    let mut parents = Parents::new(&hierarchy, &mut known.parents);
    let (mut suspects, mut present) = written(&bodies.p0(), entities, &known.own, &mut parents);
    ledger.close(now.this_run());
    suspects.extend(&strangers);
    let mut bodies = bodies.p1();
    let mut newcomers: Vec<(u64, Entity)> = Vec::new();
    for entity in suspects {
        let Ok(mut authored) = bodies.get_mut(entity) else { continue };
        let Some(id) = simulation.body(entity) else {
            if !authored.is_absorbed {
                newcomers.push((authored.take_key(simulation, orders), entity));
            }
            continue;
        };
        present += 1;
        let place = authored.place(&hierarchy);
        let home = entities.get_spawned(entity).map_or(Home::NOWHERE, |at| Home::of(&at));
        authored.update(simulation, id, &place, home, orders);
        if !authored.is_absorbed && simulation.world.absorbed_by(id).is_some() {
            simulation.world.restore(id);
            simulation.revision += 1;
        }
        if !authored.is_asleep && simulation.world.is_asleep(id) {
            simulation.world.wake(id);
            simulation.revision += 1;
        }
    }
    // First out, then in, so that a newcomer may have the key of one that went.
    if present < simulation.bodies.len() {
        for entity in simulation.forget_absent(|entity| bodies.contains(entity)) {
            orders.insert(entity, Home::NOWHERE);
        }
    }
    newcomers.sort_by_key(|(key, entity)| (*key, entity.index_u32()));
    for (key, entity) in newcomers {
        if let Ok(mut authored) = bodies.get_mut(entity) {
            let place = authored.place(&hierarchy);
            authored.enter(simulation, key, &place, orders);
        }
    }
    if time.context().is_ticking() {
        simulation.names.begin_tick();
    }
}

fn gather_gravity<V: Space>(simulation: &mut Simulation<V>, gravity: &Res<Gravity<V>>) {
    if gravity.0 == simulation.world.gravity() {
        return;
    }
    match simulation.world.set_gravity(gravity.0) {
        Ok(()) => simulation.revision += 1,
        Err(error) if gravity.is_changed() => tracing::error!("Gravity stays as it was: {error}"),
        Err(_) => {}
    }
}

fn gather_period<V: Space>(simulation: &mut Simulation<V>, period: &Res<Period<V>>) {
    if period.0 == simulation.world.period() {
        return;
    }
    match simulation.world.set_period(period.0) {
        Ok(()) => simulation.revision += 1,
        Err(error) if period.is_changed() => tracing::error!("Period stays as it was: {error}"),
        Err(_) => {}
    }
}

impl<V: Space> AuthoredItem<'_, '_, V> {
    /// The true place of an entity: `GlobalTransform` is a frame old in a fixed schedule.
    fn place(&self, hierarchy: &TransformHelper) -> GlobalTransform {
        let alone = || GlobalTransform::from(*self.transform);
        if self.parent.is_none() {
            return alone();
        }
        hierarchy.compute_global_transform(self.entity).unwrap_or_else(|_| alone())
    }

    fn kind(&self) -> Kind {
        match (self.is_static, self.is_kinematic) {
            (true, _) => Kind::Static,
            (false, true) => Kind::Kinematic,
            (false, false) => Kind::Dynamic,
        }
    }

    /// The body that the components describe; `held` is the one that the simulation has.
    fn read(
        &self,
        held: Option<&Body<V>>,
        place: &GlobalTransform,
    ) -> Result<(Body<V>, Option<Vec3>), InvalidBody> {
        let (shape, uneven) = self.shape(held, place)?;
        let rare = &self.rare;
        let body = Body {
            kind: self.kind(),
            shape,
            role: self.role(place),
            layers: rare.layers.copied().unwrap_or_default().into(),
            tag: tag_of(self.entity),
            position: self.read_position(place),
            velocity: self.velocity.0,
            target: rare.target.map(|target| target.0),
            mass: f64::from(self.mass.0),
            restitution: f64::from(self.restitution.0),
            friction: rare.friction.map_or(0.0, |friction| f64::from(friction.0)),
            minimum_impulse: rare.minimum_impulse.map_or(0.0, |least| f64::from(least.0)),
            breaks_after: rare.breaks.map_or(0, |breaks| breaks.0),
            gravity_scale: rare.gravity_scale.map_or(1.0, |scale| f64::from(scale.0)),
            acceleration: rare.acceleration.copied().unwrap_or_default().0,
            rolling_resistance: f64::from(self.rolling.0),
            linear_damping: rare.damping.map_or(0.0, |damping| f64::from(damping.0)),
        };
        Ok((body, uneven))
    }

    /// The shape, made anew only if the collider was changed, turned or scaled.
    fn shape(
        &self,
        held: Option<&Body<V>>,
        place: &GlobalTransform,
    ) -> Result<(Shape<V::Wide>, Option<Vec3>), InvalidOutline> {
        match (held, &self.placed) {
            (Some(held), Some(placed))
                if placed.turned == Some(place.affine().matrix3) && !self.collider.is_changed() =>
            {
                Ok((held.shape.clone(), placed.uneven))
            }
            _ => self.collider.placed(place),
        }
    }

    fn role(&self, place: &GlobalTransform) -> Role<V::Wide> {
        match (self.absorbs, self.sensor, self.rare.one_way) {
            (Some(absorbs), ..) => Role::Absorber((*absorbs).into()),
            (None, Some(sensor), _) => Role::Sensor((*sensor).into()),
            (None, None, Some(gate)) => {
                Role::OneWay { open: V::frame(place.rotation()).to_global(gate.0.widen()) }
            }
            (None, None, None) => Role::Solid,
        }
    }

    /// A position that was set wins over a Transform that was moved.
    fn read_position(&self, place: &GlobalTransform) -> V {
        let given = self.position.as_ref().map(|position| position.0);
        let Some(tracked) = &self.tracked else {
            return given.unwrap_or_else(|| V::from_translation(place.translation()));
        };
        match given {
            Some(given) if given != tracked.position => given,
            _ if self.was_moved(place) => V::from_translation(place.translation()),
            _ => tracked.position,
        }
    }

    /// Whether the Transform was moved by hand; that of a wall also by its parents.
    fn was_moved(&self, place: &GlobalTransform) -> bool {
        match self.placed.as_ref().and_then(|placed| placed.place) {
            Some(last) if self.kind() == Kind::Static => last != place.translation(),
            _ => self.shown.as_ref().is_some_and(|it| it.is_foreign(self.transform.translation)),
        }
    }

    /// The key of the entity. One whose key was removed is given another.
    fn take_key(&self, simulation: &mut Simulation<V>, orders: &mut Orders<V>) -> u64 {
        self.key.map_or_else(
            || {
                let key = simulation.take_key();
                orders.insert(self.entity, BodyKey(key));
                key
            },
            |key| key.0,
        )
    }

    fn enter(
        &mut self,
        simulation: &mut Simulation<V>,
        key: u64,
        place: &GlobalTransform,
        orders: &mut Orders<V>,
    ) {
        let entered = self.read(None, place).and_then(|(body, uneven)| {
            let id = simulation.world.add_with_key(body.clone(), key)?;
            simulation.enter(self.entity, id);
            simulation.revision += 1;
            Ok((id, body, uneven))
        });
        match entered {
            Ok((id, body, uneven)) => {
                self.accept(&body, uneven, orders);
                let translation = self.transform.translation;
                // A position that was given is not the one that the Transform shows yet.
                let position = V::from_translation(place.translation());
                let views = (Shown { translation, position }, self.placed_at(place, uneven));
                let tracked = Tracked::new(id, &body);
                orders.insert(self.entity, (tracked, views, Home::NOWHERE));
            }
            Err(error) => self.refuse(error, orders),
        }
    }

    fn update(
        &mut self,
        simulation: &mut Simulation<V>,
        id: BodyId,
        place: &GlobalTransform,
        home: Home,
        orders: &mut Orders<V>,
    ) {
        let held = simulation.world.body(id);
        let updated = self.read(held.as_ref(), place).and_then(|(body, uneven)| {
            if held.as_ref() != Some(&body) {
                simulation.world.edit(id, |held| held.clone_from(&body))?;
                simulation.revision += 1;
            }
            Ok((body, uneven))
        });
        match updated {
            Ok((body, uneven)) => {
                self.accept(&body, uneven, orders);
                self.remember(&body, place, uneven);
                if let Some(at) = &mut self.home {
                    **at = home;
                }
            }
            Err(error) => self.refuse(error, orders),
        }
    }

    /// Tells what was read.
    fn accept(&mut self, body: &Body<V>, uneven: Option<Vec3>, orders: &mut Orders<V>) {
        if self.refused.is_some() {
            orders.remove::<Rejected>(self.entity);
        }
        match &mut self.position {
            Some(position) => drop(position.set_if_neq(Position(body.position))),
            None => orders.insert(self.entity, Position(body.position)),
        }
        let was_even = self.placed.as_ref().is_none_or(|placed| placed.uneven.is_none());
        if let Some(scale) = uneven.filter(|_| was_even) {
            tracing::warn!(
                "{}: colliders scale alike in all directions, so of the scale {scale} the largest counts",
                self.entity
            );
        }
    }

    /// Remembers what was read.
    fn remember(&mut self, body: &Body<V>, place: &GlobalTransform, uneven: Option<Vec3>) {
        let now = self.placed_at(place, uneven);
        let (Some(tracked), Some(placed)) = (&mut self.tracked, &mut self.placed) else { return };
        let translation = self.transform.translation;
        let was_moved = placed.place.is_some() && placed.place != now.place;
        if let Some(shown) = &mut self.shown
            && (shown.translation != translation || was_moved)
        {
            shown.note(translation, V::from_translation(place.translation()));
        }
        tracked.was_put |= body.position != tracked.position;
        (tracked.position, tracked.velocity) = (body.position, body.velocity);
        tracked.breaks_after = body.breaks_after;
        // No tick tells of walls.
        if body.kind == Kind::Static {
            tracked.stand();
        }
        **placed = Placed { parent: placed.parent, ..now };
    }

    /// How it is placed now.
    fn placed_at(&self, place: &GlobalTransform, uneven: Option<Vec3>) -> Placed {
        let is_put = self.parent.is_some() || self.kind() == Kind::Static;
        Placed {
            place: is_put.then(|| place.translation()),
            parent: None,
            uneven,
            turned: Some(place.affine().matrix3),
        }
    }

    fn refuse(&mut self, error: InvalidBody, orders: &mut Orders<V>) {
        // What was refused is read again in every tick until it is mended.
        if let Some(placed) = &mut self.placed {
            placed.turned = None;
        }
        if let Some(home) = &mut self.home {
            **home = Home::NOWHERE;
        }
        let reason = error.to_string();
        if self.refused.is_none_or(|told| told.reason != reason) {
            // Who has never been in the simulation stays outside.
            let fate = match self.tracked {
                Some(_) => "goes on with its last valid values",
                None => "takes no part with these values",
            };
            tracing::error!("{} {fate}: {reason}", self.entity);
            orders.insert(self.entity, Rejected { reason });
        }
    }
}
