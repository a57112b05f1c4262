//! What touches what: `ContactStarted`, `ContactEnded` and `Contacts`.

use std::collections::BTreeSet;

use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::message::MessageReader;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::{Bundle, Component, Query, Resource};
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Commands, ResMut, RunSystemOnce};
use bevy_elastic::components::Absorbed;
use bevy_elastic::contacts::ContactPoint;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use bevy_math::{DVec3, Vec2, Vec3, vec2};
use bevy_transform::components::Transform;

use crate::app::{app, app_in, ball, change, component, heard, listen, run, spawn, tower_in, wall};

/// The contact points of an entity.
fn points<V: Space>(app: &mut App, entity: Entity) -> Vec<ContactPoint<V>> {
    app.world_mut()
        .run_system_once(move |contacts: Contacts<V>| contacts.of(entity).collect::<Vec<_>>())
        .unwrap()
}

/// The pairs in contact.
fn pairs(app: &mut App) -> BTreeSet<[Entity; 2]> {
    app.world_mut()
        .run_system_once(|contacts: Contacts| {
            contacts.iter().map(|point| [point.entity, point.other]).collect::<BTreeSet<_>>()
        })
        .unwrap()
}

/// A tower of balls in a narrow slot, which sleeps after a while. Each ball has the points that the weight above it asks
/// for.
fn tower_keeps_its_contacts_asleep<V: Space>() {
    let mut app = app_in::<V>();
    listen::<ContactStarted<V>>(&mut app);
    listen::<ContactEnded>(&mut app);
    let (floor, balls) = tower_in::<V>(&mut app, 3);
    run(&mut app, 400);
    let started = heard::<ContactStarted<V>>(&mut app);
    let below = |event: &&ContactStarted<V>| event.other == floor || balls.contains(&event.other);
    assert!(started.iter().filter(below).count() >= 3);
    assert!(!heard::<ContactEnded>(&mut app).iter().any(|event| event.other == floor));
    run(&mut app, 200);
    assert!(heard::<ContactStarted<V>>(&mut app).is_empty());
    assert!(heard::<ContactEnded>(&mut app).is_empty());
    let on_floor = points::<V>(&mut app, floor);
    assert_eq!(on_floor.len(), 1);
    assert_eq!((on_floor[0].entity, on_floor[0].other), (floor, balls[0]));
    assert!((component(on_floor[0].normal, 1) + 1.0).abs() < 1e-6);
    // Three balls of mass 1, gravity 8, ticks of 1/64 s.
    assert!((on_floor[0].impulse - 3.0 * 8.0 / 64.0).abs() < 1e-3, "{}", on_floor[0].impulse);
    assert!(on_floor[0].depth.abs() < 0.01);
}

#[test]
fn tower_keeps_its_contacts_asleep_in_each_space() {
    tower_keeps_its_contacts_asleep::<Vec2>();
    tower_keeps_its_contacts_asleep::<Vec3>();
    tower_keeps_its_contacts_asleep::<DVec3>();
}

/// Two balls of which one lies on the floor and the other one on it.
fn two_on_a_floor(app: &mut App) -> [Entity; 3] {
    app.insert_resource(Gravity(vec2(0.0, -10.0)));
    let floor = spawn(app, wall(Vec2::ZERO, Vec2::Y));
    let below = spawn(app, (ball(vec2(0.0, 0.5), Vec2::ZERO), Restitution(0.5)));
    let above = spawn(app, (ball(vec2(0.0, 1.5), Vec2::ZERO), Restitution(0.5)));
    run(app, 100);
    [floor, below, above]
}

/// What a test does to an entity.
type Ending = fn(&mut App, Entity);

#[test]
fn every_end_is_reported_once() {
    let endings: [(&str, Ending); 6] = [
        ("despawn", |app, entity| assert!(app.world_mut().despawn(entity))),
        ("disable", |app, entity| {
            app.world_mut().entity_mut(entity).insert(Disabled);
        }),
        ("no collider", |app, entity| {
            app.world_mut().entity_mut(entity).remove::<Collider>();
        }),
        ("teleport", |app, entity| {
            change(app, entity, |transform: &mut Transform| transform.translation.x = 9.0);
        }),
        ("absorb", |app, entity| {
            app.world_mut().entity_mut(entity).insert(Absorbed { by: entity });
        }),
        ("sensor", |app, entity| {
            app.world_mut().entity_mut(entity).insert(Sensor::Edge);
        }),
    ];
    for (name, end) in endings {
        let mut app = app();
        listen::<ContactStarted>(&mut app);
        listen::<ContactEnded>(&mut app);
        let [floor, below, above] = two_on_a_floor(&mut app);
        assert_eq!(heard::<ContactStarted>(&mut app).len(), 2, "{name}");
        assert_eq!(pairs(&mut app), BTreeSet::from([[below, floor], [below, above]]), "{name}");
        end(&mut app, above);
        run(&mut app, 1);
        let ended = heard::<ContactEnded>(&mut app);
        assert_eq!(ended.len(), 1, "{name}: {ended:?}");
        assert_eq!((ended[0].entity, ended[0].other), (below, above), "{name}");
        assert_eq!(pairs(&mut app), BTreeSet::from([[below, floor]]), "{name}");
        run(&mut app, 3);
        assert!(heard::<ContactEnded>(&mut app).is_empty(), "{name}");
    }
}

