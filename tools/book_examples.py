"""Runs the commands that README.md and the book's guide show, and compares what they print.

Usage: python3 tools/book_examples.py [PROGRAM [FILE...]]     (PROGRAM: target/release/dehusk, where `cargo build --release` puts it)

Runs every fenced block marked `console`; all blocks of a file run in the same shell. A line that begins with `$ ` is a command,
together with the lines of its here-document, if it has one that ends with `EOF`. The lines after a command are its expected
output (standard output and standard error). An expected line that ends with `…` matches every line with the same beginning; a
line that is only `…` matches any number of lines. The shell starts in a new folder that has a link to `examples/` and, if
$DEHUSK_CORPORA is set, a link `corpora/` to it; otherwise blocks that contain `corpora/` are skipped. The exit code is 1 if any
output differs.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: Printed after the output of each command, to separate it from the output of the next command.
MARK = "\0end of command\0"


def examples(text, with_corpora=True):
    """The commands of a file, each with the lines that it is expected to print."""
    found = []
    for block in BLOCK.findall(text):
        if "corpora/" in block and not with_corpora:
            continue
        lines = iter(block.splitlines())
        for line in lines:
            if not line.startswith("$ "):
                found[-1][1].append(line)
                continue
            command = line[2:]
            if "<<'EOF'" in command:
                for more in lines:
                    command += "\n" + more
                    if more == "EOF":
                        break
            found.append((command, []))
    return found


def outputs(commands, folder, program):
    """Runs the commands in one shell, and returns the lines that each command prints."""
    # The exit code of the command is restored, in case the next command is `echo $?`.
    script = "\n".join(f"{command}\ncode=$?; printf '{MARK}'; (exit $code)".replace("\0", "\\0") for command in commands)
    # Whatever still runs in the background would keep the pipe open, and this script waiting.
    script += "\nkill $(jobs -p) 2>/dev/null"
    with tempfile.TemporaryDirectory() as bin_folder:
        # The program may have any name; the examples call it `dehusk`.
        Path(bin_folder, "dehusk").symlink_to(program)
        path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
        run = subprocess.run(["bash"], input=script, cwd=folder, env={**os.environ, "PATH": path}, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return [output.splitlines() for output in run.stdout.split(MARK)]


def agree(expected, printed):
    """Whether the printed lines match the expected lines."""
    if not expected:
        return not printed
    first, rest = expected[0], expected[1:]
    if first == "…":
        return any(agree(rest, printed[skipped:]) for skipped in range(len(printed) + 1))
    if not printed:
        return False
    same = printed[0].startswith(first[:-1]) if first.endswith("…") else printed[0] == first
    return same and agree(rest, printed[1:])


def check(path, program):
    """Runs the examples of a file, and returns the number of examples whose output differs."""
    corpora = os.environ.get("DEHUSK_CORPORA")
    found = examples(path.read_text(encoding="utf-8"), with_corpora=bool(corpora))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "examples").symlink_to(ROOT / "examples")
        if corpora:
            Path(folder, "corpora").symlink_to(Path(corpora).resolve())
        printed = outputs([command for command, _ in found], folder, program)
    wrong = [(command, lines) for (command, expected), lines in zip(found, printed) if not agree(expected, lines)]
    for command, lines in wrong:
        print(f"{path.relative_to(ROOT)}: $ {command}\nprints instead:\n" + "\n".join(lines) + "\n")
    print(f"{path.relative_to(ROOT)}: {len(found)} commands, {len(wrong)} differ")
    return len(wrong)


def main():
    program = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/dehusk").resolve()
    paths = [Path(name).resolve() for name in sys.argv[2:]]
    paths = paths or [ROOT / "README.md", *sorted((ROOT / "docs/src/guide").glob("*.md"))]
    sys.exit(1 if sum(check(path, program) for path in paths) else 0)


if __name__ == "__main__":
    main()
