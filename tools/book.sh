#!/usr/bin/env bash
# Builds the book with the playground in it: mdBook (on the PATH) writes the pages, tools/playground.sh the frame of one of them.
#
#   tools/book.sh FOLDER [LIB]
#
# LIB is the folder `lib` of the npm package (default: bindings/js/lib). Without a dehusk.wasm in it, the frame says what is missing.
# FOLDER is emptied first. A browser runs modules from a web server only: python3 -m http.server --directory FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: tools/book.sh FOLDER [LIB]" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd) lib=${2:-$here/bindings/js/lib}

mdbook build "$here/docs" --dest-dir "$folder"
playground=$folder/guide/playground
if [ -f "$lib/dehusk.wasm" ]; then
  "$here/tools/playground.sh" "$playground" "$lib"
else
  echo "tools/book.sh: the book has no playground: there is no $lib/dehusk.wasm (bindings/js/build makes it)"
  mkdir -p "$playground"
  cat >"$playground/index.html" <<'END'
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>No playground</title>
<p>This book was built without the playground. <code>bindings/js/build</code> and then <code>tools/book.sh FOLDER</code> build it.
END
fi
