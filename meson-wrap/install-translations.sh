#!/bin/sh
# Usage: install-translations.sh FOLDER
#
# Compiles the translations into a folder below $DESTDIR.
set -eu
exec "$(dirname "$0")/../scripts/translations" compile "${DESTDIR-}$1"
