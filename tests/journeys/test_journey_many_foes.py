"""A GM alone with the own screen and three actors to lead: one round by mouse only, the next by keys only."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from engine.model.cards import face_of
from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from tests.engine.rulesets.card_the_drawing.table import deck
from tests.journeys.kit import ADA_TOM_EVA, Desk
from tests.journeys.test_journey_battle import card
from tests.journeys.test_journey_encounter import see_as_gm
from vtt.shared.table_queries import seats_waited_for
from vtt.table.accessibility.focus_targets import FocusTarget, FocusTargetKind

FOES = ("ogre", "rats", "imps")


def told() -> dict[str, object]:
    """Return a battle of one hero against a boss and two mobs, whose hands are known for each deck is just a hand."""
    library = library_of()
    boss, mob = library.foes["boss"], library.foes["mob"]
    actors: list[Mapping[str, Json]] = [
        {"id": "tia", "seat": "tom", "name": "Tia", "sheet": {"archetype": "Titan", "deck": deck("retreat*2 punch*2")}},
        {
            "id": "ogre",
            "seat": "gm",
            "name": "Ogre",
            "sheet": {
                **actor_sheet.sheet_of_foe(boss, library),
                "deck": deck("swing_blade*2 furious_charge counter_strike"),
            },
        },
        {
            "id": "rats",
            "seat": "gm",
            "name": "Rats",
            "sheet": {**actor_sheet.sheet_of_foe(mob, library, minions=3), "deck": deck("punch*4")},
        },
        {
            "id": "imps",
            "seat": "gm",
            "name": "Imps",
            "sheet": {**actor_sheet.sheet_of_foe(mob, library, minions=2), "deck": deck("thrown_rock*4")},
        },
    ]
    fighters = [actor["id"] for actor in actors]
    begin: list[Mapping[str, Json]] = [{"kind": "start_battle", "seat": "gm", "fighters": fighters}]
    begin += [{"kind": "finish_drawing", "seat": "gm", "actor": actor} for actor in fighters]
    return {
        "ruleset": "card_the_drawing",
        "seats": list(ADA_TOM_EVA[:2]),
        "actors": actors,
        "seed": 5,
        "commands": begin,
    }


@pytest.mark.journey
@pytest.mark.rule("CD-UI-5", "CD-UI-8", "CD-UI-14", "CD-UI-19")
def test_three_actors_of_the_gm_by_mouse_and_then_by_keys(desk: Desk) -> None:
    desk.open_table(told())
    see_as_gm(desk)
    round_by_mouse(desk)
    round_by_keys(desk)
    desk.reopen()


def round_by_mouse(desk: Desk) -> None:
    """Drag the cards of all three into their slots, lock, aim by clicks, and let every window pass."""
    plans = {"ogre": ("furious_charge",), "rats": ("punch", "punch"), "imps": ("thrown_rock",)}
    for actor, faces in plans.items():
        for slot, face in enumerate(faces, 1):
            desk.drag_to(card(desk, f"cards:{actor}", face), "slot", f"plan:{actor}", str(slot))
        assert tuple(face_of(one) for one in desk.cards(f"plan:{actor}")) == faces
        assert set(desk.cards(f"plan:{actor}")) <= desk.faces_on_screen(), "the GM's own screen shows the own plans"
        desk.click_offer(f"{actor.title()}: lock the plan", seat="Ada")
    desk.picture("foes-2-locked")
    desk.click_offer("Tia: lock the plan (no card)", seat="Tom")
    assert not set(desk.cards("hand:tom")) & desk.faces_on_screen(), "and nothing of what Tom holds"
    come_back_as_gm(desk)
    desk.picture("foes-3-aim")
    desk.click_part("body", "rats#1")
    assert "is on the same side. Click again to choose this target." in desk.refusal()
    assert "Ogre plays Furious Charge" in desk.headline(), "nobody hits the own side by a slip of the hand"
    desk.picture("foes-3-friend")
    for _ in range(20):
        if "Round 2: everybody draws" in desk.headline():
            break
        if "Nobody interrupts" in desk.offers():
            desk.click_offer("Nobody interrupts")
        else:
            desk.click_part("body", "tia")
    assert desk.truth.actors["tia"].tracks[actor_sheet.HEALTH].value == 35 - 8 - 4 - 2 - 4
    desk.picture("foes-4-round-two")


def round_by_keys(desk: Desk) -> None:
    """Draw, carry a card to a slot, lock by name, aim by walking there, and let every window pass; all by keys."""
    until(desk, "Round 2: everybody plans")
    come_back_as_gm(desk)
    go_to_table(desk)
    walk_to(desk, FocusTargetKind.CARD, "cards:ogre", 1)
    desk.press("Return")
    walk_to(desk, FocusTargetKind.SLOT, "plan:ogre", 1)
    desk.picture("foes-5-carried")
    held = desk.cards("cards:ogre")
    desk.press("Return")
    assert desk.cards("plan:ogre") == (held[1],)
    for name in ("Ogre", "Rats", "Imps", "Tia"):
        desk.press("Ctrl+K")
        desk.write(f"{name}: lock the plan")
        desk.press("Return")
    assert "Ogre plays Swing Blade" in desk.headline()
    come_back_as_gm(desk)
    go_to_table(desk)
    walk_to(desk, FocusTargetKind.BODY, "tia")
    desk.picture("foes-6-aim")
    desk.press("Return")
    assert "Interrupts before Swing Blade?" in desk.headline()
    until(desk, "Round 3: everybody draws")
    assert "Tia takes 8 damage from Swing Blade (Health now 9)" in desk.read_log()
    desk.picture("foes-7-round-three")


def come_back_as_gm(desk: Desk) -> None:
    """Show the GM screen again if it is hidden because a player's seat was chosen."""
    if desk.page.viewer == SHARED:
        see_as_gm(desk)


