"""The display of the session: its keyboard, its mouse, pictures of it."""

import ctypes
import re
import subprocess

import accessibility
from waiting import wait_for

_KEY_SYMBOLS = {
    "Tab": 0xFF09, "Return": 0xFF0D, "Escape": 0xFF1B, "Home": 0xFF50, "Left": 0xFF51, "Up": 0xFF52, "Right": 0xFF53,
    "Down": 0xFF54, "End": 0xFF57, "F2": 0xFFBF, "F5": 0xFFC2, "F6": 0xFFC3, "F10": 0xFFC7,
    "BackSpace": 0xFF08, "Delete": 0xFFFF, "Page_Down": 0xFF56,
}
# The same on every keyboard of X that knows the keys of a PC.
_MODIFIER_CODES = {"Control": 37, "Shift": 50, "Alt": 64}
# The radius in pixels that libadwaita gives to a window.
_CORNER_RADIUS = 12
# The opacity in percent, the blur and the offset in pixels.
_SHADOW = "30x10+0+5"
# Of a window, in the words of xwininfo.
_PLACE = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
# The mouse moves over all that is between.
_DRAG_STEPS = 30


def press(keys):
    """Presses a key by its name or letter, or several such as Control+F; it goes to what has the focus."""
    *modifiers, key = keys.split("+")
    accessibility.press_key(
        _KEY_SYMBOLS.get(key) or ord(key.lower()), held=[_MODIFIER_CODES[modifier] for modifier in modifiers])


def write(text):
    """Types a text; it goes to what has the focus."""
    accessibility.type_text(text)


def use_letters(layouts, second=False):
    """Has the keyboard write the letters of some layouts such as "us,ru", of which the first is in use, or the second."""
    subprocess.run(["setxkbmap", "-layout", layouts], check=True, timeout=20)
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    core_keyboard = 0x100
    x11.XkbLockGroup(display, core_keyboard, int(second))
    x11.XCloseDisplay(display)


def click(x, y, content_width, button=1, held=()):
    """Clicks a point of the active window's content, which is `content_width` wide, while keys such as "Control" are down.

    GTK does not know where its windows are, so X is asked. The content has a border of the same width on all sides, and
    each of its pixels may be several of the display.
    """
    left, top, width, _ = active_area()
    scale = width // content_width
    border = (width - content_width * scale) // 2
    codes = [_MODIFIER_CODES[modifier] for modifier in held]
    accessibility.click(left + border + x * scale, top + border + y * scale, button, codes)


