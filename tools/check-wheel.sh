#!/usr/bin/env bash
# check-wheel.sh WHEEL: installs it into a clean venv, with no Rust in sight, and runs the tutorial.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
[ $# = 1 ] && [ -f "$1" ] || { echo "usage: tools/check-wheel.sh dist/ONE.whl" >&2; exit 2; }
wheel=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
case $wheel in *-abi3-*) ;; *) echo "not an abi3 wheel: $wheel" >&2; exit 1 ;; esac
python=$("$here/tools/prerequisites.sh")

clean=$(mktemp -d)
trap 'rm -rf "$clean"' EXIT
"$python" -m venv "$clean/venv"
export PATH="$clean/venv/bin:/usr/bin:/bin"
if command -v cargo >/dev/null; then echo "cargo is in $PATH: this would prove nothing" >&2; exit 1; fi
unset PYTHONPATH
cd "$clean"
python -m pip install --quiet "$wheel[all]"
plywise doctor
python "$here/tests/documents.py" "$here/docs/tutorial.md"
echo "ok: $(basename "$wheel") installs and runs the tutorial without Rust"
