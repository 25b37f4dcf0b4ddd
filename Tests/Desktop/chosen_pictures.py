"""A picture that a person copies or drags, and programs beside Cameo that have it."""

import pathlib
import subprocess
import sys
import time

import screen
from waiting import wait_for

# For a picture to be read and decoded, in seconds.
_PASTE_TIME = 3


class ChosenPictures:
    """For a test case of the desktop."""

    def make_picture(self):
        """The address of a photo with a place in its metadata."""
        file = self.home / "a photo.jpg"
        subprocess.run(
            ["convert", "-size", "1600x1200", "plasma:tomato-steelblue", "-set", "comment", "taken at home",
             str(file)], check=True, timeout=60)
        return file.as_uri()

    def put_on_clipboard(self, address, text=""):
        """The address of a picture, and a text unless it is empty."""
        content = []
        for kind, part in (("text/uri-list", address + "\r\n"), ("text/plain;charset=utf-8", text)):
            if part:
                file = self.home / f"clipboard {len(content)}"
                file.write_text(part)
                content += [kind, file]
        self.run_beside("clipboard.py", *content)

    def run_beside(self, script, *arguments):
        """A program beside Cameo, once it says that it is there."""
        program = subprocess.Popen(
            [sys.executable, str(pathlib.Path(__file__).with_name(script)), *map(str, arguments)],
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.wait)
        self.addCleanup(program.terminate)
        self.assertEqual(program.stdout.readline(), "there\n")
        return program

    def paste(self, what, has_come):
        """With the key, again until Cameo knows of the new content."""

        def comes():
            screen.press("Control+v")
            end = time.monotonic() + _PASTE_TIME
            while time.monotonic() < end:
                if found := has_come():
                    return found
            return None
        wait_for(what, comes)
