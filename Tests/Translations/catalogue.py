"""Catalogues of translations (GNU gettext manual, "The Format of PO Files")."""

import ast
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "po" / "cameo.pot"

_LINE = re.compile(r'^(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[\d+\])? )?(".*")$')


class Entry:
    """A sentence: what stands in the source for one, and for many if it has a number, its translations, and which of
    several meanings it has, if there are several."""

    def __init__(self):
        self.context = None
        self.one, self.many, self.translations, self.comments = "", None, [], []

    @property
    def key(self):
        """What it is looked up by, and its plural."""
        return self.context, self.one, self.many

    @property
    def is_fuzzy(self):
        return any(comment.startswith("#,") and "fuzzy" in comment for comment in self.comments)


def read(file):
    """All entries of a .po or .pot file but its header and what is obsolete."""
    entries = []
    for paragraph in file.read_text().split("\n\n"):
        entry, texts = Entry(), []
        for line in paragraph.splitlines():
            match = _LINE.match(line)
            if not match:
                entry.comments.append(line)
            elif match[1]:
                texts.append([match[1], ast.literal_eval(match[2])])
            else:
                texts[-1][1] += ast.literal_eval(match[2])
        for keyword, text in texts:
            if keyword == "msgctxt":
                entry.context = text
            elif keyword == "msgid":
                entry.one = text
            elif keyword == "msgid_plural":
                entry.many = text
            elif keyword == "msgstr":
                entry.translations.append(text)
        if entry.one:
            entries.append(entry)
    return entries
