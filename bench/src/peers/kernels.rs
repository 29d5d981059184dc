//! Kernels: simple loops over all bytes of a page, as upper bounds of the speed on this machine.

use crate::case::Case;
use std::hint::black_box;

/// The cases that copy, count or validate bytes.
pub(crate) fn cases() -> Vec<Case> {
    vec![
        memcpy(),
        Case::new("kernel bytecount LF", "line feeds", |page| {
            Ok(bytecount::count(black_box(&page.bytes), b'\n') as u64)
        }),
        // The counts that R2L needs, but for the whole page instead of each line.
        Case::new("kernel bytecount LF + characters", "line feeds + characters", |page| {
            let bytes = black_box(page.text.as_bytes());
            Ok((bytecount::count(bytes, b'\n') + bytecount::num_chars(bytes)) as u64)
        }),
        Case::new("kernel memchr LF", "line feeds", |page| {
            Ok(memchr::memchr_iter(b'\n', black_box(&page.bytes)).count() as u64)
        }),
        Case::new("kernel simdutf8", "valid bytes", |page| {
            let text = simdutf8::basic::from_utf8(black_box(page.text.as_bytes()))?;
            Ok(black_box(text).len() as u64)
        }),
    ]
}

fn memcpy() -> Case {
    let mut buffer = Vec::new();
    Case::new("kernel memcpy", "bytes", move |page| {
        buffer.clear();
        buffer.extend_from_slice(black_box(&page.bytes));
        Ok(black_box(&buffer).len() as u64)
    })
}
