//! forecasts
