"""Falling and healing by the GM's word: its states, its wounds, the oldest first, and waking up."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.manual_moves import EditActor, LayCondition
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.damage import Hazard
from engine.rulesets.imaginality.healing import Heal, LetFall
from engine.rulesets.imaginality.turns.turn_commands import StartFight
from tests.engine.rulesets.imaginality.fights import arena, log, offers, states, wounds
from tests.engine.rulesets.imaginality.table import GAME, play, why

HEAL = "heal:sal"


def hurt(**tracks: int) -> Table:
    """Return a table on which Sal has an old wound of 5 points and a new one of 3."""
    table = arena(tracks={"sal": {"damage": 5, **tracks}})
    return play(table, LayCondition(seat="gm", actor="sal", condition="wound", level=3))


def healed(table: Table, **answers: Any) -> Heal:
    """Return what the GM is offered, with other answers."""
    (offer,) = [offer for offer in GAME.offers(table, "gm") if offer.name == HEAL]
    assert isinstance(offer.command, Heal)
    return replace(offer.command, **answers)


@pytest.mark.rule("IM-WOUND-11")
def test_the_gm_heals_all_or_some_points_the_oldest_wound_first() -> None:
    table = hurt()
    assert wounds(play(table, healed(table)), "sal") == [], "all, if nothing else is said"
    assert wounds(play(table, healed(table, points=4)), "sal") == [1, 3]
    assert wounds(play(table, healed(table, points=6)), "sal") == [2]
    assert log(table, (healed(table, points=6),), "eve") == "Sal recovers 6 points of wounds; 2 left"
    assert log(table, (healed(table),), "eve") == "Sal recovers from all wounds (8 points)"
    assert why(table, healed(table, points=9)) == ("fewer_wounds", "IM-WOUND-11")
    assert why(table, healed(table, points=0)) == ("nothing_heals", "IM-WOUND-11")


@pytest.mark.rule("IM-WOUND-11")
def test_who_has_fallen_wakes_up_unless_the_gm_says_otherwise() -> None:
    table = hurt(unconscious=1, dying=1)
    assert states(play(table, healed(table)), "sal") == set()
    assert states(play(table, healed(table, wakes=False)), "sal") == {"unconscious", "dying"}
    only_woken = healed(table, points=0)
    assert (states(play(table, only_woken), "sal"), wounds(play(table, only_woken), "sal")) == (set(), [5, 3])
    assert log(table, (only_woken,), "eve") == "Sal wakes up"


@pytest.mark.rule("IM-WOUND-11")
def test_healing_is_offered_for_the_hurt_alone_and_between_actions() -> None:
    assert not [name for name in offers(arena(tracks={"orc": {"dead": 1}}), "gm") if name.startswith("heal")]
    table = hurt()
    assert [name for name in offers(table, "gm") if name.startswith("heal")] == [HEAL]
    assert not [name for name in offers(table, "eve") if name.startswith("heal")]
    falling = play(table, Hazard(seat="gm", target="sal", cards=1))
    assert HEAL not in offers(falling, "gm")
    assert why(falling, healed(table)) == ("action_under_way", "IM-ACT-9")


@pytest.mark.rule("IM-WOUND-11")
def test_nobody_learns_of_the_healing_of_a_secret_character() -> None:
    table = play(hurt(), EditActor(seat="gm", actor="sal", secret=True))
    assert log(table, (healed(table),), "tom") == ""
    assert log(table, (healed(table),), "gm").startswith("Sal recovers")


@pytest.mark.rule("IM-WOUND-10", "IM-WOUND-11")
@pytest.mark.parametrize(
    ("state", "has", "said"),
    [
        ("unconscious", {"unconscious"}, "Sal is unconscious"),
        ("dying", {"unconscious", "dying"}, "Sal is unconscious and dying"),
        ("dead", {"dead"}, "Sal is dead"),
    ],
)
def test_the_gm_marks_a_character_as_fallen(state: Any, has: set[str], said: str) -> None:
    mark = LetFall(seat="gm", target="sal", state=state)
    for table in (arena(), arena(tracks={"sal": {"unconscious": 1}}) if state != "unconscious" else arena()):
        assert log(table, (mark,), "tom") == said
        fallen = play(table, mark)
        assert states(fallen, "sal") == has
        assert why(fallen, mark) == ("already_so", "IM-WOUND-11")
        assert ("heal:sal" in offers(fallen, "gm")) is (state != "dead")
    secret = play(arena(), EditActor(seat="gm", actor="sal", secret=True))
    assert log(secret, (mark,), "tom") == ""


@pytest.mark.rule("IM-WOUND-11")
def test_the_dead_are_neither_marked_again_nor_healed() -> None:
    dead = play(hurt(), LetFall(seat="gm", target="sal", state="dead"))
    for state in ("unconscious", "dying"):
        assert why(dead, LetFall(seat="gm", target="sal", state=state)) == ("stays_dead", "IM-WOUND-11")
    assert why(dead, Heal(seat="gm", actor="sal", points=3)) == ("stays_dead", "IM-WOUND-11")


@pytest.mark.rule("IM-WOUND-11")
def test_all_but_the_dead_can_be_marked_the_standing_and_the_foes_first() -> None:
    def asked(table: Table, viewer: str = "gm") -> tuple[list[str], str]:
        (offer,) = [offer for offer in GAME.offers(table, "gm", viewer) if offer.name == "let_fall"]
        assert isinstance(offer.command, LetFall)
        return list(offer.questions[0].choices), offer.command.state

    def marked(table: Table, *those: tuple[str, Any]) -> Table:
        return play(table, *[LetFall(seat="gm", target=actor, state=state) for actor, state in those])

    assert asked(arena()) == (["orc", "elf", "rex", "sal"], "unconscious")
    down = marked(arena(), ("orc", "unconscious"))
    assert asked(down) == (["elf", "rex", "sal", "orc"], "unconscious")
    assert asked(marked(down, ("elf", "dying"), ("orc", "dead")))[0] == ["rex", "sal", "elf"]
    all_down = marked(down, ("elf", "dying"), ("rex", "unconscious"), ("sal", "unconscious"))
    assert asked(all_down) == (["orc", "rex", "sal", "elf"], "dying"), "the first choice is worse than what it has"
    nobody = marked(all_down, *[(actor, "dead") for actor in ("orc", "elf", "rex", "sal")])
    assert "let_fall" not in offers(nobody, "gm")


@pytest.mark.rule("IM-WOUND-11")
def test_the_mark_is_beside_the_usual_offers_once_somebody_is_known_to_be_hurt() -> None:
    def is_rare(table: Table, viewer: str = "gm") -> bool:
        (offer,) = [offer for offer in GAME.offers(table, "gm", viewer) if offer.name == "let_fall"]
        return offer.rare

    secret = play(hurt(), EditActor(seat="gm", actor="sal", secret=True))
    assert [is_rare(arena()), is_rare(hurt()), is_rare(secret), is_rare(secret, SHARED)] == [True, False, False, True]
    assert is_rare(play(arena(), LayCondition(seat="gm", actor="sal", condition="prone"))), "who lies is not hurt"


@pytest.mark.rule("IM-WOUND-11")
@pytest.mark.parametrize("state", ["unconscious", "dying", "dead"])
def test_neither_choices_nor_a_refusal_tell_how_a_secret_character_is(state: Any) -> None:
    def choices(table: Table) -> Any:
        (offer,) = [offer for offer in GAME.offers(table, "gm", SHARED) if offer.name == "let_fall"]
        return offer.questions

    fight = StartFight(seat="gm", fighters=("rex", "orc"))
    shown = play(arena(), fight, EditActor(seat="gm", actor="orc", secret=True))
    mark = LetFall(seat="gm", target="orc", state=state)
    fallen = play(shown, mark)
    assert choices(shown) == choices(fallen)
    assert (log(fallen, (mark,), "tom"), states(play(fallen, mark), "orc")) == ("", states(fallen, "orc"))
    dead = play(shown, LetFall(seat="gm", target="orc", state="dead"))
    assert (log(dead, (mark,), "gm"), states(play(dead, mark), "orc")) == (
        log(shown, (replace(mark, state="dead"),), "gm"),
        {"dead"},
    )
