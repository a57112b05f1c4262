//! The method of the step is a setting: exact by default, and the textbook's for comparison.

use bevy_app::App;
use bevy_ecs::bundle::Bundle;
use bevy_elastic::prelude::*;
use bevy_elastic::resources::{ElasticConfig, Method, Separation};
use bevy_math::{Vec2, Vec3, vec2, vec3};
use bevy_transform::components::Transform;

use crate::app::{app_with, heard, listen, run};

const PROJECTION: Method =
    Method::Discrete { separation: Separation::Projection, max_iterations: 8 };
const REWIND: Method = Method::Discrete { separation: Separation::Rewind, max_iterations: 8 };

/// An App with a ball, 1.5 from a wall, that is to fly 2.25 towards it in three ticks of 1/64 s.
fn thrown(mut app: App, method: Method, ball: impl Bundle, wall: impl Bundle) -> App {
    app.world_mut().resource_mut::<ElasticConfig>().method = method;
    app.world_mut().spawn(ball);
    app.world_mut().spawn((wall, Static));
    app
}

#[test]
fn the_plane_has_every_method() {
    let told = |method| {
        let ball =
            (Collider::circle(0.5), Velocity(vec2(-48.0, 0.0)), Transform::from_xyz(2.0, 0.0, 0.0));
        let app = app_with(ElasticPlugin);
        let mut app = thrown(app, method, ball, Collider::half_plane(Vec2::X));
        listen::<Collided>(&mut app);
        run(&mut app, 3);
        heard::<Collided>(&mut app).iter().map(|hit| hit.time).collect::<Vec<f64>>()
    };
    // 1.5 at 48 a second are 2 ticks; a touch at the end of a tick is no overlap yet.
    assert_eq!(ElasticConfig::default().method, Method::Continuous);
    assert_eq!(told(Method::Continuous), [1.0 / 64.0]);
    assert_eq!(told(PROJECTION), [1.0 / 64.0]);
    assert_eq!(told(REWIND), [0.0]);
}

#[test]
fn space_has_every_method() {
    let told = |method| {
        let ball = (
            Collider::sphere(0.5),
            Velocity(vec3(0.0, -40.0, 0.0)),
            Transform::from_xyz(0.0, 2.0, 0.0),
        );
        let app = app_with(Elastic3dPlugin);
        let mut app = thrown(app, method, ball, Collider::half_space(Vec3::Y));
        listen::<Collided<Vec3>>(&mut app);
        run(&mut app, 3);
        let heard = heard::<Collided<Vec3>>(&mut app);
        heard.iter().map(|hit| hit.time).collect::<Vec<f64>>()
    };
    // 1.5 at 40 a second are 2.4 ticks.
    assert_eq!(told(Method::Continuous), [0.00625]);
    assert_eq!(told(PROJECTION), [1.0 / 64.0]);
    assert_eq!(told(REWIND), [0.00625]);
}
