"""What tests of a hostile server have in common: a gate before the demo server, and how long main loops take to answer."""

import json
import os
import pathlib
import subprocess
import sys
import time

import element
from case import DesktopTestCase
from hostile import Gate
from program import Program
from waiting import wait_for

_FOLDER = pathlib.Path(__file__).parent
# The seconds that a main loop may take longer than that of a bare window to answer.
GRACE = 0.1
# One after the other the tests take a quarter of an hour: scripts/test hostile.
ALL = os.environ.get("CAMEO_HOSTILE") == "all"


class Ping:
    """Measures how long main loops take to answer."""

    def __init__(self, references):
        arguments = [f"{name}:{path}" for name, path in references]
        self._process = subprocess.Popen(
            [sys.executable, _FOLDER / "ping.py", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._process.stdout.readline()

    def end(self):
        """The longest waits in seconds."""
        output, _ = self._process.communicate("", timeout=30)
        return json.loads(output)


class HostileTestCase(DesktopTestCase):
    def setUp(self):
        super().setUp()
        self.bare = Program(
            "bare-window", [_FOLDER / "bare_window.py"], self.results, {"GTK_A11Y": "atspi"}, program=sys.executable)
        self.addCleanup(self._finish, self.bare)
        # A window that comes later would have the keyboard.
        self.window_label(self.bare)

    def _label(self, program, role="label"):
        root = element.read(program.process_id)
        return next((each.reference for each in (root.descendants if root else ()) if each.role == role), None)

    def window_label(self, program):
        return wait_for(f"a label of {program.name}", lambda: self._label(program))

    def start_gate(self, contacts):
        demo = self.start_server(contacts)
        gate = Gate(demo.port)
        self.addCleanup(gate.stop)
        return demo, gate

    def sign_in_at(self, cameo, demo, gate):
        cameo.find(name="Server Address").enter(gate.address)
        cameo.find(name="API Token").enter(demo.token)
        cameo.find(role="push button", name="Log In").click()

    def is_idle(self, program):
        """Whether it uses less than a tenth of a processor: pictures are decoded after they came."""
        def used():
            fields = pathlib.Path(f"/proc/{program.process_id}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        before = used()
        time.sleep(1)
        return used() - before < 0.1

    def is_quiet(self, gate):
        before = len(gate.received)
        time.sleep(0.5)
        return len(gate.received) == before
