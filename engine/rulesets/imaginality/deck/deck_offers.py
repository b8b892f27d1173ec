"""Offers of deck, discard pile and hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.manual_moves import SetOption
from engine.core.memo import memo
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.cards import is_joker
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Drag, Offer, denial, with_denial
from engine.presentation.visibility import visible_zone
from engine.rulesets.imaginality.deck.deck_commands import (
    DECK,
    DISCARD,
    AddDeck,
    Reshuffle,
    holders,
    need_discards,
    need_room_for_deck,
)
from engine.rulesets.imaginality.deck.hand_commands import (
    HoldRefill,
    Refill,
    Refresh,
    RemoveDeck,
    StartAdventure,
    need_room,
)
from engine.rulesets.imaginality.procedures import current_action, current_fight, evening
from engine.rulesets.imaginality.settings import flag, number, option_specs, word


def hand_places(table: Table, seat: str) -> tuple[str, ...]:
    """Return the places of a seat's hand: `hand:tom#0` and on."""
    zone = table.zones.get(hand_of(seat))
    return _places(zone.id, len(zone.cards)) if zone else ()


@memo
def _places(hand: str, count: int) -> tuple[str, ...]:
    return tuple(f"{hand}#{index}" for index in range(count))


def knows_hand(table: Table, seat: str, viewer: str) -> bool:
    """Say whether offers for a seat may depend on the faces of its hand."""
    hand = table.zones.get(hand_of(seat))
    return hand is not None and hand.may_see("", viewer)  # as for cards without special readers


