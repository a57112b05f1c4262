//! Reduces the colours of a recording to one palette by median cut.
//!
//! The colours of all frames are counted in a histogram with 64 levels a channel. A box of colours is split
//! repeatedly, always the one with the largest sum of squared deviations, at its mean along the channel of the
//! largest deviation. The mean of each box is a colour of the palette.
//!
//! All frames share the palette. So a pixel that does not change keeps its colour, which prevents flicker and
//! lets the encoder omit it.
//!
//! Source: Heckbert, Color image quantization for frame buffer display, SIGGRAPH (1982); the choice of the box
//! by its deviation after Wu, Graphics Gems II (1991).

/// Levels of a channel in the histogram, as a power of two.
const LEVEL_BITS: u32 = 6;

/// The number of colours in the histogram.
const CELLS: usize = 1 << (3 * LEVEL_BITS);

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// Counts the colours of frames.
pub struct Histogram(Vec<Cell>);

/// The pixels of a cell: their number, and the sums of their channels.
#[derive(Clone, Copy, Default)]
struct Cell {
    count: u64,
    sums: [u64; 3],
}

/// A colour with a weight.
#[derive(Clone, Copy)]
struct Weighted {
    colour: [f64; 3],
    weight: f64,
}

/// A set of colours that one colour of the palette replaces.
struct ColourBox {
    colours: Vec<Weighted>,
    mean: [f64; 3],
    /// The weighted sums of squared deviations from the mean along each channel.
    deviations: [f64; 3],
}

/// The colours of a recording, with the nearest one for every cell of the histogram.
pub struct Palette {
    colours: Vec<Rgb>,
    nearest: Vec<u8>,
}

impl Histogram {
    /// An empty histogram.
    #[must_use]
    pub fn new() -> Self {
        Self(vec![Cell::default(); CELLS])
    }

    /// Counts the pixels of a frame.
    pub fn add(&mut self, pixels: &[Rgb]) {
        for pixel in pixels {
            let cell = &mut self.0[cell_of(*pixel)];
            cell.count += 1;
            for (sum, channel) in cell.sums.iter_mut().zip(pixel) {
                *sum += u64::from(*channel);
            }
        }
    }

    /// A palette of at most `count` colours, which is 1 to 256.
    #[must_use]
    pub fn palette(&self, count: usize) -> Palette {
        let used = self.0.iter().filter(|cell| cell.count > 0);
        let colours: Vec<Weighted> = used
            .map(|cell| Weighted {
                colour: cell.sums.map(|sum| sum as f64 / cell.count as f64),
                // The root gives small things like balls enough colours beside large areas.
                weight: (cell.count as f64).sqrt(),
            })
            .collect();
        let mut boxes = vec![ColourBox::new(colours)];
        while boxes.len() < count {
            let worst = boxes.iter().enumerate().max_by(|(_, one), (_, other)| {
                one.total_deviation().total_cmp(&other.total_deviation())
            });
            let Some((index, _)) = worst.filter(|(_, worst)| worst.colours.len() > 1) else {
                break;
            };
            let halves = boxes.swap_remove(index).split();
            boxes.extend(halves);
        }
        Palette::new(boxes.iter().map(|colours| colours.mean.map(|mean| mean.round() as u8)))
    }
}

impl ColourBox {
    fn new(colours: Vec<Weighted>) -> Self {
        let total: f64 = colours.iter().map(|colour| colour.weight).sum();
        let sum_over = |value: &dyn Fn(&Weighted) -> f64| -> f64 {
            colours.iter().map(|colour| colour.weight * value(colour)).sum()
        };
        let mean = [0, 1, 2].map(|channel| {
            sum_over(&|colour| colour.colour[channel]) / total.max(f64::MIN_POSITIVE)
        });
        let deviations = [0, 1, 2]
            .map(|channel| sum_over(&|colour| (colour.colour[channel] - mean[channel]).powi(2)));
        Self { colours, mean, deviations }
    }

    /// The sum of the squared deviations; 0 for a single colour, whatever the rounding of its mean is.
    fn total_deviation(&self) -> f64 {
        if self.colours.len() > 1 { self.deviations.iter().sum() } else { 0.0 }
    }

