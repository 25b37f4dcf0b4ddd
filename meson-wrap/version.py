#!/usr/bin/env python3
"""Prints the program's version, which stands in its sources."""

import pathlib
import re

source = pathlib.Path(__file__).resolve().parents[1] / "Sources" / "CameoApp" / "Cameo.swift"
print(re.search(r'static let version = "([^"]+)"', source.read_text())[1])
