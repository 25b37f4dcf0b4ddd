"""`scripts/run` says how the program was built that it starts."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class RunTest(unittest.TestCase):
    """Nothing is built here: what the script calls only says that it was called."""

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="run."))
        self.addCleanup(shutil.rmtree, self.root)
        (self.root / "scripts").mkdir()
        shutil.copy2(ROOT / "scripts" / "run", self.root / "scripts")
        for name in ("setup", "translations"):
            self._make(f"scripts/{name}")
        for name in ("swift", "glib-compile-schemas"):
            self._make(f"bin/{name}", f'echo "{name} $*" >> "{self.root}/calls"')
        for build in ("debug", "release"):
            self._make(f".build/{build}/cameo", f"echo {build} $*")

    def _make(self, path, script=""):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def _run(self, **variables):
        environment = {**os.environ, **variables, "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}"}
        return subprocess.run(
            [self.root / "scripts" / "run", "--version"], env=environment, capture_output=True, text=True, timeout=20)

    def _built(self):
        return next(line for line in (self.root / "calls").read_text().splitlines() if line.startswith("swift"))

    def test_says_that_it_is_a_debug_build(self):
        run = self._run(CAMEO_BUILD="")
        self.assertEqual(run.stdout, "debug --version\n", run.stderr)
        self.assertIn("this is a debug build", run.stderr)
        self.assertIn("--configuration debug", self._built())

    def test_builds_for_release_for_who_asks_for_it(self):
        run = self._run(CAMEO_BUILD="release")
        self.assertEqual(run.stdout, "release --version\n", run.stderr)
        self.assertIn("this is a release build", run.stderr)
        self.assertIn("--configuration release", self._built())

    def test_knows_no_other_build(self):
        run = self._run(CAMEO_BUILD="fast")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stdout, "")
