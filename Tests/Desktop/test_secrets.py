"""What is secret stays so: on the accessibility bus while it is typed, and in the memory of a program that crashes."""

import os
import pathlib
import re
import signal
import subprocess

import accessibility
import screen
from case import DesktopTestCase
from rare import rare
from waiting import wait_for


class TypedTokenTest(DesktopTestCase):
    def _listen(self):
        """Everything that is said on the accessibility bus from now on, in a file."""
        address = subprocess.run(
            ["gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus"]
            + ["--method", "org.a11y.Bus.GetAddress"],
            check=True, capture_output=True, text=True,
        ).stdout.split("'")[1]
        heard = self.results / "heard"
        with heard.open("w") as output:
            listener = subprocess.Popen(["dbus-monitor", "--address", address], stdout=output)
        self.addCleanup(listener.wait)
        self.addCleanup(listener.terminate)
        wait_for("the bus to be heard", lambda: heard.stat().st_size > 0)
        accessibility.want_events("object:text-changed")
        return heard

    def test_a_typed_token_is_bullets_to_other_programs_and_signs_in(self):
        server = self.start_server(contacts=3, token="typedSecret0123456789")
        cameo = self.start_cameo()
        cameo.find(name="Server Address").enter(server.address)
        heard = self._listen()
        # From the first entry to the second.
        screen.press("Return")
        # The test types letter by letter. The bus reports typed text letter by letter, too.
        for letter in server.token:
            screen.write(letter)
        bullets = "•" * len(server.token)
        wait_for("the text", lambda: self._texts(cameo) == {bullets})
        inserted = wait_for("its signals", lambda: self._inserted(heard.read_text()))
        self.assertEqual(set("".join(inserted)), {"•"})
        for each in cameo.everything():
            self.assertNotIn(server.token, each.name)
        screen.press("BackSpace")
        wait_for("one letter less", lambda: self._texts(cameo) == {bullets[1:]})
        screen.write(server.token[-1])
        screen.press("Return")
        cameo.find(containing="3 contacts")
        self.assertNotIn(server.token, heard.read_text())

    @rare
    def test_a_token_that_is_entered_at_once_is_bullets_too(self):
        server = self.start_server(contacts=3)
        cameo = self.start_cameo()
        cameo.find(name="API Token").enter(server.token)
        self.assertEqual(self._texts(cameo), {"•" * len(server.token)})

    def _texts(self, cameo):
        """What the field for the token, and all that is in it, gives out as its text."""
        field = cameo.find(role="text", name="API Token")
        return {each.text for each in field.descendants if each.role != "label"} - {""}

    def _inserted(self, heard):
        """The texts of the signals that say what was inserted."""
        blocks = re.split(r"\n(?=signal |method |error )", heard)
        changes = [block for block in blocks if "member=TextChanged" in block and '"insert"' in block]
        return [text for block in changes for text in re.findall(r'variant\s+string "(.*)"', block)]


class CoreDumpTest(DesktopTestCase):
    @rare
    def test_neither_a_crash_leaves_the_memory_nor_have_other_programs_another_limit(self):
        _, hard = self._limits(os.getpid())
        if hard == "0":
            self.skipTest("core dumps are forbidden here altogether")
        reader = self._install_reader()
        cameo = self.start_cameo(
            launcher=["sh", "-c", 'ulimit -S -c 2; exec "$@"', "sh"], variables={"CAMEO_CORE_DUMPS": "none"})
        self.assertEqual(self._limits(cameo.process_id), ("1", hard))
        cameo.find(name="Server Address").enter("http://127.0.0.1:9")
        cameo.find(role="push button", name="Create a Token on the Server").click()
        process = int(wait_for("the reader", lambda: reader.exists() and reader.read_text().strip()))
        self.addCleanup(os.kill, process, signal.SIGTERM)
        # The shell counts in blocks of 512 or 1,024 bytes.
        wait_for("its own limit", lambda: self._limits(process)[0] in ("1024", "2048"))
        self.assertEqual(self._limits(process)[1], hard)

    def _limits(self, process):
        """The soft and the hard limit of core dumps."""
        limits = pathlib.Path(f"/proc/{process}/limits").read_text()
        return re.search(r"Max core file size +(\S+) +(\S+)", limits).groups()

    def _install_reader(self):
        """A program for addresses of the web; returns the file in which it says its number."""
        started, program = self.home / "started", self.home / "reader"
        program.write_text(f"#!/bin/sh\necho $$ >{started}.new\nmv {started}.new {started}\nexec sleep 600\n")
        program.chmod(0o700)
        applications, config = self.home / "data" / "applications", self.home / "config"
        applications.mkdir(parents=True)
        config.mkdir(exist_ok=True)
        (applications / "reader.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Reader\nExec={program} %u\nMimeType=x-scheme-handler/http;\n")
        (config / "mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/http=reader.desktop\n")
        return started
