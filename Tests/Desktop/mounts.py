"""Folders that are read-only or small, for one program."""

import subprocess

# A namespace of mounts that only the program sees, also for who is not the superuser.
UNSHARE = ["unshare", "--user", "--map-current-user", "--keep-caps", "--mount"]


# Mounts of the tests, on folders that exist on every machine.
_MOUNTS = "mount -t tmpfs -o mode=700,size=3m none /mnt && mount --bind /mnt /mnt && mount -o remount,bind,ro /mnt"


def _why_nothing_mounts():
    """Why no folder can be made read-only or small here, as in many containers; None if it can."""
    try:
        tried = subprocess.run([*UNSHARE, "sh", "-c", _MOUNTS], capture_output=True, text=True)
    except OSError as error:
        return str(error)
    return None if tried.returncode == 0 else tried.stderr.strip() or f"status {tried.returncode}"


# None where folders can be mounted.
OBSTACLE = _why_nothing_mounts()
