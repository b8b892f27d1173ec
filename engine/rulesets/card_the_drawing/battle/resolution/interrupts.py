"""The windows before and after a card, in which Interrupts may be played (CD-INT, CD-UI-9).

All undefeated actors with cards are asked alike and answer in secret: with a card, or with none. When all have
answered, the Interrupt of the lowest Initiative is resolved, and the window opens again for everybody. A group may
choose otherwise (`interrupt_windows`), and accepts that a pause then reveals something about hidden hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Annotated, Literal

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.memo import memo_of_moment
from engine.kit.card_piles import known_cards
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused, needed
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.answer_timeouts import AnswerTimeout
from engine.presentation.command_offers import Asks
from engine.presentation.offers import Denial, Drag, Offer
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.battle import battle_changes, participants
from engine.rulesets.card_the_drawing.battle.actor_zones import (
    actors_with_cards,
    hand_cards,
    hand_zone,
    open_zone,
    plan_zone,
)
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    CardResolution,
    InterruptWindow,
    Phase,
    Slot,
    SlotStatus,
    open_window,
)
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext
from engine.rulesets.card_the_drawing.battle.participants import FighterRequest
from engine.rulesets.card_the_drawing.battle.resolution.card_resolution import resolution_refusal
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    card_record,
    change_resolution,
    event_for_reactions,
)
from engine.rulesets.card_the_drawing.battle.resolution.triggered_effects import sorted_turns
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NO_EVENT, EffectContext, TriggerEvent
from engine.rulesets.card_the_drawing.calculation.initiative import CardTurn, turn_of
from engine.rulesets.card_the_drawing.calculation.play_restrictions import interrupt_refusal

LONG = ("step", "round")
NO_INTERRUPT = Refused("drawing_none_now", "CD-INT-1", "CD-INT-2")


class PlayInterrupt(FighterRequest):
    """Answer an open window with an Interrupt from the hand. Nobody sees it before everybody has answered."""

    RULES = ("CD-INT-1", "CD-INT-2", "CD-INT-5", "CD-TAG-INTERRUPT")
    card: Annotated[str, Meta(description="the card, by id or by place (`hand:tom#2`)"), Asks("interrupt")]

    def verify(self, table: Table) -> None:
        """An undefeated actor, with an Interrupt in the hand that is allowed now and affordable."""
        super().verify(table)
        _need_window(table)
        participants.need_standing_fighter(table, self.actor)
        if self.actor not in interrupt_candidates(table):
            raise Refused("drawing_no_more_interrupts", "CD-INT-1", actor=actor_name(table, self.actor))
        known = self.card in known_cards(table, hand_zone(table, self.actor), self.seat)
        why = interrupt_denial(table, self.actor, self.card) if known else Refused("drawing_not_in_hand", "CD-INT-1")
        if why is not None:
            raise why

    def decide(self, draft: Draft) -> None:
        """Note the card; nobody learns of it before it is played."""
        window = _need_window(draft.table)
        passed = tuple(actor for actor in window.passed if actor != self.actor)
        draft.replace_procedure(replace(window, passed=passed, offered={**window.offered, self.actor: self.card}))
        _tell(draft, self.actor)


class Pass(FighterRequest):
    """Answer an open window with nothing, and every other one of this step or this round too if wished."""

    RULES = ("CD-INT-1", "CD-INT-5")
    until: Annotated[Literal["window", "step", "round"], Meta(description="how long to be asked no more")] = "window"

    def verify(self, table: Table) -> None:
        """An actor that may answer. Passing for the step or the round is allowed at any time of the battle."""
        super().verify(table)
        participants.need_standing_fighter(table, self.actor)
        if self.until == "window":
            _need_window(table)

    def decide(self, draft: Draft) -> None:
        """Note the answer, with the same log line as any other answer."""
        window = open_window(draft.table)
        if window is not None:
            offered = {actor: card for actor, card in window.offered.items() if actor != self.actor}
            passed = window.passed if self.actor in window.passed else (*window.passed, self.actor)
            draft.replace_procedure(replace(window, passed=passed, offered=offered))
            _tell(draft, self.actor)
        if self.until != "window":
            battle_changes.change_fighter(draft, self.actor, passing=self.until)
            draft.note(f"drawing_passes_{self.until}", "CD-INT-1", actor=actor_name(draft.table, self.actor))


class AskBriefly(FighterRequest):
    """Be asked in each window for a moment only: an actor that has not answered by then passes, whatever it holds."""

    RULES = ("CD-INT-1", "CD-INT-5")

    def verify(self, table: Table) -> None:
        """An undefeated actor that is not asked briefly already."""
        super().verify(table)
        if participants.need_standing_fighter(table, self.actor).briefly:
            raise Refused("drawing_is_asked_briefly", "CD-INT-1", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Ask only briefly from now on; only the player sees this."""
        battle_changes.change_fighter(draft, self.actor, briefly=True, passing="")
        actor = actor_name(draft.table, self.actor)
        draft.note("drawing_ask_briefly", "CD-INT-1", audience=(self.seat,), actor=actor)