def joker_places(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the places of the Jokers in a hand that a viewer sees; for a viewer who may not know, all places."""
    places = hand_places(table, seat)
    if not places or not knows_hand(table, seat, viewer):
        return places
    hand = table.zones[hand_of(seat)]
    cards = tuple([card or "" for card in visible_zone(hand, viewer).cards]) if hand.shown else hand.cards
    return _jokers(places, cards)


@memo
def _jokers(places: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(place for place, card in zip(places, cards, strict=False) if is_joker(card))


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the seat's offers with cards that belong to no action."""
    if hand_of(seat) in table.zones:
        yield refresh_offer(table, seat, viewer)
        yield with_denial(table, _refill_own(seat))
    if table.is_gm(seat):
        yield from _gm(table, seat)


def refresh_offer(table: Table, seat: str, viewer: str) -> Offer:
    """Return the offer to change a hand with a Joker."""
    jokers = joker_places(table, seat, viewer)
    if knows_hand(table, seat, viewer):
        jokers = jokers[:1]  # one Joker is as good as another
    return _refresh(seat, hand_places(table, seat), jokers, flag(table, "joker_as_refresh"))


@memo
def _refresh(seat: str, hand: tuple[str, ...], jokers: tuple[str, ...], allowed: bool) -> Offer:
    """Offer to refresh a hand with a Joker that is, or may be, at one of the places."""
    zone, known = hand_of(seat), len(jokers) == 1

    def check() -> None:
        if not allowed:
            raise Refused("no_refresh", "IM-JOKER-6")
        if not jokers:
            raise Refused("no_joker_in_hand", "IM-JOKER-6")

    if known:
        others = tuple([place for place in hand if place not in jokers])
        cards = Asks("thrown_away", choices=others, zone=zone, least=0, most=len(others))
    else:  # only the holder knows which of them is the Joker
        cards = Asks("refreshed_with", choices=hand, zone=zone, least=1, most=max(1, len(hand)))
    asks = {"joker": Asks(choices=jokers, zone=zone, optional=not known), "cards": cards}
    drag = Drag(source=zone, target="discard")
    return offer_of(None, Refresh(seat=seat), asks=asks, drag=drag).unless(denial(check))


def _gm(table: Table, seat: str) -> Iterator[Offer]:
    session, zones = evening(table), table.zones
    everyone = holders(table)
    names = tuple([seat_name(table, holder) for holder in everyone])
    counts = tuple([len(zones[hand_of(holder)].cards) for holder in everyone])
    redeal = ("redeal",) if session.adventure else ()  # only a choice where cards have been dealt
    main = not session.running and current_fight(table) is None
    start, count = StartAdventure(seat=seat), session.adventure + 1
    yield offer_of(table, start, fields=redeal, primary=main, number=count)
    size = number(table, "hand_size")
    yield from _refills(seat, everyone, names, counts, size, _is_time_to_refill(table, everyone, counts, size))
    yield from _deck_changes(seat, bool(zones[DISCARD].cards), number(table, "deck_count"))
    yield offer_of(table, RemoveDeck(seat=seat))
    scene = "refill_mode" in table.scene
    yield from _refill_modes(seat, word(table, "refill_mode"), scene, everyone, names, session.held)


def _is_time_to_refill(table: Table, everyone: tuple[str, ...], counts: tuple[int, ...], size: int) -> bool:
    """Say whether there is time to think, and no hand that is not full is held back (IM-HAND-4, IM-HAND-6)."""
    session, zones = evening(table), table.zones
    if word(table, "refill_mode") != "calm" or not (zones[DECK].cards or zones[DISCARD].cards):
        return False
    is_between = session.running and current_fight(table) is None and current_action(table) is None
    short = [seat for seat, count in zip(everyone, counts, strict=True) if count < size]
    return is_between and not set(short) & set(session.held)


@memo
def _refill_own(seat: str) -> Offer:
    drag = Drag(source="deck", target=hand_of(seat))
    return offer_of(None, Refill(seat=seat, holder=seat), name="refill_own", drag=drag)


@memo
def _deck_changes(seat: str, discards: bool, decks: int) -> Iterator[Offer]:
    """Offer to shuffle the discards into the deck, and to add another deck to those in play."""
    reshuffle = offer_of(None, Reshuffle(seat=seat), drag=Drag(source=DISCARD, target=DECK))
    yield reshuffle.unless(denial(partial(need_discards, discards=discards)))
    yield offer_of(None, AddDeck(seat=seat)).unless(denial(need_room_for_deck, decks))


@memo
def _refills(
    seat: str, everyone: tuple[str, ...], names: tuple[str, ...], counts: tuple[int, ...], size: int, is_time: bool
) -> Iterator[Offer]:
    """Offer to fill all hands, which hold so many cards, and each of them.

    To fill all is the next step if it is time for it.
    """
    everybody = Refill(seat=seat, holder="*")
    yield offer_of(None, everybody, name="refill_all", primary=is_time).unless(denial(need_room, size, counts))
    for holder, name, held in zip(everyone, names, counts, strict=True):
        if holder != seat:
            yield _refill(seat, holder, name, held, size)


@memo
def _refill(seat: str, holder: str, name: str, count: int, size: int) -> Offer:
    """Offer to fill a hand that holds so many cards."""
    drag = Drag(source=DECK, target=hand_of(holder))
    return offer_of(None, Refill(seat=seat, holder=holder), drag=drag, seat=name).unless(
        denial(need_room, size, (count,))
    )


@memo
def _refill_modes(
    seat: str, current: str, scene: bool, everyone: tuple[str, ...], names: tuple[str, ...], held_back: tuple[str, ...]
) -> Iterator[Offer]:
    """Offer the other modes of refilling hands, and to hold refills or to allow them again (IM-HAND-6)."""
    for mode in option_specs()["refill_mode"].choices:
        if mode != current:  # a setting of the scene is replaced
            option = SetOption(seat=seat, option="refill_mode", value=mode, scene=scene)
            yield offer_of(None, option, name=f"refills_{mode}")
    back = not set(everyone) <= set(held_back)
    yield offer_of(None, HoldRefill(seat=seat, holder="*", hold=back), name="hold_all" if back else "let_all")
    for holder, name in zip(everyone, names, strict=True):
        hold = holder not in held_back
        command = HoldRefill(seat=seat, holder=holder, hold=hold)
        yield offer_of(None, command, name=f"{'hold' if hold else 'let'}_refill:{holder}", seat=name)
