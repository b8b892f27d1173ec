"""Offers of deck, discard pile and hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.manual_moves import SetOption
from engine.kit.memo import memoized
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.cards import is_joker
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.offers import Drag, Offer, Question, QuestionKind, make_offer, question, with_denial
from engine.rulesets.imaginality.deck import deck_commands, hand_commands
from engine.rulesets.imaginality.procedures import current_fight, evening
from engine.rulesets.imaginality.rules_data import option_specs
from engine.rulesets.imaginality.settings import flag, number, word


def hand_places(table: Table, seat: str) -> tuple[str, ...]:
    """Return the places of a seat's hand: `hand:tom#0` and on."""
    zone = table.zones.get(hand_of(seat))
    return _places(zone.id, len(zone.cards)) if zone else ()


@memoized
def _places(hand: str, count: int) -> tuple[str, ...]:
    return tuple(f"{hand}#{index}" for index in range(count))


def knows_hand(table: Table, seat: str, viewer: str) -> bool:
    """Say whether offers for a seat may depend on the faces of its hand."""
    hand = table.zones.get(hand_of(seat))
    return hand is not None and hand.may_see("", viewer)  # as for cards without special readers


def joker_places(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the places of the Jokers in a hand; for a viewer who may not know, all places."""
    places = hand_places(table, seat)
    if not knows_hand(table, seat, viewer):
        return places
    return _jokers(places, table.zones[hand_of(seat)].cards) if places else ()


@memoized
def _jokers(places: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(place for place, card in zip(places, cards, strict=True) if is_joker(card))


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the seat's offers with cards that belong to no action."""
    if hand_of(seat) in table.zones:
        places = joker_places(table, seat, viewer)
        if knows_hand(table, seat, viewer):
            places = places[:1]  # one Joker is as good as another
        yield _refresh(seat, flag(table, "joker_as_refresh"), places, hand_places(table, seat))
        yield with_denial(table, _refill_own(seat), hand_commands.verify_refill)
    if table.is_gm(seat):
        yield from _gm(table, seat)


@memoized
def _refresh(seat: str, allowed: bool, places: tuple[str, ...], hand: tuple[str, ...]) -> Offer:
    """Offer to refresh a hand with a Joker that is, or may be, at one of the places."""

    def check() -> None:
        if not allowed:
            raise Refused("no_refresh", "IM-JOKER-6")
        if not places:
            raise Refused("no_joker_in_hand", "IM-JOKER-6")

    zone, known = hand_of(seat), len(places) == 1
    joker = question("joker", QuestionKind.CARD, places, zone=zone, least=1, most=1, optional=not known)
    if known:
        others = tuple(place for place in hand if place not in places)
        cards = question("thrown_away", QuestionKind.CARDS, others, field="cards", zone=zone, least=0, most=len(others))
    else:  # only the holder knows which of them is the Joker
        cards = question(
            "refreshed_with", QuestionKind.CARDS, hand, field="cards", zone=zone, least=1, most=max(1, len(hand))
        )
    command = hand_commands.Refresh(seat=seat, joker="", cards=())
    return make_offer("refresh", command, check, questions=(joker, cards), drag=Drag(source=zone, target="discard"))


@memoized
def _refill_own(seat: str) -> Offer:
    drag = Drag(source="deck", target=hand_of(seat))
    return make_offer("refill_own", hand_commands.Refill(seat=seat, holder=seat), drag=drag)


def _gm(table: Table, seat: str) -> Iterator[Offer]:
    session, size = evening(table), number(table, "hand_size")
    everyone = deck_commands.holders(table)
    names = tuple([seat_name(table, holder) for holder in everyone])
    hand_sizes = {holder: len(table.zones[hand_of(holder)].cards) for holder in everyone}
    yield with_denial(
        table,
        _start(seat, session.adventure, not session.running and current_fight(table) is None),
        hand_commands.verify_start,
    )
    yield _refill_all(seat, size, min(hand_sizes.values(), default=size))
    for name, (holder, count) in zip(names, hand_sizes.items(), strict=True):
        if holder != seat:
            yield _refill(seat, holder, name, size, count)
    yield with_denial(table, _reshuffle(seat), deck_commands.verify_reshuffle)
    yield with_denial(table, _add_deck(seat), deck_commands.verify_add_deck)
    yield with_denial(table, _remove_deck(seat), hand_commands.verify_remove_deck)
    mode, scene = word(table, "refill_mode"), "refill_mode" in table.scene
    yield from (_mode(seat, other, scene) for other in option_specs()["refill_mode"].choices if other != mode)
    yield from _hold_refill_offers(seat, everyone, names, session.held)


@memoized
def _start(seat: str, before: int, main: bool) -> Offer:
    """Offer to start an adventure; a re-deal is only a choice where cards have been dealt."""
    redeal: tuple[Question, ...] = (question("redeal", QuestionKind.FLAG, optional=True),) if before else ()
    return make_offer(
        "start_adventure", hand_commands.StartAdventure(seat=seat), questions=redeal, primary=main, number=before + 1
    )


@memoized
def _refill_all(seat: str, size: int, least: int) -> Offer:
    """Offer to fill all hands; `least` is how many cards the emptiest holds."""
    return make_offer(
        "refill_all", hand_commands.Refill(seat=seat, holder="*"), partial(hand_commands.need_room, size, (least,))
    )


@memoized
def _refill(seat: str, holder: str, name: str, size: int, count: int) -> Offer:
    return make_offer(
        f"refill:{holder}",
        hand_commands.Refill(seat=seat, holder=holder),
        partial(hand_commands.need_room, size, (count,)),
        drag=Drag(source="deck", target=hand_of(holder)),
        seat=name,
    )


@memoized
def _reshuffle(seat: str) -> Offer:
    return make_offer("reshuffle", deck_commands.Reshuffle(seat=seat), drag=Drag(source="discard", target="deck"))


@memoized
def _add_deck(seat: str) -> Offer:
    return make_offer("add_deck", deck_commands.AddDeck(seat=seat))


@memoized
def _remove_deck(seat: str) -> Offer:
    return make_offer("remove_deck", hand_commands.RemoveDeck(seat=seat))


@memoized
def _mode(seat: str, mode: str, scene: bool) -> Offer:
    """Offer another mode of refilling hands (IM-HAND-6); a setting of the scene is replaced."""
    command = SetOption(seat=seat, option="refill_mode", value=mode, scene=scene)
    return make_offer(f"refills_{mode}", command)


@memoized
def _hold_refill_offers(
    seat: str, holders: tuple[str, ...], names: tuple[str, ...], held_back: tuple[str, ...]
) -> tuple[Offer, ...]:
    """Offer to hold refills, or to allow them again: for all, and for each holder (IM-HAND-6)."""
    one_by_one = [
        _hold_refill_offer(seat, holder, name, holder not in held_back)
        for holder, name in zip(holders, names, strict=True)
    ]
    return _hold_all(seat, not set(holders) <= set(held_back)), *one_by_one


def _hold_all(seat: str, hold: bool) -> Offer:
    return make_offer("hold_all" if hold else "let_all", hand_commands.HoldRefill(seat=seat, holder="*", hold=hold))


def _hold_refill_offer(seat: str, holder: str, name: str, hold: bool) -> Offer:
    command = hand_commands.HoldRefill(seat=seat, holder=holder, hold=hold)
    return make_offer(f"{'hold' if hold else 'let'}_refill:{holder}", command, seat=name)
