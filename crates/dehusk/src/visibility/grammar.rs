//! Which values a property can have. A browser skips a declaration with any other value, so that an earlier one counts.
//!
//! Only what is plainly wrong is refused: unknown words, units and functions. Arguments of functions and the order of parts are not
//! checked, and numbers without a unit are allowed, which old pages (in quirks mode) may have.

use super::parentheses::words;
use super::style::Value;
use crate::quantity::power_len;

/// The values of a property.
pub(super) struct Grammar {
    words: &'static [&'static str],
    functions: Functions,
    numbers: Numbers,
    /// Maximum number of words, numbers and functions.
    max_parts: usize,
    /// Whether values of several parts are allowed, whatever they are.
    allows_several: bool,
}

/// Which functions a value can have.
enum Functions {
    /// Those that compute numbers, and these.
    Known(&'static [&'static str]),
    Any,
}

/// Which numbers a value can have.
#[derive(PartialEq)]
enum Numbers {
    None,
    /// Numbers and percentages.
    Shares,
    /// Lengths and percentages.
    Lengths,
    /// Lengths and percentages that are not negative.
    Sizes,
    Angles,
}

/// Functions that give a number or a length (CSS Values 4 and 5).
const MATH: [&str; 24] = [
    "abs",
    "acos",
    "asin",
    "atan",
    "atan2",
    "calc",
    "calc-size",
    "clamp",
    "cos",
    "exp",
    "hypot",
    "log",
    "max",
    "min",
    "mod",
    "pow",
    "rem",
    "round",
    "sign",
    "sin",
    "sqrt",
    "tan",
    "-webkit-calc",
    "progress",
];
/// Units of length (CSS Values 4, section 6) without the prefixes of the units of windows.
const UNITS: [&str; 31] = [
    "%", "px", "em", "rem", "ex", "rex", "ch", "rch", "cap", "rcap", "ic", "ric", "lh", "rlh", "pt", "pc",
    "in", "cm", "mm", "q", "cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax", "fr", "vw", "vh", "vi", "vb",
];
/// Words that are values of every property (CSS Cascade 5, section 7.3).
const ANYWHERE: [&str; 5] = ["inherit", "initial", "revert", "revert-layer", "unset"];
/// Functions whose results are known only with the rest of the page.
const SUBSTITUTED: [&str; 4] = ["var(", "env(", "attr(", "if("];

const fn of_words(words: &'static [&'static str], max_parts: usize) -> Grammar {
    Grammar {
        words,
        functions: Functions::Known(&[]),
        numbers: Numbers::None,
        max_parts,
        allows_several: false,
    }
}

const fn of_numbers(numbers: Numbers, words: &'static [&'static str], max_parts: usize) -> Grammar {
    let functions = Functions::Known(&["anchor", "anchor-size", "fit-content"]);
    Grammar { words, functions, numbers, max_parts, allows_several: false }
}

pub(super) const DISPLAY: Grammar = of_words(
    &[
        "none",
        "block",
        "inline",
        "inline-block",
        "flow-root",
        "flow",
        "flex",
        "inline-flex",
        "grid",
        "inline-grid",
        "table",
        "inline-table",
        "table-row",
        "table-row-group",
        "table-header-group",
        "table-footer-group",
        "table-column",
        "table-column-group",
        "table-cell",
        "table-caption",
        "list-item",
        "contents",
        "ruby",
        "ruby-text",
        "math",
        "grid-lanes",
        "inline-grid-lanes",
        "run-in",
        "-webkit-box",
        "-webkit-inline-box",
        "-webkit-flex",
        "-webkit-inline-flex",
    ],
    3,
);
pub(super) const VISIBILITY: Grammar = of_words(&["visible", "hidden", "collapse"], 1);
pub(super) const CONTENT_VISIBILITY: Grammar = of_words(&["visible", "hidden", "auto"], 1);
pub(super) const POSITION: Grammar =
    of_words(&["static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"], 1);
pub(super) const OVERFLOW: Grammar = of_words(&["visible", "hidden", "clip", "scroll", "auto", "overlay"], 2);
pub(super) const OPACITY: Grammar = of_numbers(Numbers::Shares, &[], 1);
pub(super) const ZOOM: Grammar = of_numbers(Numbers::Shares, &["normal", "reset"], 1);
pub(super) const SCALE: Grammar = of_numbers(Numbers::Shares, &["none"], 3);
pub(super) const TRANSLATE: Grammar = of_numbers(Numbers::Lengths, &["none"], 3);
/// An axis and an angle; the numbers are not checked.
pub(super) const ROTATE: Grammar =
    Grammar { allows_several: true, ..of_numbers(Numbers::Angles, &["none"], 1) };
