"""Servers that misbehave, and folders that cannot be written: nothing stored is lost, and what is wrong is said."""

import pathlib
import secrets
import unittest

import screen
from case import DesktopTestCase
from mounts import OBSTACLE, UNSHARE
from rare import rare
from waiting import wait_for


class TroubledServerTest(DesktopTestCase):
    @rare
    def test_fills_the_list_although_the_server_refuses_and_breaks_off_and_names_are_hostile(self):
        trouble = ["--refuse-every", "2", "--cut-every", "3", "--hostile-names"]
        server = self.start_server(contacts=540, trouble=trouble)
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing="540 contacts", limit=90)
        cameo.find(role="list item")
        self.assertEqual(cameo.all(containing="Showing saved contacts"), [])
        self.screenshot("filled")


class DamagedStoreTest(DesktopTestCase):
    @rare
    def test_loads_damaged_contacts_again_and_says_so(self):
        server = self.start_server(contacts=12)
        self.sign_in_once(server)
        [database] = (self.home / "data").rglob("contacts.sqlite")
        for name in ("contacts.sqlite-wal", "contacts.sqlite-shm"):
            database.with_name(name).unlink(missing_ok=True)
        database.write_bytes(secrets.token_bytes(50_000))
        cameo = self.start_cameo()
        # The program cannot tell whether there were any changes.
        cameo.find(containing="The saved contacts were damaged. They are downloaded again. Some of your changes may be lost.")
        cameo.find(containing="12 contacts")
        self.assertTrue(database.with_name("contacts.sqlite.damaged").exists())


@unittest.skipIf(OBSTACLE, f"no folder can be made read-only or small here: {OBSTACLE}")
class TroubledFolderTest(DesktopTestCase):
    def _launcher(self, script):
        """Runs a script with the folder of data as `$data`, then the program, which sees what the script mounted."""
        script = f'set -e; data=$XDG_DATA_HOME; {script}; exec "$@"'
        return [*UNSHARE, "sh", "-c", script, "sh"]

    def _fill(self, contacts):
        """Signs in and leaves so many contacts stored; returns what makes the same server start again."""
        server = self.start_server(contacts)
        self.sign_in_once(server)
        self.end(server)
        return {"token": server.token, "port": server.port}

    @rare
    def test_shows_what_is_stored_in_a_read_only_home(self):
        same = self._fill(contacts=12)
        self.start_server(contacts=30, **same)
        launcher = self._launcher('mount --bind "$data" "$data"; mount -o remount,bind,ro "$data"')
        cameo = self.start_cameo(launcher=launcher)
        cameo.find(containing="12 contacts")
        cameo.find(role="list item")
        cameo.find(containing="their folder is read-only")
        self.screenshot("read-only")
        self.end(cameo)

        cameo = self.start_cameo()
        cameo.find(containing="30 contacts")

    @rare
    def test_shows_what_is_stored_on_a_full_disk(self):
        same = self._fill(contacts=12)
        self.start_server(contacts=30, **same)
        fill = """
            copy=$(mktemp -d); cp -a "$data/." "$copy"
            mount -t tmpfs -o mode=700,size=8m none "$data"; cp -a "$copy/." "$data"; rm -r "$copy"
            dd if=/dev/zero of="$data/filler" bs=4k 2>/dev/null || true"""
        cameo = self.start_cameo(launcher=self._launcher(fill))
        cameo.find(containing="12 contacts")
        cameo.find(role="list item")
        cameo.find(containing="The disk is almost full")
        self.screenshot("full")

    @rare
    def test_keeps_what_came_before_the_disk_was_full(self):
        server = self.start_server(contacts=2000)
        cameo = self.start_cameo(launcher=self._launcher('mount -t tmpfs -o mode=700,size=3m none "$data"'))
        self.sign_in(cameo, server)
        # Of the last tenth nothing is used; a write that did not fit was told first.
        cameo.find(containing="The disk is ")
        title = cameo.find(containing=" contacts").name
        self.assertFalse(title.startswith("2,000"), title)
        cameo.find(role="list item")
        self.screenshot("filled-up")

    @rare
    def test_a_form_that_does_not_fit_on_the_disk_stays(self):
        same = self._fill(contacts=12)
        server = self.start_server(contacts=12, **same)
        small = """
            copy=$(mktemp -d); cp -a "$data/." "$copy"
            mount -t tmpfs -o mode=700,size=8m none "$data"; cp -a "$copy/." "$data"; rm -r "$copy"
            """.strip()
        cameo = self.start_cameo(launcher=self._launcher(small))
        cameo.find(role="list item")
        screen.press("Down")
        cameo.find(role="push button", name="Edit")
        number = next(
            each["id"] for each in server.contacts if each["complete_name"] == cameo.find(role="heading").name)
        screen.press("Control+e")
        cameo.find(role="push button", name="Done")
        # The folder as the program sees it.
        filler = pathlib.Path(f"/proc/{cameo.process_id}/root{self.home}/data/filler")
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        cameo.find(role="text", name="First Name").enter("Zenobia")
        screen.press("Control+s")
        cameo.find(containing="The disk is full. What you typed is still here")
        self.screenshot("form-on-full-disk")
        self.assertTrue(cameo.all(role="push button", name="Done"))
        self.assertEqual(cameo.find(role="text", name="First Name").text, "Zenobia")
        filler.unlink()
        screen.press("Control+s")
        wait_for("the new name", lambda: "Zenobia" in cameo.find(role="heading").name)
        wait_for("the name there", lambda: server.get(f"contacts/{number}")["first_name"] == "Zenobia")
