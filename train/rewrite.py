"""Rewrites pages for training, so that the model learns patterns that generalize to other pages.

A rewritten page is different in one or more of these ways: it is in another script, it has other class names and often plain
containers, it has a column of teasers near its article, or it has much more text. Its gold text is changed accordingly.

    python rewrite.py CORPUS OUT     writes a corpus with rewritten copies of a part of the pages; ids and sites do not change

This is not a parser. Pages that the regular expressions misread only add noise to the training. Markup inside scripts is not
changed. The result for a page is always the same. The constants were chosen in the experiments of
docs/src/notebook/grain-experiments.md, or by hand.
"""
import argparse
import hashlib
import html
import json
import random
import re
from pathlib import Path

import grain

# Share of the pages of a corpus that are rewritten.
SHARE = 0.5
# Probability of each change. At least one of the changes is made.
CHANGES = {'script': 0.25, 'names': 0.35, 'teasers': 0.5}
# Probability that much more text is added, besides the changes above.
LONGER = 0.12
# Probability that changed class names come with a second change: semantic elements become `div` elements.
PLAIN_ELEMENTS = 0.6
SEED = 5
# Probability that a page with much more text is reduced to this text, without the rest of the original page.
BARE = 0.4
# For much more text: minimum and maximum number of added paragraphs; the markup of a paragraph on a page that is reduced to its
# text; and the number of paragraphs per heading.
MIN_ADDED, MAX_ADDED = 30, 600
PARAGRAPHS = ['<p>{}</p>', '<p>{}', '<div>{}</div>', '{}<br><br>']
PER_HEADING = 12
# Minimum number of articles from which teasers and text are taken.
MIN_DONORS = 6
# Maximum length of the title and the lead of a teaser, in characters.
MAX_TITLE, MAX_LEAD = 120, 300

MARKUP = re.compile(r'<!--.*?-->|<(script|style|noscript|textarea)\b.*?</\1\s*>|<[^>]*>', re.S | re.I)
REFERENCE = re.compile(r'(&#?\w+;)')
CONTAINER = re.compile(r'(</?)(article|section|main|nav|aside|header|footer|figure|figcaption)(?=[\s>/])', re.I)
VALUE = r'("[^"]*"|\'[^\']*\'|[^\s>]+)'
ROLE = re.compile(r'\s(?:role|itemprop|itemtype|itemscope|aria-\w+)\s*=\s*' + VALUE, re.I)
NAMES = re.compile(r'(\s(?:class|id)\s*=\s*)' + VALUE, re.I)
CHARSET = re.compile(rb'charset\s*=\s*["\']?([\w-]+)', re.I)
# Number of bytes at the start of a page that are searched for its encoding.
HEAD = 3000
# For each Latin letter, a letter of the other script at the same index.
LATIN = 'abcdefghijklmnopqrstuvwxyz'
SCRIPTS = {
    'arabic': 'ابتثجحخدذرزسشصضطظعغفقكلمنه',
    'cyrillic': 'абвгдежзийклмнопрстуфхцчшщ',
    'greek': 'αβγδεζηθικλμνξοπρστυφχψωςϊ',
    'han': '的一是不了人我在有他这为之大来以个中上们到说国和地也',
    'hebrew': 'אבגדהוזחטיכלמנסעפצקרשתךםןף',
}
MARKS = {'arabic': {',': '،', '?': '؟'}, 'han': {',': '，', '.': '。'}}
SPACES = re.compile(r'(?<=\S)[ \t]+(?=\S)')
# Pairs of the markup of one teaser (with a date, a link and a lead) and the markup around all teasers.
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
# Text of at least 100 characters without a tag is taken as part of the article.
PROSE = re.compile(r'>[^<]{100,}<')
# Maximum number of candidate positions for the teasers on each side of the article.
MAX_POSITIONS = 6
# Number of characters at the start of a paragraph by which it is found in the page. They must follow a `p` tag, which is copied
# for the added paragraphs, without its id.
START = 30
PARAGRAPH = re.compile(r'<p(?:\s[^<>{}]*)?>\s*', re.I)
ID = re.compile(r'\sid\s*=\s*' + VALUE, re.I)


def read(path):
    """The text of a page. The encodings tried are the declared one, UTF-8 and windows-1252, in this order."""
    page = path.read_bytes()
    named = CHARSET.search(page[:HEAD])
    for encoding in [*([named.group(1).decode()] if named else []), 'utf-8', 'cp1252']:
        try:
            return page.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            pass
    return page.decode('utf-8', 'replace')


def change_text(page, change):
    """Applies `change` to the text between tags."""
    out, last = [], 0
    for match in MARKUP.finditer(page):
        out += [change(page[last:match.start()]), match.group()]
        last = match.end()
    return ''.join([*out, change(page[last:])])


def change_tags(page, change):
    """Applies `change` to tags, except comments and elements with raw text."""
    return MARKUP.sub(lambda match: match.group() if match.group(1) or match.group().startswith('<!') else change(match.group()), page)


def another_script(chance):
    """A function that replaces each Latin letter with a letter of a random script. Text in Han has no spaces."""
    name = chance.choice(sorted(SCRIPTS))
    letters = list(SCRIPTS[name])
    chance.shuffle(letters)
    table = dict(zip(LATIN, letters)) | MARKS.get(name, {})
    table |= {latin.upper(): letter.upper() for latin, letter in zip(LATIN, letters)}
    table = str.maketrans(table)
    write = lambda text: SPACES.sub('', text.translate(table)) if name == 'han' else text.translate(table)
    # Every second piece is a character reference, which is not changed.
    return lambda text: ''.join(piece if at % 2 else write(piece) for at, piece in enumerate(REFERENCE.split(text)))


