#!/bin/sh
# Usage: build.sh SOURCE BUILD OUTPUT
#
# Builds the program for release with the Swift runtime in it, so that it runs where there is no Swift.
set -eu
swift build --package-path "$1" --build-path "$2" --configuration release --product cameo --static-swift-stdlib
cp "$2/release/cameo" "$3"
