"""The family of a contact: a small tree of faces, each of which leads to its contact."""

import screen
from case import DesktopTestCase
from rare import rare
from waiting import wait_for

_RELATIONS = ("Mother", "Father", "Daughter", "Son", "Sister", "Brother", "Husband", "Wife", "Partner", "Spouse")
_CONTACTS = 40


class FamilyTest(DesktopTestCase):
    @rare
    def test_a_face_opens_its_contact(self):
        cameo = self.start_cameo(f"--demo={_CONTACTS}")
        cameo.find(containing=f"{_CONTACTS} contacts", limit=60)
        cameo.find(role="list item")
        face = self._find_family(cameo)
        self.screenshot("family")
        name = face.name.split(", ")[0]
        face.click()
        cameo.find(role="heading", name=name)

    def _find_family(self, cameo):
        """The first face of the first contact with a family."""
        former = None
        for _ in range(_CONTACTS):
            screen.press("Down")
            former = wait_for("the next contact", lambda: next(
                (each.name for each in cameo.all(role="heading") if each.name != former), None))
            faces = [each for each in cameo.everything()
                     if each.role == "push button" and each.name.endswith(tuple(f", {each}" for each in _RELATIONS))]
            if faces:
                return faces[0]
        raise AssertionError("nobody has a family")
