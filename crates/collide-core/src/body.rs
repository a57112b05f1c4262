//! The description of a body, and the values that it may hold.

use std::borrow::Cow;

use crate::shape::{Frame, RoundedBox, Shape};
use crate::vector::Vector;

mod invalid;
mod cloth;
mod layers;
mod role;
mod speed_limits;

pub use cloth::Cloth;
pub use invalid::InvalidBody;
use invalid::not_negative;
pub(crate) use invalid::{finite_vector, valid};
pub use layers::Layers;
pub use role::{Passage, Role};
pub use speed_limits::SpeedLimits;

/// How a body moves and what moves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Kind {
    /// Flies freely and is pushed by what it hits. Must be a ball, or a box with edges along the axes.
    #[default]
    Dynamic,
    /// Never moves, as if of infinite mass; its velocity is not read.
    Static,
    /// Moves with its velocity or to its target, turns with its angular velocity, and feels nothing, as if of infinite mass.
    Kinematic,
}

// layers: allow(sizes, "a game sets its fields by name")
/// A body as a game states it; every number is checked when it enters a [`World`](crate::world::World).
///
/// # Example
/// ```
/// use collide_core::body::Body;
/// use collide_core::shape::Shape;
/// use glam::DVec2;
///
/// let ball = Body { velocity: DVec2::new(3.0, 0.0), ..Body::dynamic(Shape::ball(0.5), DVec2::ZERO) };
/// assert!(ball.validate().is_ok());
/// assert!(Body { mass: f64::NAN, ..ball }.validate().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub struct Body<V: Vector> {
    /// How it moves.
    pub kind: Kind,
    /// Its form.
    pub shape: Shape<V>,
    /// What happens to a ball that meets it.
    pub role: Role<V>,
    /// The layers that it is in, and those that it meets.
    pub layers: Layers,
    /// A number of the game's own, for hooks; the step does not read it.
    pub tag: u64,
    /// Where it is, in length units.
    pub position: V,
    /// How its shape is turned about the position. Not read of dynamic bodies, but of balls that
    /// [turn](Self::inertia_factor), which look alike from all sides: it changes nothing but what is drawn.
    pub rotation: Frame<V>,
    /// How it moves, in length units a second.
    pub velocity: V,
    /// How it turns about its position, in radians a second: in the plane a number, counterclockwise, and in space a vector
    /// along the axis about which it turns. Read of kinematic bodies, and of balls that [turn](Self::inertia_factor).
    ///
    /// A kinematic body that turns must be solid and of bounded shape, and what it meets must be balls. What it hits feels the
    /// velocity of the point that hits. If it turns by more than a thousand radians in a step, a ball may pass it.
    ///
    /// # Example
    /// ```
    /// use collide_core::body::Body;
    /// use collide_core::shape::Shape;
    /// use glam::DVec2;
    ///
    /// // A flipper, 8 cm long, that turns about its left end.
    /// let flipper = Shape::capsule(DVec2::ZERO, DVec2::X * 0.08, 0.005);
    /// let flipper = Body::kinematic(flipper, DVec2::ZERO, DVec2::ZERO);
    /// let flipper = Body { angular_velocity: 17.0, ..flipper };
    /// assert!(flipper.validate().is_ok());
    /// ```
    pub angular_velocity: V::Cross,
    /// Its moment of inertia about its centre, divided by its mass and the square of its radius: 1/2 of a disc, 1 of a ring,
    /// 2/5 of a solid sphere and 2/3 of a hollow one, above zero. Nothing of a body that does not turn, as by default.
    ///
    /// Only a dynamic ball with its centre at its position and a radius above zero may turn. It turns with its angular
    /// velocity, and [friction](Self::friction) couples that to what slides, at impacts, on walls and in piles. As a ball
    /// looks alike from all sides, no time of an impact depends on how it is turned.
    ///
    /// # Example
    /// ```
    /// use collide_core::body::Body;
    /// use collide_core::shape::Shape;
    /// use collide_core::step::Stepper;
    /// use collide_core::world::World;
    /// use glam::{DVec2, dvec2};
    ///
    /// // A disc that does not turn falls on a floor with which it moves to the left, and begins to roll.
    /// let mut world = World::<DVec2>::new();
    /// world.add(Body { friction: 0.5, ..Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO) })?;
    /// let disc = Body::dynamic(Shape::ball(1.0), dvec2(0.0, 2.0));
    /// let velocity = dvec2(-3.0, -4.0);
    /// let disc = Body { inertia_factor: Some(0.5), friction: 0.5, velocity, ..disc };
    /// let disc = world.add(disc)?;
    /// Stepper::new().step(&mut world, 0.5);
    /// assert_eq!(world.velocity(disc), Some(dvec2(-2.0, 4.0)));
    /// assert_eq!(world.angular_velocity(disc), Some(2.0));
    /// # Ok::<(), collide_core::body::InvalidBody>(())
    /// ```
    pub inertia_factor: Option<f64>,
    /// The cloth that it lies on, if it is a ball on a table that is seen from above. Only a ball of the plane that
    /// [turns](Self::inertia_factor) can lie on one. Gravity, its own acceleration and rolling resistance do not act on it;
    /// linear damping slows its velocity and its roll alike.
    pub cloth: Option<Cloth>,
    /// The velocity with which the ball would roll with the spin that it has about the horizontal axes, in length units a
    /// second: equal to the velocity it rolls, zero it is stunned, opposite it is drawn. Read of balls on a
    /// [cloth](Self::cloth). [Angular velocity](Self::angular_velocity) is the spin about the vertical axis: the side.
    pub roll: V,
    /// By how many radii the nose of a cushion is higher than the centres of balls on a [cloth](Self::cloth), between -1 and 1;
    /// 0.28 of a pool table. It counts for such balls only, and for walls.
    pub nose: f64,
    /// Where it is at the end of every step. Read only of kinematic bodies: it sets their velocity
    /// when a step begins, and when the game changes them within one.
    pub target: Option<V>,
    /// Its mass, in any unit, above zero. Read only of dynamic bodies.
    pub mass: f64,
    /// How much of the approach speed a bounce gives back: 0 to 1, and above 1 for a bumper, which gives back more.
    ///
    /// A restitution above 1 counts whatever the rule and the other body are, and adds energy at every bounce, as long as the
    /// two approach by at most 10,000 sizes of the first one a second; above that it is 1.
    pub restitution: f64,
    /// The coefficient of Coulomb friction, 0 or above: at an impact, and where bodies with a restitution below 1
    /// rest, in a pile or on a wall.
    pub friction: f64,
    /// How much of what slides at an impact is given back in the opposite direction if friction is large enough: 0 nothing,
    /// so that a ball rolls afterwards, to 1 all, as of a superball. It counts if one of the two bodies
    /// [turns](Self::inertia_factor), and of the two values the larger one.
    pub tangential_restitution: f64,
    /// The coefficient of rolling friction, 0 or above: where bodies press against each other, in a pile or on a wall, it
    /// brakes the relative spin by at most this share of the radius times the force between them. It counts for balls that
    /// [turn](Self::inertia_factor), and of the two values the larger one. At impacts it does nothing.
    ///
    /// A ball that rolls on a level floor slows down by `c g / (1 + k)`. Without it the ball rolls for ever.
    pub rolling_friction: f64,
    /// How its surface slides along itself, as that of a conveyor belt: a velocity relative to the body, in length
    /// units a second, along the axes of the space. At a contact the component across the normal counts, and only
    /// [friction](Self::friction) acts on it. That of a dynamic body is not read.
    ///
    /// # Example
    /// ```
    /// use collide_core::body::Body;
    /// use collide_core::shape::Shape;
    /// use glam::dvec2;
    ///
    /// let floor = Body::fixed(Shape::half_space(glam::DVec2::Y), dvec2(0.0, 0.0));
    /// let belt = Body { surface_velocity: dvec2(2.0, 0.0), friction: 0.5, ..floor };
    /// # assert!(belt.validate().is_ok());
    /// ```
    pub surface_velocity: V,
    /// The least impulse that an impact gives back after the approach has ended, in mass times speed.
    pub minimum_impulse: f64,
    /// The least and the most speed with which it leaves an impact. Read only of dynamic bodies.
    pub speed_limits: SpeedLimits,
    /// After how many more impacts it breaks, which takes it out of the game; 0 never.
    pub breaks_after: u32,
    /// How strongly gravity pulls it: 1 as all, 0 not at all, negative upwards.
    pub gravity_scale: f64,
    /// An acceleration of its own besides gravity, in length units a second squared.
    pub acceleration: V,
    /// The constant deceleration along its velocity until it stops, in length units a second squared.
    pub rolling_resistance: f64,
    /// The rate at which its velocity decays, per second: every step begins with a factor of
    /// `exp(-rate dt)`.
    pub linear_damping: f64,
    /// The rate at which its angular velocity decays, per second, in the same way. Read of balls that turn.
    pub angular_damping: f64,
}

