//! Encodes the frames of a film as an animated GIF that repeats for ever.
//!
//! A frame after the first contains only the rectangle that has changed, and in it only the changed pixels;
//! the others are transparent. A frame without a change lengthens the delay of the frame before.

use std::borrow::Cow;
use std::io::Write;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::quantise::{Histogram, Palette, Rgb};
use super::timing::Timing;

/// The index of the transparent colour, behind those of the palette.
const TRANSPARENT: u8 = u8::MAX;

/// A picture of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The width in pixels.
    pub width: u16,
    /// The pixels row by row from the top.
    pub pixels: Vec<Rgb>,
}

/// A rectangle of changed pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
    /// The indices of the colours row by row; [`TRANSPARENT`] for a pixel that has not changed.
    indices: Vec<u8>,
}

/// Writes the frames as a GIF. All pictures must have the size of the first one.
///
/// # Errors
/// If writing fails, or a picture is empty.
pub fn write_gif(
    file: impl Write,
    frames: &[Picture],
    timing: Timing,
) -> Result<(), EncodingError> {
    let Some(first) = frames.first() else { return Ok(()) };
    let mut histogram = Histogram::new();
    frames.iter().for_each(|frame| histogram.add(&frame.pixels));
    let palette = histogram.palette(usize::from(TRANSPARENT));
    let mut colours = palette.colours().to_vec();
    colours.resize(usize::from(TRANSPARENT) + 1, [0; 3]);
    let height = first.pixels.len() / usize::from(first.width.max(1));
    let mut encoder = Encoder::new(file, first.width, height as u16, colours.as_flattened())?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (change, delay) in changes(frames, &palette, timing) {
        encoder.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: change.left,
            top: change.top,
            width: change.width,
            height: change.height,
            buffer: Cow::Owned(change.indices),
            ..Frame::default()
        })?;
    }
    Ok(())
}

/// The changed rectangles with their delays in hundredths of a second. The first one is the whole picture.
fn changes(frames: &[Picture], palette: &Palette, timing: Timing) -> Vec<(Change, u16)> {
    let mut changes: Vec<(Change, u16)> = Vec::new();
    let mut displayed = Vec::new();
    for (number, frame) in (0u32..).zip(frames) {
        let indices: Vec<u8> = frame.pixels.iter().map(|pixel| palette.index(*pixel)).collect();
        let delay = timing.delay(number);
        match (change(&displayed, &indices, frame.width), changes.last_mut()) {
            (Some(change), _) => changes.push((change, delay)),
            (None, Some(last)) => last.1 = last.1.saturating_add(delay),
            (None, None) => {}
        }
        displayed = indices;
    }
    changes
}

/// The smallest rectangle that contains all changes of a picture; `None` if there is no change. Without a
/// picture before, it is the whole picture.
fn change(before: &[u8], after: &[u8], width: u16) -> Option<Change> {
    let columns = usize::from(width.max(1));
    let is_changed = |pixel: usize| before.get(pixel) != Some(&after[pixel]);
    let changed: Vec<usize> = (0..after.len()).filter(|pixel| is_changed(*pixel)).collect();
    let (top, bottom) = (changed.first()? / columns, changed.last()? / columns);
    let (left, right) = changed
        .iter()
        .map(|pixel| pixel % columns)
        .fold((columns, 0), |(left, right), column| (left.min(column), right.max(column)));
    let pixels = (top..=bottom).flat_map(|row| (left..=right).map(move |x| row * columns + x));
    let index = |pixel| if is_changed(pixel) { after[pixel] } else { TRANSPARENT };
    Some(Change {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        indices: pixels.map(index).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Rgb = [0; 3];
    const WHITE: Rgb = [255; 3];

    /// A black picture of 4 by 3 pixels with white pixels at these indices.
    fn picture(white: &[usize]) -> Picture {
        let mut pixels = vec![BLACK; 12];
        white.iter().for_each(|pixel| pixels[*pixel] = WHITE);
        Picture { width: 4, pixels }
    }

    #[test]
    fn first_change_is_whole_picture() {
        let change = change(&[], &[3; 12], 4).expect("a change");
        assert_eq!((change.left, change.top, change.width, change.height), (0, 0, 4, 3));
        assert_eq!(change.indices, [3; 12]);
    }

    #[test]
    fn change_is_smallest_rectangle_with_transparent_rest() {
        let before = [0; 12];
        let mut after = before;
        (after[5], after[10]) = (1, 2);
        let found = change(&before, &after, 4).expect("a change");
        assert_eq!((found.left, found.top, found.width, found.height), (1, 1, 2, 2));
        assert_eq!(found.indices, [1, TRANSPARENT, TRANSPARENT, 2]);
        assert_eq!(change(&after, &after, 4), None);
    }

    #[test]
    fn unchanged_frame_lengthens_delay() {
        let frames = [picture(&[1]), picture(&[1]), picture(&[2])];
        let mut histogram = Histogram::new();
        frames.iter().for_each(|frame| histogram.add(&frame.pixels));
        let changes = changes(&frames, &histogram.palette(255), Timing::new(10, 0.3));
        let delays: Vec<u16> = changes.iter().map(|(_, delay)| *delay).collect();
        assert_eq!(delays, [20, 10]);
    }

    #[test]
    fn written_gif_decodes_to_its_frames() {
        let frames = [picture(&[1]), picture(&[1, 6]), picture(&[11])];
        let mut file = Vec::new();
        write_gif(&mut file, &frames, Timing::new(10, 0.3)).expect("memory can be written");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&file[..]).expect("a GIF");
        let (mut canvas, mut number) = (vec![BLACK; 12], 0);
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (index % usize::from(frame.width), index / usize::from(frame.width));
                if pixel[3] > 0 {
                    let place = 4 * (usize::from(frame.top) + y) + usize::from(frame.left) + x;
                    canvas[place] = [pixel[0], pixel[1], pixel[2]];
                }
            }
            assert_eq!(canvas, frames[number].pixels, "frame {number}");
            number += 1;
        }
        assert_eq!(number, 3);
    }
}
