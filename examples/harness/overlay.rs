//! Arrows of velocity and trails, drawn over any game.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy_elastic::body::Absorbed;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;

use crate::keys::Shown;

/// How a body's overlays are drawn; a body without this has none.
#[derive(Component, Clone, Debug)]
pub struct Overlaid {
    /// The colour of its trail and its arrow.
    pub color: Color,
    /// Where it was seen in the last frames.
    trail: VecDeque<Vec2>,
}

impl Overlaid {
    /// Overlays in a colour.
    #[must_use]
    pub fn new(color: Color) -> Self {
        Self { color, trail: VecDeque::new() }
    }
}

/// Draws overlays for a game in the space `V`.
pub struct OverlayPlugin<V: Space> {
    /// The length of the arrow of a body with speed 1, in length units.
    pub arrow: f32,
    space: std::marker::PhantomData<V>,
}

impl<V: Space> OverlayPlugin<V> {
    /// Overlays with arrows of this length for a speed of 1.
    #[must_use]
    pub fn new(arrow: f32) -> Self {
        Self { arrow, space: std::marker::PhantomData }
    }
}

#[derive(Resource, Clone, Copy)]
struct ArrowLength(f32);

impl<V: Space> Plugin for OverlayPlugin<V> {
    fn build(&self, app: &mut App) {
        app.insert_resource(ArrowLength(self.arrow)).add_systems(
            PostUpdate,
            (remember, trails, arrows::<V>).chain().after(TransformSystems::Propagate),
        );
    }
}

/// Trails hold where bodies were drawn, corners included.
fn remember(mut bodies: Query<(&GlobalTransform, &mut Overlaid)>) {
    const FRAMES: usize = 90;
    for (place, mut overlaid) in &mut bodies {
        let here = place.translation().truncate();
        if overlaid.trail.back() == Some(&here) && overlaid.trail.len() > 1 {
            overlaid.trail.pop_front();
        } else {
            overlaid.trail.push_back(here);
        }
        while overlaid.trail.len() > FRAMES {
            overlaid.trail.pop_front();
        }
    }
}

fn trails(shown: Res<Shown>, bodies: Query<(&Overlaid, &InheritedVisibility)>, mut gizmos: Gizmos) {
    if !shown.trails {
        return;
    }
    for (overlaid, visible) in &bodies {
        if visible.get() {
            let count = overlaid.trail.len().max(1) as f32;
            let faded =
                overlaid.trail.iter().zip(1u8..).map(|(point, age)| {
                    (*point, overlaid.color.with_alpha(f32::from(age) / count))
                });
            gizmos.linestrip_gradient_2d(faded);
        }
    }
}

fn arrows<V: Space>(
    shown: Res<Shown>,
    arrow: Res<ArrowLength>,
    lens: Single<&Projection, With<Camera2d>>,
    bodies: Query<
        (&GlobalTransform, &Velocity<V>, &Overlaid, &InheritedVisibility),
        Without<Absorbed>,
    >,
    mut gizmos: Gizmos,
) {
    if !shown.vectors {
        return;
    }
    let Projection::Orthographic(lens) = *lens else { return };
    // The height of a window is that of 72 heads of arrows.
    let longest = lens.area.height() / 72.0;
    for (place, velocity, overlaid, visible) in &bodies {
        let tip = velocity.0.translation(Vec3::ZERO).truncate() * arrow.0;
        if visible.get() && tip.length_squared() > 0.0 {
            let start = place.translation().truncate();
            gizmos
                .arrow_2d(start, start + tip, overlaid.color)
                .with_tip_length((0.2 * tip.length()).min(longest));
        }
    }
}
