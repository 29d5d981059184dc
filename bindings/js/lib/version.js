// The version of the package. A test compares it with package.json and Cargo.toml.

export const version = "0.1.0";