def go_to_table(desk: Desk) -> None:
    """Press Shift+Tab until the table has the keys."""
    for _ in range(12):
        if QApplication.focusWidget() is desk.table:
            return
        desk.press("Shift+Tab")
    raise AssertionError("Shift+Tab does not lead to the table")


def until(desk: Desk, headline: str) -> None:
    """Take what the bar offers first, until something is under way; Ctrl+Tab leads from the own offers to others'."""
    offers = desk.page.table_room.offers
    for _ in range(40):
        if headline in desk.headline():
            return
        waited = seats_waited_for(offers.view)
        if waited and offers.seat not in waited:
            desk.press("Ctrl+Tab")
            continue
        desk.press("Alt+1")
        if QApplication.activeModalWidget() is not None:
            desk.press("Return")
    raise AssertionError(f"{headline} never came: {desk.headline()}")


def walk_to(desk: Desk, kind: FocusTargetKind, ref: str, at: int = 0) -> None:
    """Walk with the arrows, as somebody does who sees the ring: always the way that leads nearer."""

    def wanted(stop: FocusTarget) -> bool:
        return stop.kind is kind and stop.ref == ref and (kind is FocusTargetKind.BODY or stop.index == at)

    goal = next(stop for stop in desk.table.focus_targets() if wanted(stop)).rect.center()
    for _ in range(30):
        here = desk.table.selection_marks.focus_target
        if here is not None and wanted(here):
            return
        away: QPoint = (goal - (here.rect.center() if here is not None else goal)).toPoint()
        ways = ["Right" if away.x() > 0 else "Left", "Down" if away.y() > 0 else "Up"]
        for key in sorted(ways, key=lambda key: key in ("Up", "Down"), reverse=abs(away.y()) > abs(away.x())):
            desk.press(key)
            if desk.table.selection_marks.focus_target is not here:
                break
    raise AssertionError(f"the arrows do not lead to {ref}")
