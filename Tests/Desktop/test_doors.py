"""Doors before the server and before the token: what a person reads there, and that the program goes on once they are open."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from case import DesktopTestCase
from keyring import BusKeyring
from rare import rare
from waiting import wait_for

_SLOW_KEYRING = pathlib.Path(__file__).parent / "slow_keyring.py"


class _SlowKeyring(BusKeyring):
    """A keyring that asks its person first."""

    def __init__(self, folder, *arguments):
        super().__init__(folder)
        self.output = folder / "output"
        self._service = None
        self.start(*arguments)

    def start(self, *arguments):
        with self.output.open("w") as output:
            self._service = subprocess.Popen(
                [sys.executable, _SLOW_KEYRING, *arguments], stdout=output,
                env={**os.environ, "DBUS_SESSION_BUS_ADDRESS": self.address})
        wait_for("the keyring", lambda: "ready" in self.output.read_text())

    def forget(self):
        """All programs have to ask again."""
        self._service.send_signal(signal.SIGUSR1)
        wait_for("the keyring", lambda: "forgotten" in self.output.read_text())

    def open(self):
        """Its person has typed the password."""
        self._service.send_signal(signal.SIGUSR2)

    @property
    def prompts(self):
        return self.output.read_text().count("prompt\n")

    def stop_service(self):
        self._service.kill()
        self._service.wait()

    def stop(self):
        self.stop_service()
        self._daemon_of_bus.kill()
        self._daemon_of_bus.wait()


class _Front(BaseHTTPRequestHandler):
    """A web server that asks for a password of its own."""

    def do_GET(self):
        page = b"<!DOCTYPE html><html><head><title>401 Authorization Required</title></head></html>"
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="Family"')
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *arguments):
        pass


class DoorsTest(DesktopTestCase):
    def _keyring(self, *arguments):
        keyring = _SlowKeyring(self.home / "keyring", *arguments)
        self.addCleanup(keyring.stop)
        return keyring

    def _refresh(self, cameo):
        cameo.find(role="push button", name="Main Menu").click()
        cameo.find(role="menu item", containing="Refresh").click()

    def _expect_news(self, cameo):
        self._refresh(cameo)
        cameo.find(name="Up to date")

    @rare
    def test_a_token_that_is_locked_in_an_open_keyring_is_asked_for_once(self):
        keyring = self._keyring("--locks-items")
        server = self.start_server(contacts=3)
        cameo = self.start_cameo(variables=keyring.variables)
        self.sign_in(cameo, server)
        cameo.find(containing="3 contacts")
        self.end(cameo)
        keyring.forget()
        again = self.start_cameo(variables=keyring.variables)
        wait_for("the question", lambda: keyring.prompts == 1)
        self._expect_news(again)
        self.assertEqual(keyring.prompts, 1)
        keyring.forget()
        self.log_out(again)
        again.find(containing="Everything was removed")
        self.assertEqual(keyring.items, [])

    @rare
    def test_a_keyring_that_is_opened_late_is_waited_for(self):
        keyring = self._keyring("--delay=600")
        server = self.start_server(contacts=3)
        cameo = self.start_cameo(variables=keyring.variables)
        self.sign_in(cameo, server)
        cameo.find(containing="The keyring is being opened", limit=20)
        self.screenshot("sign-in")
        self.assertEqual(cameo.all(containing="There is no keyring"), [])
        keyring.open()
        cameo.find(containing="3 contacts")
        self.end(cameo)
        [item] = keyring.items
        secret, (label, attributes) = keyring.secret(item), keyring.describe(item)
        keyring.stop_service()
        keyring.start("--delay=600")
        again = self.start_cameo(variables=keyring.variables)
        again.find(containing="while the keyring is being opened", limit=20)
        again.find(containing="3 contacts")
        self.screenshot("contacts")
        keyring.open()
        # The keyring is empty after its start.
        again.find(containing="your token is not in the keyring")
        keyring.add(label, attributes, secret)
        self._refresh(again)
        wait_for("the token", lambda: not again.all(containing="your token is not in the keyring"))
        self._expect_news(again)
        self.assertEqual(self.files_with([server.token]), [])

    @rare
    def test_a_keyring_that_starts_after_the_program_is_found(self):
        keyring = self._keyring()
        server = self.start_server(contacts=3)
        cameo = self.start_cameo(variables=keyring.variables)
        self.sign_in(cameo, server)
        cameo.find(containing="3 contacts")
        self.end(cameo)
        [item] = keyring.items
        secret, (label, attributes) = keyring.secret(item), keyring.describe(item)
        keyring.stop_service()
        again = self.start_cameo(variables=keyring.variables)
        again.find(containing="3 contacts")
        again.find(containing="keyring", role="label")
        self.screenshot("without")
        keyring.start()
        keyring.add(label, attributes, secret)
        self._refresh(again)
        wait_for("the token", lambda: not again.all(containing="keyring", role="label"))
        self._expect_news(again)

    @rare
    def test_a_password_of_the_web_server_is_named(self):
        front = ThreadingHTTPServer(("127.0.0.1", 0), _Front)
        self.addCleanup(front.server_close)
        self.addCleanup(front.shutdown)
        threading.Thread(target=front.serve_forever, daemon=True).start()
        cameo = self.start_cameo()
        cameo.find(name="Server Address").enter(f"http://127.0.0.1:{front.server_port}/people/h:abc")
        cameo.find(name="API Token").enter("token")
        cameo.find(role="push button", name="Log In").click()
        cameo.find(containing="The web server asks for a user name and password")
        self.screenshot("password")
