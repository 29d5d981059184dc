//! The JSON Schema of records and its version.

/// The version of the record. It increases when a field changes its name, type or meaning, but not when a field is added.
pub const SCHEMA_VERSION: u32 = 1;

/// The JSON Schema of the record.
pub const SCHEMA: &str = include_str!("../schema/record.schema.json");
