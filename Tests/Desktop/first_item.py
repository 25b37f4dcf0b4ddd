"""How long programs take to their first list item on the accessibility bus.

Usage: first_item.py RUNS PROGRAM OTHER-PROGRAM

Starts both in turns, and prints a line for each, in seconds: the median of the time from before the process is made to
its first list item, and the median of what all its threads computed until then. One round more comes first, which
brings programs and libraries into the system's memory.

It only listens: a program that is asked for its elements while it starts would be measured answering.
"""

import os
import statistics
import subprocess
import sys
import time

import accessibility
from gi.repository import GLib

_LIST_ITEM = 32
_LIMIT_S = 60


def measure(program):
    """Seconds that passed, and seconds that were computed, of one start."""
    loop, measured = GLib.MainLoop(), []

    def added(role):
        if role == _LIST_ITEM and not measured:
            measured.append((time.monotonic() - begin, _computed(process.pid)))
            loop.quit()

    end_listening = accessibility.listen_for_added(added)
    limit = GLib.timeout_add_seconds(_LIMIT_S, loop.quit)
    begin = time.monotonic()
    process = subprocess.Popen([program], env={**os.environ, "GTK_A11Y": "atspi"})
    try:
        loop.run()
    finally:
        end_listening()
        process.terminate()
        process.wait()
    if not measured:
        sys.exit(f"{program} shows no list item in {_LIMIT_S} s")
    GLib.source_remove(limit)
    return measured[0]


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
