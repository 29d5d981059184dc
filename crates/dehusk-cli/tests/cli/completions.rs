//! `dehusk completions` and `dehusk man`.

use std::fs;

use crate::run::{dehusk, folder_with};

#[test]
fn completions_of_every_shell_name_the_subcommands_and_their_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = dehusk(folder_with(&[]).path(), &["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        for word in ["extract", "metadata", "batch", "explain", "front-matter"] {
            assert!(run.stdout.contains(word), "{shell}: {word}");
        }
    }
    let run = dehusk(folder_with(&[]).path(), &["completions", "cmd"]);
    assert!(run.code == 2 && run.stderr.contains("possible values: bash"), "{}", run.stderr);
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let folder = folder_with(&[]);
    let run = dehusk(folder.path(), &["man", "share/man1"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let page = fs::read_to_string(folder.path().join("share/man1/dehusk-extract.1")).unwrap();
    assert!(page.starts_with(".ie") && page.contains("front\\-matter"), "{page}");
    let help = dehusk(folder.path(), &["help"]).stdout;
    for name in
        ["batch", "cloud", "completions", "eval", "extract", "man", "metadata", "methods", "plot", "tune"]
    {
        assert!(help.contains(&format!("\n  {name} ")), "{name}");
        assert!(folder.path().join(format!("share/man1/dehusk-{name}.1")).exists(), "{name}");
    }
    let file = folder_with(&[("man", b"")]);
    let run = dehusk(file.path(), &["man", "man"]);
    assert!(run.code == 2 && run.stderr.contains("cannot write the manual pages to man"), "{}", run.stderr);
}
