"""Photos and avatars."""

import base64
import struct
import zlib

from case import Case


def _picture(red):
    """A PNG of one colour, in base64."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = 16
    rows = (b"\0" + bytes([red, 90, 160]) * size) * size
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return base64.b64encode(png).decode()


class PhotosTest(Case):
    def photos(self, number):
        """The names of the files here, by those of the server."""
        return {
            photo["new_filename"].split("/")[-1]: photo["original_filename"]
            for photo in self.server.all(f"contacts/{number}/photos")}

    def avatar(self, number):
        """The kind of the avatar, and the server's name of its photo."""
        avatar = self.server.get(f"contacts/{number}")["information"]["avatar"]
        is_photo = avatar["source"] == "photo"
        return avatar["source"], avatar["url"].split("/")[-1] if is_photo else None

    def set_photo(self, number, red=20):
        """Sets a photo; the server's name of it."""
        before = self.photos(number)
        self.assertEqual(self.program.do("photo", number, picture=_picture(red))["left"], [])
        new, = self.photos(number).keys() - before.keys()
        self.assertEqual(self.avatar(number), ("photo", new))
        return new

    def test_a_photo_becomes_the_avatar(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        first = self.set_photo(number)
        # The name of the file is a UUID.
        self.assertRegex(self.photos(number)[first], r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.png$")
        second = self.set_photo(number, 200)
        self.assertEqual(self.photos(number).keys(), {first, second})
        self.assertEqual(self.program.do("undo")["left"], [])
        self.assertEqual(self.photos(number).keys(), {first})
        self.assertEqual(self.avatar(number), ("photo", first))
        differences = before.differences(self.snapshot(number))
        self.assertEqual(
            {path for path in differences if not path.startswith("information.avatar.")}, set())

    def test_other_avatars(self):
        number = self.make()
        self.show(number)
        first = self.set_photo(number)
        second = self.set_photo(number, 200)
        name = self.photos(number)[first]
        for wanted, found in [("initials", ("default", None)), (name, ("photo", first)), ("gravatar", ("gravatar", None))]:
            self.assertEqual(self.program.do("avatar", number, name=wanted)["left"], [])
            self.assertEqual(self.avatar(number), found)
        self.assertEqual(self.photos(number).keys(), {first, second})

    def test_the_photo_of_the_avatar_is_removed(self):
        number = self.make()
        self.show(number)
        first, second = self.set_photo(number), self.set_photo(number, 200)
        for photo, avatar, left in [(first, ("photo", second), {second}), (second, ("default", None), set())]:
            name = self.photos(number)[photo]
            self.assertEqual(self.program.do("remove_photo", number, name=name)["left"], [])
            self.assertEqual(self.avatar(number), avatar)
            self.assertEqual(self.photos(number).keys(), left)
