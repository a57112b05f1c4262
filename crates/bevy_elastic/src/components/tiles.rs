//! Colliders from the solid cells of a tile map.

use std::collections::BTreeSet;

use bevy_math::{IVec2, Vec2};
use bevy_transform::components::Transform;

use crate::components::collider::Collider;

/// A cell as row and column. The rows come first in the order.
type Cell = [i64; 2];

impl Collider<Vec2> {
    /// Rectangles that cover the solid cells of a tile map, each with its place: exactly, and without overlaps.
    ///
    /// The cell `(x, y)` reaches from `(x, y)` to `(x + 1, y + 1)`, times `cell_size`. Cells of a row are joined, and then
    /// equal rows above each other. This gives few rectangles, though not always the fewest. The order of the cells does not
    /// matter, and neither does a cell that occurs twice.
    ///
    /// Bodies slide over flush boxes without a hop, so the joints between the rectangles do not matter. Merged cells are
    /// fewer bodies, which take less time to spawn and to query.
    ///
    /// # Example
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_elastic::prelude::*;
    /// use bevy_math::{IVec2, Vec2};
    ///
    /// /// The floor of a level with a step.
    /// const LEVEL: [&str; 2] = ["...##", "#####"];
    ///
    /// fn spawn_level(mut commands: Commands) {
    ///     let rows = LEVEL.iter().rev().zip(0..);
    ///     let cells = rows.flat_map(|(row, y)| row.chars().zip(0..).map(move |(cell, x)| (cell, x, y)));
    ///     let solid = cells.filter(|(cell, ..)| *cell == '#').map(|(_, x, y)| IVec2::new(x, y));
    ///     let walls = Collider::of_cells(solid, Vec2::splat(16.0));
    ///     assert_eq!(walls.len(), 2);
    ///     commands.spawn_batch(walls.into_iter().map(|wall| (wall, Static)));
    /// }
    /// # let mut world = World::new();
    /// # world.register_system(spawn_level);
    /// # bevy_ecs::system::RunSystemOnce::run_system_once(&mut world, spawn_level).unwrap();
    /// ```
    #[must_use]
    pub fn of_cells(
        cells: impl IntoIterator<Item = IVec2>,
        cell_size: Vec2,
    ) -> Vec<(Self, Transform)> {
        let mut left: BTreeSet<Cell> =
            cells.into_iter().map(|cell| [cell.y.into(), cell.x.into()]).collect();
        let mut walls = Vec::new();
        while let Some(first) = left.first().copied() {
            let [height, width] = block_size(&left, first);
            for row in 0..height {
                for column in 0..width {
                    left.remove(&[first[0] + row, first[1] + column]);
                }
            }
            let size = Vec2::new(width as f32, height as f32) * cell_size;
            let corner = Vec2::new(first[1] as f32, first[0] as f32) * cell_size;
            let place = Transform::from_translation((corner + size / 2.0).extend(0.0));
            walls.push((Self::rectangle(size.x, size.y), place));
        }
        walls
    }
}

/// The numbers of rows and columns of the block of solid cells that begins at the first one.
fn block_size(solid: &BTreeSet<Cell>, [first_row, first_column]: Cell) -> [i64; 2] {
    let width =
        (1..).find(|column| !solid.contains(&[first_row, first_column + column])).unwrap_or(1);
    let is_full = |row: i64| {
        (0..width).all(|column| solid.contains(&[first_row + row, first_column + column]))
    };
    let height = (1..).find(|row| !is_full(*row)).unwrap_or(1);
    [height, width]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of each rectangle, lower left first.
    fn blocks(cells: &[IVec2], cell_size: Vec2) -> Vec<[Vec2; 2]> {
        let walls = Collider::of_cells(cells.iter().copied(), cell_size);
        let corners = walls.into_iter().map(|(collider, place)| {
            let Collider::Cuboid { half_size } = collider else { panic!("{collider:?}") };
            let centre = place.translation.truncate();
            [centre - half_size, centre + half_size]
        });
        corners.collect()
    }

    #[test]
    fn rectangles_cover_the_cells_and_nothing_else_once() {
        let mut random = 1u32;
        for filling in 1..8 {
            let mut cells = Vec::new();
            for cell in 0..400 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if (random >> 16) % 8 < filling {
                    cells.push(IVec2::new(cell % 20 - 10, cell / 20 - 10));
                }
            }
            let blocks = blocks(&cells, Vec2::new(2.0, 0.5));
            assert!(blocks.len() <= cells.len());
            for x in -12..12 {
                for y in -12..12 {
                    let middle = Vec2::new(2.0 * (x as f32 + 0.5), 0.5 * (y as f32 + 0.5));
                    let covers = |[min, max]: &&[Vec2; 2]| {
                        min.cmplt(middle).all() && max.cmpgt(middle).all()
                    };
                    let expected = usize::from(cells.contains(&IVec2::new(x, y)));
                    assert_eq!(blocks.iter().filter(covers).count(), expected, "{x} {y}");
                }
            }
        }
    }

    #[test]
    fn cells_of_a_rectangle_are_one_collider() {
        let cells: Vec<IVec2> = (0..6).map(|cell| IVec2::new(cell % 3 - 1, cell / 3)).collect();
        let twice = [cells.clone(), cells].concat();
        let expected = [[Vec2::new(-16.0, 0.0), Vec2::new(32.0, 32.0)]];
        assert_eq!(blocks(&twice, Vec2::splat(16.0)), expected);
        assert_eq!(blocks(&[], Vec2::ONE), Vec::<[Vec2; 2]>::new());
    }

    #[test]
    fn cells_at_the_ends_of_the_numbers_are_taken() {
        let cells = [IVec2::MAX, IVec2::MAX - IVec2::X, IVec2::MIN];
        assert_eq!(Collider::of_cells(cells, Vec2::ONE).len(), 2);
    }
}
