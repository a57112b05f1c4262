//! What is a scene?
//!
//! Numbers only, in no unit: a length of 1 may be a metre or a hundred pixels. Most scenes are made of
//! balls with a diameter of 1, so that lengths are diameters. Time is in seconds.

use glam::DVec2;

/// A number of bodies, what pulls them, and what a game does to them while they play.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Its name, which is that of the [catalogue](crate::catalogue).
    pub name: &'static str,
    /// The acceleration of everything dynamic, in length units a second squared.
    pub gravity: DVec2,
    /// The lengths after which space repeats, zero where it does not.
    pub period: DVec2,
    /// The bodies at the start. Those that make the room come first, then the dynamic ones.
    pub bodies: Vec<Body>,
    /// What the game does, in order of time.
    pub changes: Vec<Change>,
    /// The two corners of the room that no dynamic body ever leaves, and that a picture should show.
    pub room: [DVec2; 2],
    /// How long it takes until all that is of interest has happened, in seconds.
    pub seconds: f64,
}

/// What a body looks like, about its position. All lengths are in length units.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc.
    Ball {
        /// Its radius.
        radius: f64,
    },
    /// A box with edges along the axes.
    Box {
        /// Half its width and half its height.
        half: DVec2,
    },
    /// A straight wall, rounded at its ends.
    Capsule {
        /// One end of its axis.
        start: DVec2,
        /// The other end.
        end: DVec2,
        /// The distance from the axis to the surface; zero for a wall without thickness.
        radius: f64,
    },
    /// All behind a line through the position.
    HalfPlane {
        /// The unit vector out of the solid.
        normal: DVec2,
    },
    /// All outside a box: bodies live inside.
    Arena {
        /// Half the width and half the height of the free room.
        half: DVec2,
    },
}

/// What moves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Forces and impacts.
    Dynamic,
    /// Nothing.
    Static,
    /// Its velocity, whatever it meets.
    Kinematic,
}

/// A body as it is when it enters the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// What moves it.
    pub kind: Kind,
    /// What it looks like.
    pub shape: Shape,
    /// Where it is, in length units.
    pub position: DVec2,
    /// How it moves, in length units a second.
    pub velocity: DVec2,
    /// Its mass; read only of dynamic bodies.
    pub mass: f64,
    /// The share of the approach speed that a bounce gives back; of two bodies the smaller counts.
    pub restitution: f64,
    /// The coefficient of friction; of two bodies the larger counts.
    pub friction: f64,
}

/// What the game does at a time.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A body enters, and has the next number after all that have entered before.
    Add {
        /// When, in seconds from the start.
        time: f64,
        /// Who.
        body: Body,
    },
    /// A kinematic body moves otherwise from now on.
    Steer {
        /// When, in seconds from the start.
        time: f64,
        /// The number of the body: its place in [`Scene::bodies`].
        body: usize,
        /// How it moves from now on, in length units a second.
        velocity: DVec2,
    },
}

impl Body {
    /// A dynamic disc of mass 1 and restitution 1, at rest.
    #[must_use]
    pub fn ball(radius: f64, position: DVec2) -> Self {
        Self { kind: Kind::Dynamic, ..Self::fixed(Shape::Ball { radius }, position) }
    }

    /// A wall with restitution 1, so that what hits it decides.
    #[must_use]
    pub fn fixed(shape: Shape, position: DVec2) -> Self {
        Self {
            kind: Kind::Static,
            shape,
            position,
            velocity: DVec2::ZERO,
            mass: 1.0,
            restitution: 1.0,
            friction: 0.0,
        }
    }

    /// A wall that moves.
    #[must_use]
    pub fn moving(shape: Shape, position: DVec2, velocity: DVec2) -> Self {
        Self { kind: Kind::Kinematic, velocity, ..Self::fixed(shape, position) }
    }

    /// How far a dynamic body reaches from its position along each axis, in length units; zero for
    /// what is no ball and no box.
    #[must_use]
    pub fn reach(&self) -> DVec2 {
        match self.shape {
            Shape::Ball { radius } => DVec2::splat(radius),
            Shape::Box { half } => half,
            _ => DVec2::ZERO,
        }
    }
}

impl Change {
    /// When, in seconds from the start.
    #[must_use]
    pub fn time(&self) -> f64 {
        match self {
            Self::Add { time, .. } | Self::Steer { time, .. } => *time,
        }
    }
}

impl Scene {
    /// An empty scene without gravity in a walled room between two corners.
    #[must_use]
    pub fn walled(name: &'static str, room: [DVec2; 2]) -> Self {
        let half = (room[1] - room[0]) * 0.5;
        let arena = Body::fixed(Shape::Arena { half }, room[0] + half);
        Self { bodies: vec![arena], ..Self::periodic(name, room, DVec2::ZERO) }
    }

    /// An empty scene without gravity and without walls, in a space that repeats after a `period`.
    #[must_use]
    pub fn periodic(name: &'static str, room: [DVec2; 2], period: DVec2) -> Self {
        Self {
            name,
            gravity: DVec2::ZERO,
            period,
            bodies: Vec::new(),
            changes: Vec::new(),
            room,
            seconds: 10.0,
        }
    }

    /// All bodies that are there at the start or enter later, by number.
    pub fn everyone(&self) -> impl Iterator<Item = &Body> {
        let later = self.changes.iter().filter_map(|change| match change {
            Change::Add { body, .. } => Some(body),
            Change::Steer { .. } => None,
        });
        self.bodies.iter().chain(later)
    }

    /// The dynamic bodies, those that enter later included.
    pub fn movers(&self) -> impl Iterator<Item = &Body> {
        self.everyone().filter(|body| body.kind == Kind::Dynamic)
    }

    /// The smallest width of a dynamic body, the unit in which an overlap is judged; 1 if there are
    /// none.
    #[must_use]
    pub fn diameter(&self) -> f64 {
        let least = self.movers().map(|body| 2.0 * body.reach().min_element());
        least.reduce(f64::min).unwrap_or(1.0)
    }

    /// Whether nothing gives or takes energy: every restitution is 1, there is no friction, nothing
    /// kinematic and no change.
    #[must_use]
    pub fn is_lossless(&self) -> bool {
        let lossless = |body: &Body| {
            body.kind != Kind::Kinematic && body.restitution == 1.0 && body.friction == 0.0
        };
        self.changes.is_empty() && self.bodies.iter().all(lossless)
    }

    /// Whether walls move, so that they may squeeze what is between them and give it energy.
    #[must_use]
    pub fn has_moving_walls(&self) -> bool {
        self.everyone().any(|body| body.kind == Kind::Kinematic)
    }
}
