"""A session in another language, with a catalogue that a test makes."""

import os
import pathlib
import shutil
import subprocess
import sys

from program import EXECUTABLES, ROOT

# The plain locale looks like the system's locales, and needs none of them.
_PLAIN_LOCALE = pathlib.Path("/usr/lib/locale/C.utf8")


def install(folder, language, says_nothing_new=False):
    """Installs the application in a folder, as far as that matters for its language: all that it says is translated to
    text between ⟦ and ⟧, or stays as it is. Returns the program, and the variables with which it runs in this language."""
    program = folder / "bin" / "cameo"
    program.parent.mkdir(parents=True)
    # The link's target is installed, not the link. The program looks for its catalogues from its own place.
    original = (EXECUTABLES / "cameo").resolve()
    try:
        os.link(original, program)
    except OSError:
        # On another disk.
        shutil.copy2(original, program)
    messages = folder / "share" / "locale" / language / "LC_MESSAGES"
    messages.mkdir(parents=True)
    catalogue = str(messages / "cameo.mo")
    if says_nothing_new:
        # A catalogue is one by its header. Without any, GTK keeps to English and its direction too.
        header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
        subprocess.run(["msgfmt", "-o", catalogue, "-"], input=header.encode(), check=True)
    else:
        subprocess.run([sys.executable, str(ROOT / "Tests" / "Translations" / "pseudo.py"), catalogue], check=True)
    return program, in_language(folder, language)


def in_language(folder, language):
    """The variables with which a program runs in a language; what they need is put in a folder."""
    # A locale's name is that of its folder. Where the C library has only the plain one, gettext may well ignore
    # LANGUAGE, so this makes one of the language's name.
    shutil.copytree(_PLAIN_LOCALE, folder / "locales" / f"{language}.utf8")
    locale = f"{language}.UTF-8"
    return {"LOCPATH": str(folder / "locales"), "LC_ALL": locale, "LANG": locale, "LANGUAGE": language}
