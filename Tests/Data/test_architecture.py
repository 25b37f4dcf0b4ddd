"""The targets and their arrows are the ones that ARCHITECTURE.md tells."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = "systemLibrary|target|executableTarget|testTarget"


def _block(text, start):
    """What stands between the bracket at a place and the one that closes it."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[place], 0)
        if depth == 0:
            return text[start + 1 : place]
    raise ValueError("a bracket that is not closed")


def _targets():
    """The targets of Package.swift by name: their kind, whether they are of the program, and what they depend on."""
    text = re.sub(r"//.*", "", (ROOT / "Package.swift").read_text())
    text = text[text.index("targets: [\n        .systemLibrary") :]
    targets = {}
    for found in re.finditer(rf"\.({KINDS})\(", text):
        block = _block(text, found.end() - 1)
        name = re.search(r'name: "([^"]+)"', block)[1]
        listed = re.search(r"dependencies: \[", block)
        listed = _block(block, listed.end() - 1) if listed else ""
        listed = re.sub(r', package: "[^"]+"', "", listed)
        is_ours = found[1] == "target" and 'path: "Tests' not in block
        targets[name] = (found[1], is_ours, set(re.findall(r'"([^"]+)"', listed)))
    return targets


def _told():
    """The rows of the table of targets in ARCHITECTURE.md: what each may import."""
    table = (ROOT / "ARCHITECTURE.md").read_text().split("| target |")[1].split("\n\n")[0]
    rows = (line.strip("| \n").split(" | ") for line in table.splitlines()[2:])
    return {
        name: set(re.findall(r"`(\w+)`", row[2] if len(row) > 2 else ""))
        for row in rows
        for name in re.findall(r"`(\w+)`", row[0])
    }


class ArchitectureTest(unittest.TestCase):
    def test_the_arrows_are_those_of_the_package(self):
        targets = _targets()
        libraries = {name: arrows for name, (_, is_ours, arrows) in targets.items() if is_ours}
        self.assertGreater(len(libraries), 10)
        c = {name: set() for name, (kind, _, _) in targets.items() if kind == "systemLibrary" and name != "CJPEG"}
        self.assertEqual(_told(), {**libraries, **c})

    def test_no_source_imports_what_its_target_does_not_depend_on(self):
        targets = _targets()
        for name, (kind, _, arrows) in targets.items():
            folder = ROOT / "Sources" / name
            if kind in ("systemLibrary", "testTarget") or not folder.is_dir():
                continue
            for file in folder.rglob("*.swift"):
                imported = set(re.findall(r"^(?:\w+ )?import (\w+)$", file.read_text(), re.MULTILINE))
                self.assertEqual(imported & set(targets) - arrows, set(), file.relative_to(ROOT))

    def test_no_source_is_longer_than_a_person_reads_at_once(self):
        lengths = {
            file.relative_to(ROOT): len(file.read_text().splitlines()) for file in (ROOT / "Sources").rglob("*.swift")}
        self.assertEqual({file: length for file, length in lengths.items() if length > 300}, {})

    def test_only_the_programs_know_which_server_it_is(self):
        knowing = {name for name, (kind, _, arrows) in _targets().items() if kind != "testTarget" and "Monica" in arrows}
        self.assertEqual(knowing, {"cameo", "cameo-benchmarks", "cameo-conformance"})

    def test_the_program_links_no_faults(self):
        targets = _targets()
        linked, found = set(), {"cameo"}
        while found:
            linked |= found
            found = {arrow for name in found for arrow in targets[name][2] & set(targets)} - linked
        self.assertIn("DemoServer", linked)
        self.assertNotIn("DemoServerFaults", linked)


if __name__ == "__main__":
    unittest.main()

    def test_no_row_of_the_database_is_read_by_a_subscript(self):
        # It ends the program where a value has another type.
        for file in (ROOT / "Sources" / "Contacts").rglob("*.swift"):
            self.assertNotRegex(file.read_text(), r"\b[rR]ow\??\[", file.name)
