"""The power goes at the worst moment: what is left is what was synced to the disk. No edit and no draft is missing then, and
none is sent twice."""

import json
import pathlib
import shutil
import tempfile
import threading
import urllib.request

import preloaded
import screen
from case import DesktopTestCase
from hostile import Gate
from rare import rare
from stored_changes import StoredChanges
from waiting import wait_for

_CONTACTS = 12


class PowerCutTest(DesktopTestCase):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="cameo-power-cut."))
        cls.addClassCleanup(shutil.rmtree, folder)
        cls.library = preloaded.build("power_cut", folder)

    def setUp(self):
        super().setUp()
        self.server = self.start_server(_CONTACTS)
        self.gate = Gate(self.server.port, token=self.server.token)
        self.gate.contacts = self.server.contacts
        self.addCleanup(self.gate.stop)
        self.sign_in_once(self.gate)
        self.stored = StoredChanges(self.home)
        self.data, self.kept = self.home / "data", self.home / "kept"

    def start_until_the_cut(self):
        """Starts the program, all of whose files are on the disk until then."""
        shutil.copytree(self.data, self.kept, symlinks=True)
        return self.start_cameo(variables={
            "LD_PRELOAD": str(self.library), "POWER_CUT_FOLDER": str(self.data), "POWER_CUT_KEPT": str(self.kept)})

    def cut(self, cameo):
        """Ends the program, and leaves of its files what was synced."""
        self.kill(cameo)
        shutil.rmtree(self.data)
        self.kept.rename(self.data)
        self.assertTrue(self.stored.is_whole)

    def be_offline(self):
        self.gate.concerns, self.gate.behaviour = lambda head: True, lambda connection: None

    def be_online(self):
        self.gate.behaviour = None

    def open_first(self, cameo):
        """The name of the contact that opens."""
        cameo.find(role="list item")
        screen.press("Down")
        name = cameo.find(role="heading").name
        cameo.find(role="push button", name="Edit")
        return name

    def rename_first(self, cameo):
        """The number of the contact whose first name is Zenobia now."""
        name = self.open_first(cameo)
        contact = next(each for each in self.server.contacts if each["complete_name"] == name)
        screen.press("Control+e")
        cameo.find(role="text", name="First Name").enter("Zenobia")
        screen.press("Control+s")
        return contact["id"]

    def make(self, cameo):
        screen.press("Control+n")
        cameo.find(role="text", name="First Name").enter("Aaron")
        screen.press("Control+s")

    def first_names(self):
        return [each["first_name"] for each in self.server.contacts]

    def until_nothing_waits(self):
        wait_for("an empty queue", lambda: not self.stored.states, limit=300)

    @rare
    def test_what_no_edit_needs_is_not_synced(self):
        # Else the other tests would show nothing.
        cameo = self.start_until_the_cut()
        cameo.find(containing=f"{_CONTACTS} contacts")
        before = sorted(name for name, _ in self.stored.names)
        self._rename_there("Xenia")
        cameo.find(role="push button", name="Main Menu").click()
        cameo.find(role="menu item", containing="Refresh").click()
        wait_for("the news", lambda: any("Xenia" in name for name, _ in self.stored.names))
        self.cut(cameo)
        self.assertEqual(sorted(name for name, _ in self.stored.names), before)

    @rare
    def test_what_was_saved_is_sent_once_after_the_cut(self):
        self.be_offline()
        cameo = self.start_until_the_cut()
        number = self.rename_first(cameo)
        cameo.find(role="heading", containing="Zenobia")
        self.make(cameo)
        cameo.find(role="heading", name="Aaron")
        self.cut(cameo)
        self.assertEqual(
            sorted(slot for slot, _ in self.stored.states), ["existence", "value:first_name", "value:first_name"])
        cameo = self.start_cameo()
        cameo.find(role="list item", containing="Aaron")
        self.assertTrue(any("Zenobia" in name for name, _ in self.stored.names))
        self.be_online()
        self.until_nothing_waits()
        self.assertEqual(self.server.get(f"contacts/{number}")["first_name"], "Zenobia")
        self.assertEqual(self.first_names().count("Aaron"), 1)

    @rare
    def test_a_request_that_left_is_known_after_the_cut(self):
        # The server carries it out, and its answer comes never.
        has_arrived = threading.Event()
        posts = []

        def hold(connection):
            posts.append(self._pass_on())
            has_arrived.set()
            while connection.recv(1):
                pass

        self.gate.concerns, self.gate.behaviour = lambda head: head.startswith(b"POST /api/contacts?"), hold
        cameo = self.start_until_the_cut()
        cameo.find(containing=f"{_CONTACTS} contacts")
        self.make(cameo)
        self.assertTrue(has_arrived.wait(60))
        self.cut(cameo)
        self.assertEqual(
            sorted(self.stored.states), [("existence", "sending"), ("value:first_name", "sending")])
        cameo = self.start_cameo()
        self.until_nothing_waits()
        self.assertEqual(len(posts), 1)
        self.assertEqual(self.first_names().count("Aaron"), 1)
        cameo.find(containing=f"{_CONTACTS + 1} contacts")

    @rare
    def test_a_deletion_is_still_held_after_the_cut(self):
        cameo = self.start_until_the_cut()
        name = self.open_first(cameo)
        screen.press("Control+Delete")
        cameo.find(containing=f"{name} deleted")
        self.cut(cameo)
        self.assertEqual(self.stored.states, [("existence", "waiting")])
        cameo = self.start_cameo()
        cameo.find(containing=f"{_CONTACTS - 1} contacts")
        self.until_nothing_waits()
        self.assertNotIn(name, [each["complete_name"] for each in self.server.contacts])

    @rare
    def test_a_draft_is_there_after_the_cut(self):
        cameo = self.start_until_the_cut()
        name = self.open_first(cameo)
        screen.press("Control+e")
        cameo.find(role="text", name="First Name").enter("Zenobia")
        wait_for("the draft", lambda: self.stored.drafts)
        self.cut(cameo)
        self.assertEqual(self.stored.drafts, 1)
        cameo = self.start_cameo()
        self.assertEqual(self.open_first(cameo), name)
        cameo.find(containing="Unsaved changes from")
        cameo.find(role="push button", name="Continue").click()
        wait_for("what was typed", lambda: cameo.find(role="text", name="First Name").text == "Zenobia")

    def _rename_there(self, name):
        """As another client does."""
        self._send("PUT", f"contacts/{self.server.contacts[0]['id']}", {
            "first_name": name, "is_birthdate_known": False, "is_deceased": False, "is_deceased_date_known": False})

    def _pass_on(self):
        """Carries out the request that came last, whose body is JSON."""
        return self._send("POST", "contacts", json.loads(self.gate.received[-1]))

    def _send(self, method, path, body):
        headers = {
            "Authorization": f"Bearer {self.server.token}", "Accept": "application/json",
            "Content-Type": "application/json"}
        request = urllib.request.Request(
            f"{self.server.address}/api/{path}", json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status
