"""`python -m gin` is the command `gin`."""

import sys

from gin.cli import main

if __name__ == "__main__":
    sys.exit(main())
