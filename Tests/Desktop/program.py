"""The programs under test as processes of their own."""

import itertools
import json
import os
import pathlib
import re
import signal
import subprocess
import urllib.parse
import urllib.request

import element
from waiting import LIMIT, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXECUTABLES = pathlib.Path(os.environ.get("CAMEO_EXECUTABLES", ROOT / ".build" / "debug"))
# Older versions of GTK call a heading without a text by its type. So is the name of a contact while its page fills.
_EMPTY_HEADING = ("heading", "GtkLabel")
# Each of so many looks for an element is thorough.
_QUICK_LOOKS = 4
_COMPLAINT = re.compile(r"(WARNING|CRITICAL|ERROR) \*\*:|Fatal error:")
# Complaints of versions of GTK and libsoup about themselves.
_NOT_OURS = re.compile("|".join((
    # From GTK 4.12 on, of the headings of libadwaita's own dialogs.
    r"Gtk-WARNING \*\*:.* Trying to measure GtkLabel 0x[0-9a-f]+ for width of \d+, but it needs at least \d+$",
    # GTK 4.24, of its own icons while the clock of a frame is behind that of the one before.
    r"Gtk-WARNING \*\*:.* gtk_svg_advance: time went backward\b",
    # GTK 4.24, once in a process: its part for X11 reports a frame as submitted in two places where the display has no vblank.
    r"Gdk-WARNING \*\*:.* gdk_frame_timings_submitted\(\) called on submitted frame\b",
    # libsoup 3.2, where a server hangs up: it hands out the result of a request a second time, which this assertion prevents.
    r"libsoup-CRITICAL \*\*:.* async_send_request_return_result: assertion 'item->task != NULL' failed$",
)))


class Program:
    """A running program whose output is kept in files."""

    def __init__(self, name, arguments, output_folder, environment=None, launcher=(), program=None):
        self.name = name
        self.output_file = output_folder / f"{name}.output"
        self.error_file = output_folder / f"{name}.errors"
        with self.output_file.open("wb") as output, self.error_file.open("wb") as errors:
            self._process = subprocess.Popen(
                [*launcher, program or EXECUTABLES / name, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                env={**os.environ, **(environment or {})},
            )

    @property
    def process_id(self):
        return self._process.pid

    @property
    def errors(self):
        return self.error_file.read_text(errors="replace")

    @property
    def complaints(self):
        """The lines on standard error in which GLib, GTK, libadwaita or Swift report a mistake of the program."""
        return [line for line in self.errors.splitlines() if _COMPLAINT.search(line) and not _NOT_OURS.search(line)]

    @property
    def is_running(self):
        return self._process.poll() is None

    def kill(self):
        """Ends it at once, as a power cut does."""
        self._process.kill()
        self._process.wait()

    def stop(self):
        """Ends it as a session that ends does; returns its status, negative if a signal other than ours ended it."""
        if self.is_running:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
                raise AssertionError(f"{self.name} did not end within 10 s of SIGTERM")
        status = self._process.returncode
        return 0 if status == -signal.SIGTERM else status


class Cameo(Program):
    """The application, with a home folder of its own. A `launcher` is a command that becomes the program."""

    def __init__(self, arguments, home, output_folder, launcher=(), program=None, variables=None):
        environment = {**self.environment(home), **(variables or {})}
        super().__init__("cameo", arguments, output_folder, environment, launcher, program)

    @staticmethod
    def environment(home):
        """Variables with which the application lives in a home folder, whose folders this makes."""
        folders = {
            f"XDG_{kind.upper()}_{'DIR' if kind == 'runtime' else 'HOME'}": str(home / kind)
            for kind in ("data", "cache", "config", "state", "runtime")
        }
        for folder in folders.values():
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True, mode=0o700)
        return {"HOME": str(home), "GTK_A11Y": "atspi", **folders}

    def all(self, role=None, name=None, containing=None, within=None, besides=(), is_quick=False):
        """The elements that show now and have this role, this name or this part of one, in an element of the role
        `within`, besides those of some roles. Quickly read, some may be missing."""
        if not self.is_running:
            raise AssertionError(f"cameo ended:\n{self.errors}")
        root = element.read(self.process_id, is_quick)
        return element.showing([
            each
            for each in (root.descendants if root else ())
            if (role is None or each.role == role) and each.role not in besides
            and (name is None or each.name == name)
            and (containing is None or containing in each.name)
            and (each.role, each.name) != _EMPTY_HEADING
            and (within is None or any(above.role == within for above in each.ancestors))
        ])

    def find(self, limit=LIMIT, **wanted):
        """Waits for the first element of `all(wanted)`."""
        what = " ".join(f"{key}={value!r}" for key, value in wanted.items())
        looks = itertools.count(1)
        return wait_for(what, lambda: self.all(**wanted, is_quick=next(looks) % _QUICK_LOOKS != 0), limit)[0]

    def windows(self):
        """Its windows, whatever their roles are."""
        root = element.read(self.process_id)
        return element.showing(root.children) if root else []

    def everything(self):
        """All its elements, those of hidden pages included."""
        root = element.read(self.process_id)
        return list(root.descendants) if root else []

    def outline(self):
        """All its elements as text, for a person to read after a failure."""
        root = element.read(self.process_id)
        return root.outline() if root else "no elements"


