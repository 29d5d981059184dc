"""Pages rewritten for training, so that the model leans on what generalises: the same page in another script, with other names of
classes and plain containers, with a column of teasers around its article, with much more text. Their gold texts stay, letters exchanged
alike, and with the further text.

    python rewrite.py CORPUS OUT     a corpus of a share of the pages, rewritten; ids and sites are those of the originals

It is no parser: what it does to a page that regular expressions misread is noise in the training, no more. Markup inside of scripts
is left as it is. The same page is always rewritten alike.
"""
import argparse
import hashlib
import html
import json
import random
import re
from pathlib import Path

import grain

# Of the pages of a corpus, so many are rewritten.
SHARE = 0.5
# Chances of each way to be taken; a page is rewritten in at least one.
WAYS = {'script': 0.25, 'names': 0.35, 'teasers': 0.5}
# Chance of much more text, whatever else.
LONGER = 0.12
# Chance that names of elements go, besides those of classes.
PLAIN_ELEMENTS = 0.6
SEED = 5
# Chance that a longer page is its text and nothing else.
BARE = 0.4
# Paragraphs by which it is longer; their forms where there is nothing else; a heading for so many of them.
LEAST_MORE, MOST_MORE = 30, 600
PARAGRAPHS = ['<p>{}</p>', '<p>{}', '<div>{}</div>', '{}<br><br>']
PER_HEADING = 12
# Enough articles to take teasers and text from.
LEAST_DONORS = 6
MOST_TITLE, MOST_LEAD = 120, 300

MARKUP = re.compile(r'<!--.*?-->|<(script|style|noscript|textarea)\b.*?</\1\s*>|<[^>]*>', re.S | re.I)
REFERENCE = re.compile(r'(&#?\w+;)')
CONTAINER = re.compile(r'(</?)(article|section|main|nav|aside|header|footer|figure|figcaption)(?=[\s>/])', re.I)
VALUE = r'("[^"]*"|\'[^\']*\'|[^\s>]+)'
ROLE = re.compile(r'\s(?:role|itemprop|itemtype|itemscope|aria-\w+)\s*=\s*' + VALUE, re.I)
NAMES = re.compile(r'(\s(?:class|id)\s*=\s*)' + VALUE, re.I)
CHARSET = re.compile(rb'charset\s*=\s*["\']?([\w-]+)', re.I)
# Bytes of a page among which it names its encoding.
HEAD = 3000
# A letter for each of the Latin alphabet.
LATIN = 'abcdefghijklmnopqrstuvwxyz'
SCRIPTS = {
    'arabic': 'ابتثجحخدذرزسشصضطظعغفقكلمنه',
    'cyrillic': 'абвгдежзийклмнопрстуфхцчшщ',
    'greek': 'αβγδεζηθικλμνξοπρστυφχψωςϊ',
    'han': '的一是不了人我在有他这为之大来以个中上们到说国和地也',
    'hebrew': 'אבגדהוזחטיכלמנסעפצקרשתךםןף',
}
MARKS = {'arabic': {',': '،', '?': '؟'}, 'han': {',': '，', '.': '。'}}
BLANKS = re.compile(r'(?<=\S)[ \t]+(?=\S)')
# How teasers are marked up, the day, the link and the lead of each put in, and what stands around all of them.
FORMS = [
    ('<li{name}>{day}{link}<p>{lead}</p></li>', '<ul>{}</ul>'),
    ('<div{name}>{day}<div>{link}</div><div>{lead}</div></div>', '<div>{}</div>'),
    ('<div{name}>{day}<h3>{link}</h3><p>{lead}</p></div>', '<div>{}</div>'),
    ('<dt>{day}{link}</dt><dd>{lead}</dd>', '<dl>{}</dl>'),
    ('<tr><td{name}>{day}{link}<br>{lead}</td></tr>', '<table>{}</table>'),
]
TEASER_NAMES = ['', ' class="news-item"', ' class="item"', ' class="teaser"', ' class="b-list__item"']
TEASER_TITLES = ['News', 'Latest', 'Read also', 'Новости', 'Главное']
OPENS, CLOSES = re.compile(r'<(?:div|table|h1)\b', re.I), re.compile(r'</(?:div|table)>', re.I)
# A stretch of text so long is one of the article's.
PROSE = re.compile(r'>[^<]{100,}<')
# Places before and after the article that teasers may take.
PLACES = 6
# A paragraph is found by so many of its first letters, right behind its tag; a copy of it has no id.
START = 30
PARAGRAPH = re.compile(r'<p(?:\s[^<>{}]*)?>\s*', re.I)
ID = re.compile(r'\sid\s*=\s*' + VALUE, re.I)


