"""What can be done while cards are carried out: answering windows, choosing targets, cards and places."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.commands import card_at
from engine.play.leading import leader
from engine.play.offers import AskKind, Denial, Drag, Offer, ask, offered
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.card_the_drawing import windows, zones
from engine.rulesets.card_the_drawing.asking import Question, question
from engine.rulesets.card_the_drawing.current import card_record
from engine.rulesets.card_the_drawing.offering.eyes import Eyes, places_of
from engine.rulesets.card_the_drawing.picking import ChooseCards, ChoosePlace, UseEffect
from engine.rulesets.card_the_drawing.procedures import Battle, Phase, window
from engine.rulesets.card_the_drawing.scene import NOBODY
from engine.rulesets.card_the_drawing.scene_of import scene_of
from engine.rulesets.card_the_drawing.targeting import ChooseBody, ChooseTargets, needs_body
from engine.rulesets.card_the_drawing.windows import AskAgain, AskBriefly, NobodyInterrupts, Pass, PlayInterrupt
from engine.table.frozen import Json, replace

LONG = ("step", "round")
NO_INTERRUPT = Refused("drawing_none_now", "CD-INT-1", "CD-INT-2")


def offers(eyes: Eyes) -> Iterator[Offer]:
    """Yield what the seat can answer to what is under way."""
    if window(eyes.table) is not None:
        yield from _window(eyes)
    asked = question(eyes.table)
    if asked is not None and _is_asked(eyes, asked.actor):
        yield from _answers(eyes, asked)
    mob = needs_body(eyes.table)
    if mob is not None and _is_asked(eyes, mob.actor):
        up = tuple(body.id for body in scene_of(eyes.table).standing(mob.actor))
        others = tuple(body for body in up if body not in (mob.body, *mob.targets))
        if others:
            bare = ChooseBody(seat=eyes.seat, body=others[0])
            asks = (ask("acting_body", AskKind.CHOICE, others, field="body"),)
            card = card_record(eyes.table, mob.card).name
            yield offered("choose_body", bare, asks=asks, actor=eyes.name(mob.actor), card=card)


def _is_asked(eyes: Eyes, actor: str) -> bool:
    return eyes.gm if actor == NOBODY else leader(eyes.table, actor) == eyes.seat


# ---- windows ---------------------------------------------------------------------------------------------------------


def _window(eyes: Eyes) -> Iterator[Offer]:
    """Yield the same for everybody with cards in hand, whatever they are and whatever was answered (CD-UI-9)."""
    may, still = windows.may_answer(eyes.table), windows.still_asked(eyes.table)
    several = sum(actor in still for actor in eyes.own) > 1
    if several:
        yield offered("none_of_mine", NobodyInterrupts(seat=eyes.seat, mine=True), main=True)
    for actor in eyes.own:
        if actor in may:
            bare = Pass(seat=eyes.seat, actor=actor)
            main = actor in still and not several
            yield offered(f"pass_window:{actor}", bare, main=main, actor=eyes.name(actor))
            yield _interrupt(eyes, actor)
    yield offered("nobody_interrupts", NobodyInterrupts(seat=eyes.seat))
    found = window(eyes.table)
    if found is not None and found.stage == "before":
        yield offered("nobody_interrupts_card", NobodyInterrupts(seat=eyes.seat, through=True))


def _interrupt(eyes: Eyes, actor: str) -> Offer:
    """Return how a card is played; whoever may know the hand is told only of those that may be played now."""
    table = eyes.table
    hand = table.zones[zones.hand_zone(table, actor)]
    places = tuple(
        f"{hand.id}#{place}"
        for place, card in enumerate(hand.cards)
        if not (eyes.sees(hand, card) and eyes.reads(actor) and windows.cannot_play(table, actor, card) is not None)
    )
    told = dict(_left_unpaid(eyes, actor, places))
    asked = ask("interrupt", AskKind.CARD, places, field="card", zone=hand.id, told=told, warns=bool(told))
    bare = PlayInterrupt(seat=eyes.seat, actor=actor, card=places[0] if places else "")
    drag = Drag(source=hand.id, target=zones.open_of(actor))
    offer = offered(f"interrupt:{actor}", bare, asks=(asked,), drag=drag, actor=eyes.name(actor))
    return offer.unless(None if places else Denial.of(NO_INTERRUPT))


def _left_unpaid(eyes: Eyes, actor: str, places: tuple[str, ...]) -> Iterator[tuple[str, Message]]:
    """Yield which planned cards an Interrupt would make too dear, to whoever may know both and leads them (CD-UI-9)."""
    if not (eyes.viewer == eyes.seat and eyes.reads(actor) and eyes.opens(zones.plan_of(actor))):
        return
    for place in places:
        card = card_at(eyes.table, place)
        if eyes.sees(eyes.table.zones[zones.hand_zone(eyes.table, actor)], card):
            lost = windows.left_unpaid(eyes.table, actor, card)
            if lost:
                params: dict[str, Json] = {
                    "card": card_record(eyes.table, card).name,
                    "cards": [card_record(eyes.table, other).name for other in lost],
                }
                yield place, Message(key="glimpse.drawing_left_unpaid", params=params)


def waiting(eyes: Eyes) -> Iterator[Offer]:
    """Yield how the seat is asked no more for a while, or again; while nobody is asked, in the list of all alone."""
    now = eyes.battle
    if now is None or now.phase is not Phase.PLAYING:
        return
    seldom = window(eyes.table) is None
    yield from (replace(offer, seldom=seldom) for offer in _waiting(eyes, now))


def _waiting(eyes: Eyes, now: Battle) -> Iterator[Offer]:
    for actor in eyes.own:
        name = eyes.name(actor)
        fighter = now.fighters[actor]
        if fighter.passing or fighter.briefly:
            yield offered(f"ask_again:{actor}", AskAgain(seat=eyes.seat, actor=actor), actor=name)
        if fighter.passing:
            continue
        asked = ask("until", AskKind.CHOICE, LONG)
        bare = Pass(seat=eyes.seat, actor=actor, until="step")
        yield offered(f"pass_on:{actor}", bare, asks=(asked,), actor=name)
        if not fighter.briefly:
            yield offered(f"ask_briefly:{actor}", AskBriefly(seat=eyes.seat, actor=actor), actor=name)


# ---- questions -------------------------------------------------------------------------------------------------------


def _answers(eyes: Eyes, asked: Question) -> Iterator[Offer]:
    seat, card = eyes.seat, card_record(eyes.table, asked.card).name
    match asked.kind:
        case "targets":
            yield from _targets(eyes, asked, card)
        case "cards":
            yield _cards(eyes, asked, card)
        case "place":
            asks = (
                ask("place_of", AskKind.CHOICE, asked.ways.sources, field="source"),
                ask("place_to", AskKind.CHOICE, asked.ways.takers, field="taker"),
            )
            place = ChoosePlace(seat=seat, source=asked.ways.sources[0], taker=asked.ways.takers[0])
            yield offered("choose_place", place, asks=asks, main=True, card=card)
        case "agree":
            yield offered("use_effect", UseEffect(seat=seat), main=True, card=card)
            yield offered("decline_effect", UseEffect(seat=seat, use=False), card=card)


def _targets(eyes: Eyes, asked: Question, card: str) -> Iterator[Offer]:
    """Yield how the card is aimed; those who must be among the targets are chosen beforehand (CD-UI-8)."""
    choice = asked.choice
    forced = choice.some_way() if choice.demands else ()
    least = max(1, choice.least)
    asks = (ask("aimed_at", AskKind.CHOICES, choice.allowed, field="targets", least=least, most=choice.most),)
    bare = ChooseTargets(seat=eyes.seat, targets=forced)
    yield offered("choose_targets", bare, asks=asks, main=True, card=card, most=choice.most)
    if not choice.least:
        yield offered("decline_targets", ChooseTargets(seat=eyes.seat), card=card)


def _cards(eyes: Eyes, asked: Question, card: str) -> Offer:
    """Return how cards of a hand, or Conditions, are chosen, told by their places."""
    places = places_of(eyes.table, asked.cards)
    count = min(asked.count, len(places))
    discards = asked.effect is not None and asked.effect.do == "discard"
    word = "discarded" if discards else "removed"
    zone = zones.hand_zone(eyes.table, asked.served) if discards else zones.field_of(asked.served)
    asks = (ask(word, AskKind.CARDS, places, field="cards", zone=zone, least=count, most=count),)
    name = "discard_cards" if discards else "remove_conditions"
    return offered(name, ChooseCards(seat=eyes.seat, cards=()), asks=asks, main=True, card=card, count=count)