class StartedCameo(Cameo):
    """One that another program started in the same home folder, with these arguments."""

    def __init__(self, arguments, home, started_by):
        self.name, self.error_file = "cameo", started_by.error_file
        wanted = [str(each).encode() for each in arguments]
        self._folder = wait_for(f"cameo {arguments}", lambda: self._find(wanted, f"HOME={home}".encode()))

    @staticmethod
    def _find(arguments, variable):
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                _, *found = (folder / "cmdline").read_bytes().split(b"\0")[:-1] or [b""]
                if found == arguments and variable in (folder / "environ").read_bytes().split(b"\0"):
                    return folder
            except OSError:
                # The folder belongs to another user, or is gone.
                continue
        return None

    @property
    def process_id(self):
        return int(self._folder.name)

    @property
    def is_running(self):
        try:
            # The state follows the name, which is in brackets. A parent may not have waited for an ended process.
            return (self._folder / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
        except OSError:
            return False

    def stop(self):
        """Ends it if it runs."""
        if self.is_running:
            os.kill(self.process_id, signal.SIGTERM)
            wait_for("its end", lambda: not self.is_running)


class DemoServer(Program):
    """The demo server, which answers as a Monica server does."""

    def __init__(self, contacts, token, output_folder, port=0, trouble=()):
        self.token = token
        # The limit of requests is a subject of its own; here it would only make a test slow.
        arguments = ["--port", str(port), "--contacts", str(contacts), "--token", token, "--rate-limit", "0", *trouble]
        super().__init__("cameo-demo-server", arguments, output_folder)

    @property
    def address(self):
        """The first line that it prints, once it listens."""

        def printed():
            line, end, _ = self.output_file.read_text().partition("\n")
            return line if end else None

        return wait_for("the address of the demo server", printed)

    @property
    def port(self):
        return urllib.parse.urlsplit(self.address).port

    def get(self, path):
        """What the API answers, with the token."""
        return self._ask("GET", path)["data"]

    def post(self, path, **fields):
        """Adds something, as another client does."""
        self._ask("POST", path, json.dumps(fields).encode())

    def delete(self, path):
        """Deletes something, as another client does."""
        self._ask("DELETE", path)

    def _ask(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
        if body:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.address}/api/{path}", body, headers, method=method)
        with urllib.request.urlopen(request, timeout=LIMIT) as response:
            return json.load(response)

    @property
    def contacts(self):
        """All contacts with their contact fields."""
        return self._all("contacts?with=contactfields")

    @property
    def reminders(self):
        """Those of all contacts."""
        return self._all("reminders?")

    def _all(self, path):
        """A list, page by page."""
        entries, page = [], 1
        while found := self.get(f"{path}&limit=100&page={page}"):
            entries += found
            page += 1
        return entries
