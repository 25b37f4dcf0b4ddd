"""The display of the session: its keyboard, its mouse, pictures of it."""

import re
import subprocess

import accessibility

_KEY_SYMBOLS = {"Tab": 0xFF09, "Return": 0xFF0D, "Escape": 0xFF1B, "Down": 0xFF54, "F5": 0xFFC2, "F10": 0xFFC7}


def press(key):
    """Presses a key by its name; it goes to what has the focus."""
    accessibility.press_key(_KEY_SYMBOLS[key])


def write(text):
    """Types a text; it goes to what has the focus."""
    accessibility.type_text(text)


def click(x, y, content_width):
    """Clicks a point of the active window's content, which is `content_width` wide.

    GTK does not know where its windows are, so X is asked. The content has a border of the same width on all sides.
    """
    window = re.search(r"0x[0-9a-f]+", _output("xprop", "-root", "_NET_ACTIVE_WINDOW")).group()
    facts = dict(re.findall(r"^ *(Absolute.*|Width): +(-?\d+)$", _output("xwininfo", "-id", window), re.MULTILINE))
    border = (int(facts["Width"]) - content_width) // 2
    left, top = int(facts["Absolute upper-left X"]), int(facts["Absolute upper-left Y"])
    accessibility.click(left + border + x, top + border + y)


def save(file):
    """Saves a picture of the whole display."""
    subprocess.run(["import", "-window", "root", str(file)], check=True, timeout=20)


def scale_text(factor):
    """Makes text larger in programs that start from now on, as the desktop's settings do for those under X."""
    resources = f"Xft.dpi: {round(96 * factor)}"
    _output("xprop", "-root", "-format", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", resources)


def brightness():
    """How bright the whole display is, from 0 to 1."""
    return float(_output("convert", "x:root", "-colorspace", "Gray", "-format", "%[fx:mean]", "info:"))


def _output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=20).stdout
