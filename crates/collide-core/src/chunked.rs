//! A list that can be divided into pieces, which are lent without being copied.

use std::ops::{Index, IndexMut};

/// A list that is whole, or divided into pieces of equal length of which the last may be shorter or longer.
///
/// A piece that is [lent](Self::lend) is a whole list again, whose items keep their places: who works on one need
/// not know that there are others.
#[derive(Clone, Debug)]
pub(crate) struct Chunked<T> {
    /// The items of a whole list, and the place of the first.
    own: Vec<T>,
    first: usize,
    /// Those of a divided list, so many to a piece, which is empty as long as it is lent.
    pieces: Vec<Vec<T>>,
    length: usize,
    /// Copies of items of other pieces, with their places.
    guests: Vec<(usize, T)>,
    /// How many there are, with those of other pieces.
    len: usize,
    /// The places of those who are called by other numbers than these, because they have been put into another order;
    /// nobody's if they have not.
    places: Vec<u32>,
}

impl<T> Default for Chunked<T> {
    fn default() -> Self {
        Self {
            own: Vec::new(),
            first: 0,
            pieces: Vec::new(),
            length: 1,
            guests: Vec::new(),
            len: 0,
            places: Vec::new(),
        }
    }
}

impl<T: PartialEq> PartialEq for Chunked<T> {
    /// Whether they hold the same, however they are divided and arranged.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T> Chunked<T> {
    /// How many there are, with those of pieces that are not here.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Into how many pieces it is divided; none if it is whole.
    pub(crate) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    #[inline]
    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        match self.own.get(place.wrapping_sub(self.first)) {
            None => self.elsewhere(place),
            item => item,
        }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        let own = place.wrapping_sub(self.first);
        if own < self.own.len() { self.own.get_mut(own) } else { self.elsewhere_mut(place) }
    }

    /// One that is in a piece, or a guest.
    #[cold]
    fn elsewhere(&self, place: usize) -> Option<&T> {
        let (piece, within) = self.piece_of(place);
        let guest = || self.guests.iter().find(|guest| guest.0 == place).map(|guest| &guest.1);
        self.pieces.get(piece).map_or_else(guest, |piece| piece.get(within))
    }

    /// One that is in a piece.
    #[cold]
    fn elsewhere_mut(&mut self, place: usize) -> Option<&mut T> {
        let (piece, within) = self.piece_of(place);
        self.pieces.get_mut(piece)?.get_mut(within)
    }

    /// In which piece a place is, and where there.
    fn piece_of(&self, place: usize) -> (usize, usize) {
        let piece = usize::min(place / self.length, self.pieces.len().saturating_sub(1));
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
        }
        self.pieces.last_mut().unwrap_or(&mut self.own).push(item);
        self.len += 1;
    }

    /// Forgets all, and is whole.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.pieces.clear();
        self.own.clear();
        self.len = 0;
    }

    /// Makes it whole and so long, with copies of this one where there was none.
    pub(crate) fn resize(&mut self, len: usize, item: T)
    where
        T: Clone,
    {
        self.pieces.clear();
        self.places.clear();
        self.own.resize(len, item);
        self.len = len;
    }

    /// All that are here, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        let in_order = if self.places.is_empty() { usize::MAX } else { 0 };
        let arranged = self.places.iter().filter_map(|place| self.get(*place as usize));
        self.own.iter().chain(self.pieces.iter().flatten()).take(in_order).chain(arranged)
    }

    /// All that are here, in the order of their places.
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

    /// All that are here: the pieces, or so many parts of a whole list.
    pub(crate) fn runs_mut(&mut self, parts: usize) -> Vec<&mut [T]> {
        if self.pieces.is_empty() {
            let length = usize::max(self.own.len().div_ceil(parts), 1);
            self.own.chunks_mut(length).collect()
        } else {
            self.pieces.iter_mut().map(Vec::as_mut_slice).collect()
        }
    }

    /// The items of a whole list, with their places.
    pub(crate) fn run(&self) -> Run<'_, T> {
        Run { first: self.first, items: &self.own }
    }

    /// Whether it is divided into pieces of this length.
    pub(crate) fn is_divided(&self, length: usize) -> bool {
        self.length == length && !self.pieces.is_empty()
    }

    /// The pieces of this length into which it is divided, or would be.
    pub(crate) fn runs(&mut self, length: usize) -> Vec<&[T]> {
        if self.is_divided(length) {
            return self.pieces.iter().map(Vec::as_slice).collect();
        }
        if !self.pieces.is_empty() {
            self.unite();
        }
        self.own.chunks(length).collect()
    }

    /// Divides it into pieces of this length.
    pub(crate) fn divide(&mut self, length: usize) {
        if self.is_divided(length) {
            return;
        }
        if !self.pieces.is_empty() {
            self.unite();
        }
        let mut own = std::mem::take(&mut self.own).into_iter();
        while own.len() > 0 {
            self.pieces.push(own.by_ref().take(length).collect());
        }
        self.length = length;
    }

    /// Divides it as another one is, and makes it as long, with copies of this item where there was none.
    pub(crate) fn divide_like<U>(&mut self, other: &Chunked<U>, item: T)
    where
        T: Clone,
    {
        self.own = Vec::new();
        (self.length, self.len) = (other.length, other.len);
        self.pieces.resize_with(other.pieces.len(), Vec::new);
        for (own, others) in self.pieces.iter_mut().zip(&other.pieces) {
            own.resize(others.len(), item.clone());
        }
    }

    /// Makes it whole, with everyone at the place of his number.
    pub(crate) fn unite(&mut self) {
        if !self.pieces.is_empty() {
            self.own.reserve_exact(self.len);
            self.own.extend(self.pieces.drain(..).flatten());
        }
        if !self.places.is_empty() {
            let mut numbers = vec![0; self.places.len()];
            let places = std::mem::take(&mut self.places);
            (0..).zip(&places).for_each(|(number, place)| numbers[*place as usize] = number);
            move_all(&mut self.own, numbers);
        }
    }

    /// Makes it whole, and puts those of these numbers, which are all, into this order.
    pub(crate) fn arrange(&mut self, numbers: impl Iterator<Item = u32>) {
        self.unite();
        self.places.resize(self.len, 0);
        (0..).zip(numbers).for_each(|(place, number)| self.places[number as usize] = place);
        move_all(&mut self.own, self.places.clone());
    }

    /// Whether they have been put into another order than that of their numbers.
    pub(crate) fn is_arranged(&self) -> bool {
        !self.places.is_empty()
    }
    /// Lends all pieces, each with copies of some that may be in others.
    pub(crate) fn lend(&mut self, guests: &[u32]) -> Vec<Self>
    where
        T: Clone,
    {
        let copy = |place: &u32| Some((*place as usize, self.get(*place as usize)?.clone()));
        let guests: Vec<_> = guests.iter().filter_map(copy).collect();
        let (len, length) = (self.len, self.length);
        let lend = |(piece, own): (usize, &mut Vec<T>)| Self {
            own: std::mem::take(own),
            first: piece * length,
            guests: guests.clone(),
            len,
            ..Self::default()
        };
        self.pieces.iter_mut().enumerate().map(lend).collect()
    }

    /// Takes a piece back that was lent.
    pub(crate) fn take_back(&mut self, piece: usize, lent: Self) {
        self.pieces[piece] = lent.own;
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

/// Moves all to these places.
fn move_all<T>(items: &mut [T], mut places: Vec<u32>) {
    for own in 0..items.len() {
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

/// Neighbours in a list.
#[derive(Debug)]
pub(crate) struct Run<'a, T> {
    /// The place of the first of them.
    pub(crate) first: usize,
    pub(crate) items: &'a [T],
}

impl<T> Clone for Run<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Run<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(count: u32) -> Chunked<u32> {
        let mut list = Chunked::default();
        (0..count).for_each(|item| list.push(item));
        list
    }

    #[test]
    fn who_is_called_by_a_number_is_found_however_the_list_is_divided_and_arranged() {
        let whole = list(10);
        let mut other = list(10);
        other.arrange((0..10).map(|place| place * 7 % 10));
        other.divide(4);
        assert_eq!(whole, other);
        assert_eq!(other.pieces(), 3);
        assert_eq!(other[1], 7);
        for number in 0..10 {
            assert_eq!(other.get(other.place(number)), Some(&number));
        }
        assert_eq!(other.get(10), None);
        // Who comes has the last place, and the number of it.
        other.push(10);
        assert_eq!(other[other.place(10)], 10);
        assert_eq!(other.iter().copied().max(), Some(10));
        other.unite();
        assert_eq!(other.items(), list(11).items());
    }

    #[test]
    fn a_piece_that_is_lent_keeps_its_places_and_knows_its_guests() {
        let mut all = list(10);
        all.divide(4);
        let mut lent = all.lend(&[1, 9]);
        assert_eq!((lent[1][4], lent[1].run().first, lent[1].len()), (4, 4, 10));
        assert_eq!([1, 9, 2].map(|place| lent[1].get(place)), [Some(&1), Some(&9), None]);
        assert_eq!(lent[1].get_mut(9), None, "a guest is not to be changed");
        assert_eq!(all.iter().count(), 0);
        lent[1][5] = 50;
        lent.into_iter().enumerate().for_each(|(piece, own)| all.take_back(piece, own));
        assert_eq!(all.iter().sum::<u32>(), 45 + 45);
    }
}
