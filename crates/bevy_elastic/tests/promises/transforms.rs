//! transforms
