"""Outside combat (section 2.5)."""

from __future__ import annotations

import pytest

from engine.core.events import Noted
from engine.core.manual_moves import EditActor, RemoveCards
from engine.core.redaction import redact
from engine.messages.texts import say
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle
from engine.rulesets.card_the_drawing.health_recovery import RestoreHealth
from engine.rulesets.card_the_drawing.outside_combat import DrawHand, NewScene, UseAbility, uses_left
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    TITAN,
    cards,
    deck,
    faces,
    laid,
    outcome,
    play,
    started,
    why,
    with_tracks,
)

WHO = ("tom", "shared", "eve")
SMALL = {"tia": {**TITAN, "deck": deck("punch*2 retreat*2 hamstring*2")}}


@pytest.mark.rule("CD-OUT-1", "CD-OUT-2", "CD-OUT-3", "CD-CORE-4", "CD-AMB-8")
def test_a_card_of_the_hand_is_used_and_replaced() -> None:
    table = play(laid("tia", "eli", sheets=SMALL), DrawHand(seat="tom", actor="tia"))
    assert (len(cards(table, "hand:tom")), len(cards(table, "draw:tia"))) == (5, 1)
    assert why(table, DrawHand(seat="tom", actor="tia")) == ("drawing_hand_full", "CD-OUT-3")
    assert "Adrenaline" in table.actors["tia"].tracks
    result = outcome(table, UseAbility(seat="tom", actor="tia", card="hand:tom#0", what="through the door"))
    line = next(e for e in result.events if isinstance(e, Noted))
    assert line.message.params["ability"] in {"Brute Force", "Flee", "Achilles Heel"}
    table = result.table
    assert (len(cards(table, "hand:tom")), len(cards(table, "draw:tia")), len(cards(table, "discard:tia"))) == (5, 0, 1)
    table = play(table, UseAbility(seat="tom", actor="tia", card="hand:tom#0"))
    # The pile is shuffled anew from the discards, which costs nothing.
    assert (len(cards(table, "hand:tom")), len(cards(table, "draw:tia")), len(cards(table, "discard:tia"))) == (5, 1, 0)
    assert table.actors["tia"].tracks["Health"].value == 35
    assert why(table, UseAbility(seat="tom", actor="tia", card="draw:tia#0")) == ("drawing_not_in_hand", "CD-OUT-3")
    assert why(table, UseAbility(seat="eve", actor="tia", card="hand:tom#0")) == ("not_your_character", "CD-OUT-3")


@pytest.mark.rule("CD-UI-16", "CD-OUT-1", "CD-CARD-2")
def test_what_each_card_allows_outside_combat_lies_beside_it_for_who_may_see_it() -> None:
    table = play(laid("tia", "eli", sheets=SMALL), DrawHand(seat="tom", actor="tia"))

    def told(viewer: str) -> list[str]:
        (scene,) = GAME.view_for(table, viewer).under_way
        return [say(token.label) for station in scene.stations for token in station.tokens]

    allowed = {"punch": "Brute Force", "retreat": "Flee", "hamstring": "Achilles Heel"}
    assert told("tom") == [allowed[face] for face in faces(table, "hand:tom")]
    assert told("shared") == []
    assert told("eve") == []
    asked = {viewer: next(o for o in GAME.offers(table, "tom", viewer) if o.name == "use_card:tia") for viewer in WHO}
    words = [say(message).partition(".")[0] for message in asked["tom"].questions[0].told.values()]
    assert words == told("tom"), "and it is asked so"
    assert [dict(asked[viewer].questions[0].told) for viewer in ("shared", "eve")] == [{}, {}]


@pytest.mark.rule("CD-OUT-3", "CD-ROUND-2")
def test_the_cards_return_with_a_new_scene_or_a_battle() -> None:
    table = play(laid(sheets=SMALL), DrawHand(seat="tom", actor="tia"), DrawHand(seat="tom", actor="tam"))
    assert {"cards:tam", "draw:tam"} <= table.zones.keys()
    scene = play(table, NewScene(seat="gm"))
    assert not scene.all_cards()
    fight = started(table, "tia", "ogre")
    assert len(cards(fight, "hand:tom")) == 5
    assert "draw:tam" not in fight.zones
    for command in (DrawHand(seat="tom", actor="tam"), NewScene(seat="gm")):
        assert why(fight, command) == ("drawing_in_battle", "CD-OUT-3")


