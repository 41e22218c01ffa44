#!/usr/bin/env bash
# tuned-build.sh WORDS: `maturin WORDS`, but the kernel is built twice, and the second time laid out
# for what the first was seen to do (tools/usual_work.py). The same results to the bit, sooner.
set -eu
cd "$(dirname "$0")/.."
llvm=$(rustc -vV | sed -nE 's/^LLVM version: ([0-9]+).*/\1/p')
own=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin
for folder in "$own" "/usr/lib/llvm-$llvm/bin"; do # not any that is there: the version must be Rust's
    [ -x "$folder/llvm-profdata" ] && tool=$folder && break
done
if [ -z "${tool:-}" ]; then
    printf 'missing: llvm-profdata of LLVM %s, as this Rust has it\n    %s\n' "$llvm" \
        "rustup component add llvm-tools, or sudo apt-get install llvm-$llvm" >&2
    exit 1
fi
# Flags of the environment, which a tuned build sets, take the place of those in .cargo/config.toml.
[ "$(uname -m)" = x86_64 ] &&
    flags=$(sed -nE 's/^rustflags = \["(.*)"\]/\1/p' .cargo/config.toml) &&
    export RUSTFLAGS="$flags ${RUSTFLAGS:-}"
PATH="$tool:$PATH" .venv/bin/maturin "$@" --pgo
