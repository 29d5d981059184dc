//! Passes the version and the flags of the compiler to the program, for the header of every report.

use std::process::Command;

fn main() {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    let version = Command::new(compiler).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    println!("cargo::rustc-env=BENCH_RUSTC={}", version.unwrap_or_else(|_| "unknown".to_string()));
    println!("cargo::rustc-env=BENCH_FLAGS={}", std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default());
    println!("cargo::rerun-if-changed=build.rs");
}