impl<V: Vector> Body<V> {
    /// A body that flies freely: mass 1, restitution 1, at rest.
    #[must_use]
    pub fn dynamic(shape: Shape<V>, position: V) -> Self {
        Self {
            kind: Kind::Dynamic,
            shape,
            role: Role::Solid,
            layers: Layers::default(),
            tag: 0,
            position,
            rotation: Frame::identity(),
            velocity: V::default(),
            angular_velocity: Default::default(),
            inertia_factor: None,
            cloth: None,
            roll: V::ZERO,
            nose: 0.0,
            target: None,
            mass: 1.0,
            restitution: 1.0,
            friction: 0.0,
            tangential_restitution: 0.0,
            rolling_friction: 0.0,
            surface_velocity: V::default(),
            minimum_impulse: 0.0,
            speed_limits: SpeedLimits::NONE,
            breaks_after: 0,
            gravity_scale: 1.0,
            acceleration: V::default(),
            rolling_resistance: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
        }
    }

    /// A body that never moves, with restitution 1, so that what hits it decides.
    #[must_use]
    pub fn fixed(shape: Shape<V>, position: V) -> Self {
        Self { kind: Kind::Static, ..Self::dynamic(shape, position) }
    }

    /// A body that moves with `velocity` whatever it meets.
    #[must_use]
    pub fn kinematic(shape: Shape<V>, position: V, velocity: V) -> Self {
        Self { kind: Kind::Kinematic, velocity, ..Self::dynamic(shape, position) }
    }

