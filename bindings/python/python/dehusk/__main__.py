"""The program ``dehusk``: ``python -m dehusk``, and the command that comes with the package.

It is the same program as the executable, inside the native module: a wheel holds the library once, and needs nothing but
Python to run it.
"""

import signal
import sys

from ._native import run_program


def main() -> int:
    """Runs the program with the arguments of this process, and returns its exit code."""
    # The program does not return to Python before its end, so Python could not raise KeyboardInterrupt.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program(["dehusk", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
