"""The demo: contacts without a server of one's own, and nothing kept."""

from case import DesktopTestCase


class DemoTest(DesktopTestCase):
    def test_shows_as_many_contacts_as_asked_for_and_writes_nothing(self):
        cameo = self.start_cameo("--demo=50")
        cameo.find(containing="50 contacts", limit=60)
        cameo.find(role="list item")
        self.assertEqual(self._written(), [])
        self.assertEqual(self.keyring_items(), [])

    def _written(self):
        """The files of this program; caches of fonts and of the screen reader's bus are the libraries'."""
        libraries = ("fontconfig", "at-spi", "mesa_shader_cache", "dconf")
        written = [path.relative_to(self.home) for path in self.files() if self.home in path.parents]
        return [str(path) for path in written if not any(part in libraries for part in path.parts)]
