"""The audiences of the kit: what a seat reads about a secret character, and whose dice are named."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import Noted
from engine.kit.log_audiences import Audiences
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Table

SEATS = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom"), "p2": Seat(id="p2", name="Eve")}
ACTORS = {
    "tom": Actor(id="tom", name="Tom", seat="p1"),
    "spy": Actor(id="spy", name="Spy", seat="p2", secret=True),
    "orc": Actor(id="orc", name="Orc", seat="gm", secret=True),
}
TABLE = Table(ruleset="tiny", seats=SEATS, actors=ACTORS)
ALONE, WITH_SPY = Audiences(lambda table: ()), Audiences(lambda table: ("spy",))
STEPS = (Message(key="part.base", params={"value": 1}),)


def lines(draft: Draft) -> list[tuple[str, tuple[str, ...] | None, bool]]:
    return [
        (event.message.key, event.audience, bool(event.reckoning)) for event in draft.events if isinstance(event, Noted)
    ]


def test_a_secret_character_has_its_readers_until_it_is_noticed() -> None:
    assert ALONE.audience_for(TABLE, "tom") is None
    assert ALONE.audience_for(TABLE, "spy") == ("gm", "p2")
    assert ALONE.audience_for_all(TABLE, ["spy", "orc"]) == ("gm", "p2")
    assert ALONE.audience_for_all(TABLE, ["spy", "tom"]) is None
    assert ALONE.audience_for_all(TABLE, []) is None
    assert [audience.is_veiled(TABLE, "spy") for audience in (ALONE, WITH_SPY)] == [False, True]
    ALONE.need_controller(TABLE, Request(seat="p2"), "spy")
    with pytest.raises(Refused) as refused:
        ALONE.need_known(TABLE, "p1", "spy")
    assert refused.value.message.key == "refused.no_such_actor"
    with pytest.raises(Refused) as refused:
        ALONE.need_controller(TABLE, Request(seat="p1"), "spy")
    assert refused.value.message.key == "refused.no_such_actor"
    WITH_SPY.need_known(TABLE, "p1", "spy")
    with pytest.raises(Refused) as refused:
        WITH_SPY.need_controller(TABLE, Request(seat="p1"), "spy")
    assert refused.value.message.key == "refused.not_your_character"


def test_only_readers_of_the_record_see_how_a_number_is_made() -> None:
    draft = Draft(TABLE, SeededChance(1))
    ALONE.add_line(draft, "tom", "hits", reckoning=STEPS)
    ALONE.add_line(draft, "spy", "hits", reckoning=STEPS)
    WITH_SPY.add_line(draft, "spy", "hits", reckoning=STEPS)
    WITH_SPY.add_open_line(draft, "spy", "hits", reckoning=STEPS)
    assert lines(draft) == [
        ("log.hits", None, True),
        ("log.hits", ("gm", "p2"), True),
        ("log.hits", None, False),
        ("log.made_of", ("gm", "p2"), True),
        ("log.hits", None, False),
        ("log.made_of", ("gm", "p2"), True),
    ]


def test_dice_are_named_for_a_character_that_is_known_and_hidden_where_they_would_tell_its_record() -> None:
    draft = Draft(TABLE, SeededChance(1))
    for audience, actor, sums, named, hidden in (
        (ALONE, "spy", False, False, True),
        (ALONE, "spy", True, False, True),
        (WITH_SPY, "spy", False, True, False),
        (WITH_SPY, "spy", True, True, True),
        (ALONE, "tom", True, True, False),
    ):
        with audience.label_dice(draft, actor, "side", sums=sums):
            assert (draft.about is not None, draft.rolls_hidden) == (named, hidden)


def test_results_are_recorded_where_everybody_may_know_them() -> None:
    draft = Draft(TABLE, SeededChance(1))
    ALONE.record_result(draft, "spy", damage=1)
    assert draft.results == {}
    WITH_SPY.record_result(draft, "spy", damage=1)
    assert draft.results == {"damage": 1}
