"""The order of acting: by a rank that a game makes of initiative, equal ones together.

A rank is anything that can be compared; the lowest acts first. Here the highest initiative does, and dexterity decides
between equals:

>>> initiative = {"ann": (-12, -9), "bob": (-15, -7), "cat": (-12, -9)}
>>> acting_groups(initiative)
(('bob',), ('ann', 'cat'))
>>> acting_order(initiative)
('bob', 'ann', 'cat')
>>> tied(initiative)  # they roll for it
('ann', 'cat')
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, groupby
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison

R = TypeVar("R", bound="SupportsRichComparison")
W = TypeVar("W")


def acting_groups(ranks: Mapping[W, R]) -> tuple[tuple[W, ...], ...]:
    """Return those who act, the lowest rank first; equal ones are a group, in the order of the mapping."""
    ordered = sorted(ranks, key=ranks.__getitem__)
    return tuple(tuple(group) for _, group in groupby(ordered, key=ranks.__getitem__))


def acting_order(ranks: Mapping[W, R]) -> tuple[W, ...]:
    """Return those who act, the lowest rank first; equal ones follow each other in the order of the mapping."""
    return tuple(sorted(ranks, key=ranks.__getitem__))


def tied(ranks: Mapping[W, R]) -> tuple[W, ...]:
    """Return those who share their rank with somebody."""
    return tuple(chain.from_iterable(group for group in acting_groups(ranks) if len(group) > 1))
