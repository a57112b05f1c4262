//! Diagnostics: what is measured in each tick.

use bevy_app::App;
use bevy_diagnostic::{Diagnostic, DiagnosticPath, DiagnosticsStore};
use bevy_elastic::components::{Restitution, Static};
use bevy_elastic::diagnostics::{
    Elastic3dDiagnosticsPlugin, ElasticDiagnosticsPlugin, ElasticSpaceDiagnosticsPlugin,
};
use bevy_elastic::plugin::{Elastic3dPlugin, ElasticPlugin};
use bevy_elastic::prelude::Collider;
use bevy_elastic::resources::{ElasticConfig, Gravity};
use bevy_elastic::simulation::Simulation;
use bevy_elastic::time::ElasticTime;
use bevy_math::{Vec2, Vec3, vec2, vec3};
use bevy_transform::components::Transform;
use collide_core::measure::energy;

use crate::app::{app_with, ball, clock, run, spawn, wall};

const COUNTS: [DiagnosticPath; 9] = [
    ElasticDiagnosticsPlugin::IMPACTS,
    ElasticDiagnosticsPlugin::SLOW_TOUCHES,
    ElasticDiagnosticsPlugin::CONTACTS,
    ElasticDiagnosticsPlugin::SOLVED_CONTACTS,
    ElasticDiagnosticsPlugin::BODIES,
    ElasticDiagnosticsPlugin::ASLEEP,
    ElasticDiagnosticsPlugin::LIMITS,
    ElasticDiagnosticsPlugin::KINETIC_ENERGY,
    ElasticDiagnosticsPlugin::TOTAL_ENERGY,
];

const STAGES: [DiagnosticPath; 6] = [
    ElasticDiagnosticsPlugin::GATHER_TIME,
    ElasticDiagnosticsPlugin::INTEGRATE_TIME,
    ElasticDiagnosticsPlugin::DETECT_TIME,
    ElasticDiagnosticsPlugin::RESPOND_TIME,
    ElasticDiagnosticsPlugin::SCATTER_TIME,
    ElasticDiagnosticsPlugin::REPORT_TIME,
];

fn diagnostic<'a>(app: &'a App, path: &DiagnosticPath) -> &'a Diagnostic {
    app.world().resource::<DiagnosticsStore>().get(path).expect("the diagnostic is registered")
}

/// The last measurement of a diagnostic.
fn value(app: &App, path: DiagnosticPath) -> f64 {
    diagnostic(app, &path).value().expect("a tick was measured")
}

#[test]
fn counts_and_energies_are_those_of_the_tick() {
    let mut app = app_with((ElasticPlugin, ElasticDiagnosticsPlugin));
    // Two balls that meet after half a tick, and a third one that does not.
    spawn(&mut app, ball(vec2(-0.75, 0.0), vec2(32.0, 0.0)));
    spawn(&mut app, ball(vec2(0.75, 0.0), vec2(-32.0, 0.0)));
    spawn(&mut app, ball(vec2(0.0, 9.0), Vec2::ZERO));
    app.update();
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::IMPACTS), 1.0);
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::BODIES), 3.0);
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::ASLEEP), 0.0);
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::LIMITS), 0.0);
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::KINETIC_ENERGY), 1024.0);
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::TOTAL_ENERGY), 1024.0);
    app.update();
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::IMPACTS), 0.0);
}

#[test]
fn a_ball_that_comes_to_rest_touches_slowly_and_sleeps() {
    let mut app = app_with((ElasticPlugin, ElasticDiagnosticsPlugin));
    app.insert_resource(Gravity(vec2(0.0, -8.0)));
    spawn(&mut app, wall(Vec2::ZERO, Vec2::Y));
    spawn(&mut app, (ball(vec2(0.0, 0.5), Vec2::ZERO), Restitution(0.5)));
    app.update();
    assert!(value(&app, ElasticDiagnosticsPlugin::SLOW_TOUCHES) >= 1.0);
    let world = app.world().resource::<Simulation>().world();
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::TOTAL_ENERGY), energy(world).total());
    assert_eq!(energy(world).total(), 4.0);
    run(&mut app, 100);
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::ASLEEP), 1.0);
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::CONTACTS), 1.0);
}

