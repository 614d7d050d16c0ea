"""`python -m kinlib`."""

import sys

try:
    from kinlib.cli import main

    main()
except KeyboardInterrupt:  # before any verb has begun, which would tell what it has done
    sys.exit(130)
