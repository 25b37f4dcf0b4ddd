"""A hostile server: it stands in front of a demo server, passes everything on until it is told to misbehave, and keeps every
byte that it was sent."""

import gzip
import json
import re
import socket
import ssl
import threading
import time

_CRLF = b"\r\n"
_OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


class Listener:
    """Takes connections at a port of this machine, each on a thread of its own."""

    def __init__(self, port=0, certificate=None):
        self.received = []
        # Why connections did not come to be encrypted.
        self.failed_greetings = []
        self._open = set()
        self.certificate = certificate
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self):
        # Closing alone does not wake who waits in accept().
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()

    def drop(self):
        """Cuts all connections."""
        for connection in list(self._open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def saw(self, text):
        """How many bytes of what was sent here are those of a text."""
        return sum(part.count(text.encode()) * len(text) for part in list(self.received))

    def _accept(self):
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._begin, args=(connection,), daemon=True).start()

    def _begin(self, connection):
        connection.settimeout(60)
        self._open.add(connection)
        with connection:
            try:
                if certificate := self.certificate:
                    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                    context.load_cert_chain(certificate)
                    self._open.discard(connection)
                    connection = self._encrypt(context, connection)
                    self._open.add(connection)
                    if certificate != self.certificate:
                        # The change of the certificate cut the open connections, but not a connection in its handshake.
                        return
                while head := self._read_head(connection):
                    if not self.answer(connection, head):
                        return
            except (OSError, ValueError):
                # The client has gone, as it should.
                pass
            finally:
                self._open.discard(connection)

    def _encrypt(self, context, connection):
        try:
            return context.wrap_socket(connection, server_side=True)
        except OSError as error:
            self.failed_greetings.append(str(error))
            raise

    def _read_head(self, connection):
        head = b""
        while not head.endswith(2 * _CRLF):
            byte = connection.recv(1)
            if not byte:
                return None
            head += byte
        self.received.append(head)
        return head

    def answer(self, connection, head):
        """Answers a request; whether the connection stays. This one answers nobody."""
        connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        return True


class Gate(Listener):
    """Passes requests on to a demo server, or those that it concerns to a behaviour: a function of the connection."""

    def __init__(self, target_port, port=0, certificate=None, token=None):
        # That of the demo server, for who signs in.
        self.token = token
        self.behaviour = None
        self.concerns = lambda head: True
        # The edit of an answer that the gate passes on.
        self.edit = lambda answer: answer
        self.misbehaved = 0
        self.target_port = target_port
        super().__init__(port, certificate)

    @property
    def address(self):
        return f"{'https' if self.certificate else 'http'}://127.0.0.1:{self.port}"

    def answer(self, connection, head):
        body = self._read_body(connection, head)
        if self.behaviour and self.concerns(head):
            self.misbehaved += 1
            self.behaviour(connection)
            return False
        with socket.create_connection(("127.0.0.1", self.target_port)) as server:
            # One answer a connection, so that its end is the connection's.
            server.sendall(head.replace(_CRLF, b"\r\nConnection: close\r\n", 1) + body)
            answer = b""
            while part := server.recv(1 << 16):
                answer += part
        connection.sendall(self.edit(answer))
        return False

    def _read_body(self, connection, head):
        length = re.search(rb"^content-length: *(\d+)", head, re.IGNORECASE | re.MULTILINE)
        left, body = int(length.group(1)) if length else 0, b""
        while left > len(body) and (part := connection.recv(left - len(body))):
            body += part
        self.received.append(body)
        return body


