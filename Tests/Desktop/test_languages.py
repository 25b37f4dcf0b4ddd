"""The application in another language: nothing is left in English, longer words have room."""

import re
import shutil

import screen
from case import DesktopTestCase
from language import install
from program import Cameo
from rare import rare
from waiting import wait_for

# Texts of GTK and libadwaita in their own windows and menus, names of silent widgets, and keys.
_OF_LIBRARIES = {
    "Close", "Minimize", "Maximize", "Restore", "Back", "Details", "Credits", "Legal", "Troubleshooting", "Copy",
    "Cut", "Paste", "Delete", "Select All", "Undo", "Redo", "Insert Emoji", "Search", "Website", "What’s New",
    "Support Questions", "Report an Issue", "Acknowledgements", "Debugging Information", "_Copy Text Copy Text",
    "_Save as… Save as…", "Copy Text", "Save as…", "Clear entry", "Show Password", "Show Text", "Hide Text", "Apply",
    "No Results Found", "Try a different search", "Try a different search.", "Search Results", "Shortcuts",
    "Search Shortcuts", "Ctrl", "Shift", "Menu", "Alt", "Dismiss",
}
# In the window of shortcuts, newer versions of GTK say the keys together with their actions.
_KEYS = {"Ctrl", "Shift", "Alt", "Menu", "Delete"}
_LONG_OF_LIBRARIES = ("This application comes with absolutely no warranty", "To assist in troubleshooting, ")
_WIDGET = re.compile(r"(Gtk|Adw|Cameo)[A-Z]\w+|((Ctrl|Shift|Alt)\+)+\S+")
# The locale, not the catalogue, formats dates, numbers and durations. Fingerprints have no words.
_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_NOT_TRANSLATED = re.compile(
    "|".join(rf"\b{name}\b|\b{name[:3]}\b" for name in [*_MONTHS, *_DAYS])
    # Times of day, and sizes of files.
    + r"|\b[AP]M\b|\bat\b|\b[kMG]B\b|\bbytes?\b"
    + r"|([0-9A-F]{2}:)+[0-9A-F]{2}")
_SECTIONS = ("notes", "activities", "calls", "tasks", "gifts", "debts", "pets")


