//! How an outline is stored: by the points that make it again, to the bit.

use super::outline::{InvalidOutline, Outline};
use crate::vector::Vector;

/// An outline as it is stored: by its points.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "", rename = "Outline")]
enum Stored<V: Vector> {
    Polygon { points: Vec<V>, radius: f64 },
    Chain { points: Vec<V>, closed: bool, radius: f64 },
}

impl<V: Vector> TryFrom<Stored<V>> for Outline<V> {
    type Error = InvalidOutline;

    fn try_from(stored: Stored<V>) -> Result<Self, InvalidOutline> {
        match stored {
            Stored::Polygon { points, radius } => Self::polygon(&points, radius),
            Stored::Chain { points, closed, radius } => Self::chain(&points, closed, radius),
        }
    }
}

impl<V: Vector> Outline<V> {
    /// What makes the same outline again, to the bit; nothing for what a box has grown, as its edges
    /// are rounded otherwise than those of its corners.
    fn stored(&self) -> Option<Stored<V>> {
        let (radius, first) = (self.radius, self.parts().first()?);
        let points: Vec<V> = first.edges.iter().map(|edge| edge.start).collect();
        if Self::polygon(&points, radius).as_ref() == Ok(self) {
            return Some(Stored::Polygon { points, radius });
        }
        let starts = || self.parts().iter().map(|part| part.edges[0].start);
        let end = self.parts().last().and_then(|part| part.edges.get(1)).map(|edge| edge.start);
        let open: Vec<V> = starts().chain(end).collect();
        if Self::chain(&open, false, radius).as_ref() == Ok(self) {
            return Some(Stored::Chain { points: open, closed: false, radius });
        }
        let points: Vec<V> = starts().collect();
        (Self::chain(&points, true, radius).as_ref() == Ok(self)).then_some(Stored::Chain {
            points,
            closed: true,
            radius,
        })
    }
}

impl<V: Vector> serde::Serialize for Outline<V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = self.stored().ok_or_else(|| {
            serde::ser::Error::custom("an outline that was grown by a box cannot be stored")
        })?;
        stored.serialize(serializer)
    }
}

impl<'de, V: Vector> serde::Deserialize<'de> for Outline<V> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Stored::deserialize(deserializer)?;
        Self::try_from(stored).map_err(serde::de::Error::custom)
    }
}
