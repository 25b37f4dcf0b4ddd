"""A part of `scripts/test` that is named has all its tests."""

import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Nothing is built or run here: a command only tells itself.
_SCRIPT = """
source scripts/testing/parts.bash
run() { printf '%s\n' "${*:3}"; }
for name in report_python report_tests count; do eval "$name() { :; }"; done
results=/nowhere log=/dev/null build=(--build-path .build) built_release=yes is_built=yes
export CAMEO_TESTS=usual
"$1"
"""


class PartsTest(unittest.TestCase):
    def test_a_named_part_leaves_out_no_test(self):
        for part, commands in (("hostile", 2), ("kills", 1)):
            with self.subTest(part):
                run = subprocess.run(
                    ["bash", "-c", _SCRIPT, "bash", part], cwd=ROOT, capture_output=True, text=True, timeout=20)
                self.assertEqual(run.stderr, "")
                told = run.stdout.splitlines()
                self.assertEqual(len(told), commands, run.stdout)
                for command in told:
                    self.assertIn(" CAMEO_TESTS=everything ", command)
