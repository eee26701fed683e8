"""Code of users, for mypy alone: the arguments of functions and methods determine the types of results."""

from typing import Dict, Iterator, List, Optional, Tuple, Union

import armistice
from armistice import Count, Drawing, Family, Formula, Kind, Largest, Placement, Problem, Smallest

queens = Problem("8x8 Q8")
number: int = armistice.count(queens, up_to="symmetry") + queens.count(timeout="1min", progress=True)
counted: Count = armistice.count("8x8 Q8", details=True, by_number=False)
of_method: Count = queens.count(details=True)
by_number: Dict[Union[int, Tuple[int, ...]], int] = Problem("4x4 K*").count(by_number=True)
placements: Iterator[Placement] = queens.solve()
found: Optional[Placement] = queens.find(seed=3)
letters: Dict[str, str] = dict(next(placements))
largest: Largest = armistice.max("8x8 N")
smallest: Smallest = Problem("8x8 Q*").min(dominating="total")
armies: Optional[List[int]] = armistice.max("8x8 Q/Q").armies
drawing: Drawing = queens.draw(limit=4, attacks=True)
same: Drawing = next(placements).draw()
rows: List[Dict[str, int]] = Family("{n}x{n} Q{n}").table(n=range(4), timeout=3)
rule: Formula = armistice.formula("A047659")
term: int = rule(10**6)
limited: int = queens.count(memory="2G")
knight: Kind = Kind.leaper("X", 1, 2)
