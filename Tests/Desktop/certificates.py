"""An authority for certificates, and a program that trusts it: for it alone, another file lies over the system's."""

import datetime
import subprocess

from mounts import UNSHARE

SYSTEM = "/etc/ssl/certs/ca-certificates.crt"
_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]


class Authority:
    """It makes certificates of 127.0.0.1 in a folder, each a file with its key."""

    def __init__(self, folder):
        self._folder = folder
        folder.mkdir()
        self._run("req", "-x509", *_KEY, "-keyout", "authority.key", "-out", "authority.crt", "-days", "2",
                  "-subj", "/CN=Authority", "-addext", "basicConstraints=critical,CA:TRUE")

    def certificate(self, name, days=2, subject="IP:127.0.0.1"):
        """One that ends in so many days, or did so many days ago if they are below zero, of a subject."""
        self._run("req", *_KEY, "-keyout", f"{name}.key", "-out", f"{name}.request", "-subj", f"/CN={name}",
                  "-addext", f"subjectAltName={subject}")
        self._run("x509", "-req", "-in", f"{name}.request", "-CA", "authority.crt", "-CAkey", "authority.key",
                  *self._validity(days), "-copy_extensions", "copy", "-out", f"{name}.crt")
        identity = self._folder / f"{name}.pem"
        identity.write_text("".join((self._folder / f"{name}.{kind}").read_text() for kind in ("key", "crt")))
        return str(identity)

    def _validity(self, days):
        # Newer versions of OpenSSL take no days below zero, older ones no dates.
        words = self._run("x509", "-help")
        if days > 0 or b"-not_after" not in words.stdout + words.stderr:
            return ["-days", str(days)]
        end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days)
        begin = end - datetime.timedelta(1)
        return ["-not_before", f"{begin:%Y%m%d%H%M%SZ}", "-not_after", f"{end:%Y%m%d%H%M%SZ}"]

    @property
    def launcher(self):
        """What a program is started with that trusts this authority."""
        script = f'mount --bind "{self._folder}/authority.crt" {SYSTEM} && exec "$@"'
        return [*UNSHARE, "sh", "-c", script, "sh"]

    def _run(self, *arguments):
        return subprocess.run(["openssl", *arguments], cwd=self._folder, check=True, capture_output=True)
