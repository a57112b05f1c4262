//! What a game hears: messages, observers and queries.

mod messages;
mod observers;
mod odd_orders;
mod queries;
