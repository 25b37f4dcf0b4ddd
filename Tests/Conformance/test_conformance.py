"""What `scripts/test conformance` does with an account on somebody's server, besides its cases."""

import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

import case
import changes
import conformance
import server
from server import LIMIT, Program, Server

_SCRIPT = pathlib.Path(conformance.__file__)
# In seconds; by far more than it takes.
_PATIENCE = 60


class AccountTest(unittest.TestCase):
    """With a demo server that is somebody's."""

    def setUp(self):
        demo, address, token = conformance.start_demo(["--rate-limit", "0"])
        self.addCleanup(_end, demo)
        self.server = Server(address, token)
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="conformance."))
        self.addCleanup(shutil.rmtree, self._folder)
        (self._folder / "token").write_text(token + "\n")

    def test_an_account_with_a_contact_is_refused(self):
        self.server.make("contacts", {
            "first_name": "Ann", "is_birthdate_known": False, "is_deceased": False, "is_deceased_date_known": False})
        run = self._start()
        output, errors = run.communicate(timeout=_PATIENCE)
        self.assertEqual(run.returncode, 2, output + errors)
        self.assertIn("the account has contacts", errors)
        self.assertEqual([contact["first_name"] for contact in self.server.all("contacts")], ["Ann"])

    def test_an_interrupt_deletes_what_was_made(self):
        tags = self.server.all("tags")
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number.name):
                run = self._start()
                self._wait_for_a_contact(run)
                run.send_signal(number)
                output, errors = run.communicate(timeout=_PATIENCE)
                self.assertEqual(run.returncode, 130, output + errors)
                self.assertIn("conformance: interrupted\n", errors)
                # How many labels were sent by then differs.
                self.assertRegex(output.splitlines()[-1], "^conformance: nothing is left(; labels stay .+)?$")
                self.assertEqual(self.server.all("contacts"), [])
                self.assertEqual([tag["id"] for tag in self.server.all("tags")], [tag["id"] for tag in tags])
                self._expect_announcement(output)

    def _expect_announcement(self, output):
        """How long it takes is said before anything else."""
        said = re.match(r"conformance: up to (\d+) requests, (\d+) a minute at most: (\d+) minutes\n", output)
        self.assertIsNotNone(said, output)
        requests, limit, minutes = map(int, said.groups())
        self.assertEqual(limit, LIMIT)
        self.assertGreaterEqual(minutes, requests / limit)
        self.assertLessEqual(minutes, requests / limit + 3)

    def _start(self):
        run = subprocess.Popen(
            [sys.executable, "-u", _SCRIPT, "--server", self.server.address, "--token-file", self._folder / "token"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(_end, run)
        return run

    def _wait_for_a_contact(self, run):
        deadline = time.monotonic() + _PATIENCE
        while not any(contact["first_name"].startswith(case.MARK) for contact in self.server.all("contacts")):
            self.assertIsNone(run.poll(), "it ended before it made a contact")
            self.assertLess(time.monotonic(), deadline, "it made no contact")
            time.sleep(0.02)


class LabelsTest(unittest.TestCase):
    """No request deletes a label, so the script tells those that stay."""

    def test_the_last_line_tells_the_labels_that_were_sent(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="conformance."))
        self.addCleanup(shutil.rmtree, folder)
        somewhere = Server("http://127.0.0.1", "token")
        self.assertEqual(conformance.closing(0, somewhere.labels), "conformance: nothing is left")
        answer = unittest.mock.MagicMock(status=200)
        answer.__enter__.return_value.read.return_value = b'{"data": {"id": 1}}'
        with unittest.mock.patch.object(server.urllib.request, "urlopen", lambda *_, **__: answer):
            somewhere.send("POST", "addresses", {"contact_id": 1, "labels": ["home"]})
        program = Program(_program(folder), somewhere, folder / "token")
        self.addCleanup(program.end)
        shed, plain = changes.field(1, "a@b.c", ["Shed"]), changes.field(1, "d@e.f")
        program.do("save", 1, [changes.part("field", -1, shed), changes.part("field", -2, plain)])
        self.assertEqual(
            conformance.closing(0, somewhere.labels),
            "conformance: nothing is left; labels stay on the server, since no request deletes them: Shed, home")


class PaceTest(unittest.TestCase):
    """By a clock that moves only while somebody sleeps."""

    def setUp(self):
        self._now = 0.0
        self._sent = []
        clock = unittest.mock.Mock(monotonic=lambda: self._now, sleep=self._sleep)
        patch = unittest.mock.patch.object(server, "time", clock)
        patch.start()
        self.addCleanup(patch.stop)

    def test_requests_keep_within_the_limit(self):
        answer = unittest.mock.MagicMock(status=200)
        answer.__enter__.return_value.read.return_value = b'{"data": []}'
        paced = Server("http://127.0.0.1", "token")
        paced.keep_pace()
        with unittest.mock.patch.object(server.urllib.request, "urlopen", lambda *_, **__: self._note(1) or answer):
            for _ in range(200):
                paced.send("GET", "contacts")
        self._expect_pace(200)

    def test_requests_of_the_program_count(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="conformance."))
        self.addCleanup(shutil.rmtree, folder)
        paced = Server("http://127.0.0.1", "token")
        paced.keep_pace()
        program = Program(_program(folder), paced, folder / "token")
        self.addCleanup(program.end)
        for _ in range(20):
            program.do("synchronise")
            self._note(10)
        self._expect_pace(200)

    def test_without_a_pace_nothing_waits(self):
        hasty = Server("http://127.0.0.1", "token")
        for _ in range(200):
            hasty.make_room(1)
            hasty.count(1)
        self.assertEqual(self._now, 0)

    def _note(self, requests):
        self._sent += [self._now] * requests

    def _sleep(self, seconds):
        self._now += seconds

    def _expect_pace(self, requests):
        self.assertEqual(len(self._sent), requests)
        for first, after in zip(self._sent, self._sent[LIMIT:]):
            self.assertGreater(after - first, 60)
        # Nor does it wait for longer than that takes.
        self.assertLess(self._now, 60 * (requests / (LIMIT - 12) + 1))


def _program(folder):
    """An executable that tells ten requests for each command."""
    executable = folder / "program"
    executable.write_text(
        f"#!{sys.executable}\nimport sys\nfor count, _ in enumerate(sys.stdin, 1):\n"
        """    print(f'{{"requests": {10 * count}}}', flush=True)\n""")
    executable.chmod(0o755)
    return executable


def _end(process):
    if process.poll() is None:
        process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream:
            stream.close()
