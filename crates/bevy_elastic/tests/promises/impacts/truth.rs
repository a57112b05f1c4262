//! The plugin agrees with calculations in 60 digits, at any frame rate.

use std::time::Duration;

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::Messages;
use bevy_elastic::components::{Collider, Position, Static, Velocity};
use bevy_elastic::events::Collided;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::time::ElasticTime;
use bevy_math::{DVec2, dvec2};
use bevy_time::{Time, Virtual};
use serde_json::Value;

use crate::app::{app_with, clock, set_tick};

/// A table with balls in motion, and what is known to happen.
struct Reference {
    data: Value,
}

/// When, and which ball meets which other body.
type Impact = (f64, [String; 2]);

impl Reference {
    fn parse(text: &str) -> Self {
        Self { data: serde_json::from_str(text).unwrap() }
    }

    fn number(&self, name: &str) -> f64 {
        self.data[name].as_f64().unwrap()
    }

    fn impacts(&self) -> Vec<Impact> {
        let name = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
        let impacts = self.data["impacts"].as_array().unwrap().iter();
        impacts
            .map(|impact| (impact[0].as_f64().unwrap(), [name(&impact[1]), name(&impact[2])]))
            .collect()
    }

    /// Spawns all bodies, with the names that the impacts use.
    fn spawn(&self, app: &mut App) -> Vec<(Entity, String)> {
        let world = app.world_mut();
        let mut names = Vec::new();
        for (number, ball) in self.data["balls"].as_array().unwrap().iter().enumerate() {
            let value = |index: usize| ball[index].as_f64().unwrap();
            let ball = world.spawn((
                Collider::<DVec2>::ball(self.number("radius")),
                Position(dvec2(value(0), value(1))),
                Velocity(dvec2(value(2), value(3))),
            ));
            names.push((ball.id(), number.to_string()));
        }
        let far = dvec2(self.number("width"), self.number("length"));
        for (name, at, normal) in [
            ("left", DVec2::ZERO, DVec2::X),
            ("right", far, -DVec2::X),
            ("bottom", DVec2::ZERO, DVec2::Y),
            ("top", far, -DVec2::Y),
        ] {
            let wall = world.spawn((Collider::HalfSpace { normal }, Static, Position(at)));
            names.push((wall.id(), name.to_owned()));
        }
        names
    }
}

/// Runs until as many impacts have been told as are known, with ticks of these lengths.
fn play(reference: &Reference, mut ticks: impl FnMut() -> Duration) -> Vec<Impact> {
    let wanted = reference.impacts().len();
    let mut app = app_with(ElasticSpacePlugin::<DVec2>::default());
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::from_secs(60));
    let names = reference.spawn(&mut app);
    let name =
        |target: Entity| names.iter().find(|(entity, _)| *entity == target).unwrap().1.clone();
    let (mut told, mut start) = (Vec::new(), 0.0);
    for _ in 0..10_000 {
        set_tick(&mut app, ticks());
        app.update();
        let mut messages = app.world_mut().resource_mut::<Messages<Collided<DVec2>>>();
        let impacts: Vec<_> = messages.drain().collect();
        told.extend(
            impacts.iter().map(|hit| (start + hit.time, [name(hit.entity), name(hit.other)])),
        );
        start += clock(&mut app).tick_seconds();
        if told.len() >= wanted {
            told.truncate(wanted);
            return told;
        }
    }
    panic!("{} of {wanted} impacts were told", told.len());
}

/// Whether the same meet in the same order, and the first `times` of them at the same times.
fn assert_agree(told: &[Impact], known: &[Impact], times: usize, accuracy: f64) {
    for (index, (told, known)) in told.iter().zip(known).enumerate() {
        let mut parties = [told.1.clone(), known.1.clone()];
        parties.iter_mut().for_each(|pair| pair.sort());
        assert_eq!(parties[0], parties[1], "impact {index} at {}", known.0);
        let error = (told.0 - known.0).abs();
        assert!(index >= times || error <= accuracy, "impact {index} is off by {error:e} s");
    }
}

/// Tick lengths between 0.1 and 40 ms in no order.
fn ragged() -> impl FnMut() -> Duration {
    let mut state = 1u64;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_nanos(100_000 + (state >> 33) % 39_900_000)
    }
}

#[test]
fn a_break_of_fifteen_balls_is_the_true_one_at_any_frame_rate() {
    let reference = Reference::parse(include_str!("../../data/break15.json"));
    let known = reference.impacts();
    assert_eq!(known.len(), 100);
    for hertz in [60.0, 240.0] {
        let told = play(&reference, || Duration::from_secs_f64(1.0 / hertz));
        assert_agree(&told, &known, 50, 1e-8);
    }
    assert_agree(&play(&reference, ragged()), &known, 50, 1e-8);
}

#[test]
fn a_break_of_fifteen_balls_is_the_true_one_in_a_single_tick() {
    let reference = Reference::parse(include_str!("../../data/break15.json"));
    let known = reference.impacts();
    let told = play(&reference, || Duration::from_secs(5));
    assert_agree(&told, &known, 50, 1e-8);
}

#[test]
fn newtons_cradle_keeps_time_to_a_trillionth() {
    let reference = Reference::parse(include_str!("../../data/cradle.json"));
    let known = reference.impacts();
    assert_eq!(known.len(), 30);
    for tick in [Duration::from_micros(15_625), Duration::from_secs_f64(1.0 / 240.0)] {
        assert_agree(&play(&reference, || tick), &known, 30, 1e-12);
    }
    assert_agree(&play(&reference, ragged()), &known, 30, 1e-12);
    assert_agree(&play(&reference, || Duration::from_secs(15)), &known, 30, 1e-12);
}
