//! odd_orders