/// A place, a margin or an indentation.
pub(super) const OFFSET: Grammar = of_numbers(Numbers::Lengths, &["auto", "hanging", "each-line"], 3);
pub(super) const OFFSETS: Grammar = of_numbers(Numbers::Lengths, &["auto"], 4);
pub(super) const PADDING: Grammar = of_numbers(Numbers::Sizes, &[], 4);
pub(super) const SIZE: Grammar = of_numbers(
    Numbers::Sizes,
    &[
        "auto",
        "none",
        "min-content",
        "max-content",
        "fit-content",
        "stretch",
        "-webkit-fill-available",
        "-webkit-fit-content",
        "-webkit-max-content",
        "-webkit-min-content",
        "intrinsic",
        "min-intrinsic",
    ],
    1,
);
pub(super) const FONT_SIZE: Grammar = of_numbers(
    Numbers::Sizes,
    &[
        "xx-small",
        "x-small",
        "small",
        "medium",
        "large",
        "x-large",
        "xx-large",
        "xxx-large",
        "-webkit-xxx-large",
        "smaller",
        "larger",
        "math",
    ],
    1,
);
pub(super) const FILTER: Grammar = Grammar {
    functions: Functions::Known(&[
        "blur",
        "brightness",
        "contrast",
        "drop-shadow",
        "grayscale",
        "hue-rotate",
        "invert",
        "opacity",
        "saturate",
        "sepia",
        "url",
    ]),
    ..of_words(&["none"], usize::MAX)
};
pub(super) const TRANSFORM: Grammar = Grammar {
    functions: Functions::Known(&[
        "matrix",
        "matrix3d",
        "perspective",
        "rotate",
        "rotate3d",
        "rotatex",
        "rotatey",
        "rotatez",
        "scale",
        "scale3d",
        "scalex",
        "scaley",
        "scalez",
        "skew",
        "skewx",
        "skewy",
        "translate",
        "translate3d",
        "translatex",
        "translatey",
        "translatez",
    ]),
    ..of_words(&["none"], usize::MAX)
};
pub(super) const CLIP: Grammar = Grammar { functions: Functions::Known(&["rect"]), ..of_words(&["auto"], 1) };
/// A color that is not known by its name: `currentcolor`, or one that other parts of a browser have.
pub(super) const COLOR: Grammar = Grammar {
    functions: Functions::Any,
    ..of_words(
        &[
            "currentcolor",
            "accentcolor",
            "accentcolortext",
            "activetext",
            "buttonborder",
            "buttonface",
            "buttontext",
            "canvas",
            "canvastext",
            "field",
            "fieldtext",
            "graytext",
            "highlight",
            "highlighttext",
            "linktext",
            "mark",
            "marktext",
            "selecteditem",
            "selecteditemtext",
            "visitedtext",
            "window",
            "windowtext",
            "-webkit-link",
            "-webkit-text",
            "text",
        ],
        1,
    )
};

/// Images, and masks with all that belongs to them.
pub(super) const IMAGE: Grammar =
    Grammar { allows_several: true, functions: Functions::Any, ..of_words(&["none"], 1) };
pub(super) const BACKGROUND: Grammar = Grammar {
    allows_several: true,
    functions: Functions::Any,
    ..of_words(
        &[
            "none",
            "repeat",
            "no-repeat",
            "repeat-x",
            "repeat-y",
            "space",
            "round",
            "fixed",
            "local",
            "scroll",
            "left",
            "right",
            "top",
            "bottom",
            "center",
            "border-box",
            "padding-box",
            "content-box",
            "text",
            "border-area",
            "cover",
            "contain",
            "currentcolor",
            "canvas",
            "field",
            "window",
        ],
        1,
    )
};
pub(super) const SHAPE: Grammar = Grammar {
    functions: Functions::Any,
    ..of_words(
        &[
            "none",
            "border-box",
            "padding-box",
            "content-box",
            "margin-box",
            "fill-box",
            "stroke-box",
            "view-box",
        ],
        2,
    )
};
pub(super) const FLOAT: Grammar = of_words(&["none", "left", "right", "inline-start", "inline-end"], 1);
/// The part of a box that a background is in.
pub(super) const BOX: Grammar =
    of_words(&["border-box", "padding-box", "content-box", "text", "border-area"], usize::MAX);

/// Whether a value of `font` may be one that browsers read: the font of a part of the browser, or two words or more with a size.
pub(super) fn allows_font(value: &str) -> bool {
    const SYSTEM: Grammar =
        of_words(&["caption", "icon", "menu", "message-box", "small-caption", "status-bar"], 1);
    let has_size = || words(value).any(|part| FONT_SIZE.allows_part(part));
    SYSTEM.allows(value) || (has_size() && words(value).nth(1).is_some())
}

