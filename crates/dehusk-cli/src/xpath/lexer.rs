//! Splits an XPath expression into tokens (XPath 1.0, 3.7).

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A name, which may contain a colon and hyphens, but not `::`.
    Name(String),
    Text(String),
    Number(f64),
    /// `/`, `//`, `::`, `(`, `[`, `@`, `|`, `=`, `*` and the like.
    Symbol(&'static str),
}

/// The symbols, longer ones before their beginnings.
const SYMBOLS: [&str; 22] = [
    "//", "::", "..", "!=", "<=", ">=", "/", "(", ")", "[", "]", ".", "@", ",", "|", "=", "<", ">", "*", "+",
    "-", "$",
];

/// The tokens of an expression.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '"' | '\'' => quoted(rest, first)?,
            _ if starts_number(rest) => number(rest),
            _ if is_name_start(first) => name(rest),
            _ => symbol(rest).ok_or_else(|| format!("the character {first:?} is not XPath"))?,
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

fn quoted(rest: &str, quote: char) -> Result<(Token, usize), String> {
    let end = rest[1..].find(quote).ok_or("a quotation mark is not closed")?;
    Ok((Token::Text(rest[1..=end].to_owned()), end + 2))
}

fn starts_number(rest: &str) -> bool {
    let digits = rest.strip_prefix('.').unwrap_or(rest);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

fn number(rest: &str) -> (Token, usize) {
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    (Token::Number(rest[..end].parse().unwrap_or(f64::NAN)), end)
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn name(rest: &str) -> (Token, usize) {
    let is_part = |(at, c): &(usize, char)| {
        // A colon is part of a name unless it is one of two.
        let is_colon = *c == ':' && !rest[at + 1..].starts_with(':') && !rest[..*at].ends_with(':');
        c.is_alphanumeric() || matches!(c, '_' | '-' | '.') || is_colon
    };
    let end = rest.char_indices().find(|it| !is_part(it)).map_or(rest.len(), |(at, _)| at);
    (Token::Name(rest[..end].to_owned()), end)
}

fn symbol(rest: &str) -> Option<(Token, usize)> {
    let found = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol))?;
    Some((Token::Symbol(found), found.len()))
}
