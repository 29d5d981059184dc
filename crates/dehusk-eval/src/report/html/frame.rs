//! The HTML around the data of a report: heads, styles and scripts. No page loads anything from the network,
//! and the Content Security Policy of each page forbids it.

/// Identifies the pages of a report.
pub(super) const MARK: &str = "<meta name=\"generator\" content=\"dehusk eval --report\">";

const CSS: &str = include_str!("assets/page.css");
const INDEX_JS: &str = concat!(
    include_str!("assets/elements.js"),
    include_str!("assets/data.js"),
    include_str!("assets/tables.js"),
    include_str!("assets/axes.js"),
    include_str!("assets/charts.js"),
    include_str!("assets/pages.js"),
    include_str!("assets/index.js"),
);
/// The style of every case.
pub(super) const CASE_CSS: &str = concat!(include_str!("assets/page.css"), include_str!("assets/case.css"));
/// The script of every case.
pub(super) const CASE_JS: &str = concat!(
    include_str!("assets/elements.js"),
    include_str!("assets/words.js"),
    include_str!("assets/diff.js"),
    include_str!("assets/case.js"),
);

/// The HTML of the index; `data` is JSON.
pub(super) fn index(data: &str) -> String {
    let head = head("dehusk eval", "script-src 'unsafe-inline'; style-src 'unsafe-inline'");
    let data = in_script(data);
    format!(
        "{head}<style>\n{CSS}</style>\n</head>\n<body>\n<main id=\"report\"></main>\n{NO_SCRIPT}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{INDEX_JS}</script>\n</body>\n</html>\n"
    )
}

/// The HTML of a case; `texts` is base64.
pub(super) fn case(title: &str, texts: &str) -> String {
    let head = head(title, "script-src 'self' file:; style-src 'self' file:");
    format!(
        "{head}<link rel=\"stylesheet\" href=\"../case.css\">\n</head>\n<body>\n<main id=\"case\"></main>\n{NO_SCRIPT}\
         <script type=\"text/plain\" id=\"texts\">{texts}</script>\n<script src=\"../case.js\"></script>\n</body>\n</html>\n"
    )
}

/// The placeholder for the index until the run has finished.
pub(super) fn unfinished() -> String {
    let head = head("dehusk eval", "");
    format!("{head}</head>\n<body>\n<p>The run that writes this report has not finished.\n</body>\n</html>\n")
}

const NO_SCRIPT: &str = "<noscript><p>This report needs JavaScript. Please enable it.</noscript>\n";

fn head(title: &str, policy: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{MARK}\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{title}</title>\n"
    )
}

/// Text with the special characters of HTML escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// JSON that is safe inside a script element: nothing in it can end the element or begin a comment. The
/// escaped characters occur only in JSON strings, where the escapes mean the same.
fn in_script(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_json_means_the_same_and_cannot_end_the_script() {
        let text = "</script><!--<script>&amp;\u{2028}\u{2029}\"\\";
        let json = serde_json::Value::from(text).to_string();
        let escaped = in_script(&json);
        assert!(!escaped.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{escaped}");
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), text);
    }

    #[test]
    fn titles_are_escaped() {
        assert!(
            case("</title><script>\"&", "")
                .contains("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;</title>")
        );
    }
}
