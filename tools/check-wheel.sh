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
mkdir "$clean/bin"
ln -s "$(command -v bash)" "$clean/bin/bash" # the tutorial's shell lines need no more than this

bare() { env -u PYTHONPATH PATH="$clean/venv/bin:$clean/bin" "$@"; }
cd "$clean"
bare python -m pip install --quiet "$wheel[all]"
bare python -c 'import plywise, pathlib; home = pathlib.Path(plywise.__file__).parent
assert (home / "py.typed").is_file() and (home / "_kernel.pyi").is_file(), "types are not shipped"
assert (home / "play/backgammon/reference_set.csv").is_file(), "known positions are not shipped"'
bare plywise doctor
bare python "$here/tests/documents.py" "$here/docs/tutorial.md"
echo "ok: $(basename "$wheel") installs and runs the tutorial without Rust"
