//! The notation of CSS: strings, identifiers and pseudo-classes.

/// A CSS string.
pub(crate) fn quoted(text: &str) -> String {
    let mut css = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => css.extend(['\\', c]),
            c if c.is_control() => css.push_str(&format!("\\{:x} ", u32::from(c))),
            c => css.push(c),
        }
    }
    css + "\""
}

/// A CSS identifier.
pub(super) fn identifier(name: &str) -> String {
    let mut css = String::new();
    for (at, c) in name.chars().enumerate() {
        match c {
            '0'..='9' if at == 0 => css.push_str(&format!("\\{:x} ", u32::from(c))),
            c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii() => css.push(c),
            c => css.extend(['\\', c]),
        }
    }
    css
}

/// The condition that an attribute has a value.
pub(super) fn attribute_equals(name: &str, value: &str) -> String {
    let is_plain = value.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let is_identifier = is_plain && value.starts_with(|c: char| c.is_ascii_alphabetic());
    if name == "id" && is_identifier {
        return format!("#{value}");
    }
    format!("[{}={}]", identifier(name), quoted(value))
}

/// `:is(x)`, where `x` is a whole selector.
pub(super) fn is(found: &str) -> String {
    format!(":is({found})")
}

/// `:has(> x)`, where `x` is the whole selector.
pub(super) fn has(combinator: &str, found: &str) -> Result<String, String> {
    if found.contains(":has(") {
        return Err("it needs :has() inside :has(), which CSS does not allow".to_owned());
    }
    let inner = if found.contains(' ') { is(found) } else { found.to_owned() };
    Ok(format!(":has({})", format!("{combinator} {inner}").trim_start()))
}
