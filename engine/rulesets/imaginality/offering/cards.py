"""What can be done with deck, discard pile and hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from engine.play.names import seat_name
from engine.play.offers import Ask, AskKind, Drag, Offer, ask, offered
from engine.play.refusal import Refused
from engine.rulesets.imaginality import deck, hands
from engine.rulesets.imaginality.procedures import evening, fight
from engine.rulesets.imaginality.settings import flag
from engine.table.cards import is_joker
from engine.table.table import Table
from engine.table.zones import hand_of


def slots(table: Table, seat: str) -> tuple[str, ...]:
    """Return the places of a seat's hand: `hand:tom#0` and on."""
    zone = table.zones.get(hand_of(seat))
    return _places(zone.id, len(zone.cards)) if zone else ()


@lru_cache(maxsize=512)
def _places(hand: str, count: int) -> tuple[str, ...]:
    return tuple(f"{hand}#{index}" for index in range(count))


def knows_hand(table: Table, seat: str, viewer: str) -> bool:
    """Say whether offers for a seat may depend on the faces of its hand."""
    return viewer == seat or not flag(table, "hands_private")


def jokers(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return where the Jokers of a hand lie; for a viewer who may not know, every place might hold one."""
    places = slots(table, seat)
    if not knows_hand(table, seat, viewer):
        return places
    cards = table.zones[hand_of(seat)].cards if places else ()
    return tuple(place for place, card in zip(places, cards, strict=True) if is_joker(card))


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do with the cards that belong to nobody's action."""
    if hand_of(seat) in table.zones:
        yield _refresh(table, seat, viewer)
        own = hands.Refill(seat=seat, holder=seat)
        drag = Drag(source="deck", target=hand_of(seat))
        yield offered("refill_own", own, partial(hands.verify_refill, table, own), drag=drag)
    if table.is_gm(seat):
        yield from _gm(table, seat)


def _refresh(table: Table, seat: str, viewer: str) -> Offer:
    hand = hand_of(seat)
    places = jokers(table, seat, viewer)

    def check() -> None:
        if not flag(table, "joker_as_refresh"):
            raise Refused("no_refresh", "IM-JOKER-6")
        if not places:
            raise Refused("no_joker_in_hand", "IM-JOKER-6")

    if knows_hand(table, seat, viewer):
        places = places[:1]  # one Joker is as good as another
    others = tuple(place for place in slots(table, seat) if len(places) != 1 or place not in places)
    asks = (
        ask("joker", AskKind.CARD, places, zone=hand, least=1, most=1),
        ask("thrown_away", AskKind.CARDS, others, field="cards", zone=hand, least=0, most=len(others)),
    )
    command = hands.Refresh(seat=seat, joker="", cards=())
    return offered("refresh", command, check, asks=asks, drag=Drag(source=hand, target="discard"))


def _gm(table: Table, seat: str) -> Iterator[Offer]:
    start = hands.StartAdventure(seat=seat)
    again = evening(table).adventure > 0
    redeal: tuple[Ask, ...] = (ask("redeal", AskKind.FLAG, optional=True),) if again else ()
    yield offered(
        "start_adventure",
        start,
        partial(hands.verify_start, table, start),
        asks=redeal,
        main=not evening(table).running and fight(table) is None,
        number=evening(table).adventure + 1,
    )
    everyone = hands.Refill(seat=seat, holder="*")
    yield offered("refill_all", everyone, partial(hands.verify_refill, table, everyone))
    for holder in deck.holders(table):
        name = seat_name(table, holder)
        if holder != seat:
            refill = hands.Refill(seat=seat, holder=holder)
            drag = Drag(source="deck", target=hand_of(holder))
            yield offered(
                f"refill:{holder}",
                refill,
                partial(hands.verify_refill, table, refill),
                drag=drag,
                seat=name,
            )
    shuffle = deck.Reshuffle(seat=seat)
    yield offered(
        "reshuffle",
        shuffle,
        partial(deck.verify_reshuffle, table, shuffle),
        drag=Drag(source="discard", target="deck"),
    )
    add, remove = deck.AddDeck(seat=seat), hands.RemoveDeck(seat=seat)
    yield offered("add_deck", add, partial(deck.verify_add_deck, table, add))
    yield offered("remove_deck", remove, partial(hands.verify_remove_deck, table, remove))
    let_go = set(deck.holders(table)) <= set(evening(table).held)
    hold_all = hands.HoldRefill(seat=seat, holder="*", hold=not let_go)
    yield offered("let_all" if let_go else "hold_all", hold_all, partial(hands.verify_hold, table, hold_all))
    for holder in deck.holders(table):
        name = seat_name(table, holder)
        held = holder in evening(table).held
        hold = hands.HoldRefill(seat=seat, holder=holder, hold=not held)
        key = "let_refill" if held else "hold_refill"
        yield offered(f"{key}:{holder}", hold, partial(hands.verify_hold, table, hold), seat=name)
