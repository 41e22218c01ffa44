#!/usr/bin/env bash
# Looks for what a build needs. Prints the Python to use on stdout; for each thing that is missing,
# what it is and the line that installs it on stderr, and then fails.
set -u
cd "$(dirname "$0")/.." || exit 1

wanted_rust=$(sed -nE 's/^rust-version *= *"([0-9.]+)".*/\1/p' Cargo.toml 2>/dev/null | head -n 1)
wanted_rust=${wanted_rust:-1.95}
wanted_python='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
missing=0

need() { # need WHAT DEBIAN FEDORA HOMEBREW: the line is the one of the package manager found here
    missing=1
    local install
    if command -v apt-get >/dev/null; then install="sudo apt-get install $2"
    elif command -v dnf >/dev/null; then install="sudo dnf install $3"
    else install="brew install $4"; fi
    printf 'missing: %s\n    %s\n' "$1" "$install" >&2
}

rust() { # rust WHAT LINE
    missing=1
    printf 'missing: %s\n    %s\n' "$1" "$2" >&2
}

at_least() { # at_least HAVE WANT: compares version numbers
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

find_python() {
    local name
    for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && "$name" -c "$wanted_python" 2>/dev/null; then
            "$name" -c 'import sys; print(sys.executable)' # not a version manager's shim
            return
        fi
    done
    return 1
}

python=$(find_python) ||
    need 'Python 3.11 or newer with venv' 'python3 python3-venv' python3 python

command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null ||
    need 'a C compiler (Rust links with it)' build-essential gcc gcc

if ! command -v cargo >/dev/null || ! have=$(rustc --version 2>/dev/null); then
    rust "Rust $wanted_rust or newer (cargo)" \
        "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y"
elif have=${have#rustc } && have=${have%% *} && ! at_least "${have%%-*}" "$wanted_rust"; then
    rust "Rust $wanted_rust or newer (this is $have)" 'rustup update stable'
fi

[ "$missing" = 0 ] || { echo 'then run make again' >&2; exit 1; }
echo "$python"
