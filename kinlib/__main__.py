"""`python -m kinlib`."""

from kinlib.cli import main

main()
