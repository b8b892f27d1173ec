"""Tables of Future Imperfect for journeys: two heroes against two villains and two extras, with stacked Action Decks.

Ada is the Master; Tom leads Frost, who has a blast rifle, Eve leads Chuk; Vex, Brute, Guard and Sentry are
the Master's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.model.cards import is_joker
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import ShareHand
from engine.rulesets.future_imperfect.session.session_commands import DrawChips, StartSession
from tests.engine.rulesets.future_imperfect.attack_helpers import armed
from tests.engine.rulesets.future_imperfect.table import conflict, laid, play
from tests.journeys.kit import Desk

WHO = {"frost": "tom", "chuk": "eve", "vex": "gm", "brute": "gm", "guard": "gm", "sentry": "gm"}
EVERYBODY = ("Frost", "Chuk", "Vex", "Brute", "Guard", "Sentry")
SHEETS: Mapping[str, Mapping[str, Any]] = {
    "frost": armed("Blast rifle", hands=("both",)),
    "chuk": armed("Blast pistol", hands=("main",), reflex="2d6"),
    "vex": armed("Blast pistol", hands=("main",)),
    "brute": armed("Vibro knife", hands=("main",), reflex="2d6"),
    "guard": {"reflex": "2d6"},
    "sentry": {"reflex": "2d6"},
}
CHIPS = {"tom": {"white": 2, "red": 1}, "eve": {"white": 1, "blue": 2}, "gm": {"white": 1}}


def crew(chips: Mapping[str, Mapping[str, int]] | None = None) -> Table:
    """Return a table between two sessions."""
    return laid(sheets=SHEETS, who=WHO, chips=chips or {})


def fighting(*, chips: bool = True) -> Table:
    """Return a session in which everybody is about to draw cards; the extras share a hand.

    Args:
        chips: everybody holds `CHIPS`; else what was drawn has been spent, and no roll waits for any.
    """
    table = play(crew(), StartSession(seat="gm", by_hand=True))
    table = play(table, *(DrawChips(seat="gm", bag=bag, chips=drawn) for bag, drawn in CHIPS.items()))
    table = play(conflict(table, *WHO), ShareHand(seat="gm", actors=("guard", "sentry")))
    return table if chips else replace(table, chips={**table.chips, **{bag: {} for bag in CHIPS}})


def hidden(desk: Desk, *cards: str) -> None:
    """See that no face of these cards has ever been painted, and that nothing on the screen names them.

    What may be done with a red Joker is offered to everybody who holds a card that nobody else sees: there it is named.
    """
    assert desk.faces_ever_seen().isdisjoint(cards)
    for card in cards:
        found = desk.names_card(card)
        assert [text for text in found if not (is_joker(card) and "act with the red Joker" in text)] == []
