"""These are programs to be started, not modules to be read for examples."""

collect_ignore_glob = ["*.py"]
