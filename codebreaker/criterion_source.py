"""Criteria by name, or from a Python file."""

import os

from codebreaker.criteria import CRITERIA, BinFunction, Criterion, Ranking
from codebreaker.loading import is_source, load
from lingo_common.errors import DataError


def criterion_of(source: str) -> Ranking:
    """The criterion of that name, or the `criterion` that FILE.py or MODULE:NAME defines.

    That is a Criterion, any other object with `costs`, or a function cost(sizes, hit) of the bin sizes of a guess;
    the least cost is the best. DataError where it is none of these.
    """
    if not is_source(source):
        return CRITERIA[source]
    found = load(source, "criterion")
    if isinstance(found, Criterion) or hasattr(found, "costs"):
        ranking: Ranking = found
        return ranking
    if callable(found):
        return BinFunction(os.path.splitext(os.path.basename(source))[0], found)
    raise DataError(f"{source}: `criterion` is a {type(found).__name__}, not a function of bin sizes or a Criterion")
