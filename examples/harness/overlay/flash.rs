//! Rings that open at the points of impact.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;

use crate::palette;

/// The duration for which a ring is visible, in seconds of frame time.
const RING_SECONDS: f32 = 0.35;

/// The maximum number of rings; of more impacts only the latest have one.
const MAX_RINGS: usize = 64;

/// Draws rings at the impacts of a space.
pub struct FlashPlugin<V: Space> {
    /// The final radius of a ring, in length units.
    pub radius: f32,
    /// The smallest approach speed of an impact that has a ring, in length units a second.
    pub min_speed: f64,
    space: std::marker::PhantomData<V>,
}

impl<V: Space> FlashPlugin<V> {
    /// Rings of this radius for impacts of at least this approach speed.
    #[must_use]
    pub fn new(radius: f32, min_speed: f64) -> Self {
        Self { radius, min_speed, space: std::marker::PhantomData }
    }
}

impl<V: Space> Plugin for FlashPlugin<V> {
    fn build(&self, app: &mut App) {
        app.insert_resource(Rings {
            radius: self.radius,
            min_speed: self.min_speed,
            rings: Vec::new(),
        })
        .add_systems(
            PostUpdate,
            (add_rings::<V>, draw_rings).chain().after(ElasticSystems::Interpolate),
        );
    }
}

/// The rings of the latest impacts, including impacts later than the displayed time. A demo may change
/// `radius` and `min_speed` when it changes its scale.
#[derive(Resource, Clone, Debug)]
pub struct Rings {
    /// The final radius of a ring, in length units.
    pub radius: f32,
    /// The smallest approach speed of an impact that has a ring, in length units a second.
    pub min_speed: f64,
    rings: Vec<Ring>,
}

#[derive(Clone, Copy, Debug)]
struct Ring {
    centre: Vec2,
    /// The tick and the bodies of the impact.
    impact: (u64, [Entity; 2]),
    /// The time of the impact, in seconds of game time.
    seconds: f64,
    /// The time since the ring became visible, in seconds of frame time.
    age: f32,
}

fn add_rings<V: Space>(
    mut impacts: MessageReader<Collided<V>>,
    time: Res<Time<Elastic>>,
    mut rings: ResMut<Rings>,
) {
    let min_speed = rings.min_speed;
    let fast = impacts.read().filter(|impact| impact.approach_speed >= min_speed);
    let new: Vec<Ring> = fast
        .map(|impact| Ring {
            centre: impact.point.translation(Vec3::ZERO).truncate(),
            impact: (impact.tick, [impact.entity, impact.other]),
            seconds: impact.tick as f64 * time.tick_seconds() + impact.time,
            age: 0.0,
        })
        .collect();
    // A tick that is made again reports its impacts again.
    rings.rings.retain(|ring| new.iter().all(|it| it.impact != ring.impact));
    rings.rings.extend(&new[new.len().saturating_sub(MAX_RINGS)..]);
    let extra = rings.rings.len().saturating_sub(MAX_RINGS);
    rings.rings.drain(..extra);
}

fn draw_rings(
    game: Res<Time<Elastic>>,
    real: Res<Time>,
    mut rings: ResMut<Rings>,
    mut gizmos: Gizmos,
) {
    let displayed = (game.tick() as f64 + game.displayed_fraction() - 1.0) * game.tick_seconds();
    let present = game.tick() as f64 * game.tick_seconds();
    let radius = rings.radius;
    rings.rings.retain_mut(|ring| {
        if ring.seconds > displayed {
            // A rewind undoes the impacts after the present.
            return ring.seconds <= present;
        }
        ring.age += real.delta_secs();
        let share = (ring.age / RING_SECONDS).min(1.0);
        let color = palette::ACCENT.with_alpha((1.0 - share).powi(2));
        gizmos.circle_2d(ring.centre, radius * (0.3 + 0.7 * share.sqrt()), color);
        share < 1.0
    });
}
