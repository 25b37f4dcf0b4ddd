"""The translations are in step with the sentences of the program."""

import ast
import html
import pathlib
import re
import subprocess
import tempfile
import unittest

import catalogue
from catalogue import ROOT

# A call, not a declaration or a part of another name.
_CALL = re.compile(r"(?<![\w.])(?<!func )(tr[nc]?)\(")
_LITERAL = re.compile(r'\s*("(?:[^"\\\n]|\\.)*")\s*(?=[,)])')


def _code(file):
    """A Swift file without the comments."""
    return re.sub(r"^\s*//.*$|(?<=\s)// .*$", "", file.read_text(), flags=re.MULTILINE)


def _calls():
    """Where each translated sentence stands, the function, and its literals; None in place of those that are none."""
    for file in sorted((ROOT / "Sources").rglob("*.swift")):
        code = _code(file)
        for call in _CALL.finditer(code):
            place = f"{file.relative_to(ROOT)}: {code[call.start():].splitlines()[0]}"
            literals, position = [], call.end()
            for _ in range(1 if call[1] == "tr" else 2):
                literal = _LITERAL.match(code, position)
                literals.append(literal[1] if literal else None)
                position = literal.end() + 1 if literal else position
            yield place, call[1], literals


def _labels(name, before=""):
    """The labels with an underlined letter in the Swift files of a name, behind `before`."""
    code = "".join(_code(file) for file in sorted((ROOT / "Sources" / "CameoApp").glob(f"{name}.swift")))
    return set(re.findall(before + r'tr\("([^"]*_[^"]*)"\)', code))


def _cases(code, declaration):
    """The cases of the only switch of a declaration: the names, none for the default, and the code of each."""
    body = code.split(f"{declaration} {{\n", 1)[1].split("\n    }\n", 1)[0]
    cases = re.findall(r"(?:case (.*?)|default): (.*)", body)
    return [(re.findall(r"nil|\.\w+", names), line) for names, line in cases]


def _editors():
    """The kinds of entries, nil for the log, with the labels with an underlined letter in the editor of each."""
    folder = ROOT / "Sources" / "CameoApp" / "Entries"
    inputs, words = _code(folder / "EntryDraft+Values.swift"), _code(folder / "EntryWords.swift")
    titles = {names[0]: line for names, line in _cases(words, "func title(of field: Field, name: String) -> String")}

    def title(field, kind):
        line = titles[field]
        if line.endswith("Title"):
            line = next(line for names, line in _cases(words, f"var {line}: String") if kind in names or not names)
        only, texts = re.match(r"(?:kind == (\.\w+) \?)?", line)[1], re.findall(r'tr\("([^"]*)"', line)
        return texts[0] if only in (None, kind) else texts[1]

    for kinds, line in _cases(inputs, "var fields: [Field]"):
        fields = re.findall(r"\.\w+", line.replace("+ more +", "+ [.text] +"))
        for kind in kinds if fields else []:
            labels = _labels("Entries/EntryEditor") | {title(field, kind) for field in fields}
            if ".people" in fields:
                labels |= _labels("Entries/PeopleRows")
            yield kind, {label for label in labels if "_" in label}


def _mnemonic_groups():
    """The labels with an underlined letter that are on the screen at once, and where."""
    for file in sorted((ROOT / "Resources" / "embedded").glob("*.ui")):
        texts = {html.unescape(text) for text in re.findall(r'translatable="yes">([^<]*_[^<]*)<', file.read_text())}
        if texts:
            yield file.name, texts
    # Menus and questions have theirs to themselves.
    yield "the form", _labels("Form/*", before=": ")
    for kind, labels in _editors():
        yield f"the editor of {kind}", labels
    menus = ["List/ContactMenu", "Detail/DetailMenu", "Detail/RowMenu", "Photos/PhotoMenu", "Photos/PhotoPage"]
    questions = ["Form/ContactEditor+Leaving", "Windows/CertificateDialog"]
    for name in menus + questions:
        yield name, _labels(name)
    # The report is another dialog, and the first question has another label of the same button.
    yield "Account/LogOutDialog", _labels("Account/LogOutDialog") - {"_Close", "_Log Out"}
    # A notice has no other button.
    yield "the unsent changes", _labels("Waiting/WaitingPage+Buttons") - {"_Done"} | {"_Send"}
    menu = (ROOT / "Sources" / "CameoApp" / "Windows" / "MainMenu.swift").read_text()
    items = re.findall(r'(\w+)\.append\w*\(tr\("([^"]*)"', menu)
    yield "the main menu", {label for name, label in items if name != "order"}
    yield "the order in the main menu", {label for name, label in items if name == "order"}


def _placeholders(sentence):
    return sorted(re.findall(r"%\d\$s|%d", sentence))


