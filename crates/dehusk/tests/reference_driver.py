"""Runs the independent Python reference on pages for the differential test, with several sets of parameters.

Usage: python3 reference_driver.py FOLDER_OF_MCE_REF < pages.jsonl > answers.jsonl
A line in is a JSON object: `text`, the page, for the methods that read its source; `tidy`, the same tree written out
without broken markup, for those that read the tree. A line out is an object, a text for each method. `tree` is what the
reference's own tree builder makes of the tidy page, so that pages that it builds differently can be left out.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])
import mce_ref  # noqa: E402

# Content code blurring by the letter takes the reference seconds for a large page.
LARGEST_BLURRED = 16_000


def of_source(page):
    danag = mce_ref.danag
    return {
        "plain": mce_ref.parser_text(page),
        "r2l": mce_ref.r2l(page)["out"],
        "dana": mce_ref.dana(page)["out"],
        "danag": danag(page)["out"],
        "addanag": danag(page, links=True)["out"],
        "r2l,P=3,s1=r2l_blocks,split=always": mce_ref.r2l(page, 3, "always", "r2l_blocks")["out"],
        "danag,L=40,P=5,seed_rule=column,snap=none": danag(page, P=5, L=40, seed_rule="column", snap="none")["out"],
        "addanag,L=100,anchor_overhead=7,fill_gaps=true,snap=word": danag(
            page, L=100, links=True, overhead=7, fill_gaps=True, snap="word"
        )["out"],
        "bte": mce_ref.bte(page)["out"],
        "dsc": mce_ref.dsc(page)["out"],
        "dsc,w=12,ratio=0.8,run=2": mce_ref.dsc(page, 12, 0.8, 2)["out"],
        "tccb": mce_ref.ccb(page, r=25, tokens=True)["out"],
        "tccb,r=18": mce_ref.ccb(page, r=18, tokens=True)["out"],
        "cetr": mce_ref.cetr(page)["out"],
        "cetr,mode=1d": mce_ref.cetr(page, "1d")["out"],
        "cetr,mode=threshold,lambda=0.5,wrap=40,r=3": mce_ref.cetr(page, "threshold", lam=0.5, wrap=40, r=3)["out"],
        **(blurred(page) if len(page) < LARGEST_BLURRED else {}),
    }


def blurred(page):
    return {
        "ccb": mce_ref.ccb(page)["out"],
        "accb": mce_ref.ccb(page, anchors=False)["out"],
        "ccb,r=10,t=0.5,iters=2": mce_ref.ccb(page, r=10, t=0.5, iters=2)["out"],
    }


def of_tree(page):
    return {
        "density": mce_ref.licea(page)["out"],
        "density,c1=0.1,c2=2": mce_ref.licea(page, 0.1, 2)["out"],
        "lqf": mce_ref.lqf(page)["out"],
        "lqf,q=0.75": mce_ref.lqf(page, 0.75)["out"],
        "crunch": mce_ref.crunch(page)["out"],
        "crunch,ignore_text_links=false,ignore_forms=false,letters=4,min_text=20": mce_ref.crunch(
            page, letters=4, ignore_text_links=False, ignore_forms=False, min_text=20
        )["out"],
        "fe": mce_ref.fe(page)["out"],
        "kfe": mce_ref.kfe(page)["out"],
        "kfe,K=5": mce_ref.kfe(page, 5)["out"],
        "cetd": mce_ref.cetd(page)["out"],
        "boilerpipe": mce_ref.boilerpipe(page)["out"],
        "boilerpipe,rule=density": mce_ref.boilerpipe(page, "density")["out"],
        "thai": mce_ref.thai(page)["out"],
        "thai,drop_form=none,ar_max=0.3,w_text=0.5,min_len=20,footers=the": mce_ref.thai(
            page, 0.3, 0.5, 0.5, 20, ["the"], False
        )["out"],
    }


def outline(node):
    """The tree as text: names and texts in order, with the ends of elements."""
    if node.name == "#text":
        return node.text
    return f"<{node.name}>" + "".join(map(outline, node.kids)) + "</>"


sys.setrecursionlimit(10_000)
for line in sys.stdin:
    page = json.loads(line)
    answers = of_source(page["text"]) | of_tree(page["tidy"])
    answers["tree"] = outline(mce_ref.body_of(mce_ref.dom(page["tidy"])))
    print(json.dumps(answers), flush=True)