def without_names(page, chance):
    """The page with classes and ids renamed consistently. With some probability, semantic elements and roles are removed."""
    salt, plain = str(chance.random()), chance.random() < PLAIN_ELEMENTS

    def nonsense(word):
        digest = hashlib.md5((salt + word).encode()).digest()
        return ''.join('bcdfghklmnprstvw'[byte % 16] + 'aeiou'[byte % 5] for byte in digest[:3])

    def names(match):
        return match.group(1) + '"' + ' '.join(map(nonsense, match.group(2).strip('"\'').split())) + '"'

    def tag(text):
        text = NAMES.sub(names, text)
        return ROLE.sub('', CONTAINER.sub(r'\1div', text)) if plain else text

    return change_tags(page, tag)


def with_teasers(page, chance, donors):
    """The page with an added column of teasers of other articles, before its heading or after its last paragraph."""
    prose = [match.start() for match in PROSE.finditer(page)]
    heading = page.lower().find('<h1')
    start = heading if heading >= 0 else min(prose, default=-1)
    if start < 0:
        return page
    end = max(prose, default=start)
    before = [match.start() for match in OPENS.finditer(page) if match.start() <= start][-MAX_POSITIONS:]
    after = [match.end() for match in CLOSES.finditer(page) if match.end() > end][:MAX_POSITIONS]
    positions = [some for some in (before, after) if some]
    if not positions:
        return page
    at = chance.choice(chance.choice(positions))
    return page[:at] + column(chance, donors) + page[at:]


def column(chance, donors):
    """A column of teasers of some articles, all with the same markup."""
    item, around = chance.choice(FORMS)
    has_dates, has_leads, has_linked_leads = chance.random() < 0.5, chance.random() < 0.8, chance.random() < 0.3
    name, teasers = chance.choice(TEASER_NAMES), []
    for title, lead, _ in chance.sample(donors, min(len(donors), chance.randint(4, 14))):
        number = chance.randint(1, 99999)
        day = f'<span>{chance.randint(1, 28)}.{chance.randint(1, 12):02}.2012</span> ' if has_dates else ''
        link = f'<a href="/{number}.html">{title}</a>'
        lead = (f'<a href="/{number}.html">{lead}</a>' if has_linked_leads else lead) if has_leads else ''
        teasers.append(item.format(name=name, day=day, link=link, lead=lead))
    box = around.format('\n'.join(teasers))
    return f'<div><div>{chance.choice(TEASER_TITLES)}</div>{box}</div>' if chance.random() < 0.5 else box


def longer(page, gold, chance, donors):
    """The page and its gold text, both with paragraphs of other articles added after the last paragraph that is found. With
    probability `BARE`, the page is a new one that has only the text."""
    count = round(MIN_ADDED * (MAX_ADDED / MIN_ADDED) ** chance.random())
    more, has_headings = take_paragraphs(chance, donors, count), chance.random() < 0.4
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


def take_paragraphs(chance, donors, count):
    """`count` paragraphs of random articles."""
    found = []
    while len(found) < count:
        found += chance.choice(donors)[2]
    return found[:count]


def marked(paragraphs, form, has_headings):
    """The paragraphs with the markup `form`. If there are headings, every `PER_HEADING`-th paragraph becomes one if short."""
    is_heading = lambda number, text: has_headings and number % PER_HEADING == 0 and len(text) < MAX_TITLE
    texts = ((number, html.escape(text)) for number, text in enumerate(paragraphs))
    return '\n'.join(f'<h2>{text}</h2>' if is_heading(number, text) else form.format(text) for number, text in texts)


def donors_of(entries, golds, groups):
    """The titles, leads and paragraphs of the articles of each group of sites. A page only gets text from its own group:
    text from another fold would leak test pages into the training."""
    donors = {}
    for entry, gold, group in zip(entries, golds, groups):
        lines = [line for line in gold.splitlines() if line.strip()]
        if len(lines) > 2 and entry.get('page_type') == 'article':
            lead = next((line for line in lines[1:] if len(line) > 40), lines[1])
            donors.setdefault(group, []).append((lines[0][:MAX_TITLE], lead[:MAX_LEAD], lines[1:]))
    return donors


def rewritten(page, gold, chance, length_chance, donors):
    """A page and its gold text, rewritten. If there are too few donors, no text of other pages is added. `chance` and
    `length_chance` are separate random number generators, so that added text does not affect the other changes."""
    changes = {change: share for change, share in CHANGES.items() if change != 'teasers' or len(donors) >= MIN_DONORS}
    taken = [change for change, share in changes.items() if chance.random() < share] or [chance.choice(list(changes))]
    if length_chance.random() < LONGER and len(donors) >= MIN_DONORS and gold.strip():
        page, gold = longer(page, gold, length_chance, donors)
    if 'teasers' in taken:
        page = with_teasers(page, chance, donors)
    if 'names' in taken:
        page = without_names(page, chance)
    if 'script' in taken:
        write = another_script(chance)
        page, gold = change_text(page, write), write(gold)
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
        # The byte order mark makes the file UTF-8, even if the page declares another encoding.
        (args.out / 'pages' / f'{entry["id"]}.html').write_text('\ufeff' + page, encoding='utf-8')
        (args.out / 'gold' / f'{entry["id"]}.txt').write_text(gold, encoding='utf-8')
        lines.append(json.dumps(entry) + '\n')
    (args.out / 'manifest.jsonl').write_text(''.join(lines))


if __name__ == '__main__':
    main()