#[test]
fn a_body_over_its_budget_is_a_limit() {
    let mut app = app_with((ElasticPlugin, ElasticDiagnosticsPlugin));
    app.insert_resource(ElasticConfig { events_per_second: 0.0, ..Default::default() });
    // A gap of 1/64 between two walls, in which a ball bounces 1,024 times a tick.
    spawn(&mut app, ball(Vec2::ZERO, vec2(1024.0, 0.0)));
    let gap = 0.5 + 1.0 / 128.0;
    spawn(&mut app, wall(vec2(-gap, 0.0), Vec2::X));
    spawn(&mut app, wall(vec2(gap, 0.0), Vec2::NEG_X));
    app.update();
    assert!(value(&app, ElasticDiagnosticsPlugin::LIMITS) >= 1.0);
}

#[test]
fn each_tick_is_one_measurement_and_a_pause_is_none() {
    let mut app = app_with((ElasticPlugin, ElasticDiagnosticsPlugin));
    spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    let lengths = |app: &App| {
        let all = COUNTS.into_iter().chain(STAGES).chain([ElasticDiagnosticsPlugin::TICK_TIME]);
        all.map(|path| diagnostic(app, &path).history_len()).collect::<Vec<_>>()
    };
    let ticks = |app: &mut App| vec![clock(app).tick() as usize; COUNTS.len() + STAGES.len() + 1];
    run(&mut app, 3);
    assert_eq!(lengths(&app), ticks(&mut app));
    clock(&mut app).set_relative_speed(4.0);
    run(&mut app, 2);
    assert_eq!(lengths(&app), ticks(&mut app));
    clock(&mut app).pause();
    let before = lengths(&app);
    run(&mut app, 2);
    assert_eq!(lengths(&app), before);
    assert_eq!(lengths(&app), ticks(&mut app));
}

#[test]
fn the_time_of_a_tick_is_that_of_its_stages() {
    let mut app = app_with((ElasticPlugin, ElasticDiagnosticsPlugin));
    spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    app.update();
    let times = STAGES.map(|path| value(&app, path));
    assert!(times.iter().all(|time| *time > 0.0), "{times:?}");
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::TICK_TIME), times.iter().sum::<f64>());
}

#[test]
fn counts_of_two_spaces_are_summed() {
    let plugins =
        (ElasticPlugin, Elastic3dPlugin, ElasticDiagnosticsPlugin, Elastic3dDiagnosticsPlugin);
    let mut app = app_with(plugins);
    spawn(&mut app, ball(Vec2::ZERO, vec2(2.0, 0.0)));
    let place = Transform::from_translation(vec3(0.0, 5.0, 0.0));
    spawn(&mut app, (Collider::sphere(0.5), Static, place));
    app.update();
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::BODIES), 2.0);
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::KINETIC_ENERGY), 2.0);
}

#[test]
fn a_disabled_diagnostic_is_not_measured() {
    let mut app = app_with((ElasticPlugin, ElasticDiagnosticsPlugin));
    let mut store = app.world_mut().resource_mut::<DiagnosticsStore>();
    let path = ElasticDiagnosticsPlugin::KINETIC_ENERGY;
    store.get_mut(&path).expect("the diagnostic is registered").is_enabled = false;
    let before = diagnostic(&app, &path).history_len();
    spawn(&mut app, ball(Vec2::ZERO, vec2(2.0, 0.0)));
    app.update();
    assert_eq!(diagnostic(&app, &path).history_len(), before);
    assert_eq!(value(&app, ElasticDiagnosticsPlugin::TOTAL_ENERGY), 2.0);
}

#[test]
#[should_panic(expected = "the plugin of a space must be added before its diagnostics")]
fn diagnostics_before_their_space_panic() {
    App::new().add_plugins((ElasticPlugin, ElasticSpaceDiagnosticsPlugin::<Vec3>::default()));
}
