//! The collections that a world is made of: a list in pieces that copies share, and islands of what is joined.

mod chunked;
mod islands;

pub(crate) use chunked::{Chunked, PieceChange};
pub(crate) use islands::Islands;
