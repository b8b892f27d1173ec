"""A line of the log knows what it tells and calls for; offers know what they do: so one leads to the other."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.commands import Command, kind_of
from engine.core.events import Noted
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.action_resolution import Overrule
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.damage import CollapseCheck, Inflict
from engine.rulesets.imaginality.turns.turn_commands import Declare, StartFight
from tests.engine.rulesets.imaginality.fights import REVEAL, SETTLE, arena, blow, enough, hits, lays, shoots_down
from tests.engine.rulesets.imaginality.table import GAME, outcome, play

BOOKKEEPING = {"damage_mode": "bookkeeping"}


def last(table: Table, *commands: Command) -> tuple[Table, Mapping[str, Noted]]:
    """Return the table after some commands, and the lines of the last of them by key."""
    result = outcome(play(table, *commands[:-1]), commands[-1])
    noted = [event for event in result.events if isinstance(event, Noted)]
    return result.table, {note.message.key.removeprefix("log."): note for note in noted}


def standing(table: Table, seat: str) -> list[Offer]:
    return [offer for offer in GAME.offers(table, seat) if offer.denial is None and not offer.direct]


def due(table: Table, note: Noted, seat: str) -> set[str]:
    return {offer.name for offer in standing(table, seat) if kind_of(offer.command) in note.calls_for}


def rulings(table: Table, note: Noted) -> set[str]:
    return {offer.name for offer in standing(table, "gm") if getattr(offer.command, "figure", "") in note.tells}


@pytest.mark.rule("IM-GEN-1", "IM-HTH-11")
def test_a_hit_leads_to_its_damage_and_to_the_gms_word_on_every_figure() -> None:
    table, lines = last(arena(), *blow("9S", "block", "2H"))
    assert due(table, lines["outcome_hit"], "tom") == {"inflict", "inflict_other"}
    ruled = {"overrule_outcome", "overrule:actor", "overrule:opposition"}
    assert rulings(table, lines["outcome_hit"]) == ruled
    missed, log_lines = last(arena(), *blow("2S", "block", "9H"))
    assert due(missed, log_lines["outcome_blocked"], "gm") == set()
    assert rulings(missed, log_lines["outcome_blocked"]) == ruled
    turned, again = last(missed, Overrule(seat="gm", figure="outcome", value="hit"))
    assert due(turned, again["overruled_outcome"], "tom") == {"inflict", "inflict_other"}


@pytest.mark.rule("IM-GEN-1", "IM-WOUND-6")
def test_damage_leads_to_the_collapse_check_until_it_is_made() -> None:
    harm = (*shoots_down("Pistol"), lays("damage", "10S", "tom"), enough("resistance", "eve"), REVEAL)
    table, lines = last(arena(options=BOOKKEEPING), *harm)
    shown = lines["damage_shown"]
    assert due(table, shown, "eve") == {"collapse_check"}
    assert rulings(table, shown) == {"overrule:damage", "overrule:resistance", "overrule_net"}
    assert due(play(table, CollapseCheck(seat="eve")), shown, "eve") == set()
    free, log_lines = last(arena(), *harm)
    assert due(free, log_lines["damage_shown"], "eve") == set(), "nobody falls where wounds are freeform"


@pytest.mark.rule("IM-GEN-1", "IM-INIT-1")
def test_the_order_of_acting_can_be_overruled_from_its_line() -> None:
    start = (StartFight(seat="gm", fighters=("rex", "sal")), CallInitiative(seat="gm"))
    cards = (lays("init-rex", "9S", "tom"), lays("init-sal", "2H", "eve"))
    table, lines = last(arena(), *start, *cards, REVEAL)
    assert rulings(table, lines["initiative_order"]) == {"overrule:init-rex", "overrule:init-sal"}


@pytest.mark.rule("IM-HTH-3")
def test_an_attack_that_lies_there_calls_for_its_answer() -> None:
    table, lines = last(arena(), *blow("9S", "block", "2H")[:2])
    assert due(table, lines["attack_laid"], "eve") == {"respond_block", "respond_counterattack", "respond_nothing"}


def test_every_line_names_commands_and_figures_that_there_are() -> None:
    log_lines: list[Noted] = []
    table = arena(options=BOOKKEEPING)
    harm = (
        *hits("Knife"),
        lays("damage", "10S", "tom"),
        enough("resistance", "eve"),
        REVEAL,
        CollapseCheck(seat="eve"),
    )
    declared = (StartFight(seat="gm", fighters=("rex", "sal")), Declare(seat="tom", actor="rex"))
    for command in (*harm, SETTLE, *declared, Declare(seat="eve", actor="sal")):
        result = outcome(table, command)
        log_lines += [event for event in result.events if isinstance(event, Noted)]
        table = result.table
    assert {kind for note in log_lines for kind in note.calls_for} <= set(GAME.commands)
    assert {kind_of(Inflict), kind_of(CollapseCheck)} <= {kind for note in log_lines for kind in note.calls_for}
