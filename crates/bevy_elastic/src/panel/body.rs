//! The tab of one body: what it is, what it does and what it touches, and the values of its components.

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::Query;
use bevy_egui::egui::{DragValue, Grid, RichText, Ui};
use collide_core::vector::Vector;

use crate::components::{AngularVelocity, Friction, Mass, Position, Restitution, Roll, Velocity};
use crate::panel::selection::Selection;
use crate::panel::world::edit_vector;
use crate::simulation::{FIRST_AUTOMATIC_KEY, Simulation};
use crate::space::Space;

/// The components that the panel changes.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Fields<V: Space> {
    name: NameOrEntity,
    position: &'static mut Position<V>,
    velocity: &'static mut Velocity<V>,
    angular_velocity: Option<&'static AngularVelocity<<V as Space>::Angular>>,
    roll: Option<&'static Roll<V>>,
    mass: &'static mut Mass,
    restitution: &'static mut Restitution,
    friction: Option<&'static mut Friction>,
}

/// The bodies of a space.
pub(super) type BodyFields<'w, 's, V> = Query<'w, 's, Fields<V>>;

/// Shows the selected body, and changes its components.
pub(super) fn show_body<V: Space>(
    ui: &mut Ui,
    selection: &mut Selection,
    simulation: &Simulation<V>,
    bodies: &mut BodyFields<V>,
) {
    let found = selection.entity.and_then(|entity| Some((entity, bodies.get_mut(entity).ok()?)));
    let Some((entity, mut fields)) = found else {
        ui.label("Point at a body. A right click keeps it.");
        return;
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(fields.name.to_string()).strong());
        if selection.is_kept && ui.button("Release").clicked() {
            selection.is_kept = false;
        }
    });
    ui.label(describe(simulation, entity));
    Grid::new("body").num_columns(2).show(ui, |ui| {
        ui.label("position");
        let mut position = fields.position.0;
        if edit_vector(ui, &mut position, 0.5) {
            fields.position.0 = position;
        }
        ui.end_row();
        ui.label("velocity");
        let mut velocity = fields.velocity.0;
        if edit_vector(ui, &mut velocity, 1.0) {
            fields.velocity.0 = velocity;
        }
        ui.end_row();
        ui.label("speed");
        ui.label(format!("{:.3}", fields.velocity.0.widen().length()));
        ui.end_row();
        if let Some(AngularVelocity(angular_velocity)) = fields.angular_velocity {
            ui.label("angular velocity");
            ui.label(format!("{angular_velocity:.3?}"));
            ui.end_row();
        }
        if let Some(Roll(roll)) = fields.roll {
            ui.label("roll");
            ui.label(format!("{roll:.3?}"));
            ui.end_row();
        }
        let mut mass = fields.mass.0;
        edit_number(ui, "mass", &mut mass, 1e-6..=f32::MAX);
        fields.mass.set_if_neq(Mass(mass));
        let mut restitution = fields.restitution.0;
        edit_number(ui, "restitution", &mut restitution, 0.0..=10.0);
        fields.restitution.set_if_neq(Restitution(restitution));
        if let Some(friction) = &mut fields.friction {
            let mut value = friction.0;
            edit_number(ui, "friction", &mut value, 0.0..=f32::MAX);
            friction.set_if_neq(Friction(value));
        }
    });
    show_contacts(ui, simulation, entity);
}

fn edit_number(ui: &mut Ui, label: &str, value: &mut f32, range: std::ops::RangeInclusive<f32>) {
    ui.label(label);
    ui.add(DragValue::new(value).speed(0.01).range(range).max_decimals(4));
    ui.end_row();
}

/// The kind of a body, and its state.
fn describe<V: Space>(simulation: &Simulation<V>, entity: Entity) -> String {
    let world = simulation.world();
    let Some((id, body)) = simulation.body(entity).and_then(|id| Some((id, world.body(id)?)))
    else {
        return "takes no part in the simulation".to_owned();
    };
    let state = match () {
        () if world.absorbed_by(id).is_some() => ", out of the game",
        () if world.is_asleep(id) => ", asleep",
        () => "",
    };
    let key = world.key(id).filter(|key| *key < FIRST_AUTOMATIC_KEY);
    let key = key.map_or(String::new(), |key| format!(", key {key}"));
    format!("{:?}{state}{key}", body.kind)
}

/// Lists what a body touches.
fn show_contacts<V: Space>(ui: &mut Ui, simulation: &Simulation<V>, entity: Entity) {
    /// The number of contacts that are listed.
    const LISTED: usize = 8;
    let Some(id) = simulation.body(entity) else { return };
    let points: Vec<_> = simulation.world().contact_points_of(id).collect();
    ui.separator();
    ui.label(format!("touches at {} points", points.len()));
    for point in points.iter().take(LISTED) {
        let other = point.bodies[usize::from(point.bodies[0] == id)];
        let name = simulation.entity(other).map_or(String::new(), |other| other.to_string());
        let (impulse, depth) = (point.impulse, -point.separation);
        ui.label(format!("{name}: impulse {impulse:.4}, depth {depth:.2e}"));
    }
}
