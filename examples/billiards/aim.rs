//! Aiming the cue with the mouse or a finger, and the stroke.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::cloth::{Stroke as CueStroke, Struck, strike};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use harness::pointer::Pointer;
use scenes::billiards::{BALL_MASS, BALL_RADIUS};

use crate::args::{BilliardsArgs, MAX_ELEVATION};
use crate::game::{Phase, Session};
use crate::look::cue::CueView;
use crate::look::pad::PadView;
use crate::rules::ball::Ball;
use crate::table::bodies::{Balls, STILL, motion};
use crate::table::place;

/// The speed of the cue ball at full power, in metres a second: a strong break.
const MAX_SPEED: f64 = 12.0;

/// The distance by which the mouse is pulled back for full power, in metres.
const FULL_PULL: f64 = 0.5;

/// How near to the cue ball a finger must start to pull the cue back; elsewhere it turns the cue. In metres.
const FINGER_REACH: f64 = 0.25;

/// The smallest power of a stroke; a shorter pull cancels it.
const MIN_POWER: f64 = 0.02;

/// The largest distance of the tip from the middle of the ball, in radii; further out a real tip slips.
const MAX_OFFSET: f64 = 0.5;

/// By how much a key raises the butt of the cue, in degrees.
const ELEVATION_STEP: f64 = 5.0;

/// With Shift, the ratio of the angle of the cue to the angle of the mouse.
const FINE_RATIO: f64 = 0.05;

/// The direction and power of the cue.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Aim {
    /// The unit vector of the stroke.
    pub direction: DVec2,
    /// The power, 0 to 1; until the cue is pulled back, that of the last stroke.
    pub power: f64,
    /// Whether the shot would pocket the cue ball.
    pub scratches: bool,
    /// Where the tip meets the ball, in radii to the right and up.
    tip: DVec2,
    /// By how much the butt of the cue is raised, in degrees.
    elevation: f64,
    /// The position at which the mouse began to pull back.
    pulled_from: Option<DVec2>,
    /// The last position of the mouse relative to the ball.
    mouse: Option<DVec2>,
}

impl Default for Aim {
    fn default() -> Self {
        Self {
            direction: DVec2::X,
            power: 0.5,
            scratches: false,
            tip: DVec2::ZERO,
            elevation: 0.0,
            pulled_from: None,
            mouse: None,
        }
    }
}

impl Aim {
    /// The aim with the tip and the elevation of the command line.
    #[must_use]
    pub fn new(args: &BilliardsArgs) -> Self {
        let mut aim = Self::default();
        aim.set_tip(DVec2::new(args.side, args.height));
        aim.set_elevation(args.elevation);
        aim
    }

    /// The aim in a direction with a level cue. The tip is in radii to the right and up.
    #[must_use]
    pub fn at(direction: DVec2, power: f64, tip: DVec2) -> Self {
        Self { direction, power, tip, ..Self::default() }
    }

    /// What the stroke gives to the cue ball. The speed grows with the square of the power, so that soft strokes can be
    /// controlled.
    #[must_use]
    pub fn shot(&self) -> Struck {
        let stroke = CueStroke {
            aim: self.direction,
            ball_mass: BALL_MASS,
            radius: BALL_RADIUS,
            ..CueStroke::pool(self.direction, 1.0)
        };
        // The power is the speed that a level cue gives to the ball in its middle; one that is raised, or hits the ball
        // elsewhere, is as fast.
        let in_middle = strike(&stroke).map_or(1.0, |struck| struck.velocity.length());
        let speed = MAX_SPEED * self.power * self.power / in_middle;
        let elevation = self.elevation.to_radians();
        strike(&CueStroke { speed, offset: self.tip, elevation, ..stroke }).unwrap_or(STILL)
    }

    /// Moves the tip, at most as far as it does not slip.
    pub fn set_tip(&mut self, tip: DVec2) {
        self.tip = tip.clamp_length_max(MAX_OFFSET);
    }

    /// Raises the butt of the cue to an angle in degrees, at most as far as it goes.
    pub fn set_elevation(&mut self, degrees: f64) {
        self.elevation = degrees.clamp(0.0, MAX_ELEVATION);
    }

    /// The power of a stroke at this speed, in metres a second; at most 1.
    #[must_use]
    pub fn power_for(speed: f64) -> f64 {
        (speed / MAX_SPEED).sqrt().min(1.0)
    }

