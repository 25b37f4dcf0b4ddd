"""What a log-out says is true: a look at the files and the keyring from outside finds what it says is left, or nothing."""

import pathlib
import unittest

import screen
from case import DesktopTestCase
from hostile import Gate
from keyring import OwnKeyring
from mounts import OBSTACLE, UNSHARE
from rare import rare
from waiting import wait_for

_EVERYTHING = "Everything was removed from this computer"
_NOT_EVERYTHING = "Not Everything Was Removed"


class LogOutTest(DesktopTestCase):
    def setUp(self):
        super().setUp()
        self.keyring = OwnKeyring(self.home / "keyring")
        self.addCleanup(self.keyring.stop)
        demo = self.start_server(contacts=3)
        self.names = [f"{each['first_name']} {each['last_name']}" for each in demo.contacts]
        # The gate keeps the requests that it gets.
        self.server = Gate(demo.port, token=demo.token)
        self.addCleanup(self.server.stop)
        cameo = self._start()
        self.sign_in(cameo, self.server)
        cameo.find(containing="3 contacts")
        wait_for("the token in the keyring", lambda: self.keyring.items)
        self.assertTrue(self._traces())
        self.cameo = cameo

    def _start(self):
        return self.start_cameo(variables=self.keyring.variables)

    def _traces(self):
        """Files with anything of the account, but for notes of a log-out that is to go on, which have its server only."""
        host = self.server.address.removeprefix("http://")
        found = self.files_with([self.server.token, host, *self.names])
        own = [path for path in found if "/keyring/" not in path and "/share/" not in path]
        return [path for path in own if "logging-out-" not in path]

    def _notes(self, begun="logging-out-"):
        return [path for path in self.files() if path.name.startswith(begun)]

    def _expect_everything(self, cameo):
        cameo.find(containing=_EVERYTHING, limit=30)
        self.assertEqual(cameo.all(containing=_NOT_EVERYTHING), [])
        self.assertEqual(self._traces() + self._notes(), [])
        self.assertEqual(self.keyring.items, [])

    def _expect_token_left(self, cameo):
        cameo.find(containing=_NOT_EVERYTHING, limit=30)
        self.assertEqual(cameo.all(containing=_EVERYTHING), [])
        self.assertEqual(self._traces(), [], "what can be removed is removed")
        [note] = self._notes()
        self.assertNotIn(self.server.token, note.read_text())

    def _expect_removal_at_the_next_start(self):
        self.end(self.cameo)
        self.assertEqual(len(self.keyring.items), 1)
        again = self._start()
        again.find(name="Server Address")
        self._expect_everything(again)

    def test_with_an_open_keyring_everything_goes(self):
        self.log_out(self.cameo)
        self._expect_everything(self.cameo)

    @rare
    def test_a_form_that_is_open_is_asked_about_before(self):
        screen.press("Control+n")
        entry = self.cameo.find(name="First Name", role="text")
        screen.write("Aaron")
        wait_for("the first name", lambda: entry.text == "Aaron")
        self.cameo.find(role="push button", name="Main Menu").click()
        self.cameo.find(role="menu item", containing="Log Out").click()
        self.cameo.find(containing="Save New Contact?")
        self.assertEqual(self.cameo.all(containing="Log Out?"), [])
        self.cameo.find(role="push button", containing="Keep Editing").click()
        wait_for("no question", lambda: not self.cameo.all(containing="Save Changes to"))
        self.assertEqual(entry.text, "Aaron")
        self.cameo.find(role="push button", name="Main Menu").click()
        self.cameo.find(role="menu item", containing="Log Out").click()
        self.cameo.find(role="push button", name="Discard").click()
        self.cameo.find(containing="Your server is not affected")
        self.cameo.find(role="push button", containing="Log Out", within="dialog").click()
        self._expect_everything(self.cameo)

    @rare
    def test_a_keyring_that_hangs_has_the_token_until_the_next_start(self):
        self.keyring.hang()
        self.log_out(self.cameo)
        self._expect_token_left(self.cameo)
        self.keyring.go_on()
        self._expect_removal_at_the_next_start()

    @rare
    def test_a_keyring_that_was_killed_has_the_token_until_the_next_start(self):
        self.keyring.kill()
        self.log_out(self.cameo)
        self._expect_token_left(self.cameo)
        self.keyring.start()
        self._expect_removal_at_the_next_start()

    @rare
    def test_a_keyring_that_stays_locked_has_the_token(self):
        self.keyring.lock()
        self.log_out(self.cameo)
        self._expect_token_left(self.cameo)
        self.assertEqual(len(self.keyring.items), 1)

    @rare
    def test_a_bus_that_goes_while_the_keyring_is_asked_leaves_the_token_until_the_next_start(self):
        self.keyring.hang()
        self.log_out(self.cameo)
        wait_for("the files to go", lambda: self._notes() and not self._traces())
        self.keyring.kill_bus()
        # With its bus a program loses its session.
        wait_for("its end", lambda: not self.cameo.is_running)
        self.kill(self.cameo)
        self.keyring.start_anew()
        self.assertEqual(len(self.keyring.items), 1)
        again = self._start()
        again.find(name="Server Address")
        self._expect_everything(again)

    @unittest.skipIf(OBSTACLE, f"no folder can be made small here: {OBSTACLE}")
    @rare
    def test_a_full_disk_keeps_nothing(self):
        self.end(self.cameo)
        fill = """
            set -e; data=$XDG_DATA_HOME; copy=$(mktemp -d); cp -a "$data/." "$copy"
            mount -t tmpfs -o mode=700,size=8m none "$data"; cp -a "$copy/." "$data"; rm -r "$copy"
            dd if=/dev/zero of="$data/filler" bs=4k 2>/dev/null || true
            exec "$@" """
        cameo = self.start_cameo(launcher=[*UNSHARE, "sh", "-c", fill, "sh"], variables=self.keyring.variables)
        cameo.find(containing="3 contacts")
        seen = pathlib.Path(f"/proc/{cameo.process_id}/root{self.home}/data")
        self.assertTrue((seen / "cameo" / "account.json").exists())
        self.log_out(cameo)
        cameo.find(containing=_EVERYTHING, limit=30)
        self.assertEqual([path.name for path in seen.iterdir()], ["filler"])
        self.assertEqual(self.keyring.items, [])

    @unittest.skipIf(OBSTACLE, f"no folder can be made read-only here: {OBSTACLE}")
    @rare
    def test_a_read_only_home_keeps_the_files_which_is_said(self):
        self.end(self.cameo)
        script = 'data=$XDG_DATA_HOME; mount --bind "$data" "$data" && mount -o remount,bind,ro "$data" && exec "$@"'
        cameo = self.start_cameo(launcher=[*UNSHARE, "sh", "-c", script, "sh"], variables=self.keyring.variables)
        cameo.find(containing="3 contacts")
        self.log_out(cameo)
        cameo.find(containing=_NOT_EVERYTHING, limit=30)
        cameo.find(containing="Log out again once your home folder can be written.")
        self.assertEqual(cameo.all(containing=_EVERYTHING), [])
        self.assertTrue(self._traces())
        self.assertEqual(self.keyring.items, [], "what can be removed is removed")
        self.end(cameo)

        # The files tell of an account, for which there is no token any more.
        again = self._start()
        again.find(containing="Showing saved contacts")
        self.log_out(again)
        self._expect_everything(again)

    @rare
    def test_folders_that_lead_elsewhere_are_emptied_of_what_is_ours_alone(self):
        self.end(self.cameo)
        strangers = []
        for kind in ("data", "cache"):
            elsewhere = self.home / f"elsewhere-{kind}"
            (self.home / kind / "cameo").mkdir(exist_ok=True)
            (self.home / kind / "cameo").rename(elsewhere)
            (self.home / kind / "cameo").symlink_to(elsewhere)
            for name in ("letter.txt", "account.json.old", "sub/letter.txt"):
                strangers.append(elsewhere / name)
                strangers[-1].parent.mkdir(exist_ok=True)
                strangers[-1].write_text("somebody's own")
        cameo = self._start()
        cameo.find(containing="3 contacts")
        self.log_out(cameo)
        cameo.find(containing=_EVERYTHING, limit=30)
        self.assertEqual([path for path in strangers if path.read_text() != "somebody's own"], [])
        self.assertEqual(self._traces() + self._notes(), [])
        self.assertEqual(self.keyring.items, [])

    @rare
    def test_a_log_out_that_is_killed_while_the_keyring_is_asked_goes_on_at_the_next_start(self):
        self.keyring.hang()
        self.log_out(self.cameo)
        wait_for("the files to go", lambda: self._notes() and not self._traces())
        self.kill(self.cameo)
        self.assertEqual(len(self._notes()), 1)
        asked = len(self.server.received)
        self.keyring.go_on()
        again = self._start()
        again.find(name="Server Address")
        self._expect_everything(again)
        self.assertEqual(len(self.server.received), asked, "nothing is asked before the log-out has come to its end")

    @rare
    def test_a_sign_in_that_is_killed_leaves_no_token_without_an_account(self):
        self.log_out(self.cameo)
        self._expect_everything(self.cameo)
        self.keyring.hang()
        self.sign_in(self.cameo, self.server)
        wait_for("its note", lambda: self._notes("signing-in-"))
        self.kill(self.cameo)
        # The keyring still carries out the killed program's last request.
        self.keyring.go_on()
        again = self._start()
        again.find(name="Server Address")
        wait_for("no token", lambda: not self.keyring.items)
        self.assertEqual(self._traces(), [])
        self.assertEqual(self._notes("signing-in-"), [])
