//! A ball and an outline: the nearest edge or corner of the nearest part.

use super::feature::{Contact, Feature};
use crate::shape::{Edge, Outline, Part};
use crate::vector::Vector;

/// The contact of a ball of `radius` with its centre at `offset` from the body. Of parts that are
/// equally near the first counts.
#[must_use]
pub fn contact<V: Vector>(outline: &Outline<V>, offset: V, radius: f64) -> Contact<V> {
    let reach = outline.radius + radius;
    let nearer = |best: Contact<V>, next: Contact<V>| {
        if next.separation < best.separation { next } else { best }
    };
    let none = Contact { separation: f64::INFINITY, normal: V::unit(0), feature: Feature::PLANE };
    outline.parts().iter().map(|part| part_contact(part, offset, reach)).fold(none, nearer)
}

/// The contacts with all parts.
pub(super) fn contacts<V: Vector>(
    outline: &Outline<V>,
    offset: V,
    radius: f64,
) -> impl Iterator<Item = Contact<V>> {
    let reach = outline.radius + radius;
    outline.parts().iter().map(move |part| part_contact(part, offset, reach))
}

/// All edges.
pub(super) fn edges<V: Vector>(outline: &Outline<V>) -> impl Iterator<Item = &Edge<V>> {
    outline.parts().iter().flat_map(|part| &part.edges)
}

/// The contact with one part. Inside of it the face counts that is left soonest.
#[must_use]
pub(crate) fn part_contact<V: Vector>(part: &Part<V>, offset: V, reach: f64) -> Contact<V> {
    let height_over = |edge: &Edge<V>| (offset - edge.start).dot(edge.normal);
    // Both faces of a line see whoever is exactly on it behind themselves, by rounding.
    let is_line = part.edges.len() == 2;
    let on_line = is_line && part.edges.iter().all(|edge| height_over(edge) < 0.0);
    let mut inside: Option<Contact<V>> = None;
    let mut outside: Option<Contact<V>> = None;
    let mut consider = |distance: f64, normal: V, feature: Feature| {
        if outside.is_none_or(|best| distance - reach < best.separation) {
            outside = Some(Contact { separation: distance - reach, normal, feature });
        }
    };
    for (number, edge) in (part.first..).zip(&part.edges) {
        let from_start = offset - edge.start;
        let height = if on_line { 0.0 } else { height_over(edge) };
        let way = from_start.dot(edge.along);
        if height >= 0.0 && (0.0..=edge.length).contains(&way) {
            consider(height, edge.normal, Feature::face_of(number));
        }
        let corner = Feature::corner_of(number);
        consider(from_start.length(), corner_normal(edge, from_start), corner);
        if inside.is_none_or(|best| height - reach > best.separation) {
            let feature = Feature::face_of(number);
            inside = Some(Contact { separation: height - reach, normal: edge.normal, feature });
        }
    }
    let none = Contact { separation: f64::INFINITY, normal: V::unit(0), feature: Feature::PLANE };
    match inside {
        Some(inside) if inside.separation < -reach => inside,
        _ => outside.or(inside).unwrap_or(none),
    }
}

/// The unit vector from `feature` to a ball at `offset` from the body.
#[must_use]
pub fn normal<V: Vector>(outline: &Outline<V>, offset: V, feature: Feature) -> V {
    let (number, is_corner) = feature.of_edge();
    match outline.edge(number) {
        Some(edge) if is_corner => corner_normal(edge, offset - edge.start),
        Some(edge) => edge.normal,
        None => V::unit(0),
    }
}

/// The distance of a place at `offset` from the body from a feature without an end; negative behind a face.
pub(super) fn distance<V: Vector>(
    outline: &Outline<V>,
    offset: V,
    feature: Feature,
) -> Option<f64> {
    let (number, is_corner) = feature.of_edge();
    let edge = outline.edge(number)?;
    let way = offset - edge.start;
    Some(if is_corner { way.length() } else { way.dot(edge.normal) })
}

/// The normal at the corner where an edge starts; exactly on it, that of the edge.
fn corner_normal<V: Vector>(edge: &Edge<V>, from_start: V) -> V {
    let distance = from_start.length();
    if distance > 0.0 { from_start / distance } else { edge.normal }
}
