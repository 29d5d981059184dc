//! Recipes: hostile pages that can be made in any size.
//!
//! A recipe is a list of phases. Each phase is a text with the number of its repetitions: a fixed number, or as many as the size
//! of the page allows. All growing phases get the same share of the page. In a file, each phase is a line:
//!
//! ```text
//! # links in one paragraph, below a long base address
//! 1 <base href='http://x.example/
//! 1900 a/
//! 1 '><p>
//! n <a href=y{n}>z</a>
//! ```
//!
//! `{n}` is replaced by the number of the repetition. `\n`, `\t`, `\r`, `\0`, `\s` (a space) and `\\` are escapes; lines that begin
//! with `#` are comments.

use std::fmt;
use std::str::FromStr;

/// What is replaced by the number of the repetition.
const NUMBER: &str = "{n}";
/// Escapes of recipe files.
const ESCAPES: [(char, char); 6] =
    [('n', '\n'), ('t', '\t'), ('r', '\r'), ('0', '\0'), ('s', ' '), ('\\', '\\')];

/// How often a phase is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// This many times, whatever the size of the page.
    Fixed(usize),
    /// As often as the size of the page allows.
    Growing,
}

/// A text that is repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phase {
    /// How often.
    pub count: Count,
    /// The text, with `{n}` for the number of the repetition.
    pub text: String,
}

/// A page of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// The phases, in the order of the page.
    pub phases: Vec<Phase>,
}

impl Recipe {
    /// Returns the page with about this many bytes. It is longer if the fixed phases alone are.
    ///
    /// ```
    /// let recipe: dehusk_fuzz::recipe::Recipe = "1 <ul>\nn <li>{n}\nn </li>".parse()?;
    /// assert_eq!(recipe.page(32), "<ul><li>0<li>1</li></li>");
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn page(&self, bytes: usize) -> String {
        let mut page = String::new();
        let fixed: usize = self.phases.iter().map(Phase::fixed_bytes).sum();
        let growing = self.phases.iter().filter(|phase| phase.count == Count::Growing).count();
        let share = bytes.saturating_sub(fixed) / growing.max(1);
        for phase in &self.phases {
            phase.write(share, &mut page);
        }
        page
    }

    /// Whether any phase grows; otherwise all pages of the recipe are the same.
    #[must_use]
    pub fn grows(&self) -> bool {
        self.phases.iter().any(|phase| phase.count == Count::Growing && !phase.text.is_empty())
    }
}

impl Phase {
    /// Returns the bytes of the phase, if its count is fixed and its number is written with one digit.
    fn fixed_bytes(&self) -> usize {
        match self.count {
            Count::Fixed(count) => count * self.text.len(),
            Count::Growing => 0,
        }
    }

    fn write(&self, share: usize, page: &mut String) {
        let end = page.len() + share;
        let mut number = 0;
        let is_needed = |number: usize, page: &String| match self.count {
            Count::Fixed(count) => number < count,
            Count::Growing => page.len() + self.text.len() <= end && !self.text.is_empty(),
        };
        while is_needed(number, page) {
            self.write_once(number, page);
            number += 1;
        }
    }

    fn write_once(&self, number: usize, page: &mut String) {
        for (index, part) in self.text.split(NUMBER).enumerate() {
            if index > 0 {
                page.push_str(&number.to_string());
            }
            page.push_str(part);
        }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for phase in &self.phases {
            match phase.count {
                Count::Fixed(count) => write!(f, "{count} ")?,
                Count::Growing => f.write_str("n ")?,
            }
            writeln!(f, "{}", escaped(&phase.text))?;
        }
        Ok(())
    }
}

/// Returns the text with escapes. A space at either end is written as an escape, so that editors cannot remove it.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    let last = text.chars().count().saturating_sub(1);
    for (index, c) in text.chars().enumerate() {
        let is_inner_space = c == ' ' && index > 0 && index < last;
        match ESCAPES.iter().find(|(_, meant)| *meant == c && !is_inner_space) {
            Some((name, _)) => out.extend(['\\', *name]),
            None => out.push(c),
        }
    }
    out
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let name = chars.next().ok_or("a backslash at the end of a line")?;
        let known = ESCAPES.iter().find(|escape| escape.0 == name);
        out.push(known.ok_or(format!("unknown escape \\{name}"))?.1);
    }
    Ok(out)
}

impl FromStr for Recipe {
    type Err = String;

    fn from_str(text: &str) -> Result<Recipe, String> {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        Ok(Recipe { phases: lines.map(phase).collect::<Result<_, _>>()? })
    }
}

fn phase(line: &str) -> Result<Phase, String> {
    let (count, text) = line.split_once(' ').ok_or(format!("no count in {line:?}"))?;
    let fixed = || count.parse().map(Count::Fixed).map_err(|error| format!("{count:?}: {error}"));
    let count = if count == "n" { Count::Growing } else { fixed()? };
    Ok(Phase { count, text: unescaped(text)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_is_read_as_it_was_written() {
        let text = "1 <base href='\n1900 a/\n1 '> \\n\\\\\nn <a href=y{n}>z</a>\\s\n";
        let recipe: Recipe = text.parse().unwrap();
        assert_eq!(recipe.to_string(), text);
        assert_eq!(recipe.phases[2].text, "'> \n\\");
        assert!("n".parse::<Recipe>().is_err() && "x y".parse::<Recipe>().is_err());
        assert!("n \\q".parse::<Recipe>().is_err());
    }

    #[test]
    fn growing_phases_share_the_page() {
        let recipe: Recipe = "3 ab\nn x\nn yz".parse().unwrap();
        assert_eq!(recipe.page(14), "abababxxxxyzyz");
        assert_eq!(recipe.page(0), "ababab");
        assert!(recipe.grows() && !"3 a".parse::<Recipe>().unwrap().grows());
    }
}
