"""What ends a count, or all of them."""

import sys


class Refused(Exception):
    """A problem that cannot be counted so."""


class TooLong(Exception):
    """A count that does not come to an end in its time."""


def stop(message):
    print(message, file=sys.stderr)
    sys.exit(1)
