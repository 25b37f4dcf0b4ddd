"""Small libraries in C that a test has loaded into the program before all others (LD_PRELOAD)."""

import pathlib
import shlex
import subprocess


def build(name, folder, package=None):
    """Compiles `name`.c of this folder into a folder, with a library that pkg-config knows; returns what it became."""
    library = folder / f"{name}.so"
    source = pathlib.Path(__file__).with_name(f"{name}.c")
    flags = ["-ldl"]
    if package:
        found = subprocess.run(["pkg-config", "--cflags", "--libs", package], check=True, capture_output=True, text=True)
        flags += shlex.split(found.stdout)
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, source, *flags], check=True)
    return library
