"""How long programs take to their first list item on the accessibility bus.

Usage: first_item.py RUNS PROGRAM OTHER-PROGRAM

Starts both in turns, and prints a line for each, in seconds: the median of the time from before the process is made to
its first list item, and the median of what all its threads computed until then. One round more comes first, which
brings programs and libraries into the system's memory.
"""

import os
import statistics
import subprocess
import sys
import time

import accessibility
from accessibility import ask

_LIST, _LIST_ITEM = 31, 32
_LIMIT_S = 60
_PAUSE_S = 0.005


def measure(program):
    """Seconds that passed, and seconds that were computed, of one start."""
    begin = time.monotonic()
    process = subprocess.Popen([program], env={**os.environ, "GTK_A11Y": "atspi"})
    try:
        lists = _wait(program, begin, lambda: _lists(process.pid))
        # Only the lists are asked from now on: whoever asked for everything would be measured too.
        _wait(program, begin, lambda: _LIST_ITEM in _roles(_children(lists)))
        return time.monotonic() - begin, _computed(process.pid)
    finally:
        process.terminate()
        process.wait()


def _wait(program, begin, condition):
    while not (answer := condition()):
        if time.monotonic() - begin > _LIMIT_S:
            sys.exit(f"{program} shows no list item in {_LIMIT_S} s")
        time.sleep(_PAUSE_S)
    return answer


def _lists(process_id):
    """All lists of a process, with or without items."""
    root = accessibility.application(process_id)
    found, level = [], [root] if root else []
    while level:
        level = _children(level)
        found += [each for each, role in zip(level, _roles(level)) if role == _LIST]
    return found


def _children(elements):
    answers = ask([(each, "Accessible.GetChildren", None) for each in elements])
    return [tuple(child) for children in answers for child in children or ()]


def _roles(elements):
    return ask([(each, "Accessible.GetRole", None) for each in elements])


def _computed(process_id):
    """By all threads, by proc(5)."""
    with open(f"/proc/{process_id}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(runs, *programs):
    times = {program: [] for program in programs}
    for _ in range(int(runs) + 1):
        for program in programs:
            times[program].append(measure(program))
    for program in programs:
        passed, computed = zip(*times[program][1:])
        print(f"{statistics.median(passed):.4f} {statistics.median(computed):.4f}")


main(*sys.argv[1:])
