//! Many futures are what `predict` returns and what then happens, and a search in the background finds the same.

use std::time::Duration;

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{In, RunSystemOnce};
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::forecast::{ForecastOutlook, ForecastPaths, ForecastSearch};
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_tasks::{AsyncComputeTaskPool, TaskPool};
use bevy_transform::components::Transform;

use crate::app::{app, ball, heard, listen, position, run, spawn};

/// A table with ten balls and a pocket, after its first tick.
fn table() -> (App, Vec<Entity>, Entity) {
    let mut app = app();
    spawn(&mut app, (Collider::arena(vec2(20.0, 10.0)), Static));
    let pocket =
        (Collider::circle(1.0), Static, Absorbs::Centre, Transform::from_xyz(9.0, 4.0, 0.0));
    let pocket = spawn(&mut app, pocket);
    let balls = (0..10).map(|number| {
        let place = vec2(1.5 * number as f32 - 7.0, 0.3 * number as f32 - 2.0);
        spawn(&mut app, (ball(place, Vec2::ZERO), RollingResistance(0.8)))
    });
    let balls = balls.collect();
    run(&mut app, 1);
    (app, balls, pocket)
}

fn shots(ball: Entity, count: u16) -> Vec<ForecastRequest> {
    let shot = |number: u16| {
        let velocity = 8.0 * Vec2::from_angle(f32::from(number) * 0.37);
        let change = ForecastChange { velocity: Some(velocity), ..ForecastChange::of(ball) };
        ForecastRequest::new([change], 600)
    };
    (0..count).map(shot).collect()
}

fn events(future: &ForecastOutlook<'_>) -> Vec<ElasticEvent> {
    future.events().collect()
}

fn predict_many(
    In(requests): In<Vec<ForecastRequest>>,
    forecast: Forecast,
) -> Vec<Vec<ElasticEvent>> {
    forecast.predict_many(&requests, events)
}

#[test]
fn each_future_is_what_predict_returns_and_what_happens() {
    let (mut app, balls, _) = table();
    let requests = shots(balls[0], 20);
    let many = app.world_mut().run_system_once_with(predict_many, requests.clone()).unwrap();
    for (request, events) in requests.iter().zip(&many) {
        let changes = request.changes.clone();
        let one = app.world_mut().run_system_once(move |mut forecast: Forecast| {
            forecast.predict(&changes, 600).events.clone()
        });
        assert_eq!(&one.unwrap(), events);
    }
    // The longest of them is played.
    let longest = (0..many.len()).max_by_key(|number| many[*number].len()).unwrap();
    let velocity = requests[longest].changes[0].velocity.unwrap();
    listen::<Collided>(&mut app);
    app.world_mut().get_mut::<Velocity>(balls[0]).unwrap().0 = velocity;
    run(&mut app, 600);
    let impacts = many[longest].iter().filter_map(|event| match event {
        ElasticEvent::Collided(impact) => Some(*impact),
        _ => None,
    });
    let impacts: Vec<Collided> = impacts.collect();
    assert!(impacts.len() > 5);
    assert_eq!(heard::<Collided>(&mut app), impacts);
}

#[test]
fn ends_paths_and_states_are_those_of_the_request() {
    let (mut app, balls, pocket) = table();
    let (cue, last) = (balls[0], balls[9]);
    let ask = move |forecast: Forecast| {
        let to_pocket =
            ForecastChange { velocity: Some(vec2(5.0, 6.6)), ..ForecastChange::of(last) };
        let nan = ForecastChange { velocity: Some(Vec2::NAN), ..ForecastChange::of(cue) };
        let request = |ticks| ForecastRequest::new([to_pocket], ticks);
        let requests = [
            request(600).until(ForecastUntil::Leaves(last)),
            request(600).until(ForecastUntil::Enters { sensor: pocket, ball: last }),
            request(600).until(ForecastUntil::Touch([cue, last])),
            request(600).until(ForecastUntil::Stops(cue)),
            request(3).until(ForecastUntil::Ticks).paths(ForecastPaths::Of(vec![last])),
            request(3).paths(ForecastPaths::All),
            request(0),
            // An entity without a body: the change is ignored, and the end never comes.
            ForecastRequest::new([ForecastChange::of(Entity::PLACEHOLDER)], 600)
                .until(ForecastUntil::Leaves(Entity::PLACEHOLDER)),
            // A change to invalid values is ignored.
            ForecastRequest::new([nan], 600),
        ];
        forecast.predict_many(&requests, |future| {
            let paths = future.legs().filter(|leg| leg.entity == last).count();
            (
                future.has_ended_as_asked(),
                future.ticks(),
                paths,
                future.has_left(last),
                future.position(cue),
            )
        })
    };
    let answers = app.world_mut().run_system_once(ask).unwrap();
    let start = Some(position(&app, cue));
    let [leaves, enters, touch, stops, ticks, all, none, absent, nan] = answers.try_into().unwrap();
    assert!(leaves.0 && leaves.3 && leaves.1 < 60, "{leaves:?}");
    assert_eq!(enters, leaves);
    // All is at rest once the ball has left, so that they touch or that the other one stops never comes.
    assert_eq!([touch.0, stops.0], [false; 2]);
    assert_eq!((ticks.0, ticks.1, ticks.2), (true, 3, 3));
    assert_eq!((all.0, all.1, all.2), (false, 3, 3));
    assert_eq!((none.1, none.4), (0, start));
    assert_eq!((absent.0, absent.1), (false, 1));
    assert_eq!((nan.0, nan.1, nan.4), (true, 1, start));
}

/// The answers of a search, once it has them all.
fn wait<A: Send + 'static>(search: &mut ForecastSearch<A>) -> Vec<A> {
    for _ in 0..1200 {
        if let Some(answers) = search.poll(5) {
            return answers;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("the search does not end: {search:?}");
}

#[test]
#[should_panic(expected = "the answer to a future has panicked")]
fn search_with_a_panicking_answer_panics() {
    AsyncComputeTaskPool::get_or_init(TaskPool::new);
    let (mut app, balls, _) = table();
    let requests = shots(balls[0], 30);
    let begin =
        move |forecast: Forecast| forecast.search(requests.clone(), |_| panic!("no answer"));
    wait::<()>(&mut app.world_mut().run_system_once(begin).unwrap());
}

#[test]
fn search_goes_on_over_frames_and_finds_the_same() {
    AsyncComputeTaskPool::get_or_init(TaskPool::new);
    let (mut app, balls, _) = table();
    let requests = shots(balls[0], 300);
    let expected = app.world_mut().run_system_once_with(predict_many, requests.clone()).unwrap();
    let begin = move |forecast: Forecast| forecast.search(requests.clone(), events);
    let mut search = app.world_mut().run_system_once(begin.clone()).unwrap();
    assert_eq!(search.total(), 300);
    // What happens later changes nothing, nor does a second search that is dropped.
    app.world_mut().despawn(balls[4]);
    run(&mut app, 3);
    drop(app.world_mut().run_system_once(begin).unwrap());
    let found = wait(&mut search);
    assert_eq!(found, expected);
    assert_eq!((search.done(), search.poll(9)), (300, None));
    let nothing = |forecast: Forecast| forecast.search(Vec::new(), events);
    assert_eq!(app.world_mut().run_system_once(nothing).unwrap().poll(1), Some(Vec::new()));
}