def _endless(start, again, pause=0):
    def behave(connection):
        connection.sendall(start)
        piece = again if pause else again * max(1, 50_000 // len(again))
        while True:
            connection.sendall(piece)
            if pause:
                time.sleep(pause)

    return behave


def _once(*parts, status=b"200 OK", fields=b"", length=None):
    body = b"".join(parts)
    head = b"HTTP/1.1 " + status + _CRLF + fields + b"Content-Length: %d" % (len(body) if length is None else length)
    return lambda connection: connection.sendall(head + 2 * _CRLF + body)


def _silence(connection):
    while connection.recv(1):
        pass


_JSON = b"Content-Type: application/json\r\n"
_CHUNKED = _OK + b"Transfer-Encoding: chunked\r\n\r\n"
_ZIPPED = _OK + b"Content-Encoding: gzip\r\n"
_PAGE = b'{"data":%s,"meta":{"current_page":1,"last_page":1,"total":1}}'
_REACH = "reach the server"
_STORED = "Showing saved contacts"

# Neither ASCII nor UTF-8, and once the end of the program.
_NO_TIME = b"F\xd9\x9d\xc5"

# The server's behaviours by name, each with the sentence that a person then reads. None means no sentence, as for a
# slow server.
BEHAVIOURS = {
    "endless 103 Early Hints": (_endless(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"), _STORED),
    "endless 100 Continue": (_endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), _STORED),
    "endless header lines": (_endless(_OK, b"X: y\r\n"), _REACH),
    "a header without end": (_endless(_OK + b"X: ", b"y"), _REACH),
    "1 MB of headers": (_once(fields=b"".join(b"X-%d: %s\r\n" % (n, b"y" * 1000) for n in range(1024))), _REACH),
    "20,000 headers": (_once(fields=b"a:b\r\n" * 12_000), _STORED),
    "headers a byte at a time": (_endless(_OK + b"X: ", b"y", pause=0.05), None),
    "silence": (_silence, None),
    "a cut connection": (lambda connection: None, _REACH),
    "a cut body": (_once(b'{"data":[', fields=_JSON, length=10_000), _STORED),
    "an endless body": (_endless(_OK + _CRLF, b'{"data":[1],'), _STORED),
    "a slow body": (_endless(_OK + b"Content-Length: 100000\r\n\r\n", b" ", pause=0.05), None),
    "a negative length": (_once(b"{}", length=-5), _STORED),
    "a length of 20 digits": (_once(b"{}", length=10**20), _STORED),
    "chunks of a byte": (_endless(_CHUNKED, b"1\r\na\r\n"), _STORED),
    "endless chunk extensions": (_endless(_CHUNKED + b"5;", b"a=b;"), _STORED),
    "endless trailers": (_endless(_CHUNKED + b"2\r\n{}\r\n0\r\n", b"a: b\r\n"), _STORED),
    "a bomb": (_once(gzip.compress(bytes(60 << 20)), fields=_ZIPPED.split(_CRLF, 1)[1]), _STORED),
    "endless empty blocks": (
        _endless(_ZIPPED + _CRLF + b"\x1f\x8b\x08\0\0\0\0\0\0\xff", b"\0\0\0\xff\xff"), _STORED),
    "compression that is none": (_once(b"no gzip", fields=_ZIPPED.split(_CRLF, 1)[1]), _STORED),
    "JSON nested 100,000 deep": (_once(_PAGE % (b"[" * 100_000 + b"]" * 100_000), fields=_JSON), _STORED),
    "objects nested 100,000 deep": (_once(_PAGE % (b'{"a":' * 100_000), fields=_JSON), _STORED),
    "a million empty objects": (_once(_PAGE % (b"[" + b"{}," * 1_000_000 + b"{}]"), fields=_JSON), _STORED),
    "garbage": (_once(bytes(range(256)) * 100, fields=_JSON), _STORED),
    "no HTTP": (_endless(b"SSH-2.0-OpenSSH_9.2\r\n\r\n", b"\r\n"), None),
    "a web page": (_once(b"<!doctype html><html>Room?</html>", fields=b"Content-Type: text/html\r\n"), "log in first"),
    "a storm of 429": (_once(status=b"429 Too Many Requests", fields=b"Retry-After: 1\r\n"), None),
    "a storm of 503": (_once(status=b"503 Unavailable", fields=b"Retry-After: 1\r\n"), "under maintenance"),
    "a pause of 300 years": (_once(status=b"503 Unavailable", fields=b"Retry-After: 9999999999\r\n"), "under maintenance"),
    "500": (_once(status=b"500 Error"), _STORED),
    "an empty list": (_once(_PAGE % b"[]", fields=_JSON), None),
    "a clock in the past": (
        _once(status=b"503 Unavailable", fields=b"Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
              b"Retry-After: Thu, 01 Jan 1970 00:00:01 GMT\r\n"), "under maintenance"),
    "a clock in the far future": (
        _once(status=b"503 Unavailable", fields=b"Date: Fri, 31 Dec 9999 23:59:59 GMT\r\n"
              b"Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n"), "under maintenance"),
    "times that are no text": (
        _once(status=b"503 Unavailable", fields=b"Date: " + _NO_TIME + b"\r\nRetry-After: " + _NO_TIME + _CRLF),
        "under maintenance"),
    "a pause that ended before it began": (
        _once(status=b"429 Too Many Requests", fields=b"Date: Fri, 31 Dec 9999 23:59:59 GMT\r\n"
              b"Retry-After: Thu, 01 Jan 1970 00:00:01 GMT\r\n"), None),
}

# Times in the answers of servers with a wrong clock.
CLOCKS = [
    b"Thu, 01 Jan 1970 00:00:00 GMT", b"Fri, 31 Dec 9999 23:59:59 GMT", b"Mon, 00 Foo 0000 99:99:99 GMT", b"-1",
    _NO_TIME,
]


def with_clock(time):
    """Makes answers those of a server with another time, by which all that it sends is from then, and expires then."""
    fields = b"".join(name + b": " + time + _CRLF for name in (b"Date", b"Last-Modified", b"Expires", b"Age"))

    def edit(answer):
        head, separator, body = answer.partition(2 * _CRLF)
        first, *lines = head.split(_CRLF)
        kept = [line for line in lines if line.split(b":")[0].lower() not in (b"date", b"last-modified", b"expires")]
        return _CRLF.join([first, *kept, fields]) + separator[2:] + body

    return edit


def refuse(errors):
    """A behaviour that finds something wrong, in the form of Laravel: for each key a list of sentences."""
    body = json.dumps({"message": "The given data was invalid.", "errors": errors}).encode()
    return _once(body, status=b"422 Unprocessable Entity", fields=_JSON)


def refuse_for_now(status):
    """A behaviour of a server, or of what stands before it, that cannot answer now."""
    return _once(status=b"%d Error" % status)


def limit(seconds):
    """A behaviour that has had too many requests, for some seconds."""
    return _once(status=b"429 Too Many Requests", fields=b"Retry-After: %d\r\n" % seconds)


def redirect(status, target):
    """A behaviour that leads elsewhere."""
    return _once(status=b"%d Moved" % status, fields=b"Location: " + target.encode() + _CRLF)
