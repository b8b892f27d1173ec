"""Default targets: never the dead or the character itself; a conflict has two sides by default."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engine.core.manual_moves import LayCondition
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import Offer, Question
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import StartConflict
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayCard
from tests.engine.rulesets.future_imperfect.attack_helpers import armed
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, counted, dealt, laid, play

WHO = {"corpse": "gm", "dead_friend": "eve", "frost": "tom", "chuk": "eve", "thug": "gm", "guard": "gm"}
SHEETS = {actor: armed("Blast rifle", "Boarding pike", "Plasma grenade", "Lariat") for actor in WHO}
DEAD = ("corpse", "dead_friend")
AIMED = {"target", "targets", "bystanders", "against"}
"""Fields of commands that say who is aimed at."""


def fallen(table: Table, *actors: str) -> Table:
    for actor in actors:
        table = play(table, LayCondition(seat="gm", actor=actor, condition="dead"))
    return table


def peace() -> Table:
    return fallen(laid(who=WHO, sheets=SHEETS), *DEAD)


def fighting() -> Table:
    return fallen(conflict(laid(who=WHO, sheets=SHEETS), *WHO), *DEAD)


def acting(actor: str, card: str) -> Table:
    table = fallen(counted(dealt(conflict(laid(who=WHO, sheets=SHEETS), *WHO), **{actor: card}), "A"), *DEAD)
    return play(table, PlayCard(seat=WHO[actor], actor=actor))


TABLES: dict[str, Callable[[], Table]] = {
    "peace": peace,
    "draw": fighting,
    "tom acts": lambda: acting("frost", "AS"),
    "gm acts": lambda: acting("thug", "AS/2"),
}


def aimed_at(offer: Offer) -> Iterator[str]:
    """Yield the targets of an offer: the default, and the first choice for each character."""
    for field in AIMED:
        value = getattr(offer.command, field, ())
        aimed = (value,) if isinstance(value, str) else value
        assert getattr(offer.command, "actor", None) not in aimed, f"{offer.name} aims at oneself"
        yield from aimed
    for ask in offer.questions:
        if ask.field in AIMED and not ask.optional:
            yield from first_of(ask)


def first_of(ask: Question) -> Iterator[str]:
    if ask.by:
        for actor, choices in ask.among.items():
            assert actor not in choices, "oneself"
            yield from choices[:1]
    else:
        yield from ask.choices[:1]


@pytest.mark.parametrize("name", TABLES)
def test_offers_do_not_target_the_dead_or_oneself_by_default(name: str) -> None:
    table, seen = TABLES[name](), 0
    for seat in ("gm", "tom", "eve"):
        for offer in GAME.offers(table, seat):
            if offer.name in ("rule_alive", "leave_conflict"):
                continue
            whom = [actor for actor in aimed_at(offer) if actor]
            seen += len(whom)
            assert not {*whom} & {*DEAD}, offer.name
            actors = [ask.choices[:1] for ask in offer.questions if ask.field == "actor"]
            assert not any({*choices} & {*DEAD} for choices in actors), f"{offer.name} befalls somebody dead first"
    assert seen, "somebody is aimed at"


@pytest.mark.rule("FI-SHOOT-1")
def test_a_dead_one_may_be_chosen_and_foes_come_before_friends() -> None:
    table = acting("frost", "AS")
    shot = next(offer for offer in GAME.offers(table, "tom") if offer.name == "shoot:frost")
    assert [ask.choices for ask in shot.questions if ask.field == "target"] == [
        ("thug", "guard", "chuk", "corpse", "dead_friend")
    ]
    assert isinstance(shot.command, Shoot)
    assert GAME.refusal(table, replace(shot.command, target="corpse", distance=3)) is None


def test_without_living_targets_no_offer_has_a_target() -> None:
    table = fallen(acting("frost", "AS"), "chuk", "thug", "guard")
    names = {offer.name.partition(":")[0] for seat in ("tom", "gm") for offer in GAME.offers(table, seat)}
    assert not {"shoot", "strike", "throw_weapon", "contest_wills", "free_shot", "free_blow", "free_throw"} & names


@pytest.mark.rule("FI-INIT-1", "FI-INIT-8")
def test_a_conflict_begins_with_both_sides_without_secret_or_dead_characters() -> None:
    table = fallen(laid(who={**WHO, "sniper": "gm"}), *DEAD, "guard")
    hides = replace(table.actors["sniper"], secret=True)
    table = replace(table, actors={**table.actors, "sniper": hides})
    start = next(offer for offer in GAME.offers(table, "gm") if offer.name == "start_conflict")
    assert isinstance(start.command, StartConflict)
    assert start.command.fighters == ("frost", "chuk", "thug")
    assert [ask.choices[-3:] for ask in start.questions] == [("corpse", "dead_friend", "guard")]
