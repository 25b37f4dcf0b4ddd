#!/bin/sh
# Usage: build.sh SOURCE BUILD OUTPUT
#
# Builds the program for release with the Swift runtime in it, so that it runs where there is no Swift. All of its links are
# resolved at its start, after which they cannot be changed, and it looks for libraries where the system has them only.
set -eu
swift build --package-path "$1" --build-path "$2" --configuration release --product cameo --static-swift-stdlib \
    --disable-local-rpath -Xswiftc -no-toolchain-stdlib-rpath -Xlinker -z -Xlinker now
cp "$2/release/cameo" "$3"
