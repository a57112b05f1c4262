//! Impacts that give energy: bumpers with a restitution above 1, and limits of the speed after an impact.

use collide_core::body::{Body, SpeedLimits};
use collide_core::forecast::forecast;
use collide_core::measure::{kinetic_energy, state_hash};
use collide_core::report::Report;
use collide_core::response::Combine;
use collide_core::shape::Shape;
use collide_core::step::{Method, Rules, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, dvec2};

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::pulled::at;

/// A ball that flies to the right at 4, against a wall.
fn ball_and_wall<V: Vector>(ball: Body<V>, restitution: f64) -> World<V> {
    let mut world = World::new();
    let wall = Body::fixed(Shape::half_space(-V::unit(0)), at(2.0, 0.0));
    world.add(Body { restitution, ..wall }).unwrap();
    world.add(Body { velocity: at(4.0, 0.0), ..ball }).unwrap();
    world
}

fn ball<V: Vector>() -> Body<V> {
    Body::dynamic(Shape::ball(1.0), V::default())
}

/// The speed of the ball along the first axis.
fn speed_after<V: Vector>(world: &World<V>) -> f64 {
    let ball = world.id_with_key(1).unwrap();
    world.velocity(ball).unwrap().component(0)
}

/// A bumper of restitution 1.25 gives back 5 of 4, whatever the rule and whatever the ball is, and reports the energy.
fn bumper_gives_back_more_than_it_takes<V: Vector>() {
    for rule in [Combine::Min, Combine::Max, Combine::Average, Combine::Multiply] {
        for restitution in [0.0, 0.5, 1.0] {
            let mut world = ball_and_wall::<V>(Body { restitution, ..ball() }, 1.25);
            let rules = Rules { restitution: rule, ..Rules::default() };
            let mut stepper = Stepper::with_settings(Settings { rules, ..Settings::default() });
            let report = stepper.step(&mut world, 1.0);
            let impact = report.impacts().next().unwrap();
            assert_eq!((impact.impulse, impact.energy_lost), (9.0, -4.5));
            assert_eq!(speed_after(&world), -5.0);
        }
    }
}

/// The speed after an impact is brought within its limits, in its direction.
fn speed_limits_act_at_the_impact<V: Vector>() {
    let limits = |least, most| SpeedLimits { least, most };
    for (limits, expected) in
        [(limits(0.0, 3.0), -3.0), (limits(6.0, 9.0), -6.0), (SpeedLimits::keep(5.0), -5.0)]
    {
        let mut world = ball_and_wall::<V>(Body { speed_limits: limits, ..ball() }, 1.0);
        let mut stepper = Stepper::new();
        let before = kinetic_energy(&world);
        let report = stepper.step(&mut world, 0.125);
        assert_eq!(report.impacts().count(), 0, "a limit does nothing before an impact");
        let report = stepper.step(&mut world, 1.0);
        let lost = report.impacts().next().unwrap().energy_lost;
        assert_eq!(speed_after(&world), expected);
        assert_eq!(before - lost, kinetic_energy(&world));
    }
}

/// A slower ball that is hit from behind may not become as fast as what hits it. The two go on at one speed, without a second
/// impact in the same place for ever.
fn limited_ball_before_a_heavy_one_stays_ahead<V: Vector>() {
    let mut world = World::<V>::new();
    let speed_limits = SpeedLimits { least: 0.0, most: 3.0 };
    let velocity = at(5.0, 0.0);
    world.add(Body { velocity, mass: 100.0, ..ball() }).unwrap();
    let place = at(3.0, 0.0);
    world.add(Body { speed_limits, position: place, ..ball() }).unwrap();
    let mut stepper = Stepper::new();
    let impacts: usize = (0..60).map(|_| stepper.step(&mut world, 0.1).impacts().count()).sum();
    assert!((1..=3).contains(&impacts), "{impacts}");
    assert!(stepper.report().limits.is_empty());
    let [heavy, light] = [0, 1].map(|key| world.id_with_key(key).unwrap());
    let gap = world.position(light).unwrap() - world.position(heavy).unwrap();
    assert!(gap.length() >= 2.0 - 1e-5, "{}", gap.length());
}

/// Between two bumpers a ball becomes faster until they give back no more than they take; nothing ends or becomes infinite.
#[test]
fn two_bumpers_do_not_accelerate_for_ever() {
    let mut world = World::<DVec2>::new();
    for (normal, place) in [(DVec2::X, -3.0), (DVec2::NEG_X, 3.0)] {
        let wall = Body::fixed(Shape::half_space(normal), dvec2(place, 0.0));
        world.add(Body { restitution: 1.5, ..wall }).unwrap();
    }
    world.add(Body { velocity: dvec2(1.0, 0.5), ..ball() }).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..600 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    let speed = kinetic_energy(&world).sqrt();
    assert!((1e4..1e5).contains(&speed), "{speed}");
    assert!(stepper.report().limits.is_empty());
}

/// A gas in which all balls keep their speeds: after some impacts each has it, and steps of one or many parts, forecasts and
/// all strategies agree.
#[test]
fn gas_of_kept_speeds_matches_its_forecast() {
    let mut random = Random::new(4);
    let mut world = World::<DVec2>::new();
    world.add(Body::fixed(Shape::arena(dvec2(12.0, 12.0)), DVec2::ZERO)).unwrap();
    for number in 0..400u32 {
        let place = dvec2(f64::from(number % 20), f64::from(number / 20)) - 9.5;
        let velocity = dvec2(random.between(-3.0, 3.0), random.between(-3.0, 3.0));
        let speed_limits = SpeedLimits::keep(2.0);
        let disc = Body { velocity, speed_limits, ..Body::dynamic(Shape::ball(0.3), place) };
        world.add(disc).unwrap();
    }
    let stepper = Stepper::new();
    let future = forecast(&world, &stepper, 1.0 / 60.0, 300);
    let mut stepper = stepper;
    for _ in 0..300 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    assert_eq!(state_hash(&future.end), state_hash(&world));
    let speeds = world.ids().map(|id| world.velocity(id).unwrap().length());
    let kept = speeds.filter(|speed| (speed - 2.0).abs() < 1e-12).count();
    assert_eq!(kept, 400);
}

/// The discrete method has limits too.
#[test]
fn discrete_method_keeps_speed_limits() {
    let speed_limits = SpeedLimits { least: 0.0, most: 3.0 };
    let mut world = ball_and_wall::<DVec2>(Body { speed_limits, ..ball() }, 1.0);
    let method = Method::Discrete(Default::default());
    let mut stepper = Stepper::with_settings(Settings { method, ..Settings::default() });
    let report: &Report<DVec2> = stepper.step(&mut world, 0.5);
    assert_eq!(report.impacts().count(), 1);
    assert_eq!(speed_after(&world), -3.0);
}

in_both_spaces!(
    bumper_gives_back_more_than_it_takes,
    speed_limits_act_at_the_impact,
    limited_ball_before_a_heavy_one_stays_ahead,
);
