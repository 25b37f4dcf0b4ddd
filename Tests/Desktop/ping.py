"""Asks programs over the accessibility bus what their main loops must answer, again and again, until its standard input
ends; then prints the longest wait for each in seconds. A process of its own: nothing that the test does holds it up.

Usage: ping.py BUS_NAME:PATH...
"""

import json
import sys
import threading
import time

import gi

gi.require_version("Atspi", "2.0")

from accessibility import ask  # noqa: E402

_INTERVAL = 0.01


def main():
    objects = [tuple(each.rsplit(":/", 1)) for each in sys.argv[1:]]
    objects = [(name, "/" + path) for name, path in objects]
    longest = [0.0] * len(objects)
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    print("ready", flush=True)
    while not ended.is_set():
        for index, reference in enumerate(objects):
            start = time.monotonic()
            ask([(reference, "Accessible.GetState", None)])
            longest[index] = max(longest[index], time.monotonic() - start)
        time.sleep(_INTERVAL)
    print(json.dumps(longest), flush=True)


main()
