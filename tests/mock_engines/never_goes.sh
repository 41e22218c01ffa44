#!/bin/sh
# Loses every game by its first move, and goes neither by `quit` nor by a signal that can be ignored.
# What it was told last stands in a file, so that a test can wait for the moment of its end.
trap '' TERM INT HUP PIPE
echo $$ >>"$MOCK_PIDS"
while :; do
    if read -r line; then
        case $line in
        uci) echo uciok ;;
        isready) echo readyok ;;
        go*) echo bestmove e2e5 ;;
        quit) echo quit >>"$MOCK_QUITS" ;;
        esac
    else
        sleep 600
    fi
done
