//! The tools of the plugin, its debug drawing and its inspector, and the keys that show them.

use bevy::gizmos::config::GizmoConfigStore;
use bevy::prelude::*;
use bevy_elastic::gizmos::{ElasticGizmos, ElasticSpaceGizmosPlugin};
use bevy_elastic::panel::{ElasticPanel, ElasticSpacePanelPlugin};
use bevy_elastic::space::Space;

use crate::bar::HEIGHT;
use crate::keys::Overlays;

/// Adds the tools of the plugin for a game in the space `V`.
pub struct ToolsPlugin<V: Space> {
    /// The length of the velocity arrow of a body with speed 1, in length units.
    pub arrow: f32,
    space: std::marker::PhantomData<V>,
}

impl<V: Space> ToolsPlugin<V> {
    /// Tools with velocity arrows of this length for a speed of 1.
    #[must_use]
    pub fn new(arrow: f32) -> Self {
        Self { arrow, space: std::marker::PhantomData }
    }
}

impl<V: Space> Plugin for ToolsPlugin<V> {
    fn build(&self, app: &mut App) {
        let place = [16, HEIGHT as u16 + 16];
        let panel = ElasticPanel { is_open: false, place, ..ElasticPanel::default() };
        app.insert_resource(panel)
            .add_plugins((
                ElasticSpaceGizmosPlugin::<V>::default(),
                ElasticSpacePanelPlugin::<V>::default(),
            ))
            .add_systems(Update, show_tools);
        let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
        let (config, drawn) = store.config_mut::<ElasticGizmos>();
        config.line.width = 2.0;
        // In front of all that the game draws.
        config.depth_bias = -1.0;
        drawn.arrow_seconds = self.arrow;
    }
}

/// Shows what the player has asked for: the velocities alone, or all of the debug drawing; and the inspector.
fn show_tools(
    shown: Res<Overlays>,
    mut store: ResMut<GizmoConfigStore>,
    mut panel: ResMut<ElasticPanel>,
) {
    if !shown.is_changed() {
        return;
    }
    let (config, drawn) = store.config_mut::<ElasticGizmos>();
    config.enabled = shown.vectors || shown.debug;
    drawn.velocities = shown.vectors;
    drawn.colliders = shown.debug;
    drawn.impacts = shown.debug;
    drawn.contacts = shown.debug;
    drawn.forecasts = shown.debug;
    panel.is_open = shown.inspector;
}