    /// The two boxes of the colours below and above the mean along the channel of the largest deviation.
    fn split(self) -> [Self; 2] {
        let widest =
            (0..3).max_by(|one, other| self.deviations[*one].total_cmp(&self.deviations[*other]));
        let channel = widest.unwrap_or_default();
        let is_below = |colour: &Weighted| colour.colour[channel] < self.mean[channel];
        let (below, above) = self.colours.iter().copied().partition(is_below);
        [Self::new(below), Self::new(above)]
    }
}

impl Palette {
    fn new(colours: impl Iterator<Item = Rgb>) -> Self {
        let colours: Vec<Rgb> = colours.collect();
        let nearest = (0..CELLS).map(|cell| nearest(&colours, colour_of(cell))).collect();
        Self { colours, nearest }
    }

    /// The colours, by index.
    #[must_use]
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// The index of the nearest colour, up to the resolution of the histogram.
    #[must_use]
    pub fn index(&self, pixel: Rgb) -> u8 {
        self.nearest[cell_of(pixel)]
    }
}

/// The index of the nearest of some colours by Euclidean distance.
fn nearest(colours: &[Rgb], pixel: Rgb) -> u8 {
    let distance = |colour: &Rgb| -> i32 {
        let channels = colour.iter().zip(pixel);
        channels.map(|(one, other)| (i32::from(*one) - i32::from(other)).pow(2)).sum()
    };
    let found = colours.iter().enumerate().min_by_key(|(_, colour)| distance(colour));
    found.map_or(0, |(index, _)| index as u8)
}

/// The cell of the histogram that contains a colour.
fn cell_of(pixel: Rgb) -> usize {
    let level = |channel: u8| usize::from(channel >> (8 - LEVEL_BITS));
    pixel.into_iter().fold(0, |cell, channel| (cell << LEVEL_BITS) | level(channel))
}

/// The colour in the middle of a cell.
fn colour_of(cell: usize) -> Rgb {
    [2, 1, 0].map(|place| {
        let level = (cell >> (place * LEVEL_BITS)) & ((1 << LEVEL_BITS) - 1);
        ((level << (8 - LEVEL_BITS)) + (1 << (7 - LEVEL_BITS))) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette_of(pixels: &[Rgb], count: usize) -> Palette {
        let mut histogram = Histogram::new();
        histogram.add(pixels);
        histogram.palette(count)
    }

    #[test]
    fn few_colours_are_exact() {
        let pixels = [[0, 0, 0], [255, 255, 255], [28, 116, 108], [244, 188, 38], [244, 188, 38]];
        let palette = palette_of(&pixels, 256);
        assert_eq!(palette.colours().len(), 4);
        for pixel in pixels {
            assert_eq!(palette.colours()[usize::from(palette.index(pixel))], pixel);
        }
    }

    #[test]
    fn palette_has_at_most_requested_size() {
        let pixels: Vec<Rgb> = (0..=255).map(|level| [level, 255 - level, level / 2]).collect();
        for count in [1, 2, 7, 16] {
            assert_eq!(palette_of(&pixels, count).colours().len(), count);
        }
        assert!(palette_of(&pixels, 256).colours().len() <= 64);
    }

    #[test]
    fn gradient_is_approximated_evenly() {
        let pixels: Vec<Rgb> = (0..=255).map(|level| [level; 3]).collect();
        let palette = palette_of(&pixels, 16);
        for pixel in pixels {
            let found = palette.colours()[usize::from(palette.index(pixel))][0];
            assert!(found.abs_diff(pixel[0]) <= 16, "{pixel:?} became {found}");
        }
    }

    #[test]
    fn rare_colour_survives_beside_large_area() {
        // A cloth of many shades, and a ball of a few pixels.
        let mut pixels: Vec<Rgb> =
            (0..200_000u32).map(|n| [20 + (n % 16) as u8, 90 + (n % 48) as u8, 100]).collect();
        pixels.extend([[212, 48, 42]; 60]);
        let palette = palette_of(&pixels, 16);
        let found = palette.colours()[usize::from(palette.index([212, 48, 42]))];
        assert_eq!(found, [212, 48, 42]);
    }

    #[test]
    fn cells_contain_their_middle() {
        for cell in (0..CELLS).step_by(97) {
            assert_eq!(cell_of(colour_of(cell)), cell);
        }
    }
}
