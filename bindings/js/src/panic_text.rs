//! Keeps the message of a panic, for the host to read after the trap.

use std::panic;
use std::sync::{Mutex, Once};

static TEXT: Mutex<Option<String>> = Mutex::new(None);

/// Makes every later panic leave its message here.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        panic::set_hook(Box::new(|info| {
            if let Ok(mut text) = TEXT.try_lock() {
                *text = Some(info.to_string());
            }
        }));
    });
}

/// Calls `read` with the message, if there is one.
pub(crate) fn with<R>(read: impl FnOnce(Option<&str>) -> R) -> R {
    match TEXT.try_lock() {
        Ok(text) => read(text.as_deref()),
        Err(_) => read(None),
    }
}
