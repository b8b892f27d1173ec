"""The conformance suite finds the mistakes that people make: each broken game here has one."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.core.commands import Command
from engine.core.draft import Draft
from engine.core.events import CardsRemoved, ClockSet, Noted, ZoneSet
from engine.kit.conformance.suite import RunLength, check_conformance
from engine.kit.game_factory import make_game
from engine.messages.message import Message
from engine.messages.texts import texts
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import Sight, hand_of
from engine.odds.odds import Odds
from engine.presentation.activity_view import ActivityView
from engine.presentation.game import Ruleset
from engine.presentation.offers import Denial, Offer
from tests.engine.tiny import DECK, Bout, Tiny

LENGTH = RunLength(commands=60, moments=6, every=2)


def found_in(ruleset: Ruleset) -> dict[str, list[str]]:
    """Return the findings by check."""
    found: dict[str, list[str]] = {}
    for finding in check_conformance(make_game(ruleset), length=LENGTH, seed=3).findings:
        assert finding.hint == texts()[f"conformance.hint.{finding.check}"]
        found.setdefault(finding.check, []).append(finding.sentence)
    return found


class DropsCards(Tiny):
    """A card leaves the table for good, and comes back by a hidden change of the zone's state."""

    def after_command(self, draft: Draft, command: Command) -> None:
        super().after_command(draft, command)
        cards = draft.table.zones[DECK].cards
        if cards:
            draft.table = replace(
                draft.table, zones={**draft.table.zones, DECK: replace(draft.table.zones[DECK], cards=cards[1:])}
            )


class TakesCardsOff(Tiny):
    """Each command takes a card off the table, and says so."""

    def after_command(self, draft: Draft, command: Command) -> None:
        super().after_command(draft, command)
        cards = draft.table.zones[DECK].cards
        if cards:
            draft.emit(CardsRemoved(zone=DECK, cards=cards[:1]))


class RollsItself(Tiny):
    """Chance that nobody wrote down."""

    def after_command(self, draft: Draft, command: Command) -> None:
        super().after_command(draft, command)
        draft.emit(ClockSet(seconds=random.randrange(10**6)))


class CountsItsLines(Tiny):
    """The table depends on the lines of the log, which a simulated fight does not write."""

    def after_command(self, draft: Draft, command: Command) -> None:
        super().after_command(draft, command)
        draft.note("dealt")
        lines = sum(isinstance(event, Noted) for event in draft.events)
        draft.emit(ClockSet(seconds=lines))


class ShowsHands(Tiny):
    """The log names the cards of a hand that is dealt."""

    def after_command(self, draft: Draft, command: Command) -> None:
        super().after_command(draft, command)
        hand = draft.table.zones[hand_of("ann")].cards
        draft.note("dealt_faces", cards=hand)


class TellsOfTheSpy(Tiny):
    """Everybody reads how the secret character is."""

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        health = {actor.id: actor.tracks["Health"].value for actor in table.actors.values()}
        return (*super().activity_view(table, viewer), ActivityView(title=Message(key="tiny.deal"), figures=health))


class CountsWithTheDeck(Tiny):
    """The odds of every offer are those of the very card that lies on top of the deck."""

    def odds(self, table: Table, offer: Offer, viewer: str) -> Odds | None:
        return Odds(success=Message(key="tiny.deal", params={"cards": table.zones[DECK].cards[:1]}))


class SaysNothing(Tiny):
    """A line of the log has no text."""

    def after_command(self, draft: Draft, command: Command) -> None:
        super().after_command(draft, command)
        draft.note("nobody_wrote_this")


class SaysHalf(Tiny):
    """A line of the log lacks the words that its text wants."""

    def after_command(self, draft: Draft, command: Command) -> None:
        super().after_command(draft, command)
        draft.note("fell")


class DeniesWhatIsAllowed(Tiny):
    """The offer to deal is denied at all times."""

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        denial = Denial(message=Message(key="refused.hands_full"))
        return tuple(
            offer.unless(denial) if offer.name == "deal" else offer for offer in super().offers(table, seat, viewer)
        )


class FindsNoOffersByName(Tiny):
    """The offers of all features are listed together, but not by their names."""

    def named_offers(self, table: Table, seat: str, viewer: str, names: frozenset[str]) -> tuple[Offer, ...]:
        return ()


class ForgetsAProcedure(Tiny):
    """The bout is not listed, so that it can not be read from a file."""

    procedures = ()


class Faulty(Tiny):
    """A view with a fault."""

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        bouts = [procedure for procedure in table.procedures if isinstance(procedure, Bout)]
        return (ActivityView(title=Message(key=str(1 // len(bouts)))),)


class NeedsNoConsent(Tiny):
    """Everybody sees the deck, and undo does not know that anybody learned something."""

    def after_command(self, draft: Draft, command: Command) -> None:
        super().after_command(draft, command)
        deck = draft.table.zones[DECK]
        draft.emit(ZoneSet(zone=replace(deck, sight=Sight.EVERYONE, cards=())))
        draft.learned.clear()


@pytest.mark.parametrize(
    ("ruleset", "check", "words"),
    [
        (DropsCards, "cards", "loses the cards"),
        (TakesCardsOff, "cards", "removes the cards"),
        (RollsItself, "replay", "the second time"),
        (CountsItsLines, "replay", "leaves another table where nobody reads of it"),
        (ShowsHands, "secrets", "log"),
        (TellsOfTheSpy, "secrets", "under_way"),
        (CountsWithTheDeck, "secrets", "$.odds"),
        (SaysNothing, "texts", "“log.nobody_wrote_this” has no text"),
        (SaysHalf, "parameters", "the text of “log.fell” needs actor"),
        (DeniesWhatIsAllowed, "offers", "“deal” is denied, but its command is accepted"),
        (FindsNoOffersByName, "offers", "does not list the same offers named “deal”"),
        (ForgetsAProcedure, "storage", "no such procedure"),
        (DeniesWhatIsAllowed, "bot", "something is in progress, and no seat can go on"),
        (Faulty, "secrets", "ZeroDivisionError"),
        (NeedsNoConsent, "secrets", "undo would not ask for consent"),
    ],
)
def test_a_mistake_is_found(ruleset: Callable[[], Ruleset], check: str, words: str) -> None:
    found = found_in(ruleset())
    assert any(words in sentence for sentence in found.get(check, ())), found


def test_a_game_without_mistakes_has_no_findings_and_nothing_is_measured_without_a_clock() -> None:
    report = check_conformance(make_game(Tiny()), length=LENGTH)
    assert (report.findings, report.unreported, report.measurements, report.commands) == ((), 0, (), 60)