@pytest.mark.rule("CD-OUT-3", "CD-AMB-8")
def test_the_whole_deck_may_be_open_to_use() -> None:
    table = laid("tia", sheets=SMALL, options={"out_of_combat": "whole_deck"})
    use = UseAbility(seat="tom", actor="tia", ability="retreat")
    assert play(play(table, use), use, use).zones == table.zones
    assert why(table, UseAbility(seat="tom", actor="tia", ability="polearm")) == ("drawing_ability", "CD-OUT-3")
    assert why(table, DrawHand(seat="tom", actor="tia")) == ("drawing_no_hand", "CD-OUT-3")


@pytest.mark.rule("CD-OUT-3", "CD-AMB-8")
def test_each_card_may_be_used_once_in_a_scene() -> None:
    table = laid("tia", sheets=SMALL, options={"out_of_combat": "once_per_scene"})
    use = UseAbility(seat="tom", actor="tia", ability="retreat")
    table = play(table, use, use)
    assert uses_left(table, "tia") == {"punch": 2, "hamstring": 2}
    assert why(table, use) == ("drawing_ability", "CD-OUT-3")
    table = play(table, NewScene(seat="gm"))
    assert uses_left(table, "tia")["retreat"] == 2
    assert faces(table, "hand:tom") == []


@pytest.mark.rule("CD-OUT-3")
def test_a_secret_character_leaves_no_trace_outside_combat() -> None:
    table = laid("tia", "ogre", secret=("ogre",))
    assert why(table, DrawHand(seat="gm", actor="ogre")) == ("drawing_secret_hand", "CD-OUT-3")
    table = laid("tia", "ogre", secret=("ogre",), options={"out_of_combat": "whole_deck"})
    result = outcome(table, UseAbility(seat="gm", actor="ogre", ability="hamstring"))
    assert [e.audience for e in result.events if isinstance(e, Noted)] == [("gm",)]
    table = play(laid("tia", "ogre"), DrawHand(seat="gm", actor="ogre"))
    table = play(table, EditActor(seat="gm", actor="ogre", secret=True))
    assert not [zone for zone in table.zones if zone.endswith(":ogre")]


@pytest.mark.rule("CD-OUT-3", "CD-ROUND-4", "CD-DECK-8")
def test_what_was_taken_off_face_down_returns_to_its_deck_with_all_others() -> None:
    """Else the ids of the next scene's cards would tell which card it was."""
    small = {"tia": {"deck": deck("punch*2 retreat*2 hamstring*2")}}
    scene = play(laid("tia", "ogre", sheets=small), DrawHand(seat="tom", actor="tia"))
    battle_on = started(laid("tia", "ogre", sheets=small))
    for table, over in ((scene, NewScene(seat="gm")), (battle_on, EndBattle(seat="gm"))):
        taken = play(table, RemoveCards(seat="gm", cards=("hand:tom#0",)))
        assert len(taken.away) == 1
        result = outcome(taken, over)
        assert not result.table.away
        assert not result.table.all_cards()
        redacted = str(redact(taken, result.events, "eve"))
        assert taken.away[0] not in redacted


@pytest.mark.rule("CD-STAT-11", "CD-STAT-8")
def test_the_gm_restores_the_health_of_those_who_have_lost_any() -> None:
    table = with_tracks(with_tracks(laid("tia", "eli", "ogre", "rats"), "tia", Health=-4), "rats", **{"Minion 2": 0})
    (rest,) = (offer for offer in GAME.offers(table, "gm") if offer.name == "restore_health")
    (asked,) = rest.questions
    assert isinstance(rest.command, RestoreHealth)
    assert (rest.command.actors, asked.choices) == (("tia",), ("tia", "rats"))
    rested = play(table, RestoreHealth(seat="gm", actors=("tia", "rats")))
    assert rested.actors["tia"].tracks["Health"].value == 35
    assert rested.actors["rats"].tracks["Minion 2"].value == 8
    assert not [offer for offer in GAME.offers(rested, "gm") if offer.name == "restore_health"]
    nobody = ("drawing_nothing_lost", "CD-STAT-11")
    assert why(table, RestoreHealth(seat="gm", actors=("tia", "eli"))) == why(rested, rest.command) == nobody
    assert why(table, RestoreHealth(seat="tom", actors=("tia",))) == ("gm_only", "CD-STAT-11")
    assert why(started(table), RestoreHealth(seat="gm", actors=("tia",))) == ("drawing_in_battle", "CD-STAT-11")
