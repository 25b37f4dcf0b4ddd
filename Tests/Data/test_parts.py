"""A part of `scripts/test` that is named has all its tests."""

import ast
import pathlib
import re
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


_FILES = """
source scripts/testing/parts.bash
run_kind=$1
desktop_files
"""


def _has_usual_tests(file):
    """Whether a module has a test, or a class with inherited tests, that is not marked as rare."""
    def is_rare(part):
        return any(isinstance(each, ast.Name) and each.id == "rare" for each in part.decorator_list)

    for part in ast.parse(file.read_text()).body:
        if not isinstance(part, ast.ClassDef) or is_rare(part):
            continue
        tests = [each for each in part.body if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")]
        inherits = any("PagesTest" in ast.unparse(base) for base in part.bases)
        if inherits or any(not is_rare(each) for each in tests):
            return True
    return False


class PartsTest(unittest.TestCase):
    def test_the_unit_tests_that_the_usual_run_leaves_out_exist(self):
        sources = [file.read_text() for file in (ROOT / "Tests").rglob("*.swift")]
        lines = (ROOT / "Tests/rare-units.txt").read_text().splitlines()
        for name, _, test in (line.partition("/") for line in lines if not line.startswith("#")):
            with self.subTest(name, test=test):
                suites = [text for text in sources if re.search(rf"\b(class|struct|extension) {name}\b", text)]
                self.assertTrue(any(f"func {test}" in text for text in suites))

    def test_the_usual_run_has_each_module_with_usual_tests(self):
        def files(kind):
            run = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", _FILES, "bash", kind], cwd=ROOT, capture_output=True, text=True, timeout=20)
            self.assertEqual(run.stderr, "")
            return set(run.stdout.split())

        modules = {file.stem: file for file in (ROOT / "Tests/Desktop").glob("test_*.py")}
        self.assertEqual(files("everything"), set(modules))
        usual = files("usual")
        self.assertLess(len(usual), len(modules))
        self.assertEqual({name for name, file in modules.items() if _has_usual_tests(file)} - usual, set())

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
