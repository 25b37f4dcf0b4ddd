"""The clocks of a program, as a test sets them, and the sleep of the computer that it runs on."""

import os
import signal
import struct

import preloaded


class SetClock:
    """What a program that is started with `variables` takes for the time of day, and for the time since the start."""

    def __init__(self, folder):
        library = preloaded.build("clock", folder)
        self._file = folder / "clock"
        self._file.write_bytes(bytes(16))
        self._day, self._since_start = 0, 0
        self.variables = {"LD_PRELOAD": str(library), "CLOCK_FILE": str(self._file)}

    def set_day(self, seconds):
        """Sets the time of day ahead of the right one, or back."""
        self._day = seconds
        self._write()

    def sleep(self, program, seconds, meanwhile=lambda: None):
        """Lets a program sleep with its computer, for as long as its clocks say."""
        os.kill(program.process_id, signal.SIGSTOP)
        try:
            meanwhile()
            self._day += seconds
            self._since_start += seconds
            self._write()
        finally:
            os.kill(program.process_id, signal.SIGCONT)

    def _write(self):
        # In place, since the program has it in memory.
        with self._file.open("r+b") as file:
            file.write(struct.pack("qq", self._day, self._since_start))