/// What the observers of a test have been called with.
#[derive(Resource, Default)]
struct Observed(Vec<(&'static str, Entity, Entity, Vec2)>);

#[test]
fn observers_see_a_contact_from_their_own_side() {
    let mut app = app();
    app.init_resource::<Observed>().insert_resource(Gravity(vec2(0.0, -10.0)));
    let floor = spawn(&mut app, wall(Vec2::ZERO, Vec2::Y));
    let ball = spawn(&mut app, (ball(vec2(0.0, 0.5), Vec2::ZERO), Restitution(0.5)));
    for (name, entity) in [("floor", floor), ("ball", ball)] {
        app.world_mut()
            .entity_mut(entity)
            .observe(move |it: On<ContactStarted>, mut observed: ResMut<Observed>| {
                observed.0.push((name, it.entity, it.other, it.normal));
            })
            .observe(move |it: On<ContactEnded>, mut observed: ResMut<Observed>| {
                observed.0.push((name, it.entity, it.other, Vec2::ZERO));
            });
    }
    run(&mut app, 2);
    let expected = [("ball", ball, floor, Vec2::Y), ("floor", floor, ball, -Vec2::Y)];
    assert_eq!(app.world().resource::<Observed>().0, expected);
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0.y = 5.0);
    run(&mut app, 10);
    let ends = [("ball", ball, floor, Vec2::ZERO), ("floor", floor, ball, Vec2::ZERO)];
    assert_eq!(app.world().resource::<Observed>().0[2..], ends);
}

#[test]
fn contacts_can_be_switched_off() {
    let mut app = app();
    listen::<ContactStarted>(&mut app);
    app.insert_resource(ElasticConfig { contacts: false, ..ElasticConfig::default() });
    two_on_a_floor(&mut app);
    assert!(pairs(&mut app).is_empty() && heard::<ContactStarted>(&mut app).is_empty());
}

/// The size of a fruit; the number is its kind.
#[derive(Component, Clone, Copy, PartialEq)]
struct Fruit(u32);

fn fruit(kind: u32, place: Vec2) -> impl Bundle {
    let radius = 0.2 * 1.3f32.powi(kind as i32);
    (
        Fruit(kind),
        Collider::circle(radius),
        Mass(radius * radius),
        Restitution(0.2),
        Friction(0.1),
        Transform::from_translation(place.extend(0.0)),
    )
}

/// Merges equal fruits that touch, by impact or by contact.
fn merge(
    mut impacts: MessageReader<Collided>,
    mut contacts: MessageReader<ContactStarted>,
    fruits: Query<(&Fruit, &Transform)>,
    mut commands: Commands,
) {
    let mut gone = BTreeSet::new();
    let touches = impacts.read().map(|it| [it.entity, it.other]);
    let touches = touches.chain(contacts.read().map(|it| [it.entity, it.other]));
    for [one, two] in touches {
        let (Ok((kind, place)), Ok((other, place_of_other))) = (fruits.get(one), fruits.get(two))
        else {
            continue;
        };
        if kind == other && !gone.contains(&one) && !gone.contains(&two) {
            gone.extend([one, two]);
            commands.entity(one).despawn();
            commands.entity(two).despawn();
            let middle = 0.5 * (place.translation + place_of_other.translation).truncate();
            commands.spawn(fruit(kind.0 + 1, middle));
        }
    }
}

/// In a game in which equal fruits that touch merge, no two of them touch for longer than the tick in which they came to it.
#[test]
fn equal_fruits_never_lie_on_each_other() {
    let mut merged = 0;
    for seed in 0..300u32 {
        let mut app = app();
        app.insert_resource(Gravity(vec2(0.0, -20.0)));
        app.add_systems(FixedPostUpdate, merge.after(ElasticSystems::Report));
        for (place, normal) in [(Vec2::ZERO, Vec2::Y), (vec2(-2.0, 0.0), Vec2::X)] {
            spawn(&mut app, wall(place, normal));
        }
        spawn(&mut app, wall(vec2(2.0, 0.0), -Vec2::X));
        let mut random = seed.wrapping_mul(0x9e37_79b9).wrapping_add(1);
        let mut next = move |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) % below
        };
        for drop in 0..60 {
            let place = vec2(next(1000) as f32 / 300.0 - 1.65, 6.0);
            spawn(&mut app, fruit(next(4), place));
            for _ in 0..6 {
                run(&mut app, 1);
                let lasting = lasting_pairs(&mut app);
                assert!(lasting.is_empty(), "seed {seed}, drop {drop}: {lasting:?}");
            }
        }
        let fruits = app.world_mut().query::<&Fruit>().iter(app.world()).count();
        merged += 60 - fruits;
    }
    assert!(merged > 300 * 30, "{merged}");
}

/// The pairs of equal fruits that are there and in contact after a tick and its merges.
fn lasting_pairs(app: &mut App) -> Vec<[Entity; 2]> {
    app.world_mut()
        .run_system_once(|contacts: Contacts, fruits: Query<&Fruit>| {
            let are_equal = |point: &ContactPoint| {
                fruits.get(point.entity).is_ok_and(|one| fruits.get(point.other) == Ok(one))
            };
            let equal = contacts.iter().filter(are_equal);
            equal.map(|point| [point.entity, point.other]).collect::<Vec<_>>()
        })
        .unwrap()
}