class AskAgain(FighterRequest):
    """Be asked again in every window, without a time limit."""

    RULES = ("CD-INT-1",)

    def verify(self, table: Table) -> None:
        """An actor that passes for a time, or is asked briefly."""
        super().verify(table)
        fighter = participants.need_fighter(table, self.actor)
        if not fighter.passing and not fighter.briefly:
            raise Refused("drawing_is_asked", "CD-INT-1", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Ask again from now on, in the window that is open too."""
        battle_changes.change_fighter(draft, self.actor, passing="", briefly=False)
        window = open_window(draft.table)
        if window is not None:
            draft.replace_procedure(
                replace(window, passed=tuple(actor for actor in window.passed if actor != self.actor))
            )
        draft.note("drawing_ask_again", "CD-INT-1", actor=actor_name(draft.table, self.actor))


class NobodyInterrupts(Request):
    """The table agrees that nobody else plays an Interrupt now: all who have not answered pass."""

    RULES = ("CD-INT-1", "CD-INT-5")
    mine: Annotated[bool, Meta(description="only for those whom the seat leads")] = False
    through: Annotated[bool, Meta(description="nor after the card, unless somebody interrupts it before")] = False

    def verify(self, table: Table) -> None:
        """While a window is open; for the own actors, while any of them is still asked."""
        _need_window(table)
        if self.mine and not _own_asked(table, self.seat):
            raise Refused("drawing_answered_all", "CD-INT-5")
        if self.through and (self.mine or _need_window(table).stage != "before"):
            raise Refused("drawing_no_window", "CD-INT-1")

    def decide(self, draft: Draft) -> None:
        """Let all who have not answered pass; cards that were offered stay."""
        window = _need_window(draft.table)
        silent = _own_asked(draft.table, self.seat) if self.mine else unanswered_actors(draft.table)
        draft.replace_procedure(replace(window, passed=(*window.passed, *silent), through=self.through))
        if not self.mine:
            draft.note(f"drawing_nobody_interrupts{'_card' if self.through else ''}", "CD-INT-5")
        for actor in silent if self.mine else ():
            _tell(draft, actor)


# ---- who is asked ----------------------------------------------------------------------------------------------------


@memo_of_moment
def interrupt_candidates(table: Table) -> tuple[str, ...]:
    """Return the actors that may play an Interrupt in the open window, as far as the table knows their hands."""
    if open_window(table) is None:
        return ()
    fighters, most = participants.need_battle(table).fighters, settings.limit(table, "interrupts_per_round")
    may = actors_with_cards(table, participants.standing_actors(table))
    return may if most is None else tuple(actor for actor in may if fighters[actor].interrupts < most)


def unanswered_actors(table: Table) -> tuple[str, ...]:
    """Return the actors that have not answered yet; passing for a step or a round counts as an answer."""
    window, battle = open_window(table), participants.need_battle(table)
    assert window is not None
    answered = {*window.passed, *window.offered}
    return tuple(actor for actor in _asked(table) if actor not in answered and not battle.fighters[actor].passing)


def _asked(table: Table) -> tuple[str, ...]:
    """Return the actors that are asked: all alike, unless the group prefers to wait less and reveal something."""
    may = interrupt_candidates(table)
    whom = settings.word(table, "interrupt_windows")
    if whom == "everybody":
        return may
    able = [who for who in may if any(interrupt_denial(table, who, card) is None for card in hand_cards(table, who))]
    return tuple(able) if whom == "who_can" or not able else may


def countdowns(table: Table) -> tuple[AnswerTimeout, ...]:
    """Return the actors that pass when their time is over (CD-UI-9).

    Neither the existence of a countdown nor its length depends on anybody's cards, so nobody learns of them by it.
    """
    window = open_window(table)
    if window is None:
        return ()
    battle, below = participants.need_battle(table), table.procedures[-2]
    card = below.card if isinstance(below, CardResolution) else ""
    moment = f"{battle.round}:{battle.step}:{len(battle.dealt)}:{card}:{window.stage}"
    longest, moment_only = (settings.limit(table, f"interrupt_{name}") or inf for name in ("seconds", "moment"))
    timeouts: list[AnswerTimeout] = []
    for actor in unanswered_actors(table):
        seconds = min(longest, moment_only) if battle.fighters[actor].briefly else longest
        if seconds < inf:
            passing = Pass(seat=controller_of(table, actor), actor=actor)
            timeouts.append(AnswerTimeout(moment=moment, seat=passing.seat, seconds=int(seconds), command=passing))
    return tuple(timeouts)


@memo_of_moment
def interruptible_event(table: Table) -> TriggerEvent:
    """Return the event that may be interrupted in the open window."""
    window = open_window(table)
    below = table.procedures[-2] if window is not None else None
    return event_for_reactions(table, below, window.stage) if window and isinstance(below, CardResolution) else NO_EVENT


def interrupt_denial(table: Table, actor: str, card: str) -> Refused | None:
    """Return why an actor may not play a card of its own as an Interrupt now; None if it may."""
    if card not in hand_cards(table, actor):
        return Refused("drawing_not_in_hand", "CD-INT-1")
    context = EffectContext(card=card_record(table, card), owner=actor, id=card, event=interruptible_event(table))
    return interrupt_refusal(calculator_of(table), context)


def unpaid_after(table: Table, actor: str, card: str) -> tuple[str, ...]:
    """Return the own planned cards that are affordable now, but not after this Interrupt (CD-PLAY-8, CD-UI-9).

    Only the actor's controller may see them: some may still be face down.
    """
    calculator = calculator_of(table)
    slots = sorted(participants.need_fighter(table, actor).slots, key=lambda slot: slot.last)
    waits = [slot.card for slot in slots if slot.waits and not slot.paid]
    has = calculator.snapshot.fighters[actor].adrenaline
    left = has - calculator.cost(card_record(table, card), actor).value
    lost: list[str] = []
    for planned in waits if left >= 0 else ():
        cost = calculator.cost(card_record(table, planned), actor).value
        lost += [planned] if left < cost <= has else []
        has, left = (has - cost if cost <= has else has), (left - cost if cost <= left else left)
    return tuple(lost)


def unpaid_warning(table: Table, actor: str, card: str) -> Message | None:
    """Return that an Interrupt makes planned cards unaffordable, in words for the actor's controller."""
    lost = [card_record(table, other).name for other in unpaid_after(table, actor, card)]
    params: dict[str, Json] = {"card": card_record(table, card).name, "cards": lost}
    return Message(key="glimpse.drawing_left_unpaid", params=params) if lost else None


# ---- continuing ------------------------------------------------------------------------------------------------------


def take_window_step(draft: Draft) -> bool:
    """Close the window, or begin an Interrupt, once everybody has answered; return whether that happened."""
    table = draft.table
    window = open_window(table)
    assert window is not None
    below = table.procedures[-2]
    lost = window.stage == "before" and isinstance(below, CardResolution) and _comes_to_nothing(table, below)
    if participants.is_over(table) or lost:
        draft.pop_procedure(InterruptWindow)
        return True
    if unanswered_actors(table):
        return False
    playing = _first(draft, window)
    if playing is None:
        draft.pop_procedure(InterruptWindow)
        if window.through:
            change_resolution(draft, undisturbed=True)
        return True
    draft.replace_procedure(InterruptWindow(stage=window.stage))
    _play(draft, playing)
    return True


def _comes_to_nothing(table: Table, resolution: CardResolution) -> bool:
    """Return whether the interrupted card does not take effect any more: then nobody need be asked."""
    return resolution.why != "trigger" and resolution_refusal(table, resolution) is not None


def _first(draft: Draft, window: InterruptWindow) -> CardTurn | None:
    """Return the Interrupt that goes first, of those that may still be played (CD-INT-5)."""
    table = draft.table
    may, calculator = interrupt_candidates(table), calculator_of(table)
    turns = tuple(
        turn_of(calculator, actor, card_record(table, card), card)
        for actor, card in window.offered.items()
        if actor in may and interrupt_denial(table, actor, card) is None
    )
    return sorted_turns(draft, calculator.snapshot, turns)[0] if turns else None


def _play(draft: Draft, turn: CardTurn) -> None:
    """Turn an Interrupt up and begin its resolution; it is paid when it takes effect (CD-INT-7)."""
    battle = participants.need_battle(draft.table)
    fighter = battle.fighters[turn.fighter]
    battle_changes.to_open(draft, turn.card_id)
    slot = Slot(card=turn.card_id, stand=SlotStatus.UP)
    battle_changes.change_fighter(draft, turn.fighter, slots=(*fighter.slots, slot), interrupts=fighter.interrupts + 1)
    battle_changes.change_battle(draft, dealt=(*battle.dealt, turn.card_id))
    draft.note("drawing_interrupts", "CD-INT-1", actor=actor_name(draft.table, turn.fighter), card=turn.card.name)
    draft.push_procedure(CardResolution(card=turn.card_id, actor=turn.fighter, why="interrupt"))


def _need_window(table: Table) -> InterruptWindow:
    return needed(open_window(table), "drawing_no_window", "CD-INT-1")


def _own_asked(table: Table, seat: str) -> tuple[str, ...]:
    return tuple(actor for actor in unanswered_actors(table) if controller_of(table, actor) == seat)


def _tell(draft: Draft, actor: str) -> None:
    draft.note("drawing_answered", "CD-INT-5", actor=actor_name(draft.table, actor))


# ---- offers ----------------------------------------------------------------------------------------------------------


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the same offers for every actor with cards in hand, whatever they are or were answered (CD-UI-9).

    One answer of the seat's own comes first, so that the answers for everybody have the same keys at each seat.
    """
    window = open_window(context.table)
    if window is None:
        return
    may, still = interrupt_candidates(context.table), unanswered_actors(context.table)
    own = [actor for actor in context.own_fighters if actor in may]
    several = sum(actor in still for actor in context.own_fighters) > 1
    if several:
        mine = NobodyInterrupts(seat=context.seat, mine=True)
        yield context.offer(mine, name="none_of_mine", primary=True)
    passes = {actor: _pass(context, actor, primary=actor in still and not several) for actor in own}
    first = () if several else sorted(own, key=lambda actor: actor not in still)[:1]
    yield from map(passes.pop, first)
    yield context.offer(NobodyInterrupts(seat=context.seat))
    if window.stage == "before":
        yield context.offer(NobodyInterrupts(seat=context.seat, through=True), name="nobody_interrupts_card")
    for actor in own:
        if actor in passes:
            yield passes[actor]
        yield _interrupt(context, actor)


def _pass(context: OfferContext, actor: str, *, primary: bool) -> Offer:
    return context.offer(Pass(seat=context.seat, actor=actor), name=f"pass_window:{actor}", primary=primary)


def _interrupt(context: OfferContext, actor: str) -> Offer:
    """Return the offer to play a card; a viewer who may know the hand gets only the cards that are allowed now."""
    table = context.table
    hand, reads = table.zones[hand_zone(table, actor)], context.may_read(actor)
    # Which planned cards become unaffordable is for their controller, who may know both (CD-UI-9).
    warned = reads and context.viewer == context.seat and context.may_see_zone(plan_zone(actor))
    places, warnings = list[str](), dict[str, Message]()
    for number, card in enumerate(hand.cards):
        place, seen = f"{hand.id}#{number}", context.may_see(hand, card)
        if seen and reads and interrupt_denial(table, actor, card) is not None:
            continue
        places.append(place)
        warning = unpaid_warning(table, actor, card) if seen and warned else None
        warnings |= {place: warning} if warning is not None else {}
    asked = Asks(choices=tuple(places), zone=hand.id, told=warnings, warns=bool(warnings))
    bare = PlayInterrupt(seat=context.seat, actor=actor, card=places[0] if places else "")
    drag = Drag(source=hand.id, target=open_zone(actor))
    offer = context.offer(bare, name=f"interrupt:{actor}", asks={"card": asked}, drag=drag)
    return offer.unless(None if places else Denial.of(NO_INTERRUPT))


def waiting_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers to be asked no more for a while, or again; without an open window only in the full list."""
    battle, seat = context.battle, context.seat
    if battle is None or battle.phase is not Phase.PLAYING:
        return
    rare = open_window(context.table) is None
    for actor in context.own_fighters:
        fighter = battle.fighters[actor]
        if fighter.passing or fighter.briefly:
            yield context.offer(AskAgain(seat=seat, actor=actor), rare=rare)
        if not fighter.passing:
            bare, until = Pass(seat=seat, actor=actor, until="step"), Asks(choices=LONG, optional=False)
            yield context.offer(bare, name=f"pass_on:{actor}", asks={"until": until}, rare=rare)
        if not fighter.passing and not fighter.briefly:
            yield context.offer(AskBriefly(seat=seat, actor=actor), rare=rare)
