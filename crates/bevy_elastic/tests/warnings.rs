//! A non-uniform scale and an invalid surface are warned of once. It is a program of its own, because a subscriber to
//! warnings hears those of the whole process.

use std::fmt::Debug;
use std::sync::{Mutex, Once};
use std::time::Duration;

use bevy_app::App;
use bevy_elastic::prelude::*;
use bevy_elastic::resources::{EntityPair, PairHook};
use bevy_math::{Vec2, vec2, vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Keeps warnings.
struct Keeper;

struct Message;

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            WARNINGS.lock().expect("no test panics in here").push(format!("{value:?}"));
        }
    }
}

impl Subscriber for Keeper {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::WARN && metadata.target().starts_with("bevy_elastic")
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut Message);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// An App that keeps its warnings.
fn app() -> App {
    static START: Once = Once::new();
    START.call_once(|| {
        tracing::subscriber::set_global_default(Keeper).expect("no other subscriber is set");
    });
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, ElasticPlugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(15_625)));
    app
}

fn run(app: &mut App) {
    (0..4).for_each(|_| app.update());
}

/// How many warnings contain this text.
fn warned(text: &str) -> usize {
    let warnings = WARNINGS.lock().expect("no test panics in here");
    warnings.iter().filter(|warning| warning.contains(text)).count()
}

#[test]
fn an_uneven_scale_is_told_once() {
    let mut app = app();
    let uneven = Transform::from_scale(vec3(2.0, 0.5, 1.0));
    app.world_mut().spawn((Collider::circle(1.5), Static, uneven));
    run(&mut app);
    assert_eq!(warned("scale"), 1);
    // One that becomes uneven later is told too.
    let wall = app.world_mut().spawn((Collider::circle(1.0), Static)).id();
    run(&mut app);
    app.world_mut().get_mut::<Transform>(wall).expect("it has one").scale.x = 3.0;
    run(&mut app);
    assert_eq!(warned("scale"), 2);
    // A body that is refused besides is not.
    app.world_mut().spawn((Collider::circle(-1.0), uneven));
    run(&mut app);
    assert_eq!(warned("scale"), 2);
}

/// A restitution that no pair can have was replaced without a word.
#[test]
fn a_surface_that_no_pair_can_have_is_told_once() {
    let mut app = app();
    app.insert_resource(PairHook::new(|pair: &EntityPair| {
        let mut surface = pair.surface;
        surface.restitution = -0.5;
        Some(surface)
    }));
    let ball = app.world_mut().spawn((Collider::circle(0.5), Velocity(vec2(64.0, 0.0)))).id();
    for side in [-1.0, 1.0] {
        let place = Transform::from_xyz(side, 0.0, 0.0);
        app.world_mut().spawn((Collider::half_plane(Vec2::X * -side), Static, place));
    }
    run(&mut app);
    assert_eq!(warned("pair hook"), 1);
    assert_eq!(app.world().get::<Velocity>(ball).expect("it has one").0.x.abs(), 64.0);
}