class LanguagesTest(DesktopTestCase):
    def _start(self, language, *arguments, known=()):
        """Starts it in a language; the texts that are `known` are somebody's data."""
        self.known, self.known_words = known, [_words(string) for string in known]
        self.unwrapped = set()
        prefix = self.results / "prefix"
        program, variables = install(prefix, language)
        self.addCleanup(shutil.rmtree, prefix)
        cameo = Cameo(arguments, self.home, self.results, program=program, variables=variables)
        self.addCleanup(self._finish, cameo)
        self.addCleanup(self._keep_what_shows, cameo)
        cameo.find(role="frame", limit=60)
        return cameo

    def test_says_nothing_in_english_to_somebody_who_reads_another_language(self):
        server = self.start_server(contacts=25)
        cameo = self._start("en_XA", known=_strings_of(server, _SECTIONS))
        self._look(cameo, "sign-in")
        cameo.find(containing="⟦Šérvér Áddréšš").enter(server.address)
        cameo.find(containing="⟦ÁPÍ Tökéñ").enter("not-the-token")
        self._press_button(cameo, "⟦Lög Íñ")
        cameo.find(containing="döéš ñöt áççépt thíš tökéñ")
        self._look(cameo, "refused")
        cameo.find(containing="⟦ÁPÍ Tökéñ").enter(server.token)
        self._press_button(cameo, "⟦Lög Íñ")
        cameo.find(containing="⟦25 çöñtáçtš")
        rows = wait_for("rows", lambda: cameo.all(role="list item"))
        self._look(cameo, "list")
        kinds = set()
        for row in rows[:5]:
            row.click_with_mouse()
            cameo.find(role="heading", name=row.name.split("⟦, ")[0])
            self._look(cameo, "contact")
            # These two are the server's own; it has only English names for them.
            kinds |= {kind for kind in ("⟦Émáíl~", "⟦Phöñé~") if cameo.all(containing=kind)}
        self.assertTrue(kinds, "email addresses and phone numbers are called so")
        screen.write("qqqxyzzy")
        cameo.find(containing="⟦Ñö Réšúltš")
        self._look(cameo, "search")
        screen.press("Escape")
        self._press_button(cameo, "⟦Máíñ Méñú")
        cameo.find(role="menu item", containing="Áböút")
        self._look(cameo, "menu")
        cameo.find(role="menu item", containing="Áböút").click()
        wait_for("the about window", lambda: len(cameo.all(role="frame")) + len(cameo.all(role="dialog")) > 1)
        self._look(cameo, "about")
        screen.press("Escape")
        self._press_button(cameo, "⟦Çöñtáçt Méñú")
        cameo.find(role="menu item", containing="⟦Öpéñ íñ Ñéw Wíñdöw").click()
        wait_for("the contact's window", lambda: len(cameo.all(role="frame")) > 1)
        self._look(cameo, "contact-window")
        self._choose_in_menu(cameo, "Lög Öút")
        cameo.find(containing="⟦Lög Öút?")
        self._look(cameo, "log-out")
        cameo.find(role="push button", containing="Lög Öút", within="dialog").click()
        cameo.find(containing="⟦Löggéd öút. Évérýthíñg")
        self._look(cameo, "logged-out")
        self._press_button(cameo, "Détáílš")
        cameo.find(containing="⟦Löggéd Öút")
        self._look(cameo, "log-out-details")
        self._expect_nothing_unwrapped()

    @rare
    def test_says_nothing_in_english_in_other_lists_and_windows(self):
        # So many that there are birthdays each week.
        server = self.start_server(contacts=600)
        cameo = self._start("en_XA", known=_strings_of(server))
        self._sign_in(cameo, server)
        cameo.find(containing="⟦600 çöñtáçtš", limit=90)
        screen.press("Control+2")
        cameo.find(role="list", containing="⟦Tödáý")
        wait_for("the day", lambda: cameo.all(role="list item"))
        self._look(cameo, "today")
        screen.press("Control+3")
        cameo.find(role="list", containing="⟦Kéép íñ Töúçh")
        self._look(cameo, "keep-in-touch")
        self._choose_in_menu(cameo, "Préféréñçéš")
        # Further down than the window shows.
        wait_for("the preferences", lambda: any("⟦Štörágé" in each.name for each in cameo.everything()))
        self._look(cameo, "preferences")
        self._press_hidden_button(cameo, "⟦Çléár")
        cameo.find(containing="⟦Thé píçtúréš wéré çléáréd")
        self._look(cameo, "cleared")
        screen.press("Escape")
        self._choose_in_menu(cameo, "Kéýböárd Šhörtçútš")
        cameo.find(containing="⟦Géñérál")
        self._look(cameo, "shortcuts")
        self._expect_nothing_unwrapped()

    @rare
    def test_says_nothing_in_english_about_certificates_and_where_nobody_is(self):
        trouble = ("--certificate", self.make_certificate())
        server = self.start_server(contacts=0, trouble=trouble)
        cameo = self._start("en_XA", known=[server.address, "desktop-test", "Demo User"])
        self._sign_in(cameo, server)
        cameo.find(containing="⟦Trúšt Thíš Çértífíçáté?")
        self._look(cameo, "certificate")
        cameo.find(role="push button", containing="Trúšt", within="dialog").click()
        cameo.find(containing="⟦Ñö Çöñtáçtš")
        self._look(cameo, "nobody")
        screen.press("Control+3")
        cameo.find(containing="⟦Ñö Öñé tö Çátçh Úp Wíth")
        self._look(cameo, "nobody-to-keep-in-touch-with")
        self._choose_in_menu(cameo, "Préféréñçéš")
        wait_for("the preferences", lambda: any("⟦Trúštéd Çértífíçáté" in each.name for each in cameo.everything()))
        self._look(cameo, "trusted-certificate")
        self._press_hidden_button(cameo, "Štöp Trúštíñg")
        cameo.find(containing="⟦Thé çértífíçáté íš ñö löñgér")
        screen.press("Escape")
        cameo.find(containing="⟦Çértífíçáté…")
        self._look(cameo, "untrusted")
        self._expect_nothing_unwrapped()

    @rare
    def test_stands_the_other_way_round_for_who_reads_from_right_to_left(self):
        cameo = self._start("he", "--demo=30")
        cameo.find(containing="⟦30 çöñtáçtš", limit=60)
        row = wait_for("rows", lambda: cameo.all(role="list item"))[0]
        frame = cameo.find(role="frame")
        self.assertGreater(row.centre[0], frame.centre[0], "the list is on the right")

        def opens():
            # Rows move while elements above them come.
            cameo.all(role="list item")[0].click_with_mouse()
            return cameo.all(role="heading")

        wait_for("the contact", opens)
        self.screenshot("right-to-left")

    def _sign_in(self, cameo, server):
        cameo.find(containing="⟦Šérvér Áddréšš").enter(server.address)
        cameo.find(containing="⟦ÁPÍ Tökéñ").enter(server.token)
        self._press_button(cameo, "⟦Lög Íñ")

    def _choose_in_menu(self, cameo, text):
        self._press_button(cameo, "⟦Máíñ Méñú")
        cameo.find(role="menu item", containing=text).click()

    def _press_button(self, cameo, text):
        cameo.find(role="push button", containing=text).click()

    def _press_hidden_button(self, cameo, text):
        """One to which a person would have to scroll."""
        def buttons():
            return [each for each in cameo.everything() if each.role == "push button" and text in each.name]
        wait_for(text, buttons)[0].click()

    def _look(self, cameo, page):
        """Notes what is in no translation, hidden pages included."""
        self.screenshot(page)
        for each in cameo.everything():
            # The program's own name is for other programs.
            if each.role != "application" and self._rest(each.name):
                self.unwrapped.add(f"{page}: {each.role} '{each.name}'")

    def _expect_nothing_unwrapped(self):
        self.assertFalse(self.unwrapped, "\n".join(sorted(self.unwrapped)))

    def _rest(self, text):
        """The words of a text that are neither translated nor somebody's data."""
        if text in _OF_LIBRARIES or text.startswith(_LONG_OF_LIBRARIES) or _WIDGET.fullmatch(text):
            return set()
        while "⟦" in text:
            shorter = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
            if shorter == text:
                break
            text = shorter
        text = _NOT_TRANSLATED.sub(" ", text)
        if not _words(text):
            return set()
        for string in self.known:
            text = text.replace(string, " ")
        rest = _words(text) - _KEYS
        # A note with marks for bold or links is shown without them.
        return set() if any(rest <= words for words in self.known_words) else rest


def _words(text):
    return set(re.findall(r"[^\W\d_]{2,}", text))


def _strings_of(server, sections=()):
    """All texts in what the server says about its contacts, and in these sections about each, longest first, but those so
    short that they are part of other words."""
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
    collect(server.reminders)
    collect(server.get("me"))
    for contact in server.contacts:
        for section in sections:
            collect(server.get(f"contacts/{contact['id']}/{section}"))
    return sorted((string for string in strings if len(string) > 2), key=len, reverse=True)
