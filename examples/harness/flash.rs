//! A ring that opens where two bodies met.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;

use crate::palette;

/// How long a ring is seen, in seconds of the player.
const LIFE: f32 = 0.35;

/// So many rings are kept; of a burst that has more, the latest.
const MOST: usize = 64;

/// Shows the impacts of a space.
pub struct FlashPlugin<V: Space> {
    /// The radius of a ring when it has opened, in length units.
    pub radius: f32,
    /// Slower impacts are not shown, in length units a second.
    pub least_speed: f64,
    space: std::marker::PhantomData<V>,
}

impl<V: Space> FlashPlugin<V> {
    /// Rings of this radius for impacts of at least this approach speed.
    #[must_use]
    pub fn new(radius: f32, least_speed: f64) -> Self {
        Self { radius, least_speed, space: std::marker::PhantomData }
    }
}

impl<V: Space> Plugin for FlashPlugin<V> {
    fn build(&self, app: &mut App) {
        app.insert_resource(Rings {
            radius: self.radius,
            least_speed: self.least_speed,
            rings: Vec::new(),
        })
        .add_systems(PostUpdate, (note::<V>, show).chain().after(ElasticSystems::Interpolate));
    }
}

/// The rings that open, or will when the impact is seen, and how large they become. A demo may change the
/// latter when it changes its scale.
#[derive(Resource, Clone, Debug)]
pub struct Rings {
    /// The radius of a ring when it has opened, in length units.
    pub radius: f32,
    /// Slower impacts are not shown, in length units a second.
    pub least_speed: f64,
    rings: Vec<Ring>,
}

#[derive(Clone, Copy, Debug)]
struct Ring {
    place: Vec2,
    /// When the two met, in seconds of the game.
    seconds: f64,
    /// How long it has been seen, in seconds of the player.
    age: f32,
}

fn note<V: Space>(
    mut impacts: MessageReader<Collided<V>>,
    time: Res<Time<Elastic>>,
    mut rings: ResMut<Rings>,
) {
    let least = rings.least_speed;
    let fast = impacts.read().filter(|impact| impact.approach_speed >= least);
    let new: Vec<Ring> = fast
        .map(|impact| Ring {
            place: impact.point.translation(Vec3::ZERO).truncate(),
            seconds: impact.tick as f64 * time.tick_seconds() + impact.time,
            age: 0.0,
        })
        .collect();
    rings.rings.extend(&new[new.len().saturating_sub(MOST)..]);
    let extra = rings.rings.len().saturating_sub(MOST);
    rings.rings.drain(..extra);
}

fn show(game: Res<Time<Elastic>>, real: Res<Time>, mut rings: ResMut<Rings>, mut gizmos: Gizmos) {
    let seen = (game.tick() as f64 + game.displayed_fraction() - 1.0) * game.tick_seconds();
    let present = game.tick() as f64 * game.tick_seconds();
    let radius = rings.radius;
    rings.rings.retain_mut(|ring| {
        if ring.seconds > seen {
            // What lies after the present was undone by going back.
            return ring.seconds <= present;
        }
        ring.age += real.delta_secs();
        let share = (ring.age / LIFE).min(1.0);
        let color = palette::ACCENT.with_alpha((1.0 - share).powi(2));
        gizmos.circle_2d(ring.place, radius * (0.3 + 0.7 * share.sqrt()), color);
        share < 1.0
    });
}