def read(path):
    """The text of a page, in the encoding that it names, if that can be."""
    page = path.read_bytes()
    named = CHARSET.search(page[:HEAD])
    for encoding in [*([named.group(1).decode()] if named else []), 'utf-8', 'cp1252']:
        try:
            return page.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            pass
    return page.decode('utf-8', 'replace')


def on_text(page, change):
    """Changes what stands between tags."""
    out, last = [], 0
    for match in MARKUP.finditer(page):
        out += [change(page[last:match.start()]), match.group()]
        last = match.end()
    return ''.join([*out, change(page[last:])])


def on_tags(page, change):
    """Changes tags, but for comments and what holds raw text."""
    return MARKUP.sub(lambda match: match.group() if match.group(1) or match.group().startswith('<!') else change(match.group()), page)


def another_script(chance):
    """A function that writes text in another script, letter by letter; Han without blanks."""
    name = chance.choice(sorted(SCRIPTS))
    letters = list(SCRIPTS[name])
    chance.shuffle(letters)
    table = dict(zip(LATIN, letters)) | MARKS.get(name, {})
    table |= {latin.upper(): letter.upper() for latin, letter in zip(LATIN, letters)}
    table = str.maketrans(table)
    write = lambda text: BLANKS.sub('', text.translate(table)) if name == 'han' else text.translate(table)
    # Every second piece is a character reference.
    return lambda text: ''.join(piece if at % 2 else write(piece) for at, piece in enumerate(REFERENCE.split(text)))


def without_names(page, chance):
    """Other names of classes and ids, the same for the same; elements and roles that mean something may go too."""
    salt, plain = str(chance.random()), chance.random() < PLAIN_ELEMENTS

    def nonsense(word):
        digest = hashlib.md5((salt + word).encode()).digest()
        return ''.join('bcdfghklmnprstvw'[byte % 16] + 'aeiou'[byte % 5] for byte in digest[:3])

    def names(match):
        return match.group(1) + '"' + ' '.join(map(nonsense, match.group(2).strip('"\'').split())) + '"'

    def tag(text):
        text = NAMES.sub(names, text)
        return ROLE.sub('', CONTAINER.sub(r'\1div', text)) if plain else text

    return on_tags(page, tag)


def with_teasers(page, chance, donors):
    """The page with titles and leads of other articles before its heading or after its last paragraph."""
    prose = [match.start() for match in PROSE.finditer(page)]
    heading = page.lower().find('<h1')
    start = heading if heading >= 0 else min(prose, default=-1)
    if start < 0:
        return page
    end = max(prose, default=start)
    before = [match.start() for match in OPENS.finditer(page) if match.start() <= start][-PLACES:]
    after = [match.end() for match in CLOSES.finditer(page) if match.end() > end][:PLACES]
    places = [some for some in (before, after) if some]
    if not places:
        return page
    at = chance.choice(chance.choice(places))
    return page[:at] + column(chance, donors) + page[at:]


def column(chance, donors):
    """Teasers of some articles, all alike."""
    item, around = chance.choice(FORMS)
    has_days, has_leads, links_leads = chance.random() < 0.5, chance.random() < 0.8, chance.random() < 0.3
    name, made = chance.choice(TEASER_NAMES), []
    for title, lead, _ in chance.sample(donors, min(len(donors), chance.randint(4, 14))):
        number = chance.randint(1, 99999)
        day = f'<span>{chance.randint(1, 28)}.{chance.randint(1, 12):02}.2012</span> ' if has_days else ''
        link = f'<a href="/{number}.html">{title}</a>'
        lead = (f'<a href="/{number}.html">{lead}</a>' if links_leads else lead) if has_leads else ''
        made.append(item.format(name=name, day=day, link=link, lead=lead))
    box = around.format('\n'.join(made))
    return f'<div><div>{chance.choice(TEASER_TITLES)}</div>{box}</div>' if chance.random() < 0.5 else box


