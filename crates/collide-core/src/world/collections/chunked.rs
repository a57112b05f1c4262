//! A list of bodies that is whole, or split into pieces, one for each domain.

use std::ops::{Index, IndexMut};

/// A list that is whole, or divided into pieces of equal length of which the last may be shorter or longer.
#[derive(Clone, Debug)]
pub(crate) struct Chunked<T> {
    /// The items of a whole list.
    own: Vec<T>,
    /// The pieces of a divided list.
    pieces: Vec<Vec<T>>,
    /// The number of items in each piece but the last.
    length: usize,
    /// The number of items.
    len: usize,
    /// The place of each number, if the items have been put into another order; else empty.
    places: Vec<u32>,
    /// The number of the item at each place, if the items have been put into another order; else empty.
    numbers: Vec<u32>,
}

/// An item at a place that is to go to another piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceChange {
    pub(crate) place: u32,
    pub(crate) to: usize,
}

impl<T> Default for Chunked<T> {
    fn default() -> Self {
        let (places, numbers) = (Vec::new(), Vec::new());
        Self { own: Vec::new(), pieces: Vec::new(), length: 1, len: 0, places, numbers }
    }
}

impl<T: PartialEq> PartialEq for Chunked<T> {
    /// Whether they hold the same, however they are divided and arranged.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T> Chunked<T> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Into how many pieces it is divided; none if it is whole.
    pub(crate) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    #[inline]
    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        match self.own.get(place) {
            None => self.in_piece(place),
            item => item,
        }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        if place < self.own.len() { self.own.get_mut(place) } else { self.in_piece_mut(place) }
    }

    #[cold]
    fn in_piece(&self, place: usize) -> Option<&T> {
        let (piece, within) = self.piece_of(place);
        self.pieces.get(piece)?.get(within)
    }

    #[cold]
    fn in_piece_mut(&mut self, place: usize) -> Option<&mut T> {
        let (piece, within) = self.piece_of(place);
        self.pieces.get_mut(piece)?.get_mut(within)
    }

    /// In which piece a place is, and where there.
    fn piece_of(&self, place: usize) -> (usize, usize) {
        // A division of short numbers takes half as long.
        let number = (place as u32 / self.length as u32) as usize;
        let piece = usize::min(number, self.pieces.len().saturating_sub(1));
        (piece, place - piece * self.length)
    }

    /// The place of the one of this number.
    pub(crate) fn place(&self, number: u32) -> usize {
        self.places.get(number as usize).map_or(number as usize, |place| *place as usize)
    }

    /// Adds one at the end.
    pub(crate) fn push(&mut self, item: T) {
        if !self.places.is_empty() {
            self.places.push(self.len as u32);
            self.numbers.push(self.len as u32);
        }
        self.pieces.last_mut().unwrap_or(&mut self.own).push(item);
        self.len += 1;
    }

    /// All, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        let in_order = if self.places.is_empty() { usize::MAX } else { 0 };
        let arranged = self.places.iter().filter_map(|place| self.get(*place as usize));
        self.own.iter().chain(self.pieces.iter().flatten()).take(in_order).chain(arranged)
    }

    /// All, in the order of their places.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.own.iter_mut().chain(self.pieces.iter_mut().flatten())
    }

    /// The items of a whole list.
    pub(crate) fn items(&self) -> &[T] {
        &self.own
    }

    /// The items of a whole list.
    pub(crate) fn items_mut(&mut self) -> &mut [T] {
        &mut self.own
    }

    /// All: the pieces, or so many parts of a whole list.
    pub(crate) fn runs_mut(&mut self, parts: usize) -> Vec<&mut [T]> {
        if self.pieces.is_empty() {
            let length = usize::max(self.own.len().div_ceil(parts), 1);
            self.own.chunks_mut(length).collect()
        } else {
            self.pieces.iter_mut().map(Vec::as_mut_slice).collect()
        }
    }

    /// Whether it is divided into pieces of this length.
    pub(crate) fn is_split(&self, length: usize) -> bool {
        self.length == length && !self.pieces.is_empty()
    }

    /// The pieces of this length into which it is divided, or would be.
    pub(crate) fn runs(&mut self, length: usize) -> Vec<&[T]> {
        if self.is_split(length) {
            return self.pieces.iter().map(Vec::as_slice).collect();
        }
        if !self.pieces.is_empty() {
            self.join();
        }
        self.own.chunks(length).collect()
    }

    /// Divides it into pieces of this length, each with room for so many more.
    pub(crate) fn split(&mut self, length: usize, more: usize) {
        if self.is_split(length) {
            return;
        }
        if !self.pieces.is_empty() {
            self.join();
        }
        let mut own = std::mem::take(&mut self.own).into_iter();
        while own.len() > 0 {
            let mut piece = Vec::with_capacity(length + more);
            piece.extend(own.by_ref().take(length));
            self.pieces.push(piece);
        }
        self.length = length;
    }

    /// The pieces of a divided list. Each is to be as long as it was when this has been used.
    pub(crate) fn pieces_mut(&mut self) -> impl Iterator<Item = &mut Vec<T>> {
        self.pieces.iter_mut()
    }

    /// The items of a whole list in the order of their numbers; what is put there instead is another whole list.
    pub(crate) fn replace(&mut self, own: Vec<T>) -> Vec<T> {
        (self.len, self.length) = (own.len(), 1);
        self.places.clear();
        self.numbers.clear();
        self.pieces.clear();
        std::mem::replace(&mut self.own, own)
    }

    /// Makes the list whole, with each item at the place of its number.
    pub(crate) fn join(&mut self) {
        if !self.pieces.is_empty() {
            self.own.reserve_exact(self.len);
            self.own.extend(self.pieces.drain(..).flatten());
        }
        self.places.clear();
        move_all(&mut self.own, &mut std::mem::take(&mut self.numbers));
    }

    /// Lets these go to other pieces of a divided list. As many must come to each piece as leave it, or not all of them
    /// go.
    pub(crate) fn exchange(&mut self, mut leaving: Vec<PieceChange>) {
        if self.numbers.is_empty() {
            self.numbers.extend(0..self.len as u32);
        }
        let homes: Vec<_> = leaving.iter().map(|it| self.piece_of(it.place as usize)).collect();
        let mut from = vec![Vec::new(); self.pieces.len()];
        homes.iter().enumerate().for_each(|(one, (home, _))| from[*home].push(one));
        for one in 0..leaving.len() {
            // Whoever had the place to which this one goes has this one's place then, and goes on from there.
            while leaving[one].to != homes[one].0
                && let Some(other) = from[leaving[one].to].pop()
            {
                if leaving[other].to == homes[other].0 {
                    continue;
                }
                self.swap(homes[one], homes[other]);
                let places = [one, other].map(|it| leaving[it].place as usize);
                self.numbers.swap(places[0], places[1]);
                (leaving[one].to, leaving[other].to) = (leaving[other].to, leaving[one].to);
            }
        }
        self.places.resize(self.len, 0);
        (0..).zip(&self.numbers).for_each(|(place, number)| self.places[*number as usize] = place);
    }

    /// Swaps two of different pieces.
    fn swap(&mut self, one: (usize, usize), other: (usize, usize)) {
        if let Ok([first, second]) = self.pieces.get_disjoint_mut([one.0, other.0]) {
            std::mem::swap(&mut first[one.1], &mut second[other.1]);
        }
    }

    /// Whether they have been put into another order than that of their numbers.
    pub(crate) fn is_reordered(&self) -> bool {
        !self.places.is_empty()
    }
}