    /// Holds the cue without the mouse, pulled back by its power. The angle to the x axis is in radians.
    pub fn hold(&mut self, angle: f64, power: f64) {
        self.direction = DVec2::from_angle(angle);
        self.power = power;
        self.pulled_from = Some(DVec2::ZERO);
    }

    /// Turns the cue toward the mouse, which is at `mouse` relative to the ball.
    fn turn(&mut self, mouse: DVec2, fine: bool) {
        let last = self.mouse.replace(mouse);
        let (Some(to), true) = (mouse.try_normalize(), mouse.length() > 0.5 * BALL_RADIUS) else {
            return;
        };
        match last.and_then(DVec2::try_normalize) {
            Some(from) if fine => {
                let angle = FINE_RATIO * from.angle_to(to);
                self.direction = DVec2::from_angle(angle).rotate(self.direction).normalize();
            }
            _ if fine => {}
            _ => self.direction = to,
        }
    }
}

/// Turns the cue, pulls it back and strikes.
pub fn aim(
    pointer: Pointer,
    keys: Res<ButtonInput<KeyCode>>,
    balls: Res<Balls>,
    simulation: Res<Simulation<DVec2>>,
    mut aim: ResMut<Aim>,
    mut session: ResMut<Session>,
    mut stroke: Stroke,
) {
    let cue_ball = place::of(Ball::CUE, &balls, &simulation);
    let (Phase::Aiming, Some(ball)) = (session.state.phase, cue_ball) else {
        aim.pulled_from = None;
        aim.mouse = None;
        return;
    };
    if keys.just_pressed(KeyCode::Space) && aim.pulled_from.is_none() {
        stroke.strike(&balls, aim.shot(), &mut session);
        return;
    }
    let Some(cursor) = pointer.place().map(|place| place.as_dvec2()) else { return };
    let fine = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let over_panel = pointer.is_over_panel();
    let (pressed, by_finger) = (pointer.buttons.pressed(MouseButton::Left), pointer.is_finger());
    if pointer.buttons.just_pressed(MouseButton::Left) && !over_panel {
        let near = ball.distance(cursor) < FINGER_REACH;
        aim.pulled_from = if by_finger { near.then_some(ball) } else { Some(cursor) };
    }
    let Some(from) = aim.pulled_from else {
        if !over_panel && (pressed || !by_finger) {
            aim.turn(cursor - ball, fine);
        }
        return;
    };
    // A finger that comes is not seen before it presses, so it aims while it pulls.
    if let (true, Some(away)) = (by_finger, (ball - cursor).try_normalize()) {
        aim.direction = away;
    }
    aim.power = ((from - cursor).dot(aim.direction) / FULL_PULL).clamp(0.0, 1.0);
    if pressed {
        return;
    }
    aim.pulled_from = None;
    if aim.power > MIN_POWER {
        stroke.strike(&balls, aim.shot(), &mut session);
    } else {
        aim.power = Aim::default().power;
    }
}

/// The system parameter with which the cue ball is struck.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Stroke<'w, 's> {
    snapshots: Snapshots<'w, 's, DVec2>,
    commands: Commands<'w, 's>,
}

impl Stroke<'_, '_> {
    /// Saves the table, makes the cue ball move and starts the clock.
    pub fn strike(&mut self, balls: &Balls, struck: Struck, session: &mut Session) {
        let table = self.snapshots.take();
        let start = table.tick();
        session.strike(table, start);
        self.commands.entity(balls.entity(Ball::CUE)).insert(motion(&struck));
        self.commands.queue(|world: &mut World| world.resource_mut::<Time<Elastic>>().unpause());
    }
}

/// How fast a key moves the tip, in radii a second.
const TIP_SPEED: f64 = 0.6;

/// A click within this distance of the middle hits the middle, in radii.
const MIDDLE: f64 = 0.07;

/// The keys that move the tip, and where to.
const TIP_KEYS: [([KeyCode; 2], DVec2); 4] = [
    ([KeyCode::KeyW, KeyCode::ArrowUp], DVec2::Y),
    ([KeyCode::KeyS, KeyCode::ArrowDown], DVec2::NEG_Y),
    ([KeyCode::KeyA, KeyCode::ArrowLeft], DVec2::NEG_X),
    ([KeyCode::KeyD, KeyCode::ArrowRight], DVec2::X),
];

/// The keys that lower and raise the butt of the cue.
const ELEVATION_KEYS: [(KeyCode, f64); 2] =
    [(KeyCode::KeyQ, -ELEVATION_STEP), (KeyCode::KeyE, ELEVATION_STEP)];

