"""Which classes of a module are commands."""

from __future__ import annotations

from types import ModuleType

import pytest

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.feature_moves import moves_in


class Attack(Request):
    """What all attacks share."""

    ABSTRACT = True

    def decide(self, draft: Draft) -> None:
        """Log it."""
        draft.note("attacks")


class Blow(Attack):
    """An attack."""


class HardBlow(Blow):
    """A command that derives from another command."""


class Forgotten(Request):
    """A command that decides nothing, and is not marked as a base class."""


def module_of(*kinds: type[Request], **listed: object) -> ModuleType:
    module = ModuleType(__name__)
    for kind in kinds:
        setattr(module, kind.__name__, kind)
    for name, value in listed.items():
        setattr(module, name, value)
    return module


def test_only_a_marked_class_is_no_command() -> None:
    """Neither an own `decide` nor a derived class says anything about it."""
    assert [move.command for move in moves_in(module_of(Attack, Blow, HardBlow))] == [Blow, HardBlow]


def test_a_command_that_does_not_decide_is_a_fault_unless_the_module_lists_its_moves() -> None:
    with pytest.raises(TypeError, match="Forgotten"):
        moves_in(module_of(Attack, Blow, Forgotten))
    assert [move.command for move in moves_in(module_of(Blow, Forgotten, MOVES=(Blow,)))] == [Blow]