/// Whether a value is known only with the rest of the page.
pub(super) fn is_substituted(value: &str) -> bool {
    SUBSTITUTED.iter().any(|function| value.contains(function))
}

/// Whether a property that is not inherited has its first value.
pub(super) fn is_initial(value: &str) -> bool {
    matches!(value, "initial" | "unset" | "revert" | "revert-layer")
}

/// Whether an inherited property has the value of the parent.
pub(super) fn inherits(value: &str) -> bool {
    matches!(value, "inherit" | "unset")
}

impl Grammar {
    /// What a value means according to `read`; `None` if a browser skips it.
    pub(super) fn value(&self, value: &str, read: impl Fn(&str) -> Value) -> Option<Value> {
        if inherits(value) {
            return Some(Value::Inherit);
        }
        let found = read(value);
        (found != Value::Other || self.allows(value)).then_some(found)
    }

    pub(super) fn allows(&self, value: &str) -> bool {
        if ANYWHERE.contains(&value) || is_substituted(value) {
            return true;
        }
        if self.allows_several && words(value).nth(1).is_some() {
            return true;
        }
        let mut parts = words(value);
        let count = parts.by_ref().take(self.max_parts).take_while(|part| self.allows_part(part)).count();
        count > 0 && words(value).nth(count).is_none()
    }

    fn allows_part(&self, part: &str) -> bool {
        match (part.split_once('('), &self.functions) {
            (Some(_), Functions::Any) => true,
            (Some((name, _)), Functions::Known(functions)) => {
                functions.contains(&name) || (self.numbers != Numbers::None && MATH.contains(&name))
            }
            (None, _) => self.words.contains(&part) || self.numbers.allow(part) || self.is_old_color(part),
        }
    }

    /// Whether a part is a color without its `#`, which old pages may have.
    fn is_old_color(&self, part: &str) -> bool {
        let is_color = matches!(self.functions, Functions::Any);
        is_color && matches!(part.len(), 3 | 6) && part.bytes().all(|byte| byte.is_ascii_hexdigit())
    }
}

impl Numbers {
    fn allow(&self, part: &str) -> bool {
        let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
        let end = part.find(|c| !is_of_number(c)).unwrap_or(part.len());
        let end = end + power_len(&part[end..]);
        let (number, unit) = (part[..end].parse::<f32>(), &part[end..]);
        let Ok(number) = number else { return false };
        let is_length = || unit.is_empty() || is_unit(unit);
        match self {
            Numbers::None => false,
            Numbers::Shares => matches!(unit, "" | "%"),
            Numbers::Lengths => is_length(),
            Numbers::Angles => matches!(unit, "deg" | "grad" | "rad" | "turn"),
            Numbers::Sizes => number >= 0.0 && is_length(),
        }
    }
}

fn is_unit(unit: &str) -> bool {
    let of_window = unit.strip_prefix(['s', 'l', 'd']).unwrap_or(unit);
    UNITS.contains(&unit) || matches!(of_window, "vw" | "vh" | "vi" | "vb" | "vmin" | "vmax")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_browsers_read_is_allowed() {
        for (grammar, allowed, refused) in [
            (&DISPLAY, "table-cell|inline flow-root|revert|var(--x)", "foo|none block x y|-ms-grid|0|"),
            (&OPACITY, "0|50%|calc(1 - foo)|initial", "foo|1px|0 0|rgb(0,0,0)"),
            (&OFFSET, "auto|-5px|0|5|1.5e3px|50dvh|anchor(left)|env(x)", "foo|5foo|px|1px,x"),
            (&SIZE, "auto|5px|max-content|min(1px,2px)|fit-content(1px)", "-5px|left|1px 2px"),
            (&PADDING, "0 1em 2% 3px", "auto|0 0 0 0 0|-1px"),
            (&FONT_SIZE, "larger|1q|9pt", "-1px|big"),
            (&FILTER, "none|blur(1px) url(#a)", "opacity|alpha(opacity=0)"),
            (&TRANSFORM, "none|perspective(1px) rotatey(9deg)", "foo(1)|scale(1) foo"),
            (&COLOR, "canvas|color-mix(in srgb, red, blue)|abc|00ff99", "#ff|foo|red blue|1px"),
        ] {
            for value in allowed.split('|') {
                assert!(grammar.allows(value), "{value}");
            }
            for value in refused.split('|') {
                assert!(!grammar.allows(value), "{value}");
            }
        }
    }
}
