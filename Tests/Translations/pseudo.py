"""Makes a language that nobody speaks, to see what is not translated, and what has no room for longer words.

Usage: python3 pseudo.py FILE.mo
"""

import re
import subprocess
import sys

import catalogue

BEGIN, END = "⟦", "⟧"
_ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñöšúýžÁÇÉÍÑÖŠÚÝŽ")
# A placeholder for a number or a word keeps its letters.
_PLACEHOLDER = re.compile(r"(%\d\$s|%d)")
_GROWTH = 0.3
_HEADER = r'''msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
'''


def translate(text):
    """The text between brackets, with accents, and longer by a third."""
    parts = _PLACEHOLDER.split(text)
    accented = "".join(part if _PLACEHOLDER.fullmatch(part) else part.translate(_ACCENTS) for part in parts)
    return f"{BEGIN}{accented}{'~' * round(len(text) * _GROWTH)}{END}"


def _quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def write(file):
    """Writes the compiled catalogue."""
    lines = [_HEADER]
    for entry in catalogue.read(catalogue.TEMPLATE):
        if entry.context is not None:
            lines.append(f"msgctxt {_quoted(entry.context)}")
        lines.append(f"msgid {_quoted(entry.one)}")
        if entry.many is None:
            lines.append(f"msgstr {_quoted(translate(entry.one))}\n")
        else:
            lines.append(f"msgid_plural {_quoted(entry.many)}")
            lines.append(f"msgstr[0] {_quoted(translate(entry.one))}")
            lines.append(f"msgstr[1] {_quoted(translate(entry.many))}\n")
    command = ["msgfmt", "--output-file", str(file), "-"]
    subprocess.run(command, input="\n".join(lines), text=True, check=True)


if __name__ == "__main__":
    write(sys.argv[1])