def way_from(title, area):
    """Points of the display from the window with this title to the right half of another one."""
    facts = dict(re.findall(r"^ *(Absolute.*|Width|Height): +(-?\d+)$", _output("xwininfo", "-name", title), re.MULTILINE))
    left, top, width, height = (int(facts[name]) for name in _PLACE)
    start = left + width // 2, top + height // 2
    left, top, width, height = area
    end = left + width * 7 // 10, top + height * 3 // 4
    steps = range(_DRAG_STEPS + 1)
    return [tuple(a + (b - a) * step // _DRAG_STEPS for a, b in zip(start, end)) for step in steps]


def press_mouse_button(name):
    """Presses the button "back" or "forward" of the mouse, where the mouse is."""
    # The accessibility bus has five buttons only.
    x11, tests = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    for is_pressed in (1, 0):
        tests.XTestFakeButtonEvent(display, {"back": 8, "forward": 9}[name], is_pressed, 0)
    x11.XCloseDisplay(display)


def turn_wheel(steps, share=11 / 20):
    """Turns the mouse wheel down, or up for fewer than none, over the middle of the active window's height, at a share
    of its width."""
    left, top, width, height = active_area()
    for _ in range(abs(steps)):
        accessibility.click(left + round(width * share), top + height // 2, button=5 if steps > 0 else 4)


def save(file):
    """Saves a picture of the whole display."""
    subprocess.run(["import", "-window", "root", str(file)], check=True, timeout=20)


def scale_text(factor):
    """Makes text larger in programs that start from now on, as the desktop's settings do for those under X."""
    resources = f"Xft.dpi: {round(96 * factor)}"
    _output("xprop", "-root", "-format", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", resources)


def brightness():
    """How bright the part of the display is on which there are windows, from 0 to 1."""
    return float(_output("convert", "x:root", "-trim", "-colorspace", "Gray", "-format", "%[fx:mean]", "info:"))


def save_windows(file):
    """Saves a picture of the part of the display on which there are windows, with their shadows."""
    subprocess.run(["import", "-window", "root", "-trim", "+repage", str(file)], check=True, timeout=20)


def resize(width, height):
    """Gives the active window a size in pixels, borders included."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    x11.XResizeWindow(display, ctypes.c_ulong(int(_active_window_id(), 16)), width, height)
    x11.XCloseDisplay(display)
    wait_for("the size of the window", lambda: active_area()[2:] == [width, height])


def leave_with_mouse():
    """Moves the mouse to the edge of the display, where it points to no window."""
    accessibility.move_mouse(0, 0)


def save_active_window(file, border):
    """Saves a picture of the active window without its border of some pixels, but with round corners and a shadow.

    A window manager of a desktop draws them, unlike that of the session.
    """
    left, top, *size = active_area()
    width, height = (length - 2 * border for length in size)
    corners = f"roundrectangle 0,0 {width - 1},{height - 1} {_CORNER_RADIUS},{_CORNER_RADIUS}"
    mask = ["(", "+clone", "-alpha", "transparent", "-fill", "white", "-draw", corners, ")", "-compose", "DstIn", "-composite"]
    shadow = ["(", "+clone", "-background", "black", "-shadow", _SHADOW, ")", "+swap", "-compose", "Over"]
    subprocess.run(
        ["convert", "x:root", "-crop", f"{width}x{height}+{left + border}+{top + border}", "+repage", "-alpha", "set"]
        + mask + shadow + ["-background", "none", "-layers", "merge", "+repage", "-depth", "8", "-strip", str(file)],
        check=True,
        timeout=20,
    )


def pixels(content_width):
    """The display's width, where the active window's content begins on it, and all its pixels, red in the lowest bits;
    the content is `content_width` pixels wide."""
    left, top, width, _ = active_area()
    border = (width - content_width) // 2
    size = _output("xwininfo", "-root")
    display_width = int(re.search(r"Width: (\d+)", size).group(1))
    return display_width, left + border, top + border, memoryview(picture()).cast("I")


def picture():
    """All pixels of the display, four bytes each."""
    return subprocess.run(
        ["import", "-window", "root", "-depth", "8", "rgba:-"], check=True, capture_output=True, timeout=20).stdout


def active_title():
    """That of the active window; None while another one becomes active."""
    window = re.search(r"0x[0-9a-f]+", _output("xprop", "-root", "_NET_ACTIVE_WINDOW"))
    # A window that was just closed may still be active.
    found = window and subprocess.run(
        ["xprop", "-id", window.group(), "_NET_WM_NAME"], check=False, capture_output=True, text=True, timeout=20).stdout
    title = re.search(r'= "(.*)"', found or "")
    return title and title.group(1)


def measure(file):
    """The width and height of a picture in pixels, how many colours it has, and how bright it is, from 0 to 1."""
    facts = _output("identify", "-format", "%w %h %k %[fx:mean]", str(file)).split()
    return *(int(fact) for fact in facts[:3]), float(facts[3])


def _active_window_id():
    return re.search(r"0x[0-9a-f]+", _output("xprop", "-root", "_NET_ACTIVE_WINDOW")).group()


def active_area():
    """The active window's place and size on the display, borders included."""
    window = _active_window_id()
    facts = dict(
        re.findall(r"^ *(Absolute.*|Width|Height): +(-?\d+)$", _output("xwininfo", "-id", window), re.MULTILINE))
    return [int(facts[name]) for name in _PLACE]


def _output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=20).stdout
