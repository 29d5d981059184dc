// The help of `npx dehusk`. The program's own help has more about each flag; they are the same.

const OVERVIEW = `Extracts the main content of web pages.

Usage: dehusk <COMMAND> [OPTIONS] [PATH|-]...

Commands:
  extract   Extract the main content of pages
  metadata  Extract the metadata of pages: title, authors, dates, site and more
  methods   List the extraction methods and their parameters

Options of every command: -h, --help. Also: dehusk --version.
This is the npm package: it reads files, folders and standard input. The program dehusk also fetches pages, and has more commands.
`;

const READING = `Reading pages:
  [PATH|-]...              Files, folders, or - for standard input, which is read without arguments
      --input-file <FILE>  Also read the pages in this list, one per line
      --ext <EXT>          Also read files with these extensions in folders: php,txt, none, or all
      --encoding <NAME>    Encoding of the pages, such as utf-8 or windows-1251 [default: as they declare, or else guessed]
      --jobs <N>           Accepted and ignored: pages are processed one after the other`;

const LIMITS = `      --timeout-ms <N>     Maximum time for a page in milliseconds; 0 means no limit [default: 10000]
      --max-bytes <SIZE>   Maximum size of a page, such as 500K or 20M [default: 64M]`;

const EXTRACT = `Extract the main content of pages

Usage: dehusk extract [OPTIONS] [PATH|-]...

${READING}
      --base <URL>         Resolve relative links and images against this address

Choosing main content:
      --method <NAME>      Extraction method; \`dehusk methods\` lists all [default: grain]
      --param <NAME=VALUE> Set a parameter of the method; may be given several times
      --focus <FOCUS>      precision, balanced or recall, where the method is unsure
      --hidden <WHAT>      What to do with hidden text: auto, drop, keep or flag
      --invisible <WHAT>   What to do with characters that nobody sees: keep or strip
      --language <LANG>    Only pages in these languages, separated by commas: de,pt-BR
      --select <CSS>       Search only inside elements that match this CSS selector
      --exclude <CSS>      Remove elements that match this CSS selector first

Output:
  -f, --format <FORMAT>    txt, md, html, jsonl or json [default: by the extension of the output file, or txt]
      --with <FIELD>       Add fields to records: metadata, markdown, html, blocks, links, images, tables, items, comments, jsonld,
                           all, timing
      --explain            Explain why each block was kept or removed
      --front-matter       Start Markdown with the metadata as YAML
      --title <WHERE>      Whether the output includes the page's title: auto, as-found, in or out [default: auto]
      --no-links           Leave out the addresses of links
      --no-images          Leave out images
      --data-images        Keep images that are embedded in the page
      --no-comments        Leave out readers' comments
      --no-tables          Leave out tables of data
      --table-rows         Write each table row in text as one line
      --list-marks         Mark list items in text
  -o, --output <FILE>      Write to this file (.txt, .md, .html, .jsonl or .json, each also with .gz); - means standard output [default: -]
      --schema             Print the JSON Schema of records and exit

Limits for one page:
${LIMITS}
      --max-depth <N>, --max-elements <N>, --max-output <SIZE>, --max-memory <SIZE>

Exit codes: 0 if everything succeeded, 1 if a page failed or had 0 bytes, or there was none, 2 if the command could not be run.
`;

const METADATA = `Extract the metadata of pages: title, authors, dates, site and more

Usage: dehusk metadata [OPTIONS] [PATH|-]...

${READING}

Output:
  -f, --format <FORMAT>    txt, jsonl or json [default: by the extension of the output file, or txt]
  -o, --output <FILE>      Write to this file (.txt, .jsonl or .json, each also with .gz); - means standard output [default: -]

Limits for one page:
${LIMITS}

Exit codes: 0 if everything succeeded, 1 if a page failed or had 0 bytes, or there was none, 2 if the command could not be run.
`;

const METHODS = `List the extraction methods and their parameters

Usage: dehusk methods [--format txt|json]
`;

/** Returns the help of a command, or the overview. */
export function help(command) {
  return { extract: EXTRACT, metadata: METADATA, methods: METHODS }[command] ?? OVERVIEW;
}
