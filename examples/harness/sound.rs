//! Which touches of a frame are heard, how loud and how high. In a page its script plays them.

use std::collections::HashMap;
use std::marker::PhantomData;

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use serde::Serialize;

/// The largest number of sounds in a frame: the loudest touches.
const MOST: usize = 8;

/// A touch is heard from this share of the loudest of late.
const QUIET: f64 = 0.02;

/// How long it takes, in seconds, until half of what was the loudest counts.
const FORGET: f64 = 20.0;

/// How high a body sounds when it is hit, in hertz.
#[derive(Component, Clone, Copy, Debug)]
pub struct Tone(pub f32);

/// What sounds if it has no tone: a wall low, and a body that moves high.
const OF_WALL: f32 = 190.0;
const OF_BODY: f32 = 900.0;

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sound {
    /// From 0 to 1.
    pub loudness: f64,
    /// In hertz.
    pub tone: f32,
}

/// The sounds of this frame, the loudest first. What plays them reads them in `Last`.
#[derive(Resource, Clone, Debug, Default)]
pub struct Sounds(pub Vec<Sound>);

/// The largest impulse of late, by which loudness is measured, so that it needs no unit.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Loudest(f64);

impl Loudest {
    fn forget(&mut self, seconds: f64) {
        self.0 *= 0.5f64.powf(seconds / FORGET);
    }

    /// The loudest sounds of touches, each with its impulse and its tone. Loudness follows the energy, so the root spreads it.
    fn sounds(&mut self, touches: impl Iterator<Item = (f64, f32)>) -> Vec<Sound> {
        let mut touches: Vec<(f64, f32)> = touches.filter(|it| it.0 > 0.0).collect();
        touches.sort_by(|one, other| other.0.total_cmp(&one.0));
        touches.truncate(MOST);
        self.0 = touches.first().map_or(self.0, |it| it.0.max(self.0));
        let heard = touches.into_iter().filter(|it| it.0 >= QUIET * self.0);
        heard.map(|(impulse, tone)| Sound { loudness: (impulse / self.0).sqrt(), tone }).collect()
    }
}

/// Lets the touches of a game in the space `V` be heard.
pub struct SoundPlugin<V: Space>(PhantomData<V>);

impl<V: Space> Default for SoundPlugin<V> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<V: Space> Plugin for SoundPlugin<V> {
    fn build(&self, app: &mut App) {
        app.init_resource::<Loudest>().init_resource::<Sounds>().add_systems(PostUpdate, hear::<V>);
    }
}

/// The sounds of this frame: of each pair the hardest impact.
fn hear<V: Space>(
    mut impacts: MessageReader<Collided<V>>,
    tones: Query<&Tone>,
    walls: Query<(), With<Static>>,
    time: Res<Time<Real>>,
    (mut loudest, mut sounds): (ResMut<Loudest>, ResMut<Sounds>),
) {
    let mut pairs: HashMap<[Entity; 2], f64> = HashMap::new();
    for impact in impacts.read() {
        let mut pair = [impact.entity, impact.other];
        pair.sort_unstable();
        let hardest = pairs.entry(pair).or_default();
        *hardest = hardest.max(impact.impulse);
    }
    loudest.forget(time.delta_secs_f64());
    let tone = |pair: [Entity; 2]| {
        let own = pair.iter().find_map(|it| tones.get(*it).ok());
        let is_wall = pair.iter().any(|it| walls.contains(*it));
        own.map_or(if is_wall { OF_WALL } else { OF_BODY }, |tone| tone.0)
    };
    sounds.0 = loudest.sounds(pairs.into_iter().map(|(pair, impulse)| (impulse, tone(pair))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hardest_touches_are_loudest_and_few_are_heard() {
        let mut loudest = Loudest::default();
        let touches = (0..100u8).map(|it| (f64::from(it), 300.0));
        let sounds = loudest.sounds(touches);
        assert_eq!(sounds.len(), MOST);
        assert!(sounds.windows(2).all(|pair| pair[0].loudness > pair[1].loudness));
        assert_eq!(sounds[0], Sound { loudness: 1.0, tone: 300.0 });
        // A quarter of the impulse is half as loud, and after that of the loudest nothing soft is heard.
        let again = loudest.sounds([(99.0 / 4.0, 300.0), (0.1, 300.0)].into_iter());
        assert_eq!(again, [Sound { loudness: 0.5, tone: 300.0 }]);
    }

    #[test]
    fn what_was_loud_long_ago_is_forgotten() {
        let mut loudest = Loudest(100.0);
        loudest.forget(10.0 * FORGET);
        assert_eq!(loudest.sounds([(1.0, 300.0)].into_iter())[0].loudness, 1.0);
    }
}
