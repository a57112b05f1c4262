//! disabled
