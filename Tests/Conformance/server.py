"""A server under test: plain requests to it, none of them the program's, within its limit of requests."""

import collections
import json
import signal
import subprocess
import time
import urllib.error
import urllib.request

LIMIT = 60
# The server counts in windows of its own, so a minute of ours has a second more.
_MINUTE = 61
_PATIENCE = 90
_INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Server:
    """Plain requests to a server."""

    def __init__(self, address, token):
        self.address = address.rstrip("/")
        self._token = token
        # When each of the last requests went, the program's included; None keeps no pace.
        self._times = None
        self.requests = 0
        # The partial contacts that the cases made. No list has these contacts.
        self.partial_contacts = set()
        # The labels that were sent. No request deletes a label.
        self.labels = set()

    def keep_pace(self):
        """From now on there are no more requests in a minute than the server allows."""
        self._times = collections.deque()

    def count(self, requests):
        """The program has made some requests."""
        self.requests += requests
        if self._times is not None:
            self._times.extend([time.monotonic()] * requests)

    def make_room(self, requests):
        """Waits until so many requests may go."""
        while self._times is not None:
            while self._times and time.monotonic() - self._times[0] > _MINUTE:
                self._times.popleft()
            # Some requests are left for other users of the account.
            if len(self._times) + requests <= LIMIT - 4:
                return
            time.sleep(0.5)

    def send(self, method, path, body=None):
        """One request; the status and the answer."""
        self.labels.update(_labels(body))
        for _ in range(3):
            self.make_room(1)
            self.count(1)
            headers = {"Accept": "application/json", "Authorization": f"Bearer {self._token}"}
            data = None
            if body is not None:
                data = json.dumps(body).encode()
                headers["Content-Type"] = "application/json"
            request = urllib.request.Request(f"{self.address}/api/{path}", data, headers, method=method)
            try:
                # An interrupt waits for the answer. The number of each made object must be known.
                signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
                with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
                    result = json.load(answer)
                    if method == "POST" and path == "contacts" and body.get("is_partial"):
                        self.partial_contacts.add(result["data"]["id"])
                    return answer.status, result
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    return error.code, _json(error.read())
                wait = min(float(error.headers.get("Retry-After") or _MINUTE), 120)
            finally:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)
            time.sleep(wait)
        raise TimeoutError("the server allows no more requests")

    def get(self, path):
        """What a request is answered with; None for what is gone."""
        status, answer = self.send("GET", path)
        if status == 404:
            return None
        if status != 200:
            raise AssertionError(f"GET {path}: {status} {answer}")
        return answer["data"]

    def make(self, path, body):
        """The number of what is made."""
        status, answer = self.send("POST", path, body)
        if status not in (200, 201):
            raise AssertionError(f"POST {path}: {status} {answer}")
        return answer["data"]["id"]

    def all(self, path):
        """All entries of a list."""
        entries, page = [], 1
        while True:
            status, answer = self.send("GET", f"{path}?limit=100&page={page}")
            if status != 200:
                raise AssertionError(f"GET {path}: {status} {answer}")
            entries += answer["data"]
            if page >= answer["meta"]["last_page"]:
                return entries
            page += 1


def _labels(body):
    """All labels in the body of a request, or in wanted values."""
    if isinstance(body, list):
        return [label for part in body for label in _labels(part)]
    if not isinstance(body, dict):
        return []
    rest = [part for name, part in body.items() if name != "labels"]
    return [*body.get("labels", []), *_labels(rest)]


def _json(body):
    try:
        return json.loads(body)
    except ValueError:
        return {}


class Program:
    """The program's own way to the server."""

    # A change takes at most this many requests. Reading everything may take more.
    _MOST = 12

    def __init__(self, executable, server, token_file):
        self._server = server
        self._requests = 0
        self._process = subprocess.Popen(
            [executable, server.address, token_file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            start_new_session=True)

    def do(self, action, contact=None, changes=(), **more):
        """Has the program do something, and waits until it has told what came of it."""
        self._server.make_room(self._MOST)
        command = {"action": action, "slots": sum(changes, []), **more}
        self._server.labels.update(_labels(command))
        if contact is not None:
            command["contact"] = contact
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError(f"the program ended with {self._process.wait()}")
        report = json.loads(line)
        self.last_requests = report["requests"] - self._requests
        self._requests = report["requests"]
        self._server.count(self.last_requests)
        if "error" in report:
            raise AssertionError(f"{action}: {report['error']}")
        return report

    def end(self):
        """Ends it, whatever it does."""
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()
