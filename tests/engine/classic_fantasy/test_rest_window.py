"""Who takes part in a short rest, and what comes of what was chosen there (CF-REST)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.rulesets.classic_fantasy.characters import rows_of
from engine.rulesets.classic_fantasy.procedures.rest import rest
from engine.rulesets.classic_fantasy.rest_window import BeginRest, ChooseRest, EndRest, PrepareSpell, RestOn, Sleep
from engine.rulesets.classic_fantasy.states import DEAD, lay
from engine.table.table import Table
from tests.engine.classic_fantasy.table import LUCKLESS, laid, play, refused, with_states

DITHER = ChooseRest(seat="gm", actor="ana", action="dither")


@pytest.mark.rule("CF-REST-2", "CF-REST-10")
def test_a_step_waits_for_the_living_who_rest_and_for_nobody_else() -> None:
    table = play(laid(), BeginRest(seat="gm", steps=2))
    assert refused(table, ChooseRest(seat="gm", actor="orc", action="dither")).rules == ("CF-REST-2",)
    assert play(table, DITHER).clock == 0, "Bor has still to choose"
    fallen = with_states(table, lambda draft: lay(draft, "bor", DEAD))
    assert refused(fallen, ChooseRest(seat="gm", actor="bor", action="dither")).rules == ("CF-REST-2",)
    assert play(fallen, DITHER).clock == 900
    last = play(table, RestOn(seat="gm"))
    assert rest(last) is not None
    assert rest(play(last, RestOn(seat="gm"))) is None, "so long it was to be"
    assert refused(laid(), DITHER).rules == ("CF-REST-2",)


@pytest.mark.rule("CF-REST-9")
def test_a_spell_of_the_book_is_memorised_or_forgotten_in_its_time() -> None:
    book: dict[str, Any] = {"spells": [{"name": "Light"}, {"name": "Web", "memorised": True}]}
    table = play(laid(sheets={"ana": book}, tracks=LUCKLESS), Sleep(seat="gm"))
    choose = ChooseRest(seat="tom", actor="ana", action="prepare_spell")
    learn = PrepareSpell(seat="tom", actor="ana", spell="Light")
    begun = play(table, BeginRest(seat="gm", steps=2, actors=("ana",)))
    assert refused(begun, learn).message.key == "refused.d100_not_ready"
    ready = play(begun, choose)
    assert refused(ready, PrepareSpell(seat="tom", actor="ana", spell="Fog")).message.key == "refused.d100_not_in_book"
    done = play(ready, learn)
    assert [row.get("memorised") for row in _spells(done)] == [True, True]
    assert refused(done, learn).message.key == "refused.d100_not_ready", "one in a quarter of an hour"
    last = play(done, choose)
    assert rest(last) is not None, "who has still to name a spell is waited for"
    forgot = play(last, PrepareSpell(seat="tom", actor="ana", spell="Web", memorise=False))
    assert [row.get("memorised") for row in _spells(forgot)] == [True, False]
    assert rest(play(forgot, EndRest(seat="gm"))) is None


def _spells(table: Table) -> Sequence[Mapping[str, Any]]:
    return rows_of(table.actors["ana"], "spells")
