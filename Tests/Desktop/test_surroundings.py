"""A machine that lacks what a desktop has, or whose clock jumps: the program runs, and says what is missing."""

import contextlib
import os
import pathlib
import resource
import sqlite3
import subprocess

import preloaded
import screen
from case import DesktopTestCase
from hostile import Gate
from keyring import OwnKeyring
from program import EXECUTABLES, Cameo, Program
from rare import rare
from set_clock import SetClock
from waiting import LIMIT, wait_for

_FONTS = "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig></fontconfig>"
_YEAR = 365 * 24 * 3600
# Fewer than a running program has, and as many as the main loop waits for at once.
_MOST_DESCRIPTORS = 16


class SurroundingsTest(DesktopTestCase):
    def _refresh(self, cameo):
        cameo.find(role="push button", name="Main Menu").click()
        cameo.find(role="menu item", containing="Refresh").click()

    def _expect_news(self, cameo):
        self._refresh(cameo)
        cameo.find(name="Up to date")

    def _keeps_the_token_in_memory(self, variables):
        """Signs in where nothing keeps the token: says so, and shows what is stored the next time."""
        server = self.start_server(contacts=3)
        cameo = self.start_cameo(variables=variables)
        cameo.find(containing="There is no keyring on this desktop")
        self.sign_in(cameo, server)
        cameo.find(containing="3 contacts")
        self._expect_news(cameo)
        self.end(cameo)
        again = self.start_cameo(variables=variables)
        again.find(containing="there is no keyring with your token")
        again.find(containing="3 contacts")
        self.assertEqual(self.files_with([server.token]), [])
        self.log_out(again)
        again.find(containing="Everything was removed", limit=30)

    @rare
    def test_without_a_secret_service(self):
        keyring = OwnKeyring(self.home / "keyring")
        self.addCleanup(keyring.stop)
        keyring.kill()
        self._keeps_the_token_in_memory(keyring.variables)

    @rare
    def test_without_a_session_bus(self):
        self.sign_in_once(self.start_server(contacts=3))
        # There is no accessibility bus then either, so the keyboard tells whether the window answers.
        variables = {
            **Cameo.environment(self.home), "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.home}/nothing",
            "GTK_A11Y": "none",
        }
        cameo = Program("cameo", (), self.results, variables)
        self.addCleanup(self._finish, cameo)
        wait_for("the window", lambda: screen.active_title() == "Cameo")
        self.screenshot("window")
        screen.press("Control+q")
        self.expect_end(cameo)
        self.assertEqual(self._stored_contacts(), 3)

    def _stored_contacts(self):
        [file] = (self.home / "data").rglob("contacts.sqlite")
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            return database.execute("SELECT count(*) FROM contact").fetchone()[0]

    @rare
    def test_without_a_network_monitor(self):
        server = self.start_server(contacts=3)
        cameo = self.start_cameo(variables={"GIO_USE_NETWORK_MONITOR": "base"})
        self.sign_in(cameo, server)
        cameo.find(containing="3 contacts")
        self._expect_news(cameo)
        token, port = server.token, server.port
        self.end(server)
        self._refresh(cameo)
        cameo.find(containing="Can’t reach the server")
        self.start_server(contacts=3, token=token, port=port)
        cameo.find(role="push button", name="Try Again").click()
        wait_for("no complaint", lambda: not cameo.all(containing="Can’t reach the server"))

    @rare
    def test_without_fonts_it_says_so_and_ends(self):
        (self.home / "fonts.conf").write_text(_FONTS)
        variables = {**Cameo.environment(self.home), "FONTCONFIG_FILE": str(self.home / "fonts.conf")}
        ended = subprocess.run([EXECUTABLES / "cameo"], env={**os.environ, **variables}, capture_output=True, text=True,
                               timeout=LIMIT)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertIn("Cameo can’t show text: no fonts are installed.", ended.stderr)

    @rare
    def test_without_a_decoder_of_pictures_there_are_initials_and_a_sentence(self):
        cameo = self.start_cameo(variables={"LD_PRELOAD": str(preloaded.build("no_decoder", self.home))})
        self.sign_in(cameo, self.start_server(contacts=3))
        cameo.find(containing="Photos can’t be shown")
        cameo.find(role="image", containing=" avatar")
        self.assertEqual(cameo.all(containing=" avatar photo"), [])
        # Once is enough.
        wait_for("no sentence", lambda: not cameo.all(containing="Photos can’t be shown"))
        self._expect_news(cameo)
        self.assertEqual(cameo.all(containing="Photos can’t be shown"), [])

    @rare
    def test_where_the_decoder_starts_no_more_a_sentence_says_so(self):
        gone = self.home / "gone"
        library = preloaded.build("no_decoder", self.home)
        cameo = self.start_cameo(variables={"LD_PRELOAD": str(library), "NO_DECODER": str(gone)})
        self.sign_in(cameo, self.start_server(contacts=3))
        cameo.find(role="image", containing=" avatar photo")
        gone.touch()
        # The page needs a larger picture than the list.
        cameo.find(role="list item").click_with_mouse()
        cameo.find(role="heading")
        cameo.find(containing="Photos can’t be shown")

    @rare
    def test_without_programs_there_are_photos_or_a_sentence(self):
        # The decoders of newer desktops start a sandbox, which is a program.
        cameo = self.start_cameo(variables={"PATH": "/nonexistent"})
        self.sign_in(cameo, self.start_server(contacts=3))
        photos, sentence = wait_for("photos or a sentence", lambda: any(
            found := [cameo.all(containing=" avatar photo"), cameo.all(containing="Photos can’t be shown")]) and found)
        self.assertNotEqual(bool(photos), bool(sentence))

    @rare
    def test_out_of_descriptors(self):
        server = self.start_server(contacts=3)
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing="3 contacts")
        self._expect_news(cameo)
        limits = resource.prlimit(cameo.process_id, resource.RLIMIT_NOFILE)
        # From here on the program can open nothing. Open files stay open, except the connections to the server.
        token, port = server.token, server.port
        self.end(server)
        self.start_server(contacts=3, token=token, port=port)
        used = {int(path.name) for path in pathlib.Path(f"/proc/{cameo.process_id}/fd").iterdir()}
        lowest = min({*range(_MOST_DESCRIPTORS + 1)} - used | {_MOST_DESCRIPTORS})
        resource.prlimit(cameo.process_id, resource.RLIMIT_NOFILE, (lowest, limits[1]))
        self._refresh(cameo)
        cameo.find(containing="Can’t reach the server")
        cameo.find(role="list item").click_with_mouse()
        cameo.find(role="heading")
        resource.prlimit(cameo.process_id, resource.RLIMIT_NOFILE, limits)
        self._expect_news(cameo)
        wait_for("no complaint", lambda: not cameo.all(containing="Can’t reach the server"))
        # GTK says which of its icons it could not read.
        self.assertEqual([line for line in cameo.complaints if "Too many open files" not in line], [])
        self.kill(cameo)

    @rare
    def test_a_second_start_shows_the_window_of_the_first(self):
        server = self.start_server(contacts=3)
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing="3 contacts")
        second = Cameo((), self.home, self.results)
        self.expect_end(second)
        cameo.find(containing="3 contacts")
        self.assertEqual(len(cameo.all(role="frame")), 1)

    @rare
    def test_a_database_of_a_newer_version_stays_as_it_is(self):
        server = self.start_server(contacts=3)
        self.sign_in_once(server)
        [file] = (self.home / "data").rglob("contacts.sqlite")
        with sqlite3.connect(file) as database:
            database.execute("INSERT INTO grdb_migrations VALUES ('99.0.0 something new')")
        database.close()
        cameo = self.start_cameo()
        cameo.find(containing="newer version")
        self.screenshot("newer")
        self.end(cameo)
        with sqlite3.connect(file) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM contact").fetchone()[0], 3)
        database.close()
        # A person without that version can log out.
        cameo = self.start_cameo()
        cameo.find(role="push button", containing="Log Out").click()
        cameo.find(role="push button", containing="Log Out", within="dialog").click()
        cameo.find(containing="Everything was removed", limit=30)
        self.assertEqual(self.keyring_items(), [])