impl<T> Index<usize> for Chunked<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: usize) -> &T {
        match self.get(place) {
            Some(item) => item,
            None => missing(place, self.len),
        }
    }
}

impl<T> IndexMut<usize> for Chunked<T> {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut T {
        let len = self.len;
        match self.get_mut(place) {
            Some(item) => item,
            None => missing(place, len),
        }
    }
}

/// Moves all to these places; none if there are none.
fn move_all<T>(items: &mut [T], places: &mut [u32]) {
    for own in 0..places.len() {
        while places[own] as usize != own {
            let place = places[own] as usize;
            items.swap(own, place);
            places.swap(own, place);
        }
    }
}

#[cold]
#[track_caller]
fn missing(place: usize, len: usize) -> ! {
    panic!("nothing is here at the place {place} of {len}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(count: u32) -> Chunked<u32> {
        let mut list = Chunked::default();
        (0..count).for_each(|item| list.push(item));
        list
    }

    #[test]
    fn split_and_reordered_list_is_read_by_number() {
        let whole = list(10);
        let mut other = list(10);
        other.split(4, 1);
        assert_eq!(other.pieces(), 3);
        // An exchange of two items, and a cycle of three.
        let moves = [(0, 1), (5, 0), (2, 1), (6, 2), (9, 0)];
        other.exchange(moves.map(|(place, to)| PieceChange { place, to }).into());
        assert_eq!(whole, other);
        let in_piece = |number: u32, piece: usize| other.piece_of(other.place(number)).0 == piece;
        assert!(moves.into_iter().all(|(number, to)| in_piece(number, to)));
        assert!([1, 3].into_iter().all(|number| in_piece(number, 0)));
        for number in 0..10 {
            assert_eq!(other.get(other.place(number)), Some(&number));
        }
        assert_eq!(other.get(10), None);
        // A new item has the last place, and its number.
        other.push(10);
        assert_eq!(other[other.place(10)], 10);
        assert_eq!(other.iter().copied().max(), Some(10));
        other.join();
        assert_eq!(other.items(), list(11).items());
    }
}
