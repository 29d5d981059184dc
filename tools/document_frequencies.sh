#!/bin/sh
# Rebuilds the tables in crates/dehusk-words/data/df from the gold texts of the corpora. Usage: document_frequencies.sh CORPORA
set -eu
corpora=$1
data=$(dirname "$0")/../crates/dehusk-words/data/df
make_table() {
    language=$1 origin=$2
    shift 2
    cargo run --quiet --release -p dehusk-words --example document_frequencies "$language" "$origin" "$@" > "$data/$language.txt"
}
daniel='DAnIEL news of 2011 and 2012 (Lejeune et al.)'
make_table en "gold texts of WCXB (Murrough Foley, CC BY 4.0), Dragnet, CleanEval and $daniel" \
    "$corpora"/wcxb-dev/gold/*.txt "$corpora"/dragnet/gold/*.txt "$corpora"/cleaneval-dev/gold/*.txt "$corpora"/daniel/gold/*.txt
for language in el pl ru zh; do
    make_table $language "gold texts of $daniel" "$corpora"/daniel/gold/*.txt
done
