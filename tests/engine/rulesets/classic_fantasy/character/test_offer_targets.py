"""The order of targets in offers: foes first, neither oneself nor the dead; and the two sides of a combat."""

from __future__ import annotations

from functools import partial

import pytest

from engine.model.table import Table
from engine.presentation.offers import Offer, Question
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack
from engine.rulesets.classic_fantasy.character.character_conditions import DEAD, lay
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from tests.engine.rulesets.classic_fantasy.table import GAME, laid, play, refused, secretly, skilled, with_states

WHO = {"ana": "tom", "bor": "eve", "orc": "gm", "wolf": "gm"}
SKILLS = {actor: {**skilled(Brawn=50), "weapons": [{"name": "axe", "damage": "1d6"}]} for actor in WHO}


def _table() -> Table:
    return laid(sheets=SKILLS, who=WHO)


def _offer(table: Table, seat: str, name: str) -> Offer:
    return next(one for one in GAME.offers(table, seat) if one.name == name)


def _asked(offer: Offer, field: str) -> Question:
    return next(ask for ask in offer.questions if ask.field == field)


def _dead(table: Table, actor: str) -> Table:
    return with_states(table, lambda draft: lay(draft, actor, DEAD))


@pytest.mark.rule("CF-X-27", "CF-X-7")
@pytest.mark.parametrize(("name", "field"), [("d100_attack", "target"), ("d100_contest", "other")])
@pytest.mark.parametrize("fights", [False, True])
def test_targets_are_foes_first_without_oneself_and_the_dead(name: str, field: str, fights: bool) -> None:
    table = _table()
    if fights:
        table = play(table, StartFight(seat="gm", fighters=("ana", "bor", "orc", "wolf")), RollInitiative(seat="gm"))
    offers = {one.name: one for one in GAME.offers(table, "tom")}
    offer = offers.get(f"{name}:ana") or offers[name]
    assert _asked(offer, field).choices == ("orc", "wolf", "bor")
    assert getattr(offer.command, field) == "orc"
    fallen = {one.name: one for one in GAME.offers(_dead(table, "orc"), "tom")}
    offer = fallen.get(f"{name}:ana") or fallen[name]
    assert "orc" not in _asked(offer, field).choices
    assert getattr(offer.command, field) == "wolf"


@pytest.mark.rule("CF-X-27")
def test_an_attack_on_oneself_or_the_dead_is_allowed_as_a_command() -> None:
    for target, table in (("ana", _table()), ("bor", _dead(_table(), "bor"))):
        blow = DeclareAttack(seat="tom", actor="ana", target=target, weapon="axe", skill="Brawn")
        assert GAME.refusal(table, blow) is None


@pytest.mark.rule("CF-X-27", "CF-X-16")
def test_a_fight_needs_two_and_is_proposed_with_all_who_are_in_sight() -> None:
    table = _table()
    for alone in (("ana",), ("ana", "ana")):
        assert refused(table, StartFight(seat="gm", fighters=alone)).message.key == "refused.d100_fight_sides"
    offer = _offer(table, "gm", "d100_start_fight")
    proposed = partial(StartFight, seat="gm", luck_prompt="failure")
    assert (_asked(offer, "fighters").least, offer.command) == (2, proposed(fighters=tuple(WHO)))
    without = _offer(_dead(table, "wolf"), "gm", "d100_start_fight")
    assert without.command == proposed(fighters=("ana", "bor", "orc")), "nor do the dead fight"
    hidden = secretly(_dead(table, "wolf"), "orc")
    nobody = _offer(hidden, "gm", "d100_start_fight")
    assert nobody.command == proposed(fighters=("ana", "bor")), "an unseen foe is for the GM to add"
    assert _asked(nobody, "fighters").choices == ("ana", "bor", "orc")
    lonely = laid(who={"ana": "tom"})
    assert "d100_start_fight" not in {one.name for one in GAME.offers(lonely, "gm")}
