//! Meshes in one colour, and discs shaded like balls.

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::color::{ColorToComponents, LinearRgba};
use bevy::ecs::schedule::IntoScheduleConfigs;
use bevy::ecs::system::{ScheduleSystem, SystemParam};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// A system parameter that creates meshes with a material.
#[derive(SystemParam)]
pub struct Draw<'w> {
    /// The meshes.
    pub meshes: ResMut<'w, Assets<Mesh>>,
    /// The materials.
    pub materials: ResMut<'w, Assets<ColorMaterial>>,
}

/// Adds systems that give new bodies their pictures. They run when all systems of `Update` have: what the game despawns in a
/// frame is gone by then, and a command for it would panic.
pub fn draw_new<M>(app: &mut App, systems: impl IntoScheduleConfigs<ScheduleSystem, M>) {
    app.add_systems(PostUpdate, systems.before(TransformSystems::Propagate));
}

/// The components of a visible mesh.
pub type DrawnMesh = (Mesh2d, MeshMaterial2d<ColorMaterial>);

impl Draw<'_> {
    /// A mesh with a material: a colour or an image.
    pub fn mesh(&mut self, mesh: impl Into<Mesh>, material: impl Into<ColorMaterial>) -> DrawnMesh {
        let material = self.materials.add(material.into());
        (Mesh2d(self.meshes.add(mesh.into())), MeshMaterial2d(material))
    }

    /// A disc in one colour.
    pub fn disc(&mut self, radius: f32, color: Color) -> DrawnMesh {
        self.mesh(Circle::new(radius).mesh().resolution(64), color)
    }

    /// A disc shaded like a ball with light from the upper left.
    pub fn ball(&mut self, radius: f32, color: Color) -> DrawnMesh {
        // White leaves the vertex colours of the mesh as they are.
        self.mesh(ball(radius, color), Color::WHITE)
    }
}

fn ball(radius: f32, color: Color) -> Mesh {
    const RINGS: u32 = 14;
    const SPOKES: u32 = 72;
    let (mut places, mut colors) = (vec![[0.0, 0.0, 0.0]], vec![lit(color, Vec2::ZERO)]);
    for ring in 1..=RINGS {
        for spoke in 0..SPOKES {
            let angle = TAU * spoke as f32 / SPOKES as f32;
            let place = Vec2::from_angle(angle) * (ring as f32 / RINGS as f32);
            places.push((place * radius).extend(0.0).to_array());
            colors.push(lit(color, place));
        }
    }
    let corner = |ring: u32, spoke: u32| 1 + (ring - 1) * SPOKES + spoke % SPOKES;
    let mut triangles = Vec::new();
    for spoke in 0..SPOKES {
        triangles.extend([0, corner(1, spoke), corner(1, spoke + 1)]);
        for ring in 1..RINGS {
            let [a, b] = [corner(ring, spoke), corner(ring, spoke + 1)];
            let [c, d] = [corner(ring + 1, spoke), corner(ring + 1, spoke + 1)];
            triangles.extend([a, c, b, b, c, d]);
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vec![[0.0, 0.0]; places.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
        .with_inserted_indices(Indices::U32(triangles))
}

/// The colour at a point of the unit disc, shaded like a hemisphere.
fn lit(color: Color, place: Vec2) -> [f32; 4] {
    let normal = place.extend((1.0 - place.length_squared()).max(0.0).sqrt());
    let light = Vec3::new(-0.45, 0.55, 0.70).normalize().dot(normal).max(0.0);
    let own = LinearRgba::from(color).to_vec3();
    // The highlight.
    (own * (0.22 + 0.86 * light)).lerp(Vec3::ONE, 0.5 * light.powi(24)).extend(1.0).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Component)]
    struct New;

    fn draw(new: Query<Entity, Added<New>>, mut commands: Commands) {
        for entity in &new {
            commands.entity(entity).insert(Name::new("drawn"));
        }
    }

    fn despawn(new: Query<Entity, With<New>>, mut commands: Commands) {
        new.iter().for_each(|entity| commands.entity(entity).despawn());
    }

    #[test]
    fn what_a_frame_despawns_is_not_drawn() {
        for is_despawned in [false, true] {
            let mut app = App::new();
            draw_new(&mut app, draw);
            app.add_systems(Update, despawn.run_if(move || is_despawned));
            app.world_mut().spawn(New);
            app.update();
            let drawn = app.world_mut().query::<&Name>().iter(app.world()).count();
            assert_eq!(drawn, usize::from(!is_despawned));
        }
    }
}
