//! stub
use super::{Layout, Theme, svg};
pub(super) fn page(layout: &Layout, theme: Theme) -> String { svg::for_page(layout, theme) }
