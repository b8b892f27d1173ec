"""Continuations are stored with the procedure that holds them, each as its own kind."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.codec import Codec, CodecError
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.events import ProcedureSet
from engine.core.evolve import fold
from engine.kit.game_factory import make_game
from engine.model.frozen import Frozen, replace
from engine.model.table import Procedure
from tests.engine.tiny import Tiny, seats_of


class AfterRace(Continuation[int]):
    __slots__ = ()


class AfterFeast(Continuation[str]):
    __slots__ = ()


class Prize(Frozen, AfterRace, tag_field="then", tag="prize"):
    winner: str

    def resume(self, draft: Draft, result: int) -> None:
        draft.note("said", seat=self.winner, text=str(result))


class Sleep(Frozen, AfterFeast, tag_field="then", tag="sleep"):
    pass


class Dream(Frozen, AfterRace, tag_field="then", tag="sleep"):
    pass


class Feast(Frozen, Procedure, tag_field="procedure", tag="feast"):
    guests: int


class Race(Frozen, Procedure, tag_field="procedure", tag="race"):
    then: AfterRace
    and_then: AfterFeast | None = None


class Races(Tiny):
    procedures: tuple[type[Procedure], ...] = (Race,)
    continuations: tuple[type[Continuation[Any]], ...] = (Prize, Sleep)


TABLE = Races().new_table(seats_of(2), {name: option.default for name, option in Races.options.items()})
RACE = Race(then=Prize(winner="tom"), and_then=Sleep())


def test_a_procedure_reads_back_with_its_continuations() -> None:
    codec = Codec(make_game(Races()))
    table = replace(TABLE, procedures=(RACE,))
    assert codec.table(codec.encode(table)) == table


@pytest.mark.parametrize(
    "then", [{"then": "sleep"}, {"then": "revenge"}, {}, "prize", {"then": "prize", "loser": "eve"}]
)
def test_a_continuation_of_another_kind_is_refused(then: object) -> None:
    codec = Codec(make_game(Races()))
    stored = json.loads(codec.encode(replace(TABLE, procedures=(RACE,))))
    stored["procedures"][0]["then"] = then
    with pytest.raises(CodecError):
        codec.table(json.dumps(stored))


def test_the_outermost_procedure_is_replaced_or_put_below_all_others() -> None:
    draft = Draft(replace(TABLE, procedures=(RACE,)), SeededChance(1))
    draft.set_outermost(Feast(guests=1))
    assert draft.table.procedures == (Feast(guests=1), RACE)
    draft.set_outermost(Feast(guests=2))
    assert draft.table.procedures == (Feast(guests=2), RACE)


def test_procedures_are_recorded_once_before_what_follows_and_not_where_they_are_as_before() -> None:
    before = replace(TABLE, procedures=(RACE,))
    draft = Draft(before, SeededChance(1))
    draft.push_procedure(Feast(guests=1))
    draft.emit(ProcedureSet(procedures=(RACE, Feast(guests=2))))
    draft.note("said", seat="tom", text="Cheers")
    draft.push_procedure(Feast(guests=3))
    draft.pop_procedure(Feast)
    feast, line = draft.conclude()
    assert feast == ProcedureSet(procedures=(RACE, Feast(guests=2)))
    assert fold(before, (feast, line)) == draft.table
    draft.pop_procedure(Feast)
    assert draft.conclude() == (feast, line, ProcedureSet(procedures=(RACE,)))
    assert draft.table == before


def test_a_name_may_occur_once_for_each_kind_of_result() -> None:
    game = Races()
    game.continuations = (*game.continuations, Dream)
    codec = Codec(make_game(game))
    table = replace(TABLE, procedures=(Race(then=Dream(), and_then=Sleep()),))
    assert codec.table(codec.encode(table)) == table
