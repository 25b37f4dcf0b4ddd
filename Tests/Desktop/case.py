"""What every desktop test has: a home folder, the programs, and a look at what they left behind."""

import os
import pathlib
import secrets
import shutil
import subprocess
import tempfile
import unittest

import screen
from keyring import Keyring
from program import ROOT, Cameo, DemoServer
from service import InstalledService
from waiting import wait_for

_RESULTS = pathlib.Path(os.environ.get("CAMEO_TEST_RESULTS", ROOT / ".build" / "desktop-tests"))


class DesktopTestCase(unittest.TestCase):
    """Runs in `Tests/Desktop/session`. Output of the programs and a last screenshot stay in the folder of results."""

    def setUp(self):
        if "CAMEO_TEST_SESSION" not in os.environ:
            self.fail("run the desktop tests with scripts/test desktop: they need a session of their own")
        self.session = pathlib.Path(os.environ["CAMEO_TEST_SESSION"])
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="home.", dir=self.session))
        self.addCleanup(shutil.rmtree, self.home)
        # Of a test that processes share, each has its own.
        self.results = _RESULTS / (self.id() + os.environ.get("CAMEO_SHARE", ""))
        shutil.rmtree(self.results, ignore_errors=True)
        self.results.mkdir(parents=True)
        self._ended = []
        # The tests have one keyring, unlike their home folders.
        self.addCleanup(self._empty_keyring)

    def start_server(self, contacts, token=None, port=0, trouble=()):
        """A server with a token of its own, unless it is to have that of another one."""
        token = token or f"desktop-{secrets.token_hex(24)}"
        server = DemoServer(contacts, token, self.results, port, trouble)
        self.addCleanup(self._finish, server)
        self.assertTrue(server.address, "it listens")
        return server

    def make_certificate(self, name="identity.pem"):
        """A file with a certificate for which nobody vouches, that of "desktop-test", and its key."""
        file = self.home / name
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
            + ["-keyout", file, "-out", file.with_suffix(".crt"), "-days", "2", "-subj", "/CN=desktop-test"]
            + ["-addext", "subjectAltName=IP:127.0.0.1"],
            check=True,
            capture_output=True,
        )
        with file.open("a") as identity:
            identity.write(file.with_suffix(".crt").read_text())
        return str(file)

    def start_cameo(self, *arguments, launcher=(), program=None, variables=None):
        cameo = Cameo(arguments, self.home, self.results, launcher, program=program, variables=variables)
        self.addCleanup(self._finish, cameo)
        self.addCleanup(self._keep_what_shows, cameo)
        # The first start on a machine reads all fonts and icons.
        cameo.find(role="frame", limit=60)
        return cameo

    def install_service(self, **variables):
        """The application as D-Bus starts it, with some variables; it does not run yet."""
        service = InstalledService(self.home, self.results, variables)
        self.addCleanup(lambda: self.assertEqual(service.complaints, [], "on standard error"))
        self.addCleanup(service.uninstall)
        self.addCleanup(self._keep_what_shows, service)
        return service

    def sign_in_once(self, server):
        """Starts the application, signs in, waits until all contacts are stored and ends it."""
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing=f"{len(server.contacts)} contacts")
        cameo.find(role="image", containing=" avatar photo")
        self.end(cameo)

    def sign_in(self, cameo, server, token=None):
        """Fills in the sign-in page, with the right token unless another one is given."""
        cameo.find(name="Server Address").enter(server.address)
        cameo.find(name="API Token").enter(token or server.token)
        cameo.find(role="push button", name="Log In").click()

    def go_to_second(self, cameo, name):
        """From the list without a selection to its second row, of this name, with the keyboard: older versions of GTK go on from
        the row that has the focus, newer ones begin with it."""
        screen.press("Down")
        selected = wait_for("a selected row", lambda: [each for each in cameo.all(role="list item") if each.is_selected])
        if selected[0].name.split(", ")[0] != name:
            screen.press("Down")
        cameo.find(role="heading", name=name)

    def find_top(self, cameo, name):
        """Scrolls the page of a contact up until its name shows."""
        def name_shows():
            screen.turn_wheel(steps=-6)
            return cameo.all(role="heading", name=name)

        wait_for(f"the top of the page of {name}", name_shows)

    def log_out(self, cameo):
        cameo.find(role="push button", name="Main Menu").click()
        cameo.find(role="menu item", containing="Log Out").click()
        cameo.find(role="push button", containing="Log Out", within="dialog").click()

    def end(self, program):
        """Ends a program before the test ends, with the same look at how it fared."""
        self._finish(program)
        self._ended.append(program)

    def kill(self, program):
        """Ends a program without giving it time for anything."""
        program.kill()
        self._ended.append(program)

    def expect_end(self, program):
        """Waits until a program that was told to has ended."""
        wait_for(f"the end of {program.name}", lambda: not program.is_running)
        self._ended.append(program)
        self.assertEqual(program.stop(), 0, program.errors)
        self.assertEqual(program.complaints, [], "on standard error")

    def _finish(self, program):
        if program in self._ended:
            return
        running = program.is_running
        status = program.stop()
        self.assertTrue(running, f"{program.name} ended by itself with status {status}:\n{program.errors}")
        self.assertEqual(status, 0, program.errors)
        self.assertEqual(program.complaints, [], "on standard error")

    def _keep_what_shows(self, cameo):
        if cameo not in self._ended and cameo.is_running:
            self.screenshot("end")
            (self.results / "end.txt").write_text(cameo.outline())

    def screenshot(self, name):
        """Keeps a picture of the display for a person to look at."""
        screen.save(self.results / f"{name}.png")

    def files(self):
        """All files of the session: the program's, and the keyring's."""
        # Unlike `rglob`, this goes on where a folder is deleted meanwhile.
        paths = (pathlib.Path(folder, name) for folder, _, names in os.walk(self.session) for name in names)
        return [path for path in paths if path.is_file()]

    def files_with(self, strings):
        """The files that contain one of these strings, or have it in their name; strings that are so short that they
        occur by chance are left out."""
        needles = [secret.encode() for secret in strings if len(secret) >= 6]
        found = []
        for path in self.files():
            try:
                content = os.fsencode(path) + path.read_bytes()
            except FileNotFoundError:
                # Deleted meanwhile, as the side files of a database are.
                continue
            if any(needle in content for needle in needles):
                found.append(str(path))
        return found

    def keyring_items(self):
        """The labels and attributes of all items in all keyrings of the session."""
        return [Keyring().describe(item) for item in Keyring().items]

    def _empty_keyring(self):
        for item in Keyring().items:
            Keyring().delete(item)
