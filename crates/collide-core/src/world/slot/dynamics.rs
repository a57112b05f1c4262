//! Dynamics: the laws of motion of a body, from the simplest to the most general.

use crate::body::{Body, Kind, Role};
use crate::vector::Vector;

/// How a body moves until an event changes its path, which decides what a step must do for it.
///
/// The laws from [`FreeBall`](Self::FreeBall) on are nested: a free ball is ballistic too, and both can be treated
/// as general.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dynamics {
    /// It stands still for ever, unless it breaks: a static solid body.
    Fixed,
    /// It flies in a straight line at a constant velocity, and an event can do nothing but make it bounce: a
    /// dynamic solid ball of positive radius and finite mass that cannot break, without acceleration, rolling
    /// resistance or constraints.
    FreeBall,
    /// It flies on a parabola that never stops: a dynamic body without rolling resistance or constraints.
    Ballistic,
    /// Anything else.
    General,
}

impl Dynamics {
    /// The dynamics of a body that is neither accelerated nor constrained. `is_solid_ball` is whether it is a solid
    /// ball of positive radius.
    pub(super) fn without_forces<V: Vector>(body: &Body<V>, is_solid_ball: bool) -> Self {
        match body.kind {
            Kind::Static if matches!(body.role, Role::Solid) => Self::Fixed,
            Kind::Static | Kind::Kinematic => Self::General,
            Kind::Dynamic if body.rolling_resistance != 0.0 => Self::General,
            Kind::Dynamic if is_solid_ball && body.mass.is_finite() && body.breaks_after == 0 => {
                Self::FreeBall
            }
            Kind::Dynamic => Self::Ballistic,
        }
    }
}