def longer(page, gold, chance, donors):
    """The page and its gold text with paragraphs of other articles after its last one, or nothing but text."""
    count = round(LEAST_MORE * (MOST_MORE / LEAST_MORE) ** chance.random())
    more, has_headings = further(chance, donors, count), chance.random() < 0.4
    lines = [line for line in gold.splitlines() if line.strip()]
    if chance.random() < BARE:
        lines += more
        title, text = html.escape(lines[0]), marked(lines[1:], chance.choice(PARAGRAPHS), has_headings)
        return f'<html><head><title>{title}</title></head><body><h1>{title}</h1>{text}</body></html>', '\n'.join(lines)
    for number in range(len(lines) - 1, 0, -1):
        at = page.find(lines[number][:START]) if len(lines[number]) >= START else -1
        opened, end = page.rfind('<', 0, max(at, 0)), page.find('</p>', at)
        tag = page[opened:at]
        if at < 0 or end < 0 or not PARAGRAPH.fullmatch(tag):
            continue
        end += len('</p>')
        text = marked(more, ID.sub('', tag) + '{}</p>', has_headings)
        return page[:end] + text + page[end:], '\n'.join([*lines[:number + 1], *more, *lines[number + 1:]])
    return page, gold


def further(chance, donors, count):
    """So many paragraphs of some articles, one after the other."""
    found = []
    while len(found) < count:
        found += chance.choice(donors)[2]
    return found[:count]


def marked(paragraphs, form, has_headings):
    """The paragraphs in a form; with headings each of some is one."""
    is_heading = lambda number, text: has_headings and number % PER_HEADING == 0 and len(text) < MOST_TITLE
    texts = ((number, html.escape(text)) for number, text in enumerate(paragraphs))
    return '\n'.join(f'<h2>{text}</h2>' if is_heading(number, text) else form.format(text) for number, text in texts)


def donors_of(entries, golds, groups):
    """Titles, leads and paragraphs of the articles of each group of sites: text of theirs on pages of another fold would not be left out with it."""
    donors = {}
    for entry, gold, group in zip(entries, golds, groups):
        lines = [line for line in gold.splitlines() if line.strip()]
        if len(lines) > 2 and entry.get('page_type') == 'article':
            lead = next((line for line in lines[1:] if len(line) > 40), lines[1])
            donors.setdefault(group, []).append((lines[0][:MOST_TITLE], lead[:MOST_LEAD], lines[1:]))
    return donors


def rewritten(page, gold, chance, of_length, donors):
    """A page and its gold text, rewritten; without donors it gets nothing of others. Chances of their own decide on its length."""
    ways = {way: share for way, share in WAYS.items() if way != 'teasers' or len(donors) >= LEAST_DONORS}
    taken = [way for way, share in ways.items() if chance.random() < share] or [chance.choice(list(ways))]
    if of_length.random() < LONGER and len(donors) >= LEAST_DONORS and gold.strip():
        page, gold = longer(page, gold, of_length, donors)
    if 'teasers' in taken:
        page = with_teasers(page, chance, donors)
    if 'names' in taken:
        page = without_names(page, chance)
    if 'script' in taken:
        write = another_script(chance)
        page, gold = on_text(page, write), write(gold)
    return page, gold


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('corpus', type=Path)
    parser.add_argument('out', type=Path)
    args = parser.parse_args()
    entries = [json.loads(line) for line in (args.corpus / 'manifest.jsonl').read_text().splitlines()]
    golds = [(args.corpus / 'gold' / f'{entry["id"]}.txt').read_text() for entry in entries]
    sites = [entry.get('site') or entry['id'] for entry in entries]
    groups = list(zip(grain.folds(sites), grain.parts(sites)))
    donors = donors_of(entries, golds, groups)
    for folder in ('pages', 'gold'):
        (args.out / folder).mkdir(parents=True, exist_ok=True)
    chosen, lines = random.Random(SEED), []
    for entry, gold, group in zip(entries, golds, groups):
        if chosen.random() >= SHARE:
            continue
        teasers = donors.get(group, []) if entry.get('page_type') == 'article' else []
        page, gold = rewritten(read(args.corpus / 'pages' / f'{entry["id"]}.html'), gold, random.Random(entry['id']), random.Random(f'length {entry["id"]}'), teasers)
        # The mark at the beginning says that it is UTF-8 now, whatever the page says.
        (args.out / 'pages' / f'{entry["id"]}.html').write_text('\ufeff' + page, encoding='utf-8')
        (args.out / 'gold' / f'{entry["id"]}.txt').write_text(gold, encoding='utf-8')
        lines.append(json.dumps(entry) + '\n')
    (args.out / 'manifest.jsonl').write_text(''.join(lines))


if __name__ == '__main__':
    main()
