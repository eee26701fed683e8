"""Progress bars."""

from __future__ import annotations

import contextlib
import sys
from typing import Callable, Iterator, Optional, Union

Tell = Callable[[float, float], object]


@contextlib.contextmanager
def reporting(progress: Union[bool, Tell, None], label: str) -> Iterator[Optional[Tell]]:
    """Yields the function that receives the progress: none, the caller's function, or a progress bar. tqdm
    draws the bar, also in a notebook. Without tqdm, a line is written to standard error."""
    if progress is None or progress is False:
        yield None
    elif progress is not True:
        yield progress
    else:
        with _bar(label) as tell:
            yield tell


@contextlib.contextmanager
def _bar(label: str) -> Iterator[Tell]:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda share, found: print(f"\r{label}: {share:6.1%}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return
    with tqdm(total=100, desc=label, unit="%", bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed}") as bar:

        def tell(share: float, found: float) -> None:
            bar.update(100 * share - bar.n)

        yield tell
