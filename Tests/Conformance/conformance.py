"""Whether the program and a server understand each other: reading, and all writing of contacts.

Each change goes the program's own way; then plain requests show that exactly what was meant has changed. All that was made
is deleted at the end, but for the labels of fields and addresses: no request deletes a label. The last line tells them.
"""

import argparse
import atexit
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import case
import contact_cases
import part_cases
import photo_cases
import request_cases
import thing_cases
import value_cases
from server import LIMIT, Program, Server

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "testing"))
from timed_unittest import TimedRunner  # noqa: E402

EXECUTABLES = pathlib.Path(os.environ.get("CAMEO_EXECUTABLES", ROOT / ".build/debug"))
# The number of requests that a run takes, and some more. A test compares this limit with the requests of the run.
MOST_REQUESTS = 900
# In this order.
_CASES = (contact_cases, part_cases, photo_cases, thing_cases, value_cases, request_cases)
_INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main():
    parser = argparse.ArgumentParser(prog="scripts/test conformance", description=__doc__)
    parser.add_argument("--server", help="the address of a server with an account without any contact; a demo server"
                        " by default")
    parser.add_argument("--token-file", help="a file with an API token of that account, and nothing else")
    parser.add_argument("--pace", action="store_true", help="keep within the limit of the demo server too")
    arguments = parser.parse_args()
    if (arguments.server is None) != (arguments.token_file is None):
        parser.error("a server needs a file with its token, and the other way round")
    for name in _INTERRUPTS:
        signal.signal(name, _interrupted)
    with tempfile.TemporaryDirectory(prefix="cameo-conformance-") as folder:
        return _run(arguments, pathlib.Path(folder))


def _run(arguments, folder):
    demo = None
    if arguments.server:
        token_file = arguments.token_file
        server = Server(arguments.server, pathlib.Path(token_file).read_text().strip())
        paced = True
    else:
        demo, address, token = start_demo([] if arguments.pace else ["--rate-limit", "0"])
        token_file = str(folder / "token")
        pathlib.Path(token_file).write_text(token)
        server = Server(address, token)
        paced = arguments.pace
    if paced:
        server.keep_pace()
    if server.send("GET", "contacts?limit=1")[1]["meta"]["total"] != 0:
        print("conformance: the account has contacts; it needs one without any", file=sys.stderr)
        return 2
    if paced:
        minutes = math.ceil(MOST_REQUESTS / (LIMIT - 8))
        print(f"conformance: up to {MOST_REQUESTS} requests, {LIMIT} a minute at most: {minutes} minutes", flush=True)
    tags = {tag["id"] for tag in server.all("tags")}
    reminders = {reminder["id"] for reminder in server.all("reminders")}
    program = Program(EXECUTABLES / "cameo-conformance", server, token_file)
    case.begin(server, program, is_demo=demo is not None, most_requests=MOST_REQUESTS)
    try:
        suite = unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromModule, _CASES))
        result = TimedRunner(verbosity=2).run(suite)
        return 0 if result.wasSuccessful() else 1
    except KeyboardInterrupt:
        print("conformance: interrupted", file=sys.stderr)
        return 130
    finally:
        _ignore_interrupts()
        program.end()
        print("conformance: deleting what was made", flush=True)
        left = clean(server, tags, reminders)
        print(closing(left, server.labels), flush=True)
        if demo:
            demo.terminate()
            demo.wait()


def start_demo(options):
    """A demo server with its address and token. Its only contact is archived."""
    demo = subprocess.Popen(
        [EXECUTABLES / "cameo-demo-server", "--contacts", "1", "--archived", "1", *options], stdout=subprocess.PIPE,
        text=True, start_new_session=True)
    atexit.register(demo.kill)
    address = demo.stdout.readline().strip()
    token = demo.stdout.readline().removeprefix("token: ").strip()
    return demo, address, token


def closing(left, labels):
    """The last line: how many contacts, tags and reminders are left, and the labels that stay."""
    line = f"{left} contacts, tags and reminders of it are still there" if left else "nothing is left"
    if labels:
        line += f"; labels stay on the server, since no request deletes them: {', '.join(sorted(labels))}"
    return f"conformance: {line}"


def clean(server, tags, reminders):
    """Deletes what was made, but for the tags and reminders that there were; how many there are still."""
    deadline = time.monotonic() + 300
    quiet = 0
    while True:
        found = [contact["id"] for contact in server.all("contacts") if contact["first_name"].startswith(case.MARK)]
        for contact in set(found) | server.partial_contacts:
            # The server keeps reminders of deleted contacts, and shows them.
            status, answer = server.send("GET", f"contacts/{contact}/reminders?limit=100")
            for reminder in answer.get("data", []) if status == 200 else []:
                server.send("DELETE", f"reminders/{reminder['id']}")
            server.send("DELETE", f"contacts/{contact}")
        server.partial_contacts.clear()
        new = [tag["id"] for tag in server.all("tags")
               if tag["id"] not in tags and tag["name"].startswith(case.MARK)]
        for tag in new:
            server.send("DELETE", f"tags/{tag}")
        # The reminders of contacts that the program deleted.
        lost = [reminder["id"] for reminder in server.all("reminders") if reminder["id"] not in reminders]
        for reminder in lost:
            server.send("DELETE", f"reminders/{reminder}")
        # A request of an ended sender may still be on its way.
        quiet = 0 if found or new or lost else quiet + 1
        if quiet > 1:
            return 0
        if time.monotonic() > deadline:
            return len(found) + len(new) + len(lost)
        time.sleep(1)


def _interrupted(_number, _frame):
    _ignore_interrupts()
    raise KeyboardInterrupt


def _ignore_interrupts():
    for name in _INTERRUPTS:
        signal.signal(name, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
