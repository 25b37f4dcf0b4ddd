"""What a person chose in the preferences, as it is kept where the application is installed."""

import subprocess

from program import ROOT


def write(home, *choices):
    """Keeps choices such as "show-archived=true" in a home folder; returns the variables with which they are found."""
    schemas = home / "schemas"
    schemas.mkdir()
    subprocess.run(["glib-compile-schemas", f"--targetdir={schemas}", ROOT / "data"], check=True)
    folder = home / "config" / "glib-2.0" / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "keyfile").write_text("\n".join(["[io/github/cameo_contacts/Cameo]", *choices, ""]))
    return {"GSETTINGS_SCHEMA_DIR": str(schemas)}
