"""A contact gets a photo: pasted, cropped with keys alone, and on the server in the end."""

import time

import accessibility
import screen
from chosen_pictures import ChosenPictures
from form_case import CONTACTS, FormTestCase
from rare import rare
from waiting import wait_for

# For a dragged picture to be noticed, in seconds.
_DRAG_TIME = 4
# The title of a window.
_DRAGGED = "Dragged"


class PhotosTest(ChosenPictures, FormTestCase):
    def test_a_pasted_file_is_cropped_with_keys_and_sent(self):
        server, name = self.start_signed_in()
        self.put_on_clipboard(self.make_picture())
        former = self._avatar(server, name)
        screen.press("F6")
        picture = self._picture_to_crop(name)
        self.screenshot("crop")
        wait_for("the place of the frame", lambda: "zoom 100" in picture.description)
        screen.press("=")
        wait_for("a closer look", lambda: "zoom 125" in picture.description)
        for key in ("Right", "Shift+Down", "r"):
            screen.press(key)
        screen.press("Control+z")
        screen.press("Return")
        self.cameo.find(containing="Saved")
        self.cameo.find(role="push button", name="Edit")
        wait_for("the photo on page and in the list", lambda: len(self._avatars(name)) == 2)
        self.screenshot("changed")

        def sent():
            avatar = self._avatar(server, name)
            return avatar["source"] == "photo" and avatar != former
        wait_for("the photo on the server", sent, limit=60)
        self.cameo.find(role="push button", name="Change Photo").click_with_mouse()
        self.cameo.find(role="menu item", containing="Show Photo").click()
        self.cameo.find(role="push button", name="Photo Menu")
        self.screenshot("large")
        # Typing there begins no search.
        screen.press("l")
        screen.press("Escape")
        self.cameo.find(role="push button", name="Edit")
        self._choose_in_form(server, name)

    def _choose_in_form(self, server, name):
        """One of the contact's photos, and the initials after all."""
        screen.press("Control+e")
        self.cameo.find(role="push button", name="Done")
        self._choose("Choose Photo")
        self.cameo.find(role="push button", name="Photo Menu").click_with_mouse()
        wait_for("a photo to use", lambda: self.cameo.find(role="menu item", containing="Use Photo").is_sensitive)
        self.cameo.find(role="menu item", containing="Use Photo").click()
        self.cameo.find(role="push button", name="Done")
        self._choose("Use Initials")
        self.cameo.find(role="image", name=f"{name} avatar")
        self.screenshot("initials_in_form")
        screen.press("Control+s")
        self.cameo.find(role="push button", name="Edit")
        wait_for("the initials on the server", lambda: self._avatar(server, name)["source"] == "default", limit=60)

    def _choose(self, item):
        self.cameo.find(role="push button", name="Change Photo").click_with_mouse()
        self.cameo.find(role="menu item", containing=item).click()

    @rare
    def test_escape_leaves_the_former_photo(self):
        self.start(f"--demo={CONTACTS}")
        name = self.show_first()
        former = len(self._avatars(name))
        self.put_on_clipboard(self.make_picture())
        screen.press("F6")
        self._picture_to_crop(name)
        screen.press("Escape")
        self.cameo.find(role="push button", name="Edit")
        self.assertEqual(len(self._avatars(name)), former)
        self.put_on_clipboard("https://example.org/a.png")
        self.paste("the sentence", lambda: self.cameo.all(containing="Save the picture first"))

    @rare
    def test_a_file_is_chosen_and_the_large_photo_is_saved(self):
        self.start(f"--demo={CONTACTS}")
        name = self.show_first()
        self.make_picture()
        self._choose("Choose File")
        self._answer_file_dialog("Open", self.home / "a photo.jpg")
        self.cameo.find(role="push button", name="Use Photo")
        self._picture_to_crop(name)
        screen.press("Return")
        wait_for("the photo on page and in the list", lambda: len(self._avatars(name)) == 2)
        self._choose("Show Photo")
        wait_for("the photo", lambda: self.cameo.find(role="push button", name="Photo Menu"))
        photo = wait_for("the focus on it", lambda: next((each for each in self._avatars(name) if each.has_focus), None))
        self._press_keys_of(photo)
        screen.press("Control+Shift+s")
        saved = self.home / "saved.jpg"
        self._answer_file_dialog("Save", saved)
        wait_for("the file", lambda: saved.exists() and saved.read_bytes().startswith(b"\xff\xd8"))
        # The contact below stays.
        screen.press("Control+Delete")
        screen.press("Control+l")
        self.cameo.find(containing="What about?")
        self.assertFalse(self.cameo.all(containing="deleted"))

    def _press_keys_of(self, photo):
        """The keys of the large photo, until it shows as at first."""
        self.screenshot("at_first")
        for key, zoom in (("=", "125"), ("=", "156"), ("-", "125"), ("0", None)):
            screen.press(key)
            wait_for("the zoom", lambda: zoom in photo.description if zoom else not photo.description)
        screen.press("Control+c")
        self.cameo.find(containing="Copied to clipboard")
        self.assertTrue(photo.has_focus)

    def _answer_file_dialog(self, button, file):
        # Its name in GTK 4.8 is "_Open Open".
        self.cameo.find(role="push button", containing=button)
        screen.press("Control+l")
        screen.press("Control+a")
        screen.write(str(file))
        screen.press("Return")

    @rare
    def test_the_mouse_zooms_and_moves_the_picture(self):
        self.start(f"--demo={CONTACTS}")
        name = self.show_first()
        self.put_on_clipboard(self.make_picture())
        screen.press("F6")
        picture = self._picture_to_crop(name)
        wait_for("the place of the frame", lambda: "zoom 100" in picture.description)
        left, top, width, height = screen.active_area()
        x, y = left + width * 6 // 10, top + height // 2
        accessibility.click(x, y, button=4)
        wait_for("a closer look", lambda: "zoom 110" in picture.description)
        former = picture.description
        accessibility.hold_mouse(x, y)
        for step in range(1, 6):
            accessibility.move_mouse(x - 8 * step, y)
        accessibility.hold_mouse(x - 40, y, is_held=False)
        wait_for("another place", lambda: "zoom 110" in picture.description and picture.description != former)
        screen.press("Control+z")
        wait_for("the place before", lambda: picture.description == former)
        for _ in range(2):
            accessibility.click(x, y)
        wait_for("the whole picture", lambda: "zoom 100" in picture.description)

    @rare
    def test_a_dropped_picture_is_cropped(self):
        self.start(f"--demo={CONTACTS}")
        name = self.show_first()
        area = screen.active_area()
        address = self.make_picture()
        list_of_files = self.home / "files"
        list_of_files.write_text(address + "\r\n")
        drawing = self.home / "drawing.svg"
        drawing.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
        for kind, file in (
                ("text/uri-list", list_of_files), ("image/jpeg", self.home / "a photo.jpg"), ("image/svg+xml", drawing)):
            program = self.run_beside("dragged.py", _DRAGGED, kind, file)
            way = screen.way_from(_DRAGGED, area)
            self.addCleanup(accessibility.hold_mouse, *way[-1], is_held=False)

            def is_over():
                accessibility.move_mouse(*way[0])
                accessibility.hold_mouse(*way[0])
                end = time.monotonic() + _DRAG_TIME
                while time.monotonic() < end:
                    # A drag begins with a move, and goes on with others.
                    for place in way:
                        accessibility.move_mouse(*place)
                    # The mouse does not point to the hint, but to the page below.
                    if any(each.role == "label" and each.name == "Change Photo" and each.area
                           for each in self.cameo.everything()):
                        return True
                # A window that was too new did not notice the button.
                accessibility.move_mouse(*way[0])
                accessibility.hold_mouse(*way[0], is_held=False)
                return False
            wait_for("the picture over the page", is_over)
            self.screenshot(f"over_{file.stem}")
            accessibility.hold_mouse(*way[-1], is_held=False)
            if file == drawing:
                self.cameo.find(containing="read this picture")
                program.terminate()
                break
            self.cameo.find(role="push button", name="Use Photo")
            program.terminate()
            # The other window had the keyboard.
            self.cameo.find(role="push button", name="Cancel").click()
            self.cameo.find(role="push button", name="Edit")
        self.assertTrue(self._avatars(name))

    def test_a_new_contact_has_a_photo_from_the_start(self):
        self.start(f"--demo={CONTACTS}")
        self.put_on_clipboard(self.make_picture(), text="Zoe")
        self.open_new()
        # To the button of the avatar, where the key pastes the picture.
        screen.press("Shift+Tab")
        self.paste("the cropper", lambda: self.cameo.all(role="push button", name="Use Photo"))
        self.cameo.find(role="push button", name="Use Photo").click_with_mouse()
        self.cameo.find(role="image", name="Photo")
        self.screenshot("form")
        # In a text field the key pastes text.
        screen.press("Alt+f")
        screen.press("Control+v")
        self.expect(self.field("First Name"), "Zoe")
        self.assertFalse(self.cameo.all(role="push button", name="Use Photo"))
        screen.press("Control+s")
        self.cameo.find(containing="Saved")
        wait_for("her photo", lambda: self._avatars("Zoe"))

    def _picture_to_crop(self, name):
        self.paste("the cropper", lambda: self.cameo.all(role="push button", name="Use Photo"))
        return wait_for("the focus on the picture", lambda: next(
            (each for each in self._avatars(name) if each.has_focus), None))

    def _avatars(self, name):
        return self.cameo.all(role="image", name=f"{name} avatar photo")

    def _avatar(self, server, name):
        return next(each["information"]["avatar"] for each in server.contacts if each["complete_name"] == name)
