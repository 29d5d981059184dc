"""Compares the answers of two builds of dehusk, byte for byte.

    python3 tools/same_answers.py OLD NEW CORPORA [--only NAME] [--explain] [--any-version] [--keep DIR]
    python3 tools/same_answers.py OLD CORPORA --write FILE
    python3 tools/same_answers.py NEW CORPORA --baseline FILE

Runs both programs with the same command lines on every corpus in CORPORA (a corpus is a folder with a subfolder `pages/`,
directly in CORPORA or one level deeper), and compares the SHA-256 hashes of their outputs. With `--write FILE` and
`--baseline FILE`, those of the old build are computed only once. The exit code is 1 if any output differs.
`--keep DIR` keeps both outputs of each difference for `diff`. `--explain` also compares explanations, which takes minutes.

Use it for changes that must not affect answers. Measure changes that may affect answers with `dehusk eval`.
"""

import argparse
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

RULES_VERSION = re.compile(rb'"rules_version":"[^"]*",?')
TREE_METHODS = ["danag", "addanag-open", "boilerpipe", "thai", "fe", "plain", "r2l", "dana"]

# The command lines that are compared: for each name, the arguments before the folder of pages.
CASES = {
    "records": ["extract", "--format", "jsonl", "--with", "all"],
    "markdown": ["extract", "--format", "md", "--front-matter"],
    "html": ["extract", "--format", "html", "--base", "https://site.example/a/b", "--data-images"],
    "precision": ["extract", "--format", "jsonl", "--focus", "precision"],
    "recall": ["extract", "--format", "jsonl", "--focus", "recall", "--with", "blocks,comments"],
    "options": ["extract", "--format", "jsonl", "--no-comments", "--no-tables", "--title", "out", "--list-marks",
                "--table-rows", "--no-links", "--no-images", "--with", "markdown,blocks"],
    "title-in": ["extract", "--format", "jsonl", "--title", "in", "--method", "addanag"],
    "scope": ["extract", "--format", "jsonl", "--select", "main, article, #content", "--exclude", "aside, nav",
              "--with", "all"],
    "scope-r2l": ["extract", "--format", "jsonl", "--exclude", "aside, nav, li", "--method", "r2l", "--with", "blocks"],
    "limits": ["extract", "--format", "jsonl", "--max-depth", "12", "--max-elements", "900", "--max-output", "3000",
               "--with", "all"],
    "metadata": ["metadata", "--format", "jsonl"],
}


def cases(programs, explain):
    found = dict(CASES)
    names = subprocess.run([programs[-1], "methods"], capture_output=True, text=True, check=True).stdout
    methods = [line for line in names.splitlines() if line and not line.startswith(" ") and " " not in line]
    for method in methods:
        found[f"text of {method}"] = ["extract", "--format", "jsonl", "--method", method]
    for method in TREE_METHODS:
        found[f"records of {method}"] = ["extract", "--format", "jsonl", "--with", "all", "--method", method]
    if explain:
        found["explanations"] = ["extract", "--explain"]
    return found


def folders(corpora):
    pages = sorted(path for path in pathlib.Path(corpora).glob("**/pages") if path.is_dir())
    return [path for path in pages if len(path.relative_to(corpora).parts) <= 3]


def answer(program, arguments, folder, output, any_version):
    """Runs the program, writes what it prints to the file `output`, and returns the SHA-256 hash of that file."""
    with open(output, "wb") as out:
        subprocess.run([program, *arguments, str(folder)], stdout=out, stderr=subprocess.DEVNULL, check=False)
    digest = hashlib.sha256()
    with open(output, "rb") as written:
        for line in written:
            digest.update(RULES_VERSION.sub(b"", line) if any_version else line)
    return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    parser.add_argument("corpora")
    parser.add_argument("--only", action="append", default=[], help="cases or corpora whose name contains this")
    parser.add_argument("--explain", action="store_true")
    parser.add_argument("--any-version", action="store_true", help="leave rules_version out of the comparison")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path, help="write the digests of the only PROGRAM here and compare nothing")
    parser.add_argument("--baseline", type=pathlib.Path, help="compare the only PROGRAM with the digests that --write wrote")
    arguments = parser.parse_args()
    programs = arguments.programs
    if len(programs) != (1 if arguments.write or arguments.baseline else 2) or arguments.write and arguments.baseline:
        parser.error("give OLD and NEW, or one program with --write or --baseline")
    known = json.loads(arguments.baseline.read_text()) if arguments.baseline else None
    differences, compared, digests = 0, 0, {}
    with tempfile.TemporaryDirectory() as scratch:
        for folder in folders(arguments.corpora):
            for name, line in cases(programs, arguments.explain).items():
                key = f"{folder.parent.name}: {name}"
                if arguments.only and not all(only in key for only in arguments.only):
                    continue
                outputs = [f"{scratch}/{index}" for index in range(2)]
                digest = known.get(key) if known is not None else answer(programs[0], line, folder, outputs[0], arguments.any_version)
                digests[key] = digest
                if arguments.write:
                    continue
                compared += 1
                if answer(programs[-1], line, folder, outputs[1], arguments.any_version) != digest:
                    differences += 1
                    print(f"differs: {key}", flush=True)
                    if arguments.keep:
                        arguments.keep.mkdir(parents=True, exist_ok=True)
                        for index, output in enumerate(outputs):
                            path = pathlib.Path(output)
                            if path.exists():
                                path.rename(arguments.keep / f"{key.replace(': ', '-').replace(' ', '_')}.{index}")
    if arguments.write:
        arguments.write.write_text(json.dumps(digests, indent=1))
        print(f"{len(digests)} digests written to {arguments.write}")
    else:
        print(f"{compared} outputs compared, {differences} differ")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
