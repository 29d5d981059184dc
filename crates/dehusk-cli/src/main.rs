//! The executable of the program `dehusk`. The program itself is [`dehusk_cli::run`].

use std::process::ExitCode;

/// With jemalloc, the memory of a long run stays constant. The allocator of the C library keeps more and more freed memory
/// (measured in `bench/record`).
#[cfg(all(feature = "jemalloc", not(target_env = "msvc")))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    ExitCode::from(dehusk_cli::run(std::env::args_os()))
}
