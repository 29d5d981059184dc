//! Addresses of pages in queries, where a client may have appended them without encoding them.

use crate::page::asked::Asked;
use crate::page::fields::Fields;
use crate::problem::Problem;

/// What a query asks. `parameters` are those of the service that may follow the address.
///
/// # Errors
/// If an option is given twice.
pub(super) fn asked(query: &str, parameters: &[&str]) -> Result<Asked, Problem> {
    let Some((address, rest)) = unencoded(query, parameters) else {
        return Ok(Asked::from_fields(Fields::from_query(query)?));
    };
    let mut fields = Fields::from_query(rest)?;
    fields.replace("url", address);
    Ok(Asked::from_fields(fields))
}

/// The address in a query and the parameters behind it, if the address was not encoded: xExtension-Readable of FreshRSS appends it as it
/// is, so its own query looks like further parameters. It ends before a parameter of the service.
fn unencoded<'q>(query: &'q str, parameters: &[&str]) -> Option<(&'q str, &'q str)> {
    let rest = query.strip_prefix("url=")?;
    let first = rest.split('&').next().unwrap_or_default();
    if !first.contains("://") {
        return None;
    }
    let ends = parameters.iter().filter_map(|name| rest.find(&format!("&{name}=")));
    let (address, behind) = rest.split_at(ends.min().unwrap_or(rest.len()));
    Some((address, behind.strip_prefix('&').unwrap_or(behind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_was_not_encoded_is_whole() {
        for (query, expected) in [
            ("url=https://mill.example/a?b=c&d=e", Some(("https://mill.example/a?b=c&d=e", ""))),
            ("url=https://mill.example/a?b=c&url=e", Some(("https://mill.example/a?b=c&url=e", ""))),
            (
                "url=https://mill.example/a?b=c&contentType=text&x=y",
                Some(("https://mill.example/a?b=c", "contentType=text&x=y")),
            ),
            ("url=https%3A%2F%2Fmill.example%2Fa%3Fb%3Dc&d=e", None),
            ("url=https%3A%2F%2Fmill.example%2F&d=https://mill.example/", None),
            ("contentType=text&url=https://mill.example/", None),
            ("", None),
        ] {
            assert_eq!(unencoded(query, &["contentType", "headers"]), expected, "{query}");
        }
    }

    #[test]
    fn an_encoded_address_cannot_be_given_twice() {
        assert!(asked("url=mill.example&url=mill.example", &[]).is_err());
        assert!(asked("url=https://mill.example/?url=a&url=b", &[]).is_ok());
    }
}