/// Moves the tip by keys and on the pad, raises the butt by keys, and shows both there.
pub fn move_tip(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    session: Res<Session>,
    mut aim: ResMut<Aim>,
    mut view: ResMut<PadView>,
) {
    let pressed = TIP_KEYS.iter().filter(|(of_way, _)| keys.any_pressed(*of_way));
    let way: DVec2 = pressed.map(|(_, way)| *way).sum();
    let mut tip = aim.tip + way * (TIP_SPEED * time.delta_secs_f64());
    if let Some(clicked) = view.clicked.map(|clicked| clicked.as_dvec2()) {
        tip = if clicked.length() < MIDDLE { DVec2::ZERO } else { clicked };
    }
    let steps = ELEVATION_KEYS.iter().filter(|(key, _)| keys.just_pressed(*key));
    let mut elevation = aim.elevation + steps.map(|(_, step)| *step).sum::<f64>();
    if keys.just_pressed(KeyCode::KeyX) {
        (tip, elevation) = (DVec2::ZERO, 0.0);
    }
    aim.set_tip(tip);
    aim.set_elevation(elevation);
    let tip = (session.state.phase == Phase::Aiming).then_some(aim.tip.as_vec2());
    let elevation = aim.elevation as f32;
    view.set_if_neq(PadView { tip, reach: MAX_OFFSET as f32, elevation, clicked: None });
}

/// Passes the aim to the picture of the cue.
pub fn show_cue(
    aim: Res<Aim>,
    session: Res<Session>,
    balls: Res<Balls>,
    simulation: Res<Simulation<DVec2>>,
    mut view: ResMut<CueView>,
) {
    let ball = place::of(Ball::CUE, &balls, &simulation).unwrap_or_default();
    let pulled = if aim.pulled_from.is_some() { 0.3 * aim.power } else { 0.0 };
    view.set_if_neq(CueView {
        visible: session.state.phase == Phase::Aiming,
        ball: (ball - aim.direction.perp() * (aim.tip.x * BALL_RADIUS)).as_vec2(),
        direction: aim.direction.as_vec2(),
        pull_back: 0.015 + pulled as f32,
        elevation: aim.elevation.to_radians() as f32,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tip_gives_follow_draw_and_side() {
        let mut aim = Aim::default();
        aim.hold(0.0, 0.5);
        assert!((aim.shot().velocity - DVec2::X * 3.0).length() < 1e-12);
        assert_eq!((aim.shot().roll, aim.shot().angular_velocity), (DVec2::ZERO, 0.0));
        aim.set_tip(DVec2::new(0.0, -9.0));
        assert_eq!(aim.tip, DVec2::new(0.0, -MAX_OFFSET));
        let Struck { velocity, roll, .. } = aim.shot();
        assert!(velocity.x < 3.0 && (roll.x + 1.25 * velocity.x).abs() < 1e-12, "{roll}");
        // On the right: the ball turns counterclockwise.
        aim.set_tip(DVec2::new(0.3, 0.0));
        assert!(aim.shot().angular_velocity > 0.0 && aim.shot().roll == DVec2::ZERO);
    }

    #[test]
    fn raised_cue_turns_side_into_roll_across() {
        let mut aim = Aim::default();
        aim.hold(0.0, 0.5);
        aim.set_tip(DVec2::new(0.3, 0.0));
        let level = aim.shot();
        aim.set_elevation(60.0);
        let raised = aim.shot();
        // The same stroke, of which a level part of cos 60 degrees remains.
        assert!((raised.velocity - 0.5 * level.velocity).length() < 1e-12);
        assert!((raised.angular_velocity - 0.5 * level.angular_velocity).abs() < 1e-12);
        // On the right: the ball turns to the right, and its path bends so.
        let across = 0.3 / 0.4 * level.velocity.x * 60f64.to_radians().sin();
        assert!((raised.roll + DVec2::Y * across).length() < 1e-12, "{}", raised.roll);
        aim.set_elevation(999.0);
        assert_eq!(aim.elevation, MAX_ELEVATION);
        aim.set_elevation(-5.0);
        assert_eq!(aim.shot(), level);
    }

    #[test]
    fn cue_with_shift_turns_by_a_twentieth() {
        let mut aim = Aim::default();
        aim.turn(DVec2::X, false);
        aim.turn(DVec2::from_angle(0.2), true);
        assert!((aim.direction.to_angle() - 0.01).abs() < 1e-12);
        aim.turn(DVec2::from_angle(0.4), false);
        assert!((aim.direction.to_angle() - 0.4).abs() < 1e-12);
    }
}
