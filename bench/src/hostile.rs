//! Hostile input: pages of any size that are built to slow down parsers.
//!
//! Each page attacks a known weakness of HTML parsers: deep nesting, searches through the stack of open
//! elements or the list of active formatting elements, searches for a closing delimiter that is missing, or
//! pairwise comparison of attributes.

/// A recipe for a hostile page of any size.
pub(crate) struct Hostile {
    /// Name in the table.
    pub(crate) name: &'static str,
    /// Number of pieces at scale ×1.
    base: usize,
    /// Builds a page with the given number of pieces.
    make: fn(usize) -> String,
}

impl Hostile {
    /// The page at a scale, such as 1, 10 or 100.
    pub(crate) fn page(&self, scale: usize) -> Vec<u8> {
        (self.make)(self.base * scale).into_bytes()
    }
}

/// Number of pieces at ×1 for most recipes: a million at ×100. Chosen by hand.
const MANY: usize = 10_000;
/// Number of pieces at ×1 for recipes where a literal implementation of the standard takes quadratic time.
/// The 200,000 pieces at ×100 are enough to show it. Chosen by hand.
const FEWER: usize = 2_000;
/// Number of bytes at ×1 for recipes measured in bytes: 100 MB at ×100. Chosen by hand.
const LONG: usize = 1_000_000;

/// All recipes.
pub(crate) fn all() -> Vec<Hostile> {
    let mut recipes = tokenizer_traps();
    recipes.extend(tree_traps());
    recipes.extend(search_traps());
    recipes
}

/// Recipes that make a tokenizer search for a missing closing delimiter, or compare attributes pairwise.
fn tokenizer_traps() -> Vec<Hostile> {
    vec![
        Hostile { name: "one line of text", base: LONG, make: |n| "slow words ".repeat(n / 11) },
        Hostile { name: "<", base: MANY, make: |n| "<".repeat(n) },
        Hostile { name: "<a", base: MANY, make: |n| "<a".repeat(n) },
        Hostile { name: "<a␠", base: MANY, make: |n| "<a ".repeat(n) },
        Hostile { name: "</", base: MANY, make: |n| "</".repeat(n) },
        Hostile {
            name: "<a href=\"… unterminated",
            base: LONG,
            make: |n| format!("<a href=\"{}", "x".repeat(n)),
        },
        Hostile { name: "<p title=\"", base: MANY, make: |n| "<p title=\"".repeat(n) },
        Hostile { name: "<a x1 x2 …>", base: MANY, make: |n| format!("<a{}>x", numbered(n, " x", "")) },
        Hostile { name: "<!--", base: MANY, make: |n| "<!--".repeat(n) },
        Hostile { name: "<!-- ends in --!", base: MANY, make: |n| format!("<!--{}", "--!".repeat(n)) },
        Hostile { name: "<script><!--<script", base: MANY, make: |n| "<script><!--<script".repeat(n) },
        Hostile { name: "<title></titl", base: MANY, make: |n| "<title></titl".repeat(n) },
        Hostile { name: "<svg><![CDATA[", base: MANY, make: |n| "<svg><![CDATA[".repeat(n) },
        Hostile { name: "&amp", base: MANY, make: |n| "&amp".repeat(n) },
        Hostile { name: "&", base: MANY, make: |n| "&".repeat(n) },
        Hostile { name: "&#1111…", base: MANY, make: |n| format!("&#{}", "1".repeat(n)) },
    ]
}

/// Recipes that make the tree deep, or force the tree builder to move nodes.
fn tree_traps() -> Vec<Hostile> {
    vec![
        Hostile { name: "<div> nested", base: MANY, make: |n| "<div>".repeat(n) + "text" },
        Hostile { name: "<div>x nested", base: MANY, make: |n| "<div>x".repeat(n) },
        Hostile { name: "<svg> nested", base: MANY, make: |n| "<svg>".repeat(n) + "text" },
        Hostile { name: "<svg><desc> nested", base: MANY, make: |n| "<svg><desc>".repeat(n) + "text" },
        Hostile { name: "<template> nested", base: MANY, make: |n| "<template>".repeat(n) + "text" },
        Hostile { name: "<ul><li> nested", base: MANY, make: |n| "<ul><li>".repeat(n) + "text" },
        Hostile { name: "<table>", base: MANY, make: |n| "<table>".repeat(n) + "text" },
        Hostile {
            name: "<table><tr><td> nested",
            base: MANY,
            make: |n| "<table><tr><td>".repeat(n) + "text",
        },
        Hostile { name: "<table><tr>x", base: MANY, make: |n| "<table><tr>x".repeat(n) },
        Hostile { name: "<table> x<b>", base: FEWER, make: |n| "<table>".to_string() + &"x<b>".repeat(n) },
        Hostile { name: "<table><td>x</table> …", base: MANY, make: |n| "<table><td>x</table>".repeat(n) },
        Hostile { name: "<select><option>", base: MANY, make: |n| "<select><option>".repeat(n) + "text" },
        Hostile { name: "<p>one line each", base: MANY, make: |n| "<p>one line each\n".repeat(n) },
        Hostile { name: "\\n", base: MANY, make: |n| "\n".repeat(n) },
    ]
}

