"""`python -m plywise`: the command line where the `plywise` script is not on the PATH."""

from plywise.cli import main

if __name__ == "__main__":
    main()
