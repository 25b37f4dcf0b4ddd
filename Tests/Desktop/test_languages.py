"""The application in another language: nothing is left in English, longer words have room."""

import re
import secrets
import shutil

import screen
from case import DesktopTestCase
from language import install
from program import Cameo
from waiting import wait_for

# What GTK and libadwaita say themselves, in windows and menus of theirs; what widgets are called that say nothing, and keys.
_OF_LIBRARIES = {
    "Close", "Minimize", "Maximize", "Restore", "Back", "Details", "Credits", "Legal", "Troubleshooting", "Copy",
    "Cut", "Paste", "Delete", "Select All", "Undo", "Redo", "Insert Emoji", "Search", "Website", "What’s New",
    "Support Questions", "Report an Issue", "Acknowledgements", "Debugging Information", "_Copy Text Copy Text",
    "_Save as… Save as…", "Copy Text", "Save as…", "Clear entry", "Show Password", "Show Text", "Hide Text", "Apply",
}
_LONG_OF_LIBRARIES = ("This application comes with absolutely no warranty", "To assist in troubleshooting, ")
_WIDGET = re.compile(r"(Gtk|Adw|Cameo)[A-Z]\w+|((Ctrl|Shift|Alt)\+)+\S+")
# What formats dates, numbers and durations is not the catalogue but the locale.
_MONTHS = "January February March April May June July August September October November December".split()
_DATE = re.compile("|".join(rf"\b{month}\b|\b{month[:3]}\b" for month in _MONTHS) + r"|\b[AP]M\b|\bat\b")


class LanguagesTest(DesktopTestCase):
    def _start(self, language, *arguments):
        prefix = self.results / "prefix"
        program, variables = install(prefix, language)
        self.addCleanup(shutil.rmtree, prefix)
        cameo = Cameo(arguments, self.home, self.results, program=program, variables=variables)
        self.addCleanup(self._finish, cameo)
        self.addCleanup(self._keep_what_shows, cameo)
        cameo.find(role="frame", limit=60)
        return cameo

    def test_says_nothing_in_english_to_somebody_who_reads_another_language(self):
        server = self.start_server(contacts=25, token=f"desktop-{secrets.token_hex(24)}")
        self.known = _strings_of(server)
        self.known_words = [_words(string) for string in self.known]
        cameo = self._start("en_XA")
        self.unwrapped = set()
        self._look(cameo, "sign-in")
        cameo.find(containing="⟦Šérvér Áddréšš").enter(server.address)
        cameo.find(containing="⟦ÁPÍ Tökéñ").enter("not-the-token")
        self._press_button(cameo, "⟦Šígñ Íñ")
        cameo.find(containing="döéš ñöt áççépt thíš tökéñ")
        self._look(cameo, "refused")
        cameo.find(containing="⟦ÁPÍ Tökéñ").enter(server.token)
        self._press_button(cameo, "⟦Šígñ Íñ")
        cameo.find(containing="⟦25 çöñtáçtš")
        rows = wait_for("rows", lambda: cameo.all(role="list item"))
        self._look(cameo, "list")
        for row in rows[:5]:
            row.click_with_mouse()
            cameo.find(role="heading", name=row.name.split("⟦, ")[0])
            self._look(cameo, "contact")
        screen.write("qqqxyzzy")
        cameo.find(containing="⟦Ñö Réšúltš")
        self._look(cameo, "search")
        screen.press("Escape")
        cameo.find(role="push button", containing="⟦Máíñ Méñú").click()
        cameo.find(role="menu item", containing="Áböút")
        self._look(cameo, "menu")
        cameo.find(role="menu item", containing="Áböút").click()
        wait_for("the about window", lambda: len(cameo.all(role="frame")) + len(cameo.all(role="dialog")) > 1)
        self._look(cameo, "about")
        screen.press("Escape")
        cameo.find(role="push button", containing="⟦Máíñ Méñú").click()
        cameo.find(role="menu item", containing="Lög Öút").click()
        cameo.find(containing="⟦Lög Öút?")
        self._look(cameo, "log-out")
        self.assertFalse(self.unwrapped, "\n".join(sorted(self.unwrapped)))

    def test_stands_the_other_way_round_for_who_reads_from_right_to_left(self):
        cameo = self._start("he", "--demo=30")
        cameo.find(containing="⟦30 çöñtáçtš", limit=60)
        row = wait_for("rows", lambda: cameo.all(role="list item"))[0]
        frame = cameo.find(role="frame")
        self.assertGreater(row.centre[0], frame.centre[0], "the list is on the right")
        row.click_with_mouse()
        cameo.find(role="heading")
        self.screenshot("right-to-left")

    def _press_button(self, cameo, text):
        cameo.find(role="push button", containing=text).click()

    def _look(self, cameo, page):
        """Notes what is in no translation, hidden pages included."""
        self.screenshot(page)
        for each in cameo.everything():
            # The program's own name is for other programs.
            if each.role != "application" and self._rest(each.name):
                self.unwrapped.add(f"{page}: {each.role} '{each.name}'")

    def _rest(self, text):
        """The words of a text that are neither translated nor somebody's data."""
        if text in _OF_LIBRARIES or text.startswith(_LONG_OF_LIBRARIES) or _WIDGET.fullmatch(text):
            return set()
        while "⟦" in text:
            shorter = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
            if shorter == text:
                break
            text = shorter
        text = _DATE.sub(" ", text)
        for string in self.known:
            text = text.replace(string, " ")
        rest = _words(text)
        # A note with marks for bold or links is shown without them.
        return set() if any(rest <= words for words in self.known_words) else rest


def _words(text):
    return set(re.findall(r"[^\W\d_]{2,}", text))


def _strings_of(server):
    """All texts in what the server says about its contacts, longest first, but those so short that they are part of
    other words."""
    strings = {server.address, server.address.removeprefix("http://")}

    def collect(value):
        if isinstance(value, dict):
            value = list(value.values())
        if isinstance(value, list):
            for each in value:
                collect(each)
        elif isinstance(value, str) and value:
            strings.add(value)
            strings.update(line for line in value.splitlines() if line)

    collect(server.contacts)
    collect(server.get("me"))
    for contact in server.contacts:
        for section in ("notes", "activities", "calls", "reminders", "tasks", "gifts", "debts"):
            collect(server.get(f"contacts/{contact['id']}/{section}"))
    return sorted((string for string in strings if len(string) > 2), key=len, reverse=True)
