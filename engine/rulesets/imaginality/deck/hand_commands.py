"""Hands: dealing, refilling, and the Joker that refreshes a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.core.events import CardsAdded, CardsRemoved, ZoneGone
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused, needed
from engine.model.cards import is_joker
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.character_state import need_free
from engine.rulesets.imaginality.deck.deck_commands import (
    DECK,
    DISCARD,
    all_cards,
    count_decks,
    count_game_cards,
    discard_cards,
    gather_cards,
    holders,
    need_enough_cards,
    take_cards,
)
from engine.rulesets.imaginality.procedures import SessionState, current_action, evening
from engine.rulesets.imaginality.settings import flag, number, word


class StartAdventure(Request):
    """A new adventure begins: every hand is filled to its size; the first one deals from a fresh deck."""

    RULES = ("IM-HAND-2", "IM-ADVANCE-7")
    redeal: Annotated[bool, Meta(description="take everything back, shuffle and deal anew"), Asks()] = False

    def verify(self, table: Table) -> None:
        """The GM; nothing in progress; enough cards for all hands (IM-DECK-2)."""
        need_gm(table, self)
        if evening(table).running:
            raise Refused("adventure_runs", "IM-HAND-2")
        need_free(table)
        need_enough_cards(table)

    def decide(self, draft: Draft) -> None:
        """Deal. The first adventure deals from a fresh deck; later ones fill up, unless the GM wants a re-deal."""
        session = evening(draft.table)
        draft.note("adventure_starts", "IM-HAND-2", number=session.adventure + 1)
        if self.redeal or session.adventure == 0:
            gather_cards(draft, hands=self.redeal)
        change_evening(draft, replace(session, adventure=session.adventure + 1, running=True, short=(), held=()))
        for holder in holders(draft.table):
            is_empty = not draft.table.zones[hand_of(holder)].cards
            refill(draft, holder, "IM-HAND-2", line="dealt" if is_empty else "refilled")


class Refill(Request):
    """Fill hands from the deck: the own one when there is time to think; the GM any one, or all with `*`."""

    RULES = ("IM-HAND-4", "IM-HAND-6")
    holder: Annotated[str, Meta(description="the seat whose hand is filled, or `*` for all")]

    def verify(self, table: Table) -> None:
        """The GM for any hand; a holder only for the own, with time to think and not while the GM holds it."""
        gm = table.is_gm(self.seat)
        if self.holder == "*":
            need_gm(table, self, "IM-HAND-6")
        named = _holders_named(table, self.holder)
        need_room(number(table, "hand_size"), [len(table.zones[hand_of(holder)].cards) for holder in named])
        if gm:
            return
        if self.holder != self.seat:
            raise Refused("not_your_hand", "IM-HAND-6")
        if self.seat in evening(table).held:
            raise Refused("refill_held", "IM-HAND-6")
        mode = word(table, "refill_mode")
        if mode == "gm_only":
            raise Refused("gm_refills", "IM-HAND-6")
        if current_action(table) is not None:
            raise Refused("refill_waits", "IM-HAND-9")
        if mode == "pressure" and table.zones[hand_of(self.seat)].cards:
            raise Refused("refill_pressure", "IM-HAND-5")

    def decide(self, draft: Draft) -> None:
        """Fill."""
        came = 0
        for holder in _holders_named(draft.table, self.holder):
            came += refill(draft, holder, "IM-HAND-4", "IM-HAND-6")
        draft.record_results(refilled=came)


class HoldRefill(GmRequest):
    """The GM keeps a holder from refilling, or lets it refill again."""

    RULES = ("IM-HAND-6",)
    holder: Annotated[str, Meta(description="the seat whose refills are held, or `*` for all")]
    hold: Annotated[bool, Meta(description="false lets them refill again")] = True

    def verify(self, table: Table) -> None:
        """Only the GM."""
        super().verify(table)
        held_back = evening(table).held
        if all((holder in held_back) == self.hold for holder in _holders_named(table, self.holder)):
            raise Refused("already_so", "IM-HAND-6")

    def decide(self, draft: Draft) -> None:
        """Hold or allow refills."""
        session = evening(draft.table)
        key = "refill_held" if self.hold else "refill_let_go"
        named = [h for h in _holders_named(draft.table, self.holder) if (h in session.held) != self.hold]
        held_back = tuple(h for h in session.held if h not in named)
        change_evening(draft, replace(session, held=(*held_back, *named) if self.hold else held_back))
        for holder in named:
            draft.note(key, "IM-HAND-6", seat=seat_name(draft.table, holder))


class RemoveDeck(GmRequest):
    """The GM takes one deck away, which is only possible by a full re-deal."""

    RULES = ("IM-DECK-8",)
    FAR_REACHING = True

    def verify(self, table: Table) -> None:
        """One deck must stay, enough for all hands, and every card must be there to be gathered."""
        super().verify(table)
        decks = number(table, "deck_count")
        if decks < 2:
            raise Refused("last_deck", "IM-DECK-8")
        need_free(table, "IM-DECK-8")
        card_count = sum(len(table.zones[zone].cards) for zone in (DECK, DISCARD, *map(hand_of, holders(table))))
        if card_count != count_game_cards(table):
            raise Refused("cards_elsewhere", "IM-DECK-8")
        need_enough_cards(table, more_decks=-1)

    def decide(self, draft: Draft) -> None:
        """Gather everything, take the cards of the last deck away and deal again, if there are hands to deal.

        Cards that were taken off the table face down come back first: or the count would reveal their deck.
        """
        if draft.table.away:
            draft.emit(CardsAdded(zone=DECK, cards=draft.table.away))
        gather_cards(draft, hands=True)
        decks = number(draft.table, "deck_count") - 1
        kept = set(all_cards(decks, number(draft.table, "jokers_per_deck")))
        gone = tuple(card for card in draft.table.zones[DECK].cards if card not in kept)
        draft.emit(CardsRemoved(zone=DECK, cards=gone))
        count_decks(draft, -1)
        draft.note("deck_removed", "IM-DECK-8", count=len(gone))
        for holder in holders(draft.table) if evening(draft.table).adventure else ():
            refill(draft, holder, "IM-DECK-8")


class Refresh(Request):
    """Play a Joker to change cards of the own hand for new ones. It is free, and not the card of an action."""

    RULES = ("IM-JOKER-6", "IM-JOKER-7", "IM-JOKER-11")
    joker: Annotated[
        str,
        Meta(description="the Joker, by id or place; empty for the first one among the cards"),
        Asks(least=1, most=1),
    ] = ""
    cards: Annotated[
        tuple[str, ...], Meta(description="other cards of the hand to throw away, in order"), Asks(optional=False)
    ] = ()

    def verify(self, table: Table) -> None:
        """A Joker of the own hand, and only cards of the own hand go with it."""
        if not flag(table, "joker_as_refresh"):
            raise Refused("no_refresh", "IM-JOKER-6")
        hand = needed(table.zones.get(hand_of(self.seat)), "not_your_hand", "IM-HAND-3")
        joker, others = _joker_and_cards(self)
        if any(card not in hand.cards for card in filter(None, (joker, *others))):
            raise Refused("not_your_hand", "IM-HAND-3")
        if not joker or not is_joker(joker):
            raise Refused("not_a_joker", "IM-JOKER-6")
        if joker in others or len(set(self.cards)) != len(self.cards):
            raise Refused("card_twice", "IM-JOKER-6")

    def decide(self, draft: Draft) -> None:
        """Discard, and fill the hand to its full size, whatever the mode (IM-JOKER-12).

        With the option "from the discard pile": what it lacks comes from the deck, and what that lacks from the
        discarded cards, which are shuffled in for it (IM-JOKER-10).
        """
        hand = hand_of(self.seat)
        joker, others = _joker_and_cards(self)
        goes = (*others, joker)
        size = number(draft.table, "hand_size")
        name = seat_name(draft.table, self.seat)
        draft.note("refreshes", "IM-JOKER-6", seat=name, count=len(others))
        if word(draft.table, "joker_refill_source") == "deck":
            discard_cards(draft, goes, hand)
            took = take_cards(draft, size - len(draft.table.zones[hand].cards), hand)
            rules: tuple[str, ...] = ("IM-JOKER-8",)
        else:
            # The discarded cards stay apart until the hand is full: they are not drawn again at once (IM-JOKER-9).
            wanted = max(0, size - (len(draft.table.zones[hand].cards) - len(goes)))
            took = draft.table.zones[DISCARD].cards[:wanted]
            draft.move(took, DISCARD, hand, at=None)
            rules = ("IM-JOKER-9",) if len(took) == wanted else ("IM-JOKER-9", "IM-JOKER-10")
            if len(took) < wanted:
                took += take_cards(draft, wanted - len(took), hand)
            discard_cards(draft, goes, hand)
            if len(took) < wanted:
                took += take_cards(draft, wanted - len(took), hand)
        _remember(draft, self.seat, short=len(draft.table.zones[hand].cards) < size)
        draft.note("refilled", *rules, "IM-HAND-7", seat=name, count=len(took))
        if took and not draft.table.zones[hand].may_see(took[0], ""):
            draft.note("got_cards", "IM-HAND-7", audience=(self.seat,), cards=took)
        draft.record_results(thrown_away=len(others), taken=len(took), hand=len(draft.table.zones[hand].cards))


def _holders_named(table: Table, holder: str) -> tuple[str, ...]:
    """Return the holders that a name means, or raise Refused: one of them, or `*` for all."""
    if holder == "*":
        return holders(table)
    if holder not in table.seats or hand_of(holder) not in table.zones:
        raise Refused("no_such_seat", seat=holder)
    return (holder,)


def refill(draft: Draft, holder: str, *rules: str, line: str = "refilled") -> int:
    """Fill a hand to its size; return how many cards came. A Joker among them is an ordinary card (IM-HAND-7).

    Args:
        draft: the draft.
        holder: the seat whose hand it is.
        rules: the rules by which it is filled.
        line: the log line that says so.
    """
    hand = hand_of(holder)
    missing = number(draft.table, "hand_size") - len(draft.table.zones[hand].cards)
    if missing <= 0:
        _remember(draft, holder, short=False)
        return 0
    got = take_cards(draft, missing, hand)
    if got:
        name = seat_name(draft.table, holder)
        draft.note(line, *(rules or ("IM-HAND-4",)), seat=name, count=len(got))
        if not draft.table.zones[hand].may_see(got[0], ""):
            draft.note("got_cards", "IM-HAND-7", audience=(holder,), cards=got)
    _remember(draft, holder, short=len(got) < missing)
    if len(got) < missing:
        draft.note("refill_short", "IM-DECK-7", seat=seat_name(draft.table, holder), count=missing - len(got))
    return len(got)


def _remember(draft: Draft, holder: str, short: bool) -> None:
    session = evening(draft.table)
    if short != (holder in session.short):
        names = (*session.short, holder) if short else tuple(h for h in session.short if h != holder)
        change_evening(draft, replace(session, short=names))


def change_evening(draft: Draft, new: SessionState) -> None:
    """Change the outermost procedure."""
    if any(isinstance(p, SessionState) for p in draft.table.procedures):
        draft.replace_procedure(new)
    else:
        draft.push_procedure(new)


def refill_if_empty(draft: Draft, holder: str) -> None:
    """Fill an empty hand (IM-HAND-5, IM-HAND-8), unless the GM holds refills."""
    if draft.table.zones[hand_of(holder)].cards or holder in evening(draft.table).held:
        return
    if word(draft.table, "refill_mode") != "gm_only":
        refill(draft, holder, "IM-HAND-5", "IM-HAND-8")


def refill_after_action(draft: Draft, first: tuple[str, ...]) -> None:
    """Refill once an action's cards are away: the actor, the opposition, then the others by seat (IM-HAND-9).

    Calm: everyone to the full hand (IM-HAND-4); pressure: only empty hands (IM-HAND-5); GM only: nobody.
    """
    session = evening(draft.table)
    mode = word(draft.table, "refill_mode")
    for holder in dict.fromkeys((*first, *holders(draft.table))):
        if holder not in holders(draft.table) or holder in session.held:
            continue
        if mode == "calm" or holder in session.short:
            refill(draft, holder, "IM-HAND-4", "IM-HAND-9")
        else:
            refill_if_empty(draft, holder)


def need_room(size: int, hand_sizes: Iterable[int]) -> None:
    """Raise Refused if every hand is full; `hand_sizes` is how many cards each holds (IM-HAND-1)."""
    if min(hand_sizes, default=size) >= size:
        raise Refused("hand_full", "IM-HAND-1", size=size)


def remove_holder(draft: Draft, holder: str) -> None:
    """Discard the hand of a holder who leaves for good, and clear its state (IM-HAND-10)."""
    hand = hand_of(holder)
    discard_cards(draft, draft.table.zones[hand].cards, hand)
    draft.emit(ZoneGone(zone=hand))
    session = evening(draft.table)
    short, held_back = (tuple(h for h in names if h != holder) for names in (session.short, session.held))
    change_evening(draft, replace(session, short=short, held=held_back))


def _joker_and_cards(command: Refresh) -> tuple[str, tuple[str, ...]]:
    """Return the Joker that is played, and the other cards that go with it."""
    if command.joker:
        return command.joker, command.cards
    joker = next((card for card in command.cards if is_joker(card)), "")
    return joker, tuple(card for card in command.cards if card != joker)
