#!/usr/bin/env bash
# Writes the playground to a folder: the workbench of `dehusk serve`, which runs in the browser alone, on the npm package.
#
#   tools/playground.sh FOLDER [LIB]
#
# LIB is the folder `lib` of the npm package with its dehusk.wasm (default: bindings/js/lib, after bindings/js/build). Any web server
# can serve the result; it needs neither scripts nor headers, but the media type application/wasm for .wasm starts it faster.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: tools/playground.sh FOLDER [LIB]" >&2; exit 2; }
folder=$1 lib=${2:-$here/bindings/js/lib}
[ -f "$lib/dehusk.wasm" ] || { echo "there is no $lib/dehusk.wasm; build the npm package first" >&2; exit 2; }

# What the server says in a header is in the page here. frame-ancestors does not work in a page, so a book may embed it.
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob: http: https:; connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

mkdir -p "$folder/dehusk"
cp -R "$here/crates/dehusk-serve/workbench/assets" "$folder/"
cp -R "$lib/." "$folder/dehusk/"
rm -rf "$folder/dehusk/cjs" "$folder/dehusk/dehusk-lite.wasm"  # what the playground does not load
sed -e 's/\(name="dehusk-engine" content=\)"server"/\1"wasm"/' -e 's|assets/engine-server.js|assets/engine-wasm.js|' \
  -e "s|<meta charset=\"utf-8\">|&\n    <meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" \
  "$here/crates/dehusk-serve/workbench/index.html" >"$folder/index.html"
echo "$folder/index.html"
