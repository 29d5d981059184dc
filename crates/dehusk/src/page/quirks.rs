//! Decides whether a page is in quirks mode. The mode has one effect on the tree: a table does not close an
//! open paragraph.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>

use crate::markup::Doctype;

/// A public identifier with one of these prefixes puts a page in quirks mode.
const PREFIXES: [&str; 55] = [
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];
/// A public identifier that equals one of these puts a page in quirks mode.
const EXACT: [&str; 3] =
    ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];
/// A public identifier with one of these prefixes puts a page in quirks mode if there is no system identifier.
const PREFIXES_WITHOUT_SYSTEM: [&str; 2] =
    ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];
/// This system identifier puts a page in quirks mode.
const QUIRKS_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/// Whether a page with this DOCTYPE is in quirks mode.
pub(super) fn in_quirks_mode(doctype: &Doctype) -> bool {
    if doctype.force_quirks || doctype.name.as_deref() != Some("html") {
        return true;
    }
    let system = doctype.system_id.as_deref();
    if system.is_some_and(|id| id.eq_ignore_ascii_case(QUIRKS_SYSTEM)) {
        return true;
    }
    let Some(public) = doctype.public_id.as_deref().map(str::to_ascii_lowercase) else { return false };
    let has_prefix = |prefix: &&str| public.starts_with(*prefix);
    EXACT.contains(&public.as_str())
        || PREFIXES.iter().any(&has_prefix)
        || (system.is_none() && PREFIXES_WITHOUT_SYSTEM.iter().any(has_prefix))
}

#[cfg(test)]
mod tests {
    use super::in_quirks_mode;
    use crate::markup::Doctype;

    #[test]
    fn old_doctypes_set_quirks_mode() {
        for (source, quirks) in [
            ("<!DOCTYPE html>", false),
            ("<!DOCTYPE>", true),
            ("<!DOCTYPE svg>", true),
            ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", true),
            (
                "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'http://www.w3.org/TR/html4/loose.dtd'>",
                false,
            ),
            ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.0 Transitional//EN\">", true),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\">", false),
        ] {
            assert_eq!(in_quirks_mode(&Doctype::parse(source)), quirks, "{source}");
        }
    }
}
