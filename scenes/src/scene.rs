//! The data of a scene: bodies, gravity, walls, and the changes that a game makes.
//!
//! Lengths have no unit: a length of 1 may be a metre or a hundred pixels. Most scenes consist of balls
//! with a diameter of 1, so lengths are diameters. Time is in seconds.
//!
//! The vector `W` of a type is that of the plane unless another is given.

use glam::DVec2;

use crate::space::Space;

/// The bodies of a simulation, its gravity and space, and the changes that a game makes during it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene<W = DVec2> {
    /// The name, the same as in the [catalogue](crate::catalogue).
    pub name: &'static str,
    /// The acceleration of every dynamic body, in length units a second squared.
    pub gravity: W,
    /// The lengths after which space repeats along each axis; zero along an axis without a period.
    pub period: W,
    /// The bodies at the start: first the walls, then the dynamic bodies.
    pub bodies: Vec<Body<W>>,
    /// What the game changes, in order of time.
    pub changes: Vec<Change<W>>,
    /// The lower and the upper corner of the room that no dynamic body ever leaves. A picture should show it.
    pub room: [W; 2],
    /// The duration in which everything of interest happens, in seconds.
    pub seconds: f64,
}

/// The shape of a body, relative to its position. All lengths are in length units.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<W = DVec2> {
    /// A disc, or a sphere in space.
    Ball {
        /// Its radius.
        radius: f64,
    },
    /// A box with edges along the axes.
    Box {
        /// Half its size along each axis.
        half: W,
    },
    /// A segment with a radius.
    Capsule {
        /// One end of the axis.
        start: W,
        /// The other end of the axis.
        end: W,
        /// The distance from the axis to the surface; zero for a wall without thickness.
        radius: f64,
    },
    /// The half-plane behind a line through the position; in space the half-space behind a plane.
    HalfPlane {
        /// The unit vector out of the solid.
        normal: W,
    },
    /// Everything outside a box: bodies move inside it.
    Arena {
        /// Half the size of the free space along each axis.
        half: W,
    },
}

/// What moves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Forces and impacts move it.
    Dynamic,
    /// It never moves.
    Static,
    /// It keeps its velocity in every impact.
    Kinematic,
}

/// The state of a body when it enters the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<W = DVec2> {
    /// What moves it.
    pub kind: Kind,
    /// The shape.
    pub shape: Shape<W>,
    /// The position, in length units.
    pub position: W,
    /// The velocity, in length units a second.
    pub velocity: W,
    /// The mass; ignored unless the body is dynamic.
    pub mass: f64,
    /// The ratio of separation speed to approach speed; of two bodies the smaller value counts.
    pub restitution: f64,
    /// The coefficient of friction; of two bodies the larger value counts.
    pub friction: f64,
}

/// A change that the game makes at a given time.
#[derive(Clone, Debug, PartialEq)]
pub enum Change<W = DVec2> {
    /// A body enters; its number is the count of all bodies that have entered before.
    Add {
        /// Seconds from the start.
        time: f64,
        /// The body.
        body: Body<W>,
    },
    /// A kinematic body gets a new velocity.
    SetVelocity {
        /// Seconds from the start.
        time: f64,
        /// The index of the body in [`Scene::bodies`].
        body: usize,
        /// The new velocity, in length units a second.
        velocity: W,
    },
}

impl<W: Space> Body<W> {
    /// A dynamic ball of mass 1 and restitution 1, at rest.
    #[must_use]
    pub fn ball(radius: f64, position: W) -> Self {
        Self { kind: Kind::Dynamic, ..Self::fixed(Shape::Ball { radius }, position) }
    }

    /// A static body with restitution 1, so that the restitution of the other body counts.
    #[must_use]
    pub fn fixed(shape: Shape<W>, position: W) -> Self {
        Self {
            kind: Kind::Static,
            shape,
            position,
            velocity: W::ZERO,
            mass: 1.0,
            restitution: 1.0,
            friction: 0.0,
        }
    }

    /// A kinematic body with restitution 1.
    #[must_use]
    pub fn moving(shape: Shape<W>, position: W, velocity: W) -> Self {
        Self { kind: Kind::Kinematic, velocity, ..Self::fixed(shape, position) }
    }

    /// The half extents of a ball or a box along each axis, in length units; zero for other shapes.
    #[must_use]
    pub fn reach(&self) -> W {
        match self.shape {
            Shape::Ball { radius } => W::splat(radius),
            Shape::Box { half } => half,
            _ => W::ZERO,
        }
    }
}

impl<W: Space> Change<W> {
    /// The time of the change, in seconds from the start.
    #[must_use]
    pub fn time(&self) -> f64 {
        match self {
            Self::Add { time, .. } | Self::SetVelocity { time, .. } => *time,
        }
    }
}

impl<W: Space> Scene<W> {
    /// A scene without gravity that contains only the walls of a room between two corners.
    #[must_use]
    pub fn walled(name: &'static str, room: [W; 2]) -> Self {
        let half = (room[1] - room[0]) * 0.5;
        let arena = Body::fixed(Shape::Arena { half }, room[0] + half);
        Self { bodies: vec![arena], ..Self::periodic(name, room, W::ZERO) }
    }

    /// An empty scene without gravity and walls, in a space that repeats after `period`.
    #[must_use]
    pub fn periodic(name: &'static str, room: [W; 2], period: W) -> Self {
        Self {
            name,
            gravity: W::ZERO,
            period,
            bodies: Vec::new(),
            changes: Vec::new(),
            room,
            seconds: 10.0,
        }
    }

    /// All bodies by number, including those that enter later.
    pub fn all_bodies(&self) -> impl Iterator<Item = &Body<W>> {
        let later = self.changes.iter().filter_map(|change| match change {
            Change::Add { body, .. } => Some(body),
            Change::SetVelocity { .. } => None,
        });
        self.bodies.iter().chain(later)
    }

    /// All dynamic bodies by number, including those that enter later.
    pub fn dynamic_bodies(&self) -> impl Iterator<Item = &Body<W>> {
        self.all_bodies().filter(|body| body.kind == Kind::Dynamic)
    }

    /// The smallest width of a dynamic body, in length units; 1 if there is none. Overlaps are measured in it.
    #[must_use]
    pub fn smallest_diameter(&self) -> f64 {
        let least = self.dynamic_bodies().map(|body| 2.0 * body.reach().min_element());
        least.reduce(f64::min).unwrap_or(1.0)
    }

    /// Whether energy is conserved: every restitution is 1, every friction 0, and there are neither
    /// kinematic bodies nor changes.
    #[must_use]
    pub fn is_lossless(&self) -> bool {
        let lossless = |body: &Body<W>| {
            body.kind != Kind::Kinematic && body.restitution == 1.0 && body.friction == 0.0
        };
        self.changes.is_empty() && self.bodies.iter().all(lossless)
    }

    /// Whether there is a kinematic body, which may squeeze other bodies and add energy.
    #[must_use]
    pub fn has_moving_walls(&self) -> bool {
        self.all_bodies().any(|body| body.kind == Kind::Kinematic)
    }
}
