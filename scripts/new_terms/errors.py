"""Exceptions that end one count, and a function that ends the script."""

import sys


class Refused(Exception):
    """A problem that cannot be counted in this way."""


class TooLong(Exception):
    """A count that does not finish in its time."""


def stop(message):
    print(message, file=sys.stderr)
    sys.exit(1)
