#!/bin/sh
# Usage: build.sh SOURCE BUILD OUTPUT [PRODUCT]
#
# Builds the program, or another product, for release with the Swift runtime in it, so that it runs where there is no Swift.
# All of its links are resolved at its start, after which they cannot be changed, and it looks for libraries where the system
# has them only.
set -eu
product=${4-cameo}
swift build --package-path "$1" --build-path "$2" --configuration release --product "$product" --static-swift-stdlib \
    --disable-local-rpath -Xswiftc -no-toolchain-stdlib-rpath -Xlinker -z -Xlinker now
cp "$2/release/$product" "$3"