@rare
class ClockTest(DesktopTestCase):
    def setUp(self):
        super().setUp()
        self.clock = SetClock(self.home)
        self.demo = self.start_server(contacts=3)
        self.gate = Gate(self.demo.port, token=self.demo.token)
        self.addCleanup(self.gate.stop)

    def _ask(self, cameo):
        cameo.find(role="push button", name="Main Menu").click()
        cameo.find(role="menu item", containing="Refresh").click()
        cameo.find(name="Up to date")
        wait_for("no farewell", lambda: not cameo.all(name="Up to date"))

    def test_a_clock_that_is_set_back_and_forth_does_no_harm(self):
        self.clock.set_day(-30 * _YEAR)
        cameo = self.start_cameo(variables=self.clock.variables)
        self.sign_in(cameo, self.gate)
        cameo.find(containing="3 contacts")
        for years in (0, 60, -20, 0):
            self.clock.set_day(years * _YEAR)
            self._ask(cameo)
            cameo.find(containing="3 contacts")
            self.assertEqual(cameo.all(containing="Showing saved contacts"), [])
        # In the list of files that the program has written some are from the future.
        self.clock.set_day(-50 * _YEAR)
        self.end(cameo)
        cameo = self.start_cameo(variables=self.clock.variables)
        cameo.find(containing="3 contacts")
        cameo.find(role="image", containing=" avatar photo")
        self._ask(cameo)

    def test_after_a_night_asleep_the_window_that_is_used_again_asks_for_news(self):
        cameo = self.start_cameo(variables=self.clock.variables)
        self.sign_in(cameo, self.gate)
        cameo.find(containing="3 contacts")
        self._ask(cameo)

        def meanwhile():
            # The program's connections end. A person adds contacts.
            self.gate.drop()
            more = self.start_server(contacts=9, token=self.demo.token)
            self.gate.target_port = more.port

        self.clock.sleep(cameo, 8 * 3600, meanwhile)
        # It may ask before anybody uses it, too.
        cameo.find(role="list item")
        screen.press("Down")
        cameo.find(containing="9 contacts")
        self.assertEqual(cameo.all(containing="Can’t reach the server"), [])
