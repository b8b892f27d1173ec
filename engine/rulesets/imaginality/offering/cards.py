"""What can be done with deck, discard pile and hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.play.moves import SetOption
from engine.play.names import seat_name
from engine.play.offers import Ask, AskKind, Drag, Offer, ask, checked, offered
from engine.play.refusal import Refused
from engine.rulesets.imaginality import deck, hands
from engine.rulesets.imaginality.data import option_specs
from engine.rulesets.imaginality.procedures import evening, fight
from engine.rulesets.imaginality.settings import flag, number, word
from engine.table.cards import is_joker
from engine.table.frozen import kept
from engine.table.table import Table
from engine.table.zones import hand_of


def slots(table: Table, seat: str) -> tuple[str, ...]:
    """Return the places of a seat's hand: `hand:tom#0` and on."""
    zone = table.zones.get(hand_of(seat))
    return _places(zone.id, len(zone.cards)) if zone else ()


@kept
def _places(hand: str, count: int) -> tuple[str, ...]:
    return tuple(f"{hand}#{index}" for index in range(count))


def knows_hand(table: Table, seat: str, viewer: str) -> bool:
    """Say whether offers for a seat may depend on the faces of its hand."""
    hand = table.zones.get(hand_of(seat))
    return hand is not None and hand.may_see("", viewer)  # as cards lie there that are not shown to anybody in special


def jokers(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return where the Jokers of a hand lie; for a viewer who may not know, every place might hold one."""
    places = slots(table, seat)
    if not knows_hand(table, seat, viewer):
        return places
    return _jokers(places, table.zones[hand_of(seat)].cards) if places else ()


@kept
def _jokers(places: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(place for place, card in zip(places, cards, strict=True) if is_joker(card))


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do with the cards that belong to nobody's action."""
    if hand_of(seat) in table.zones:
        places = jokers(table, seat, viewer)
        if knows_hand(table, seat, viewer):
            places = places[:1]  # one Joker is as good as another
        yield _refresh(seat, flag(table, "joker_as_refresh"), places, slots(table, seat))
        yield checked(table, _refill_own(seat), hands.verify_refill)
    if table.is_gm(seat):
        yield from _gm(table, seat)


@kept
def _refresh(seat: str, allowed: bool, places: tuple[str, ...], hand: tuple[str, ...]) -> Offer:
    """Offer to refresh a hand with a Joker that lies, or may lie, at one of the places."""

    def check() -> None:
        if not allowed:
            raise Refused("no_refresh", "IM-JOKER-6")
        if not places:
            raise Refused("no_joker_in_hand", "IM-JOKER-6")

    zone, known = hand_of(seat), len(places) == 1
    joker = ask("joker", AskKind.CARD, places, zone=zone, least=1, most=1, optional=not known)
    if known:
        others = tuple(place for place in hand if place not in places)
        cards = ask("thrown_away", AskKind.CARDS, others, field="cards", zone=zone, least=0, most=len(others))
    else:  # which of them is the Joker is known to the holder alone
        cards = ask("refreshed_with", AskKind.CARDS, hand, field="cards", zone=zone, least=1, most=max(1, len(hand)))
    command = hands.Refresh(seat=seat, joker="", cards=())
    return offered("refresh", command, check, asks=(joker, cards), drag=Drag(source=zone, target="discard"))


@kept
def _refill_own(seat: str) -> Offer:
    drag = Drag(source="deck", target=hand_of(seat))
    return offered("refill_own", hands.Refill(seat=seat, holder=seat), drag=drag)


def _gm(table: Table, seat: str) -> Iterator[Offer]:
    now, size = evening(table), number(table, "hand_size")
    everyone = deck.holders(table)
    names = tuple([seat_name(table, holder) for holder in everyone])
    held = {holder: len(table.zones[hand_of(holder)].cards) for holder in everyone}
    yield checked(table, _start(seat, now.adventure, not now.running and fight(table) is None), hands.verify_start)
    yield _refill_all(seat, size, min(held.values(), default=size))
    for name, (holder, count) in zip(names, held.items(), strict=True):
        if holder != seat:
            yield _refill(seat, holder, name, size, count)
    yield checked(table, _reshuffle(seat), deck.verify_reshuffle)
    yield checked(table, _add_deck(seat), deck.verify_add_deck)
    yield checked(table, _remove_deck(seat), hands.verify_remove_deck)
    mode, scene = word(table, "refill_mode"), "refill_mode" in table.scene
    yield from (_mode(seat, other, scene) for other in option_specs()["refill_mode"].choices if other != mode)
    yield from _holding(seat, everyone, names, now.held)


@kept
def _start(seat: str, before: int, main: bool) -> Offer:
    """Offer to start an adventure after so many; a re-deal is only asked for where cards have been dealt."""
    redeal: tuple[Ask, ...] = (ask("redeal", AskKind.FLAG, optional=True),) if before else ()
    return offered("start_adventure", hands.StartAdventure(seat=seat), asks=redeal, main=main, number=before + 1)


@kept
def _refill_all(seat: str, size: int, least: int) -> Offer:
    """Offer to fill all hands; `least` is how many cards the emptiest holds."""
    return offered("refill_all", hands.Refill(seat=seat, holder="*"), partial(hands.need_room, size, (least,)))


@kept
def _refill(seat: str, holder: str, name: str, size: int, count: int) -> Offer:
    return offered(
        f"refill:{holder}",
        hands.Refill(seat=seat, holder=holder),
        partial(hands.need_room, size, (count,)),
        drag=Drag(source="deck", target=hand_of(holder)),
        seat=name,
    )


@kept
def _reshuffle(seat: str) -> Offer:
    return offered("reshuffle", deck.Reshuffle(seat=seat), drag=Drag(source="discard", target="deck"))


@kept
def _add_deck(seat: str) -> Offer:
    return offered("add_deck", deck.AddDeck(seat=seat))


@kept
def _remove_deck(seat: str) -> Offer:
    return offered("remove_deck", hands.RemoveDeck(seat=seat))


@kept
def _mode(seat: str, mode: str, scene: bool) -> Offer:
    """Offer to let hands refill otherwise from now on (IM-HAND-6); what a scene has said of it is said anew for it."""
    command = SetOption(seat=seat, option="refill_mode", value=mode, scene=scene)
    return offered(f"refills_{mode}", command)


@kept
def _holding(seat: str, holders: tuple[str, ...], names: tuple[str, ...], held: tuple[str, ...]) -> tuple[Offer, ...]:
    """Offer to hold up refilling, or to let it go on again: of everybody, and of each holder (IM-HAND-6)."""
    one_by_one = [_hold(seat, who, name, who not in held) for who, name in zip(holders, names, strict=True)]
    return _hold_all(seat, not set(holders) <= set(held)), *one_by_one


def _hold_all(seat: str, hold: bool) -> Offer:
    return offered("hold_all" if hold else "let_all", hands.HoldRefill(seat=seat, holder="*", hold=hold))


def _hold(seat: str, holder: str, name: str, hold: bool) -> Offer:
    command = hands.HoldRefill(seat=seat, holder=holder, hold=hold)
    return offered(f"{'hold' if hold else 'let'}_refill:{holder}", command, seat=name)
