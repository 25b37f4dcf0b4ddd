"""How well texts stand out from what is behind them, measured on the screen (WCAG 2.1, 1.4.3)."""

import collections
import colorsys

import screen

# Of normal text.
_ENOUGH = 4.5
# Below this contrast, a line of pixels has only shades of the background.
_VISIBLE = 1.3
# Around a row, where the keyboard's focus is drawn.
_EDGE = 6
# In a row of contacts, where the letter and where the text stands: its left, relative to the row, and its width.
_LETTER, _TEXT = (8, 26), (96, 150)
_CONTACT_LISTS = {"Contacts", "Search Results", "Today", "Keep in Touch"}


def weak_texts(elements, scale):
    """The texts of the active window that are harder to read than they may be, and their contrast.

    The display shows each pixel of an application as `scale` pixels; from two on, letters are thick enough to have the
    text's own colour inside.
    """
    title = screen.active_title()
    window = next(each for each in elements if each.role in ("frame", "dialog") and each.name == title)
    pixels = _Pixels(window.area, scale)
    weak = []
    for element in elements:
        # A focused text has a ring around it, which is no part of its letters.
        if element.window is window and element.is_sensitive and not element.has_focus:
            for area in _areas(element):
                if _is_inside(area, element):
                    weak += [(element, round(each, 2)) for each in pixels.lines(area) if each < _ENOUGH]
    return weak


def _areas(element):
    """Where the texts of an element are."""
    x, y, width, height = element.area
    if element.role in ("label", "heading"):
        return [element.area]
    if element.role == "list item" and element.parent.name in _CONTACT_LISTS:
        # The other lists have pictures where this one has letters.
        columns = (_LETTER, _TEXT) if element.parent.name == "Contacts" else (_TEXT,)
        return [(x + left, y + _EDGE, min(wide, width - left), height - 2 * _EDGE) for left, wide in columns]
    return []


def _is_inside(area, element):
    """Whether all of it is on the screen, as far as boxes around it cut off what is outside of them."""
    x, y, width, height = area
    for above in element.ancestors:
        if above.role in ("frame", "dialog", "scroll pane") and above.area:
            left, top, wide, high = above.area
            if not (left <= x and x + width <= left + wide and top <= y and y + height <= top + high):
                return False
    return True


class _Pixels:
    """A picture of the active window."""

    def __init__(self, window_area, scale):
        self._scale = scale
        self._width, self._left, self._top, self._data = screen.pixels(window_area[2] * scale)

    def lines(self, area):
        """The best contrast in each line of text in an area.

        A letter's inside has the text's own colour, its edge something between that and the colour behind; so the best
        is that of the text.
        """
        rows = [set(row) for row in self._rows(area)]
        behind = collections.Counter(pixel for row in self._rows(area) for pixel in row).most_common(1)
        # Buttons that suggest something, or warn, have colours of the desktop's own.
        if not behind or _saturation(behind[0][0]) > 0.5:
            return []
        # A row outside of the picture has no pixels.
        best = [max(_contrast(behind[0][0], pixel) for pixel in row) for row in rows if row]
        lines = [0.0]
        for contrast in best:
            if contrast < _VISIBLE:
                lines.append(0.0)
            else:
                lines[-1] = max(lines[-1], contrast)
        return [line for line in lines if line]

    def _rows(self, area):
        x, y, width, height = (value * self._scale for value in area)
        for row in range(self._top + y, self._top + y + height):
            first = row * self._width + self._left + x
            yield self._data[first:first + width]


def _channels(pixel):
    return [(pixel >> shift & 0xFF) / 255 for shift in (0, 8, 16)]


def _saturation(pixel):
    return colorsys.rgb_to_hsv(*_channels(pixel))[1]


def _contrast(one, other):
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(pixel, known={}):
    if pixel not in known:
        red, green, blue = (
            value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in _channels(pixel))
        known[pixel] = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return known[pixel]
