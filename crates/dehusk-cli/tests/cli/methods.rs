//! `dehusk methods`.

use serde_json::Value;

use crate::run::{dehusk, folder_with};

#[test]
fn methods_are_listed_with_paper_and_parameters_within_80_columns() {
    let run = dehusk(folder_with(&[]).path(), &["methods"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout.contains("addanag\n") && run.stdout.contains("Paper: ") && run.stdout.contains("--param ")
    );
    assert!(run.stdout.contains("lqf-50\n") && run.stdout.contains("--method lqf --param q=0.5\n"));
    for line in run.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn every_listed_default_is_accepted() {
    let folder = folder_with(&[("a.html", b"<p>text")]);
    let listed = dehusk(folder.path(), &["methods", "--format", "json"]).stdout;
    let methods: Value = serde_json::from_str(&listed).unwrap();
    for method in methods.as_array().unwrap() {
        let name = method["name"].as_str().unwrap();
        for param in method["params"].as_array().unwrap() {
            assert!(param["values"].is_string() && param["doc"].is_string());
            let param = format!("{}={}", param["name"].as_str().unwrap(), param["default"].as_str().unwrap());
            let run = dehusk(folder.path(), &["extract", "--method", name, "--param", &param, "a.html"]);
            assert_eq!(run.code, 0, "{name} {param}: {}", run.stderr);
        }
    }
}