    /// Whether every value is one that a world may hold.
    ///
    /// # Errors
    /// The first field that is out of range, with its value.
    pub fn validate(&self) -> Result<(), InvalidBody> {
        finite_vector("position", self.position)?;
        finite_vector("velocity", self.velocity)?;
        finite_vector("target", self.target.unwrap_or_default())?;
        finite_vector("acceleration", self.acceleration)?;
        valid("mass", self.mass, self.mass.is_finite() && self.mass > 0.0)?;
        not_negative("restitution", self.restitution)?;
        not_negative("friction", self.friction)?;
        let backwards = self.tangential_restitution;
        not_negative("rolling_friction", self.rolling_friction)?;
        finite_vector("roll", self.roll)?;
        valid("nose", self.nose, self.nose > -1.0 && self.nose < 1.0)?;
        valid("tangential_restitution", backwards, (0.0..=1.0).contains(&backwards))?;
        finite_vector("surface_velocity", self.surface_velocity)?;
        not_negative("minimum_impulse", self.minimum_impulse)?;
        valid("speed_limits.most", self.speed_limits.most, self.speed_limits.is_valid())?;
        valid("gravity_scale", self.gravity_scale, self.gravity_scale.is_finite())?;
        not_negative("rolling_resistance", self.rolling_resistance)?;
        not_negative("linear_damping", self.linear_damping)?;
        not_negative("angular_damping", self.angular_damping)?;
        validate_role(&self.role)?;
        validate_shape(&self.shape)?;
        self.validate_rotation()?;
        if self.kind == Kind::Dynamic && self.shape.mover().is_none() {
            return Err(InvalidBody::NotMovable);
        }
        Ok(())
    }
}

impl<V: Vector> Body<V> {
    fn validate_rotation(&self) -> Result<(), InvalidBody> {
        let (rotation, rate) = (self.rotation, V::magnitude(self.angular_velocity));
        valid("rotation", rotation.skew(), rotation.skew() < 1e-4 && rotation.is_rotation())?;
        valid("angular_velocity", rate, rate.is_finite())?;
        let may_turn = matches!(self.role, Role::Solid) && self.shape.reach().is_finite();
        let is_arena = matches!(self.shape, Shape::Arena { .. });
        if self.is_turning() && !may_turn || self.is_turned() && is_arena {
            return Err(InvalidBody::CannotTurn);
        }
        if let Some(cloth) = self.cloth {
            cloth.validate()?;
            if V::DIMENSION != 2 || self.inertia_factor.is_none() {
                return Err(InvalidBody::NoCloth);
            }
        }
        let Some(factor) = self.inertia_factor else { return Ok(()) };
        valid("inertia_factor", factor, factor.is_finite() && factor > 0.0)?;
        let has_radius = self.shape.ball_radius().is_some_and(|radius| radius > 0.0);
        let may_spin = self.kind != Kind::Dynamic || has_radius;
        if may_spin { Ok(()) } else { Err(InvalidBody::CannotTurn) }
    }

    /// The cloth that it lies on, if it is a ball that does.
    pub(crate) fn cloth_under(&self) -> Option<Cloth> {
        self.cloth.filter(|_| self.is_turning_ball())
    }

    /// Whether it is a ball that may turn.
    pub(crate) fn is_turning_ball(&self) -> bool {
        self.kind == Kind::Dynamic && self.inertia_factor.is_some()
    }

    /// Whether it is a wall that turns.
    pub(crate) fn is_turning(&self) -> bool {
        self.kind == Kind::Kinematic && self.angular_velocity != Default::default()
    }

    /// Whether its shape is turned.
    pub(crate) fn is_turned(&self) -> bool {
        self.kind != Kind::Dynamic && self.rotation != Frame::identity()
    }

