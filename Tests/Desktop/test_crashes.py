"""What is stored and ends the program each time is left out after the second time."""

import os
import pathlib
import shutil
import signal
import tempfile

import preloaded
from case import DesktopTestCase
from program import Cameo
from rare import rare
from waiting import wait_for

_HIDDEN = "Cameo crashed twice while showing this contact"


class CrashTest(DesktopTestCase):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="cameo-crashes."))
        cls.addClassCleanup(shutil.rmtree, folder)
        cls.crasher = preloaded.build("crasher", folder)

    def setUp(self):
        super().setUp()
        server = self.start_server(contacts=4)
        self.contacts = server.contacts
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing="4 contacts")
        cameo.find(role="image", containing=" avatar photo")
        wait_for("the photo on the disk", lambda: any(self.home.glob("cache/cameo/*/avatars/*")))
        self.end(cameo)
        # News of a contact would make another one of it, which is tried anew.
        self.end(server)

    def _start_crashing(self, at, text="", **variables):
        variables |= {"LD_PRELOAD": str(self.crasher), "CRASHER_AT": at, "CRASHER_TEXT": text}
        cameo = Cameo((), self.home, self.results, variables=variables)
        self.addCleanup(self._finish, cameo)
        return cameo

    def _expect_crash(self, cameo):
        wait_for("the crash", lambda: not cameo.is_running)
        self._ended.append(cameo)
        self.assertEqual(cameo.stop(), -signal.SIGSEGV, cameo.errors)

    def _open(self, cameo, contact):
        name = contact["complete_name"]
        cameo.find(role="list item", containing=name).click_with_mouse()
        return name

    def _see_that_it_is_hidden(self, contact, others):
        """Also in a start in which nothing goes wrong; the other contacts are as they were."""
        cameo = self.start_cameo()
        self._open(cameo, contact)
        cameo.find(containing=_HIDDEN)
        self.screenshot("hidden")
        self.assertEqual(cameo.all(role="heading", name=contact["complete_name"]), [])
        name = self._open(cameo, others[0])
        cameo.find(role="heading", name=name)
        self.assertEqual(cameo.all(containing=_HIDDEN), [])

    def _contact_with_fields(self):
        contact = next(each for each in self.contacts if each["contactFields"])
        return contact, [each for each in self.contacts if each is not contact]

    @rare
    def test_a_contact_whose_text_ended_the_program_twice_is_shown_without_it(self):
        contact, others = self._contact_with_fields()
        for _ in range(2):
            cameo = self._start_crashing("text", contact["contactFields"][0]["content"])
            self._open(cameo, contact)
            self._expect_crash(cameo)
        self._see_that_it_is_hidden(contact, others)

    @rare
    def test_a_contact_whose_preparation_ended_the_program_twice_is_shown_without_it(self):
        contact, others = self._contact_with_fields()
        for _ in range(2):
            cameo = self._start_crashing("preparation")
            cameo.find(containing="4 contacts")
            os.kill(cameo.process_id, signal.SIGUSR1)
            self._open(cameo, contact)
            self._expect_crash(cameo)
        self._see_that_it_is_hidden(contact, others)

    @rare
    def test_pictures_that_end_the_program_are_left_out_after_the_second_time(self):
        cameo = self.start_cameo()
        cameo.find(role="image", containing=" avatar photo")
        pictures = len(self.contacts)
        self.end(cameo)
        # Each start ends at one of the pictures; after at most two for each it does not end any more.
        crashes = 0
        while self._ends_by_a_picture():
            crashes += 1
            self.assertLessEqual(crashes, 2 * pictures)
        self.assertGreaterEqual(crashes, 2)

    def _ends_by_a_picture(self):
        # The squares on the disk are of scale 1.
        cameo = self._start_crashing("picture", GDK_SCALE="2")
        try:
            cameo.find(containing="4 contacts")
            wait_for("all pictures", lambda: len(cameo.all(role="image", containing=" avatar")) == 4)
            # Which are on the disk only are decoded when their rows are drawn.
            wait_for("the crash", lambda: not cameo.is_running, limit=3)
        except AssertionError:
            if cameo.is_running:
                self.assertEqual(cameo.all(containing=" avatar photo"), [])
                self.end(cameo)
                return False
        self._expect_crash(cameo)
        return True
