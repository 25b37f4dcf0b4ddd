"""What is installed beside the program is well-formed, and agrees with it."""

import configparser
import pathlib
import re
import struct
import subprocess
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "data"


def _constant(name, file="Cameo.swift"):
    """A text in the sources of the application."""
    (found,) = (ROOT / "Sources" / "CameoApp").rglob(file)
    return re.search(rf'static let {name} = "([^"]+)"', found.read_text())[1]


ID = _constant("applicationID")


def _settings(file):
    """A file of groups with keys, names in upper and lower case."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(DATA / file)
    return parser


class DataTest(unittest.TestCase):
    def _check(self, *command):
        checked = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        return checked.stdout + checked.stderr

    def test_the_desktop_file_is_valid(self):
        self.assertEqual(self._check("desktop-file-validate", DATA / f"{ID}.desktop"), "")
        entry = _settings(f"{ID}.desktop")["Desktop Entry"]
        self.assertEqual(entry["Icon"], ID)
        self.assertEqual(entry["DBusActivatable"], "true")
        self.assertIn("x-scheme-handler/cameo", entry["MimeType"].split(";"))
        self.assertEqual(entry["Exec"], "cameo %U")

    def test_the_actions_of_the_desktop_file_are_those_of_the_application(self):
        actions = _settings(f"{ID}.desktop")["Desktop Entry"]["Actions"].strip(";").split(";")
        (application,) = (ROOT / "Sources" / "CameoApp").rglob("CameoApplication.swift")
        for action in actions:
            self.assertIn(f'application.addAction("{action}")', application.read_text())

    def test_the_description_for_catalogues_is_valid(self):
        output = self._check("appstreamcli", "validate", "--no-net", "--no-color", DATA / f"{ID}.metainfo.xml")
        self.assertNotRegex(output, r"(?m)^[EW]:")

    def test_the_newest_release_is_the_version_of_the_program(self):
        root = xml.etree.ElementTree.parse(DATA / f"{ID}.metainfo.xml").getroot()
        self.assertEqual(root.find("id").text, ID)
        self.assertEqual(root.find("releases/release").get("version"), _constant("version"))

    def test_the_addresses_in_catalogues_are_those_of_the_about_window(self):
        root = xml.etree.ElementTree.parse(DATA / f"{ID}.metainfo.xml").getroot()
        addresses = {each.get("type"): each.text for each in root.findall("url")}
        self.assertEqual(addresses["homepage"], _constant("website"))
        self.assertEqual(addresses["bugtracker"], _constant("issues"))

    def test_the_screenshots_in_catalogues_are_among_the_sources(self):
        root = xml.etree.ElementTree.parse(DATA / f"{ID}.metainfo.xml").getroot()
        images = root.findall("screenshots/screenshot/image")
        self.assertTrue(images)
        for image in images:
            _, branch, path = image.text.partition("/main/")
            self.assertTrue(branch, image.text)
            width, height = struct.unpack(">II", (ROOT / path).read_bytes()[16:24])
            self.assertEqual((image.get("width"), image.get("height")), (str(width), str(height)))

    def test_the_schema_of_the_settings_is_valid(self):
        self.assertEqual(self._check("glib-compile-schemas", "--strict", "--dry-run", DATA), "")

    def test_d_bus_starts_the_program_by_its_name(self):
        service = _settings(f"{ID}.service.in")["D-BUS Service"]
        self.assertEqual(service["Name"], ID)
        self.assertEqual(service["Exec"], "@bindir@/cameo --gapplication-service")

    def test_the_desktop_finds_the_search_provider(self):
        provider = _settings(f"{ID}.search-provider.ini")["Shell Search Provider"]
        self.assertEqual(provider["DesktopId"], f"{ID}.desktop")
        self.assertEqual(provider["BusName"], ID)
        self.assertEqual(provider["ObjectPath"], _constant("path", "SearchProvider.swift"))
        self.assertEqual(provider["Version"], "2")

    def test_there_are_icons_of_the_applications_name(self):
        icons = {str(file.relative_to(DATA / "icons" / "hicolor")) for file in DATA.rglob("*.svg")}
        self.assertIn(f"scalable/apps/{ID}.svg", icons)
        self.assertIn(f"symbolic/apps/{ID}-symbolic.svg", icons)
