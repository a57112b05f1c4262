//! What a game hears: messages, observers and queries.

mod contacts;
mod messages;
mod observers;
mod odd_orders;
mod queries;
