#!/usr/bin/env python3
"""Usage: durations.py RESULTS

Writes the seconds of each part and each test of a run into RESULTS/durations.tsv, and prints the slowest tests. A line of the
file is `part, seconds, test`, the longest first; the line of a whole part has no test.
"""

import json
import pathlib
import re
import sys

_SHOWN = 20
_XCTEST = re.compile(r"^Test Case '(.+)' (?:passed|failed) \(([0-9.]+) seconds\)", re.MULTILINE)
_UNITTEST = re.compile(r"^took ([0-9.]+) s: (\S+)$", re.MULTILINE)
# The id of a test ends with its place in a file, that of a suite does not.
_PLACE = re.compile(r"/?[^/]*\.swift:\d+:\d+$")


def swift_testing(events):
    """The seconds of each test in the event stream of Swift Testing; a parameterised test is one."""
    started, found = {}, []
    for line in events.read_text(errors="replace").splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            # A process that crashed leaves half a line.
            continue
        payload = event.get("payload", {})
        name, instant = payload.get("testID"), payload.get("instant", {}).get("absolute")
        if event.get("kind") != "event" or not name or not _PLACE.search(name):
            continue
        if payload["kind"] == "testStarted":
            started[name] = instant
        elif payload["kind"] == "testEnded" and name in started:
            found.append((instant - started.pop(name), _PLACE.sub("", name)))
    return found


def durations(results):
    """`(part, seconds, test)` of all that a run left in its folder of results."""
    found = []
    for line in (results / "parts.tsv").read_text().splitlines():
        part, seconds = line.split("\t")
        found.append((part, float(seconds), ""))
    for file in sorted(results.glob("*.events")):
        found += [("units", seconds, name) for seconds, name in swift_testing(file)]
    for file in sorted(results.glob("*.log")):
        part, text = re.split(r"[-.]", file.name)[0], file.read_text(errors="replace")
        found += [(part, float(seconds), name) for name, seconds in _XCTEST.findall(text)]
        found += [(part, float(seconds), name) for seconds, name in _UNITTEST.findall(text)]
    return sorted(found, key=lambda each: -each[1])


def main(results):
    found = durations(results)
    lines = [f"{part}\t{seconds:.3f}\t{test}\n" for part, seconds, test in found]
    (results / "durations.tsv").write_text("".join(lines))
    print("the slowest tests, in seconds:")
    for part, seconds, test in [each for each in found if each[2]][:_SHOWN]:
        print(f"    {seconds:7.1f}  {part}: {test}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
