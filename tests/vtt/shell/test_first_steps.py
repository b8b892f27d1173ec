"""A fresh campaign leads on: to its characters, at a table that stays where it is, with an undo that says what goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize
from pytestqt.qtbot import QtBot

from engine.core.commands import Command
from engine.core.manual_moves import ArrangeZone, LayCondition
from engine.messages.texts import say
from engine.model.cards import is_joker
from engine.rulesets.future_imperfect.checks.check_commands import Accept, ThrowDice
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import KeepCards, RollReflex
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import ShareHand, StartConflict
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard
from engine.rulesets.future_imperfect.initiative.initiative_countdown import CallStep
from engine.rulesets.imaginality.action_resolution import Reveal, Settle
from engine.rulesets.imaginality.actions.card_play_commands import Draw
from engine.rulesets.imaginality.combat.attack_commands import Respond, Strike
from engine.rulesets.imaginality.damage import Inflict
from engine.rulesets.imaginality.turns.turn_commands import Declare, EndFight, ResolveTurn, StartFight
from engine.rulesets.loader import ruleset_ids
from engine.sheets.editing.new_character_moves import JoinActor
from tests.vtt.shell_kit import PEOPLE, dialogue_of, open_house, play_at
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.shell.campaigns import campaign_loading
from vtt.shell.first_window import StartOptions
from vtt.system.user_folders import folders_under
from vtt.welcome.new_campaign_dialog import NewCampaignPlan


def fresh(folder: Path, ruleset: str = "imaginality") -> Path:
    """Make a campaign in which nobody has a character."""
    places = folders_under(folder)
    path = places.campaigns / "Fresh.ktable"
    campaign_loading.start_new(NewCampaignPlan("Fresh", ruleset, PEOPLE, path), places).keep().store.close()
    return path


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_the_first_button_of_a_fresh_campaign_asks_for_a_character(qtbot: QtBot, tmp_path: Path, ruleset: str) -> None:
    path = fresh(tmp_path, ruleset)
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, path)
        bar = page.table_room.offers
        seat = next(s.id for s in campaign.viewer_campaign("shared").view.seats.values() if s.name == "Eva")
        bar.choose_seat(seat)
        first = bar.tiles[0]
        assert (first.offer.name, first.property("role")) == ("new_character", "primary")
        first.click()
        assert page.room == "characters"
        room = page.show_room("characters")
        assert isinstance(room, CharactersRoom)
        assert room.dialog is not None
        name, leader, *_ = room.dialog.form.fields
        assert leader.value() == seat, "whose button it was leads the character"
        name.line.setText("Mia")  # type: ignore[attr-defined]
        assert room.dialog.form.submit()
        assert [a.seat for a in campaign.viewer_campaign("shared").view.actors.values()] == [seat]


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 3.0), ((1920, 1080), 2.0)])
def test_the_table_keeps_its_size_from_gesture_to_gesture(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    path = fresh(tmp_path)
    with open_house(tmp_path, StartOptions(size=QSize(*size), scale=scale)) as house:
        campaign, page = play_at(house, path)
        room = page.table_room
        qtbot.waitUntil(lambda: room.table.height() > room.height() * 0.6)
        gm, tom, eva = campaign.viewer_campaign("shared").view.seats
        numbers, heights = set(), set()
        gestures = (
            *(JoinActor(seat=gm, id=f"of-{s}", name=f"Of {s}", leader=s) for s in (gm, tom, eva)),
            StartFight(seat=gm, fighters=(f"of-{gm}", f"of-{tom}")),
            Declare(seat=gm, actor=f"of-{tom}", what="something of many words that takes much room on a line"),
            LayCondition(seat=gm, actor=f"of-{tom}", condition="unconscious"),
            EndFight(seat=gm),
        )
        for gesture in gestures:
            assert campaign.submit(gesture)
            for seat in (gm, tom, eva):
                room.offers.choose_seat(seat)
                qtbot.wait(1)  # let the layouts settle
                numbers.add(len(room.offers.viewer_campaign.offers(seat)))
                heights.add((room.table.height(), room.offers.height()))
        assert len(numbers) > 3, "there was now more and now less to do"
        assert len(heights) == 1
        assert all(tile.isVisible() for tile in room.offers.tiles) or scale == 3.0


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 2.25)])
def test_a_round_of_action_cards_leaves_the_table_where_it_is(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    path = fresh(tmp_path, "future_imperfect")
    with open_house(tmp_path, StartOptions(size=QSize(*size), scale=scale)) as house:
        campaign, page = play_at(house, path)
        room = page.table_room
        qtbot.waitUntil(lambda: room.table.height() > room.height() * 0.5)
        gm, tom, eva = campaign.viewer_campaign("shared").view.seats
        crew = {"ottilie": tom, "finch": eva, "raider": gm, "gunner": gm}
        for actor, seat in crew.items():
            assert campaign.submit(JoinActor(seat=gm, id=actor, name=f"{actor.title()} of the Gannet", leader=seat))
        assert campaign.submit(StartConflict(seat=gm, fighters=tuple(crew)))
        places, ranks = set(), set()
        for gesture in (ShareHand(seat=gm, actors=("raider", "gunner")), *_a_round(gm, crew)):
            if campaign.refusal(gesture) is None:
                assert campaign.submit(gesture)
            qtbot.wait(1)  # let the layouts settle
            ranks.add(campaign.viewer_campaign("shared").view.under_way[-1].figures.get("rank"))
            places.add((room.camera.mapTo(room, QPoint()).y(), room.camera.height(), room.table.height()))
        assert len(places) == 1
        assert len(ranks) > 5, "much of it was counted down"


def _a_round(gm: str, crew: Mapping[str, str]) -> Iterator[Command]:
    """Yield what may come in a round: whatever cannot be done when its turn comes is left out."""
    for actor, seat in crew.items():
        yield RollReflex(seat=seat, actor=actor)
        yield ThrowDice(seat=gm)
        yield Accept(seat=gm)
        for kept in (2, 1):
            hand = f"hand:{seat}" if seat != gm else f"cards:{actor}"
            yield KeepCards(seat=seat, actor=actor, cards=tuple(f"{hand}#{n}" for n in range(kept)))
    yield BeginCount(seat=gm)
    for _ in range(7):
        yield CallStep(seat=gm)
        for actor, seat in crew.items():
            for _ in range(2):
                yield PlayCard(seat=seat, actor=actor)
                yield EndTurn(seat=seat, actor=actor)


def test_a_blow_that_goes_on_after_the_break_leaves_the_table_where_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    path = fresh(tmp_path)
    what = "hits Finch with a boathook"
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        gm, tom, _ = campaign.viewer_campaign("shared").view.seats
        plain = next(card for card in campaign._history.table.zones["deck"].cards if not is_joker(card))
        for gesture in (
            ArrangeZone(seat=gm, zone="deck", cards=(plain,)),  # a Joker would have other steps
            JoinActor(seat=gm, id="villain", name="Brock the wrecker", leader=gm),
            JoinActor(seat=gm, id="hero", name="Finch", leader=tom),
            JoinActor(seat=gm, id="third", name="Ottilie Brandt", leader=tom),
            StartFight(seat=gm, fighters=("villain", "hero", "third")),
            Declare(seat=gm, actor="villain", what=what),
            ResolveTurn(seat=gm),
            Strike(seat=gm, actor="villain", target="hero", what=what),
        ):
            assert campaign.submit(gesture)
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720))) as house:
        campaign, page = play_at(house, path)
        table, strip = page.table_room.table, page.table_room.steps
        qtbot.waitUntil(lambda: strip.height() == strip.usual_height())  # the blow and the order of acting in one line
        heights = [table.height()]
        for step in (
            Draw(seat=gm, side="actor"),
            Respond(seat=tom, response="nothing"),
            Reveal(seat=gm),
            Inflict(seat=gm),
            Settle(seat=gm),
        ):
            assert campaign.submit(step)
            qtbot.wait(1)  # let the layouts settle
            heights.append(table.height())
        assert len(set(heights)) == 1, "there was less to tell, step by step"


def test_undo_past_a_reveal_names_the_step(qtbot: QtBot, tmp_path: Path) -> None:
    path = fresh(tmp_path)
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        title = campaign.undo_title
        assert title is not None
        assert campaign.unrevealed_by(campaign.position - 1), "cards have been dealt"
        house.window.named_actions["undo"].trigger()
        dialog = dialogue_of(house)
        assert say(title).rstrip(".") in dialog.text
        dialog.reject()
