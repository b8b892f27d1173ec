"""Members of a short rest, and the results of their choices (CF-REST)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.core.events import Noted
from engine.core.manual_moves import RemoveActor
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import DEAD, lay
from engine.rulesets.classic_fantasy.character.character_sheet import rows_of
from engine.rulesets.classic_fantasy.checks.check_commands import ThrowDice
from engine.rulesets.classic_fantasy.health.rest_commands import (
    BeginRest,
    ChooseRest,
    EndRest,
    PrepareSpell,
    RestOn,
    SetRest,
    Sleep,
)
from engine.rulesets.classic_fantasy.health.rest_procedure import rest
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import CastHealing
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from tests.engine.rulesets.classic_fantasy.table import (
    GAME,
    LUCKLESS,
    dice,
    hurt,
    laid,
    names,
    outcome,
    play,
    refused,
    secretly,
    skilled,
    with_states,
)

DITHER = ChooseRest(seat="gm", actor="ana", action="dither")


@pytest.mark.rule("CF-REST-2", "CF-REST-10")
def test_a_step_waits_only_for_its_living_members() -> None:
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


@pytest.mark.rule("CF-REST-2")
def test_a_rest_goes_on_without_a_character_who_leaves_the_story_and_ends_with_the_last() -> None:
    table = play(laid(), BeginRest(seat="gm", steps=2), ChooseRest(seat="gm", actor="bor", action="dither"))
    table = play(table, RemoveActor(seat="gm", actor="bor"))
    now = rest(table)
    assert now is not None
    assert "bor" not in {*now.members, *now.chosen}
    assert GAME.status_page_tabs(table, "gm")
    assert all(GAME.status_page(table, "gm", tab.key) for tab in GAME.status_page_tabs(table, "gm"))
    assert play(table, DITHER).clock == 900
    assert rest(play(table, *(RemoveActor(seat="gm", actor=actor) for actor in now.members))) is None


@pytest.mark.rule("CF-REST-1", "CF-REST-7")
def test_the_end_of_a_rest_names_each_unfinished_action_once_and_none_of_a_secret_character() -> None:
    table = hurt(laid(sheets={"bor": skilled(Healing=60), "ana": skilled(Healing=60)}), "ana", Chest=-7)
    begun = play(table, BeginRest(seat="gm", steps=8, actors=("ana", "bor", "orc")))
    heal = [ChooseRest(seat="gm", actor=actor, action="healing") for actor in ("ana", "bor")]

    def lost(table: Table, *choices: ChooseRest) -> object:
        found = outcome(play(table, *choices, RestOn(seat="gm")), EndRest(seat="gm"))
        (end,) = (event.message for event in found.events if isinstance(event, Noted))
        assert end.key == "log.d100_rest_ends"
        return end.params["lost"]

    assert lost(begun, *heal) == ["Healing"]
    assert lost(begun) == []
    secret = secretly(begun, "orc")
    aid = ChooseRest(seat="gm", actor="orc", action="healing")
    assert lost(begun, aid) == ["Healing"]
    assert lost(secret, aid) == lost(secret) == []


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
    assert rest(forgot) is None, "so long it was to be"


CARE = {
    "first_aid": (1, Tend(seat="tom", actor="ana", patient="ana", location="Abdomen"), dice(d100=[30], d6=[2])),
    "failed": (1, Tend(seat="tom", actor="ana", patient="ana", location="Abdomen"), dice(d100=[90])),
    "healing": (4, Tend(seat="tom", actor="ana", patient="ana", location="Abdomen", how="healing"), dice(d100=[30])),
    "cast_spells": (
        1,
        CastHealing(seat="tom", actor="ana", patient="ana", location="Abdomen", spell="cure_minor"),
        dice(d6=[1], d8=[1]),
    ),
}


def _last_step(what: str) -> Table:
    action = "first_aid" if what == "failed" else what
    skills = {"ana": skilled(First_Aid=60, Healing=60)}
    table = hurt(laid(sheets=skills, tracks=LUCKLESS), "ana", Abdomen=3)
    begin = BeginRest(seat="gm", steps=CARE[what][0], actors=("ana",))
    choices = [ChooseRest(seat="tom", actor="ana", action=action) for _ in range(CARE[what][0])]  # type: ignore[arg-type]
    return play(table, begin, *choices)


@pytest.mark.rule("CF-REST-2", "CF-REST-6", "CF-REST-7", "CF-REST-8")
@pytest.mark.parametrize("what", CARE)
def test_a_rest_ends_once_its_last_actions_are_carried_out(what: str) -> None:
    steps, does, chance = CARE[what]
    table = _last_step(what)
    assert rest(table) is not None, "what the time was spent for is still to come"
    dither = ChooseRest(seat="tom", actor="ana", action="dither")
    assert refused(table, dither).message.key == "refused.d100_rest_used_up"
    assert not any(name.startswith("d100_choose_rest") for name in names(table, "tom", denied=True))
    assert [o.name for o in GAME.offers(table, "gm") if o.primary] == ["d100_end_rest"]
    assert GAME.view_for(table, "tom").under_way[-1].waiting_for == ("tom",)
    done = outcome(table, does, chance).table
    if not isinstance(does, CastHealing):
        done = outcome(done, ThrowDice(seat="tom"), chance).table
    assert rest(done) is None
    assert done.clock == table.clock == steps * 900


@pytest.mark.rule("CF-REST-2", "CF-REST-8")
def test_the_last_step_waits_for_all_actions_to_be_carried_out() -> None:
    skills = {actor: skilled(First_Aid=60) for actor in ("ana", "bor")}
    table = hurt(laid(sheets=skills, tracks=LUCKLESS), "ana", Abdomen=3, Chest=3)
    cast = [ChooseRest(seat="tom", actor="ana", action="cast_spells")]
    table = play(table, BeginRest(seat="gm", steps=1), *cast, ChooseRest(seat="eve", actor="bor", action="first_aid"))
    spell = CastHealing(seat="tom", actor="ana", patient="ana", location="Abdomen", spell="cure_minor")
    table = outcome(table, spell, dice(d6=[1], d8=[1])).table
    assert GAME.view_for(table, "gm").under_way[-1].waiting_for == ("eve",)
    table = outcome(table, replace(spell, location="Chest"), dice(d6=[1], d8=[1])).table
    assert rest(table) is not None, "any number of spells fit into one step, and Bor has not begun"
    longer = play(table, SetRest(seat="gm", steps=2))
    assert not rest(longer).used_up  # type: ignore[union-attr]
    assert rest(play(table, RestOn(seat="gm"))) is None, "the GM goes on without Bor"
    last = outcome(table, Tend(seat="eve", actor="bor", patient="ana", location="Abdomen")).table
    assert rest(outcome(last, ThrowDice(seat="eve"), dice(d100=[30], d6=[2])).table) is None


def _spells(table: Table) -> Sequence[Mapping[str, Any]]:
    return rows_of(table.actors["ana"], "spells")
