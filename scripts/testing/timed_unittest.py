"""Python's unittest, as `python3 -m unittest`, for scripts/test.

A line tells the seconds of each test: `took 1.234 s: module.Class.test`. Where CAMEO_TESTS is "usual", the runner leaves out
the tests that `is_rare` marks (Tests/Desktop/rare.py).
"""

import os
import sys
import time
import unittest


class TimedResult(unittest.TextTestResult):
    """Measures from before `setUp` until after the cleanups of a test."""

    def startTest(self, test):
        super().startTest(test)
        self._started = time.monotonic()

    def stopTest(self, test):
        super().stopTest(test)
        self.stream.writeln(f"took {time.monotonic() - self._started:.3f} s: {test.id()}")


class TimedRunner(unittest.TextTestRunner):
    resultclass = TimedResult

    def run(self, test):
        return super().run(unittest.TestSuite(wanted(test)))


def wanted(test):
    """The tests of a suite that the run asks for."""
    if isinstance(test, unittest.TestSuite):
        return [each for part in test for each in wanted(part)]
    method = getattr(test, test._testMethodName)
    is_rare = getattr(test, "is_rare", False) or getattr(method, "is_rare", False)
    return [] if is_rare and os.environ.get("CAMEO_TESTS") == "usual" else [test]


if __name__ == "__main__":
    # A script's own folder is the first of its modules' folders, `-m unittest` has the current one there.
    sys.path[0] = ""
    # Newer versions of `unittest.main` fail a file without tests, such as one with rare tests alone.
    program = unittest.main(module=None, testRunner=TimedRunner, exit=False)
    sys.exit(not program.result.wasSuccessful())