/// Recipes that make a tree builder search its stack or its list of formatting elements repeatedly.
fn search_traps() -> Vec<Hostile> {
    vec![
        Hostile { name: "<a>", base: MANY, make: |n| "<a>".repeat(n) + "text" },
        Hostile { name: "<a>x", base: MANY, make: |n| "<a>x".repeat(n) },
        Hostile { name: "<a><div>", base: FEWER, make: |n| "<a><div>".repeat(n) + "text" },
        Hostile { name: "<b>×n </b>×n", base: MANY, make: |n| repeated("<b>", n, "</b>") },
        Hostile {
            name: "<b id=…>×n </b>×n",
            base: FEWER,
            make: |n| numbered(n, "<b id=", ">") + &"</b>".repeat(n),
        },
        Hostile { name: "<p><b>", base: MANY, make: |n| "<p><b>".repeat(n) + "text" },
        Hostile { name: "<p><b id=…>", base: FEWER / 10, make: |n| numbered(n, "<p><b id=", ">x") },
        Hostile { name: "<b><p></b> …", base: MANY, make: |n| "<b><p></b>x".repeat(n) },
        Hostile { name: "<div>×n <p></p>×n", base: FEWER, make: |n| repeated("<div>", n, "<p></p>") },
        Hostile { name: "<div>×n </p>×n", base: FEWER, make: |n| repeated("<div>", n, "</p>") },
        Hostile { name: "<div>×n <li></li>×n", base: FEWER, make: |n| repeated("<div>", n, "<li></li>") },
        Hostile { name: "<div>×n <dd>x</dd>×n", base: FEWER, make: |n| repeated("<div>", n, "<dd>x</dd>") },
        Hostile { name: "<div>×n </h1>×n", base: FEWER, make: |n| repeated("<div>", n, "</h1>") },
        Hostile { name: "<div>×n </b>×n", base: FEWER, make: |n| repeated("<div>", n, "</b>") },
        Hostile {
            name: "<div>×n <form></form>×n",
            base: FEWER,
            make: |n| repeated("<div>", n, "<form></form>"),
        },
        Hostile {
            name: "<div>×n <table></table>×n",
            base: FEWER,
            make: |n| repeated("<div>", n, "<table></table>"),
        },
        Hostile { name: "<div>×n </section>×n", base: FEWER, make: |n| repeated("<div>", n, "</section>") },
        Hostile { name: "<span>×n </x>×n", base: FEWER, make: |n| repeated("<span>", n, "</x>") },
        Hostile { name: "<svg>×n </x>×n", base: FEWER, make: |n| repeated("<svg>", n, "</x>") },
        Hostile { name: "<button>x", base: MANY, make: |n| "<button>x".repeat(n) },
        Hostile { name: "<body a1>… again", base: FEWER, make: |n| numbered(n, "<body a", ">") },
    ]
}

/// `count` copies of `first`, followed by `count` copies of `then`.
fn repeated(first: &str, count: usize, then: &str) -> String {
    first.repeat(count) + &then.repeat(count)
}

/// `count` pieces, each of which consists of `head`, the number of the piece, and `tail`.
fn numbered(count: usize, head: &str, tail: &str) -> String {
    let mut page = String::new();
    for number in 0..count {
        page.push_str(head);
        page.push_str(&number.to_string());
        page.push_str(tail);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_with_the_scale() {
        for recipe in all() {
            let (small, large) = (recipe.page(1).len(), recipe.page(10).len());
            assert!(large > 9 * small && large < 13 * small, "{}: {small} and {large} bytes", recipe.name);
        }
    }
}
