"""What a server shows of itself before it is told anything: a certificate that holds, or one that does not."""

import pathlib
import unittest

from case import DesktopTestCase
from certificates import SYSTEM, Authority
from hostile import Gate
from mounts import OBSTACLE
from rare import rare
from waiting import wait_for

_REFUSED = "is not trusted"


def _obstacle():
    """Why no authority can be made one of the system's here; None if it can."""
    return OBSTACLE or (None if pathlib.Path(SYSTEM).exists() else f"there is no {SYSTEM}")


class CertificateTest(DesktopTestCase):
    def _gate(self, certificate):
        self.demo = self.start_server(contacts=3)
        gate = Gate(self.demo.port, certificate=certificate)
        self.addCleanup(gate.stop)
        return gate

    def _sign_in(self, cameo, gate):
        cameo.find(name="Server Address").enter(gate.address)
        cameo.find(name="API Token").enter(self.demo.token)
        cameo.find(role="push button", name="Log In").click()

    def _ask(self, cameo):
        cameo.find(role="push button", name="Main Menu").click()
        cameo.find(role="menu item", containing="Refresh").click()

    def _expect_refusal(self, cameo, gate, certificate, what, sentence=_REFUSED):
        """Of what the server is told, nothing is more than the greeting that begins the encryption."""
        gate.certificate = certificate
        gate.drop()
        gate.failed_greetings.clear()
        told = len(gate.received)
        self._ask(cameo)
        cameo.find(containing=sentence)
        cameo.find(containing="3 contacts")
        self.assertEqual(gate.received[told:], [], what)
        self.assertTrue(gate.failed_greetings, "it was asked")

    @unittest.skipIf(_obstacle(), f"no authority can be trusted here: {_obstacle()}")
    @rare
    def test_one_that_expired_or_is_for_somebody_else_is_told_nothing(self):
        authority = Authority(self.home / "authority")
        good = authority.certificate("good")
        gate = self._gate(good)
        cameo = self.start_cameo(launcher=authority.launcher)
        self._sign_in(cameo, gate)
        cameo.find(containing="3 contacts")
        others = {
            "one that expired": authority.certificate("expired", days=-1),
            "one for another name": authority.certificate("other", subject="DNS:monica.example.org"),
            "one for another address": authority.certificate("address", subject="IP:127.0.0.2"),
            "one that nobody vouches for": self.make_certificate(),
        }
        for what, certificate in others.items():
            with self.subTest(what):
                self._expect_refusal(cameo, gate, certificate, what)
                # A certificate renewed in time is as good as the former certificate.
                gate.certificate = authority.certificate("renewed")
                gate.drop()
                self._ask(cameo)
                wait_for("no complaint", lambda: not cameo.all(containing=_REFUSED))

    @rare
    def test_another_than_the_one_that_was_trusted_is_told_nothing(self):
        gate = self._gate(self.make_certificate())
        cameo = self.start_cameo()
        self._sign_in(cameo, gate)
        cameo.find(role="push button", name="Trust").click()
        cameo.find(containing="3 contacts")
        # Under the same name, made anew.
        another = self.make_certificate("another.pem")
        self._expect_refusal(cameo, gate, another, "another one", "is not the one that you trusted")
        cameo.find(role="push button", containing="Certificate").click()
        cameo.find(containing="Trust the New Certificate?")
