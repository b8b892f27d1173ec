"""Nobody aims at the dead or at oneself unless that is chosen on purpose; a conflict has two sides as a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engine.play.moves import LayCondition
from engine.play.offers import Ask, Offer
from engine.rulesets.future_imperfect.conflicts import StartConflict
from engine.rulesets.future_imperfect.shots import Shoot
from engine.rulesets.future_imperfect.turns import PlayCard
from engine.table.frozen import replace
from engine.table.table import Table
from tests.engine.future_imperfect.skirmish import armed
from tests.engine.future_imperfect.table import GAME, conflict, counted, dealt, laid, play

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
    """Yield whom an offer aims at as it stands, and whom it proposes first for each who may do it."""
    for field in AIMED:
        said = getattr(offer.command, field, ())
        aimed = (said,) if isinstance(said, str) else said
        assert getattr(offer.command, "actor", None) not in aimed, f"{offer.name} aims at oneself"
        yield from aimed
    for ask in offer.asks:
        if ask.field in AIMED and not ask.optional:
            yield from first_of(ask)


def first_of(ask: Ask) -> Iterator[str]:
    if ask.by:
        for actor, choices in ask.among.items():
            assert actor not in choices, "oneself"
            yield from choices[:1]
    else:
        yield from ask.choices[:1]


@pytest.mark.parametrize("name", TABLES)
def test_what_is_offered_aims_at_nobody_dead_and_not_at_oneself(name: str) -> None:
    table, seen = TABLES[name](), 0
    for seat in ("gm", "tom", "eve"):
        for offer in GAME.offers(table, seat):
            if offer.name in ("rule_alive", "leave_conflict"):
                continue
            whom = [actor for actor in aimed_at(offer) if actor]
            seen += len(whom)
            assert not {*whom} & {*DEAD}, offer.name
            actors = [ask.choices[:1] for ask in offer.asks if ask.field == "actor"]
            assert not any({*choices} & {*DEAD} for choices in actors), f"{offer.name} befalls somebody dead first"
    assert seen, "somebody is aimed at"


@pytest.mark.rule("FI-SHOOT-1")
def test_a_dead_one_may_be_chosen_and_foes_come_before_friends() -> None:
    table = acting("frost", "AS")
    shot = next(offer for offer in GAME.offers(table, "tom") if offer.name == "shoot:frost")
    assert [ask.choices for ask in shot.asks if ask.field == "target"] == [
        ("thug", "guard", "chuk", "corpse", "dead_friend")
    ]
    assert isinstance(shot.command, Shoot)
    assert GAME.refusal(table, replace(shot.command, target="corpse", distance=3)) is None


def test_where_nobody_is_left_alive_nothing_aims_at_anybody() -> None:
    table = fallen(acting("frost", "AS"), "chuk", "thug", "guard")
    names = {offer.name.partition(":")[0] for seat in ("tom", "gm") for offer in GAME.offers(table, seat)}
    assert not {"shoot", "strike", "throw_weapon", "contest_wills", "free_shot", "free_blow", "free_throw"} & names


@pytest.mark.rule("FI-INIT-1", "FI-INIT-8")
def test_a_conflict_begins_with_both_sides_and_without_who_still_hides_or_is_dead() -> None:
    table = fallen(laid(who={**WHO, "sniper": "gm"}), *DEAD, "guard")
    hides = replace(table.actors["sniper"], secret=True)
    table = replace(table, actors={**table.actors, "sniper": hides})
    start = next(offer for offer in GAME.offers(table, "gm") if offer.name == "start_conflict")
    assert isinstance(start.command, StartConflict)
    assert start.command.fighters == ("frost", "chuk", "thug")
    assert [ask.choices[-3:] for ask in start.asks] == [("corpse", "dead_friend", "guard")]
