"""The installed package: the program as a desktop starts it, and what is installed beside it."""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Desktop"))

from gi.repository import Gio, GLib  # noqa: E402

import program  # noqa: E402
from case import DesktopTestCase  # noqa: E402
from language import in_language  # noqa: E402
from service import ID, Service  # noqa: E402
from waiting import wait_for  # noqa: E402


class PackageTest(DesktopTestCase):
    def test_a_launcher_starts_it_and_it_shows_contacts(self):
        server = self.start_server(contacts=40)
        cameo = Service(self.results)
        self.addCleanup(cameo.stop)
        self.addCleanup(self._keep_what_shows, cameo)
        # A launcher is still there when the launched program answers. Newer versions of `gio launch` are gone by then.
        self.assertTrue(Gio.DesktopAppInfo.new(f"{ID}.desktop").launch([], None))
        wait_for("the program", lambda: cameo.is_running)
        cameo.find(role="frame", limit=60)
        self.sign_in(cameo, server)
        cameo.find(containing=f"{len(server.contacts)} contacts", limit=60)
        names = {contact["complete_name"] for contact in server.contacts}
        rows = wait_for("rows", lambda: cameo.all(role="list item"))
        self.assertTrue(all(any(row.name.startswith(name) for name in names) for row in rows), rows)
        cameo.find(role="image", containing=" avatar photo", limit=60)
        self.screenshot("contacts")

        terms = GLib.Variant("(as)", (rows[0].name.split(", ")[0].split(),))
        (found,) = cameo.call("org.gnome.Shell.SearchProvider2.GetInitialResultSet", terms, "/SearchProvider")
        self.assertNotEqual(found, [])
        self.log_out(cameo)
        cameo.find(name="Server Address")

    def test_the_demo_shows_contacts(self):
        cameo = self.start_cameo("--demo=50")
        cameo.find(containing="50 contacts", limit=60)
        cameo.find(role="list item")

    def test_its_settings_are_known(self):
        schemas = subprocess.run(["gsettings", "list-schemas"], capture_output=True, text=True, check=True).stdout
        self.assertIn(ID, schemas.splitlines())

    def test_what_the_desktop_looks_for_is_there(self):
        share = pathlib.Path("/usr/share")
        for file in (
            f"icons/hicolor/scalable/apps/{ID}.svg",
            f"icons/hicolor/symbolic/apps/{ID}-symbolic.svg",
            f"metainfo/{ID}.metainfo.xml",
            f"gnome-shell/search-providers/{ID}.search-provider.ini",
            "doc/cameo/copyright",
            "doc/cameo/changelog.gz",
        ):
            self.assertTrue((share / file).is_file(), file)

    def test_it_speaks_the_languages_that_it_is_translated_to(self):
        catalogues = sorted(pathlib.Path("/usr/share/locale").glob("*/LC_MESSAGES/cameo.mo"))
        self.assertNotEqual(catalogues, [])
        desktop = pathlib.Path(f"/usr/share/applications/{ID}.desktop").read_text()
        for catalogue in catalogues:
            self.assertIn(f"Comment[{catalogue.parts[-3]}]=", desktop)
        cameo = program.Cameo(["--demo=20"], self.home, self.results, variables=in_language(self.home, "de"))
        self.addCleanup(self._finish, cameo)
        self.addCleanup(self._keep_what_shows, cameo)
        cameo.find(containing="20 Kontakte", limit=60)
