//! A non-uniform scale is warned of once. It is a program of its own, because a subscriber to warnings hears those of
//! the whole process.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bevy_app::App;
use bevy_elastic::prelude::*;
use bevy_math::vec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

static WARNINGS: AtomicU32 = AtomicU32::new(0);

/// Counts warnings.
struct Counter;

impl Subscriber for Counter {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::WARN && metadata.target().starts_with("bevy_elastic")
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {
        WARNINGS.fetch_add(1, Ordering::SeqCst);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn an_uneven_scale_is_told_once() {
    tracing::subscriber::set_global_default(Counter).expect("no other subscriber is set");
    let told = || WARNINGS.load(Ordering::SeqCst);
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, ElasticPlugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(15_625)));
    let run = |app: &mut App| (0..4).for_each(|_| app.update());
    let uneven = Transform::from_scale(vec3(2.0, 0.5, 1.0));
    app.world_mut().spawn((Collider::circle(1.5), Static, uneven));
    run(&mut app);
    assert_eq!(told(), 1);
    // One that becomes uneven later is told too.
    let wall = app.world_mut().spawn((Collider::circle(1.0), Static)).id();
    run(&mut app);
    app.world_mut().get_mut::<Transform>(wall).expect("it has one").scale.x = 3.0;
    run(&mut app);
    assert_eq!(told(), 2);
    // A body that is refused besides is not.
    app.world_mut().spawn((Collider::circle(-1.0), uneven));
    run(&mut app);
    assert_eq!(told(), 2);
}