class TranslationsTest(unittest.TestCase):
    def test_sentences_in_the_program_are_plain_literals(self):
        # xgettext reads neither other expressions nor Swift's own escapes.
        wrong = [
            place
            for place, _, literals in _calls()
            if any(each is None or re.search(r"\\[^\"\\n]", each) for each in literals)
            # The functions themselves pass on their arguments.
            and not place.startswith("Sources/CameoApp/Text/Translation.swift")
        ]
        self.assertEqual(wrong, [])

    def test_the_template_has_all_sentences_of_the_program(self):
        known = {(entry.context, entry.one) for entry in catalogue.read(catalogue.TEMPLATE)}
        used = []
        for place, function, literals in _calls():
            if literals[0]:
                texts = [ast.literal_eval(literal) for literal in literals]
                used.append((place, tuple(texts) if function == "trc" else (None, texts[0])))
        self.assertGreater(len(used), 100)
        self.assertEqual([place for place, sentence in used if sentence not in known], [])

    def test_the_template_is_up_to_date(self):
        with tempfile.TemporaryDirectory() as folder:
            fresh = pathlib.Path(folder) / "cameo.pot"
            subprocess.run([ROOT / "scripts" / "translations", "template", fresh], check=True)
            self.assertEqual(
                catalogue.TEMPLATE.read_text(), fresh.read_text(), "scripts/translations update brings it up to date")

    def test_interface_files_leave_no_sentence_untranslated(self):
        wrong = []
        for file in sorted((ROOT / "Resources" / "embedded").glob("*.ui")):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                names = r'name="(label|title|subtitle|description|tooltip-text|placeholder-text)"'
                if re.search(f"<property {names}>[^<]*[A-Za-z]", line):
                    wrong.append(f"{file.name}:{number}: {line.strip()}")
        self.assertEqual(wrong, [], 'they lack translatable="yes"')

    def test_each_language_has_all_sentences(self):
        for language, file in self._languages():
            with self.subTest(language):
                entries = catalogue.read(file)
                wanted = {each.key for each in catalogue.read(catalogue.TEMPLATE)}
                self.assertEqual({each.key for each in entries}, wanted)
                lacking = [each.one for each in entries if each.is_fuzzy or not all(each.translations)]
                self.assertEqual(lacking, [], "untranslated or fuzzy")

    def test_each_language_is_well_formed(self):
        for language, file in self._languages():
            with self.subTest(language):
                command = ["msgfmt", "--check", "--check-accelerators=_", "--output-file=/dev/null", file]
                checked = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_placeholders_are_the_same_in_each_language(self):
        for language, file in self._languages():
            # Another test reports untranslated sentences once.
            for entry in (each for each in catalogue.read(file) if all(each.translations) and not each.is_fuzzy):
                for form, translation in enumerate(entry.translations):
                    # The first form, which is for one in these languages, may say it without the number.
                    wanted = [entry.one, entry.many or entry.one] if form == 0 else [entry.many]
                    with self.subTest(language, sentence=entry.one):
                        self.assertIn(_placeholders(translation), [_placeholders(each) for each in wanted])

    def test_sentences_of_a_translation_stand_apart(self):
        # A translation in the wrong entry stands before the right translation, without a space.
        glued = re.compile(r"\w[.!?…](?=[^\W\d_])")
        for language, file in self._languages():
            for entry in catalogue.read(file):
                for translation in entry.translations:
                    with self.subTest(language, sentence=entry.one):
                        self.assertEqual(glued.findall(translation), glued.findall(entry.one))

    def test_french_signs_have_a_no_break_space_at_their_side(self):
        # Addresses and the keywords of the desktop file have none.
        wrong = re.compile(r"(?<!\u00a0)(?:[?!»]|:(?!//)|;(?=\s))|«(?!\u00a0)")
        for entry in catalogue.read(dict(self._languages())["fr"]):
            for translation in entry.translations:
                with self.subTest(sentence=entry.one):
                    self.assertEqual(wrong.findall(translation), [], translation)

    def test_a_word_of_two_meanings_has_a_translation_of_each(self):
        # A logged call and the action; all starred contacts and one of them.
        contexts = {"Call": "entry", "Starred": "filter"}
        for language, file in self._languages():
            translations = {(each.context, each.one): each.translations for each in catalogue.read(file)}
            for word, context in contexts.items():
                with self.subTest(language, word=word):
                    self.assertNotEqual(translations[context, word], translations[None, word])

    def test_mnemonics_are_unique_where_they_stand_together(self):
        catalogues = {language: catalogue.read(file) for language, file in self._languages()}
        translations = {
            language: {each.one: each.translations[0] for each in entries} for language, entries in catalogues.items()
        }
        groups = list(_mnemonic_groups())
        self.assertGreater(len(groups), 20)
        for place, labels in groups:
            self.assertGreater(len(labels), 1, place)
            for language, texts in {"en": {}, **translations}.items():
                letters = [re.search("_(.)", texts.get(label, label))[1].lower() for label in sorted(labels)]
                with self.subTest(place, language=language):
                    self.assertEqual(len(letters), len(set(letters)), letters)

    def _languages(self):
        listed = re.sub("#.*", "", (ROOT / "po" / "LINGUAS").read_text()).split()
        files = {file.stem: file for file in (ROOT / "po").glob("*.po")}
        self.assertEqual(sorted(files), sorted(listed))
        return sorted(files.items())