    /// The shape as it is turned.
    pub(crate) fn turned_shape(&self) -> Cow<'_, Shape<V>> {
        let turned = self.is_turned().then(|| self.shape.turned(&self.rotation)).flatten();
        turned.map_or(Cow::Borrowed(&self.shape), Cow::Owned)
    }

    /// Whether it moves by itself and is no ball.
    pub(crate) fn is_moving_box(&self) -> bool {
        self.kind == Kind::Dynamic && self.shape.ball_radius().is_none()
    }

    /// Whether something acts on it when a step begins: damping, or a target.
    pub(crate) fn is_driven(&self) -> bool {
        match self.kind {
            Kind::Static => false,
            Kind::Kinematic => self.target.is_some(),
            Kind::Dynamic => {
                let is_braked = self.is_turning_ball() && self.angular_damping > 0.0;
                self.linear_damping > 0.0 || is_braked
            }
        }
    }

    /// Whether bodies like it may share what their motion does not change: a solid of simple shape that equals another one only
    /// if all bits are the same, as no number is -0.
    pub(crate) fn may_be_shared(&self) -> bool {
        // All properties are named here, so that the compiler asks whether a new one may be -0.
        let &Self {
            // What is never -0, or is no part of what is shared.
            kind: _,
            layers: _,
            breaks_after: _,
            inertia_factor: _,
            mass: _,
            tag: _,
            position: _,
            velocity: _,
            angular_velocity: _,
            // What is no candidate.
            ref shape,
            ref role,
            ref target,
            rotation,
            // What may be -0.
            roll,
            cloth,
            nose,
            restitution,
            friction,
            tangential_restitution,
            rolling_friction,
            surface_velocity,
            minimum_impulse,
            speed_limits,
            gravity_scale,
            acceleration,
            rolling_resistance,
            linear_damping,
            angular_damping,
        } = self;
        let Shape::Convex(RoundedBox { centre, half, radius, frame }) = shape else { return false };
        let is_not_negative_zero = |number: f64| number.to_bits() != (-0.0f64).to_bits();
        let has_no_negative_zero =
            |vector: V| (0..V::DIMENSION).all(|it| is_not_negative_zero(vector.component(it)));
        let numbers = [
            *radius,
            nose,
            restitution,
            friction,
            tangential_restitution,
            rolling_friction,
            minimum_impulse,
            speed_limits.least,
            speed_limits.most,
            gravity_scale,
            rolling_resistance,
            linear_damping,
            angular_damping,
        ];
        let of_cloth = cloth.iter().flat_map(|it| [it.sliding, it.rolling, it.spinning]);
        let vectors = [*centre, *half, acceleration, surface_velocity];
        let axes = frame.axes().iter().take(V::DIMENSION);
        matches!(role, Role::Solid)
            && target.is_none()
            && !self.is_turning()
            && (rotation == Frame::identity() || self.is_turning_ball())
            && numbers.into_iter().chain(of_cloth).all(is_not_negative_zero)
            && vectors.into_iter().chain(axes.copied()).all(has_no_negative_zero)
            && (cloth.is_some() || has_no_negative_zero(roll))
    }

    /// Whether it would be met by the edge of a box and cannot be.
    pub(crate) fn is_not_for_boxes(&self) -> bool {
        let by_centre =
            matches!(self.role, Role::Sensor(Passage::Centre) | Role::Absorber(Passage::Centre));
        !by_centre && (self.is_turning() || !self.turned_shape().meets_boxes())
    }
}

fn validate_role<V: Vector>(role: &Role<V>) -> Result<(), InvalidBody> {
    let Role::OneWay { open } = role else { return Ok(()) };
    finite_vector("direction of a one-way gate", *open)?;
    valid("direction of a one-way gate", open.length(), open.length() > 0.0)
}

fn validate_shape<V: Vector>(shape: &Shape<V>) -> Result<(), InvalidBody> {
    match shape {
        Shape::Convex(RoundedBox { centre, half, radius, frame }) => {
            not_negative("radius", *radius)?;
            finite_vector("centre", *centre)?;
            valid("frame", frame.skew(), frame.skew() < 1e-4)?;
            validate_extents(*half, 0.0)
        }
        Shape::Outline(outline) => not_negative("radius", outline.radius),
        Shape::HalfSpace { normal, level } => {
            let error = (normal.length() - 1.0).abs();
            valid("normal", normal.length(), error < 1e-4)?;
            valid("level", *level, level.is_finite())
        }
        Shape::RoundArena { radius } => {
            valid("radius", *radius, radius.is_finite() && *radius > 0.0)
        }
        Shape::Arena { half } => validate_extents(*half, f64::MIN_POSITIVE),
    }
}

fn validate_extents<V: Vector>(half: V, least: f64) -> Result<(), InvalidBody> {
    (0..V::DIMENSION)
        .map(|axis| half.component(axis))
        .try_for_each(|extent| valid("half extent", extent, extent.is_finite() && extent >= least))
}
