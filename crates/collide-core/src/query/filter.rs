//! Filters: which bodies a query may return.

use core::fmt;

use crate::body::{Body, Kind, Layers, Role};
use crate::vector::Vector;
use crate::world::BodyId;

/// What a game asks of a body and its name.
type Predicate<'a, V> = Box<dyn Fn(BodyId, &Body<V>) -> bool + 'a>;

/// Which bodies a question means; by default all that something can bounce off: solid bodies and
/// gates, of every kind and in all layers.
///
/// Every method narrows or widens the choice and hands it on. A body must pass all of them. Bodies
/// that were absorbed or broken take no part and are never meant.
///
/// # Example
/// ```
/// use collide_core::body::{Body, Kind, Layers};
/// use collide_core::query::{Filter, SpatialQuery};
/// use collide_core::{shape::Shape, world::World};
/// use glam::DVec2;
///
/// let mut world = World::<DVec2>::new();
/// let ball = |x| Body::dynamic(Shape::ball(0.5), DVec2::new(x, 0.0));
/// let own = world.add(ball(0.0)).unwrap();
/// let light = world.add(ball(2.0)).unwrap();
/// let heavy = world.add(Body { mass: 9.0, ..ball(4.0) }).unwrap();
///
/// let query = SpatialQuery::new(&world);
/// let see = |filter: &Filter<DVec2>| {
///     query.cast_ray(DVec2::ZERO, DVec2::X, 10.0, filter).map(|hit| hit.body)
/// };
/// assert_eq!(see(&Filter::new()), Some(own));
/// assert_eq!(see(&Filter::new().excluding([own])), Some(light));
/// assert_eq!(see(&Filter::new().predicate(|_, body| body.mass > 2.0)), Some(heavy));
/// assert_eq!(see(&Filter::new().of_kinds(&[Kind::Static])), None);
/// let ghost = Layers { memberships: 0b10, filters: 0b10 };
/// assert_eq!(see(&Filter::new().colliding_with(ghost)), None);
/// ```
pub struct Filter<'a, V: Vector> {
    layers: Option<Layers>,
    excluded: Vec<BodyId>,
    kinds: [bool; 3],
    solids: bool,
    gates: bool,
    sensors: bool,
    absorbers: bool,
    predicates: Vec<Predicate<'a, V>>,
}

impl<V: Vector> Default for Filter<'_, V> {
    fn default() -> Self {
        Self {
            layers: None,
            excluded: Vec::new(),
            kinds: [true; 3],
            solids: true,
            gates: true,
            sensors: false,
            absorbers: false,
            predicates: Vec::new(),
        }
    }
}

impl<V: Vector> fmt::Debug for Filter<'_, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Filter")
            .field("layers", &self.layers)
            .field("excluded", &self.excluded)
            .field("kinds", &self.kinds)
            .field("solids", &self.solids)
            .field("gates", &self.gates)
            .field("sensors", &self.sensors)
            .field("absorbers", &self.absorbers)
            .field("predicates", &self.predicates.len())
            .finish()
    }
}

impl<'a, V: Vector> Filter<'a, V> {
    /// All solid bodies and gates.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Every body: solid ones, gates, sensors and absorbers.
    #[must_use]
    pub fn everything() -> Self {
        Self::new().with_sensors().with_absorbers()
    }

    /// Only bodies that a body with these layers would meet.
    #[must_use]
    pub fn colliding_with(mut self, layers: Layers) -> Self {
        self.layers = Some(layers);
        self
    }

    /// Not these bodies either.
    #[must_use]
    pub fn excluding(mut self, bodies: impl IntoIterator<Item = BodyId>) -> Self {
        self.excluded.extend(bodies);
        self
    }

    /// Only bodies of one of these kinds.
    #[must_use]
    pub fn of_kinds(mut self, kinds: &[Kind]) -> Self {
        self.kinds =
            [Kind::Dynamic, Kind::Static, Kind::Kinematic].map(|kind| kinds.contains(&kind));
        self
    }

    /// Sensors too.
    #[must_use]
    pub fn with_sensors(mut self) -> Self {
        self.sensors = true;
        self
    }

    /// Absorbers too.
    #[must_use]
    pub fn with_absorbers(mut self) -> Self {
        self.absorbers = true;
        self
    }

    /// No solid bodies.
    #[must_use]
    pub fn without_solids(mut self) -> Self {
        self.solids = false;
        self
    }

    /// No gates.
    #[must_use]
    pub fn without_gates(mut self) -> Self {
        self.gates = false;
        self
    }

    /// Only bodies of which the predicate is true. It may be asked of any body, in any order.
    #[must_use]
    pub fn predicate(mut self, predicate: impl Fn(BodyId, &Body<V>) -> bool + 'a) -> Self {
        self.predicates.push(Box::new(predicate));
        self
    }

    /// Whether the question means this body, if it takes part.
    #[must_use]
    pub fn admits(&self, id: BodyId, body: &Body<V>) -> bool {
        let kind = match body.kind {
            Kind::Dynamic => self.kinds[0],
            Kind::Static => self.kinds[1],
            Kind::Kinematic => self.kinds[2],
        };
        let role = match body.role {
            Role::Solid => self.solids,
            Role::OneWay { .. } => self.gates,
            Role::Sensor(_) => self.sensors,
            Role::Absorber(_) => self.absorbers,
        };
        kind && role
            && self.layers.is_none_or(|layers| layers.meets(body.layers))
            && !self.excluded.contains(&id)
            && self.predicates.iter().all(|predicate| predicate(id, body))
    }
}
