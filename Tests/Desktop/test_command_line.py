"""The command line: what it says to a terminal, without a window."""

import os
import subprocess

from case import DesktopTestCase
from program import EXECUTABLES, Cameo
from waiting import LIMIT


class CommandLineTest(DesktopTestCase):
    def _run(self, *arguments):
        return subprocess.run([EXECUTABLES / "cameo", *arguments], env={**os.environ, **Cameo.environment(self.home)},
                              capture_output=True, text=True, timeout=LIMIT)

    def test_help_names_the_options_that_are_for_people(self):
        ended = self._run("--help")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("Contacts for Monica servers", ended.stdout)
        self.assertIn("--demo=N", ended.stdout)
        self.assertIn("--version", ended.stdout)
        self.assertNotIn("gapplication", ended.stdout)

    def test_version_is_that_of_the_program(self):
        ended = self._run("--version")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertRegex(ended.stdout, r"^\d+\.\d+\.\d+\n$")

    def test_a_mistake_is_said_and_ends_it(self):
        for argument, sentence in (("--demo=100001", "“--demo” takes a number from 0 to 100000"),
                                   ("ada", "Unexpected argument “ada”"),
                                   ("", "Unexpected argument “”"),
                                   # A byte that is not UTF-8.
                                   ("\udcff", "Unexpected argument “\ufffd”"),
                                   ("--nothing", "--nothing")):
            ended = self._run(argument)
            self.assertEqual(ended.returncode, os.EX_USAGE, ended.stderr)
            self.assertIn(sentence, ended.stderr)
            self.assertIn("“cameo --help” shows all options.", ended.stderr)
            self.assertEqual(ended.stdout, "")
        self.assertEqual([path for path in self.files() if path.suffix == ".sqlite"], [])
