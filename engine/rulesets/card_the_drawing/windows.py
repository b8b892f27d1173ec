"""The moments before and after a card, in which Interrupts may be played (CD-INT, CD-UI-9).

Everybody who stands and holds cards is asked alike and answers unseen: with a card, or with none. When all have
answered, the Interrupt of the lowest Initiative is carried out, and the window opens again for everybody. A group may
wish otherwise (`interrupt_windows`), and knows then that a pause tells of hidden hands.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.countdowns import Countdown
from engine.play.draft import Draft
from engine.play.leading import leader
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import facts, settings
from engine.rulesets.card_the_drawing.carrying import hindered
from engine.rulesets.card_the_drawing.current import card_record, change, event_shown
from engine.rulesets.card_the_drawing.hindering import no_interrupt
from engine.rulesets.card_the_drawing.order import Turn, turn_of
from engine.rulesets.card_the_drawing.procedures import Carrying, Slot, Stand, Window, window
from engine.rulesets.card_the_drawing.reacting import in_order
from engine.rulesets.card_the_drawing.scene import NOTHING, Acting, Event
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.rulesets.card_the_drawing.stepping import STEPS
from engine.rulesets.card_the_drawing.zones import hand_cards, hand_zone, known_cards
from engine.table.frozen import replace
from engine.table.table import Table


class PlayInterrupt(Request):
    """Answer an open window with an Interrupt from the hand. Nobody sees it before everybody has answered."""

    RULES = ("CD-INT-1", "CD-INT-2", "CD-INT-5", "CD-TAG-INTERRUPT")
    actor: ActorId
    card: Annotated[str, Meta(description="the card, by id or by place (`hand:tom#2`)")]


class Pass(Request):
    """Answer an open window with nothing, and every other one of this step or this round too if wished."""

    RULES = ("CD-INT-1", "CD-INT-5")
    actor: ActorId
    until: Annotated[Literal["window", "step", "round"], Meta(description="how long to be asked no more")] = "window"


class AskBriefly(Request):
    """Wish to be asked in each window for a moment only: who has not answered by then passes, whatever they hold."""

    RULES = ("CD-INT-1", "CD-INT-5")
    actor: ActorId


class AskAgain(Request):
    """Wish to be asked again in every window, and to take one's time."""

    RULES = ("CD-INT-1",)
    actor: ActorId


class NobodyInterrupts(Request):
    """The table says together that nobody else plays an Interrupt now: all who have not answered pass."""

    RULES = ("CD-INT-1", "CD-INT-5")
    mine: Annotated[bool, Meta(description="only for those whom the seat leads")] = False
    through: Annotated[bool, Meta(description="nor after the card, unless somebody interrupts it before")] = False


# ---- who is asked ----------------------------------------------------------------------------------------------------


def may_answer(table: Table) -> tuple[str, ...]:
    """Return everybody who may play an Interrupt in the open window, for all that the table knows of their hands."""
    now, open_now = facts.need_battle(table), window(table)
    most = settings.limit(table, "interrupts_per_round")
    return tuple(
        actor
        for actor in (facts.standing(table) if open_now is not None else ())
        if hand_cards(table, actor) and (most is None or now.fighters[actor].interrupts < most)
    )


def still_asked(table: Table) -> tuple[str, ...]:
    """Return who has not answered yet; whoever passes for a step or a round has."""
    open_now, now = window(table), facts.need_battle(table)
    assert open_now is not None
    answered = {*open_now.passed, *open_now.offered}
    return tuple(actor for actor in _asked(table) if actor not in answered and not now.fighters[actor].passing)


def _asked(table: Table) -> tuple[str, ...]:
    """Return who is asked: everybody alike, unless the group would rather wait less and be told something by it."""
    may = may_answer(table)
    whom = settings.word(table, "interrupt_windows")
    if whom == "everybody":
        return may
    able = tuple(who for who in may if any(cannot_play(table, who, card) is None for card in hand_cards(table, who)))
    return able if whom == "who_can" or not able else may


def countdowns(table: Table) -> tuple[Countdown, ...]:
    """Return who passes when their time is over (CD-UI-9).

    Neither whether there is such a time nor how long it is depends on anybody's cards, so nobody learns of them by it.
    """
    open_now = window(table)
    if open_now is None:
        return ()
    now, below = facts.need_battle(table), table.procedures[-2]
    card = below.card if isinstance(below, Carrying) else ""
    moment = f"{now.round}:{now.step}:{len(now.dealt)}:{card}:{open_now.stage}"
    found: list[Countdown] = []
    for actor in still_asked(table):
        limits = [settings.limit(table, "interrupt_seconds")]
        limits += [settings.limit(table, "interrupt_moment")] if now.fighters[actor].briefly else []
        known = [seconds for seconds in limits if seconds is not None]
        if known:
            seat = leader(table, actor)
            passing = Pass(seat=seat, actor=actor)
            found.append(Countdown(moment=moment, seat=seat, seconds=min(known), command=passing))
    return tuple(found)


def shown(table: Table) -> Event:
    """Return what may be interrupted in the open window."""
    below = table.procedures[-2] if len(table.procedures) > 1 else None
    open_now = window(table)
    if not isinstance(below, Carrying) or open_now is None:
        return NOTHING
    return event_shown(table, below, open_now.stage)


def cannot_play(table: Table, actor: str, card: str) -> Refused | None:
    """Return why somebody may not play a card of theirs as an Interrupt now; None if they may."""
    if card not in hand_cards(table, actor):
        return Refused("drawing_not_in_hand", "CD-INT-1")
    acting = Acting(card=card_record(table, card), owner=actor, id=card, event=shown(table))
    return no_interrupt(reckoner(table), acting)


def left_unpaid(table: Table, actor: str, card: str) -> tuple[str, ...]:
    """Return which own planned cards could be paid, but not after this Interrupt (CD-PLAY-8, CD-UI-9).

    That is for the eyes of whoever leads the actor alone: some of them may still lie face down.
    """
    at = reckoner(table)
    slots = sorted(facts.need_fighter(table, actor).slots, key=lambda slot: slot.last)
    waits = [slot.card for slot in slots if slot.stand in (Stand.DOWN, Stand.CHARGING, Stand.UP) and not slot.paid]
    has = at.scene.fighters[actor].adrenaline
    left = has - at.cost(card_record(table, card), actor).value
    lost: list[str] = []
    for planned in waits if left >= 0 else ():
        cost = at.cost(card_record(table, planned), actor).value
        if cost <= has and cost > left:
            lost.append(planned)
        has, left = (has - cost if cost <= has else has), (left - cost if cost <= left else left)
    return tuple(lost)


# ---- how it goes on --------------------------------------------------------------------------------------------------


def step(draft: Draft) -> bool:
    """Close the window, or carry out an Interrupt, as soon as everybody has answered; say whether that happened."""
    table = draft.table
    open_now = window(table)
    assert open_now is not None
    below = table.procedures[-2]
    lost = open_now.stage == "before" and isinstance(below, Carrying) and _comes_to_nothing(table, below)
    if facts.is_over(table) or lost:
        draft.finish(Window)
        return True
    if still_asked(table):
        return False
    playing = _first(draft, open_now)
    if playing is None:
        draft.finish(Window)
        if open_now.through:
            change(draft, undisturbed=True)
        return True
    draft.become(Window(stage=open_now.stage))
    _play(draft, playing)
    return True


STEPS[Window] = step


def _comes_to_nothing(table: Table, found: Carrying) -> bool:
    """Say whether the card that was to be interrupted does not take effect any more: nobody need be asked."""
    return found.why != "trigger" and hindered(table, found) is not None


def _first(draft: Draft, open_now: Window) -> Turn | None:
    """Return the Interrupt that goes first, of those that may still be played (CD-INT-5)."""
    table = draft.table
    may, at = may_answer(table), reckoner(table)
    turns = tuple(
        turn_of(at, actor, card_record(table, card), card)
        for actor, card in open_now.offered.items()
        if actor in may and cannot_play(table, actor, card) is None
    )
    return in_order(draft, at.scene, turns)[0] if turns else None


def _play(draft: Draft, turn: Turn) -> None:
    """Lay an Interrupt open, and begin with it; it is paid when it takes effect (CD-INT-7)."""
    now = facts.need_battle(draft.table)
    fighter = now.fighters[turn.fighter]
    facts.to_open(draft, turn.card_id)
    slot = Slot(card=turn.card_id, stand=Stand.UP)
    facts.become(draft, turn.fighter, slots=(*fighter.slots, slot), interrupts=fighter.interrupts + 1)
    facts.alter(draft, dealt=(*now.dealt, turn.card_id))
    draft.note("drawing_interrupts", "CD-INT-1", actor=actor_name(draft.table, turn.fighter), card=turn.card.name)
    draft.begin(Carrying(card=turn.card_id, actor=turn.fighter, why="interrupt"))


# ---- answering -------------------------------------------------------------------------------------------------------


def _need_window(table: Table) -> Window:
    found = window(table)
    if found is None:
        raise Refused("drawing_no_window", "CD-INT-1")
    return found


def verify_interrupt(table: Table, command: PlayInterrupt) -> None:
    """Whoever stands, with an Interrupt in the hand that may be played now and can be paid."""
    facts.need_leader(table, command, command.actor, "CD-INT-1")
    _need_window(table)
    facts.need_standing(table, command.actor)
    if command.actor not in may_answer(table):
        raise Refused("drawing_no_more_interrupts", "CD-INT-1", actor=actor_name(table, command.actor))
    known = command.card in known_cards(table, hand_zone(table, command.actor), command.seat)
    why = cannot_play(table, command.actor, command.card) if known else Refused("drawing_not_in_hand", "CD-INT-1")
    if why is not None:
        raise why


def play_interrupt(draft: Draft, command: PlayInterrupt) -> None:
    """Note the card; nobody learns of it before it is played."""
    found = _need_window(draft.table)
    passed = tuple(actor for actor in found.passed if actor != command.actor)
    draft.become(replace(found, passed=passed, offered={**found.offered, command.actor: command.card}))
    _tell(draft, command.actor)


def verify_pass(table: Table, command: Pass) -> None:
    """Whoever may answer. For the step or the round one may pass at any time of the battle."""
    facts.need_leader(table, command, command.actor, "CD-INT-1")
    facts.need_standing(table, command.actor)
    if command.until == "window":
        _need_window(table)


def pass_window(draft: Draft, command: Pass) -> None:
    """Note it, in the same words as any other answer."""
    found = window(draft.table)
    if found is not None:
        offered = {actor: card for actor, card in found.offered.items() if actor != command.actor}
        passed = found.passed if command.actor in found.passed else (*found.passed, command.actor)
        draft.become(replace(found, passed=passed, offered=offered))
        _tell(draft, command.actor)
    if command.until != "window":
        facts.become(draft, command.actor, passing=command.until)
        draft.note(f"drawing_passes_{command.until}", "CD-INT-1", actor=actor_name(draft.table, command.actor))


def verify_ask_briefly(table: Table, command: AskBriefly) -> None:
    """Whoever stands and is not asked so already."""
    facts.need_leader(table, command, command.actor, "CD-INT-1")
    facts.need_standing(table, command.actor)
    if facts.need_fighter(table, command.actor).briefly:
        raise Refused("drawing_is_asked_briefly", "CD-INT-1", actor=actor_name(table, command.actor))


def ask_briefly(draft: Draft, command: AskBriefly) -> None:
    """Ask for a moment only from now on; it is a matter between the player and the table."""
    facts.become(draft, command.actor, briefly=True, passing="")
    actor = actor_name(draft.table, command.actor)
    draft.note("drawing_ask_briefly", "CD-INT-1", audience=(command.seat,), actor=actor)


def verify_ask_again(table: Table, command: AskAgain) -> None:
    """Whoever passes for a time, or is asked for a moment only."""
    facts.need_leader(table, command, command.actor, "CD-INT-1")
    fighter = facts.need_fighter(table, command.actor)
    if not fighter.passing and not fighter.briefly:
        raise Refused("drawing_is_asked", "CD-INT-1", actor=actor_name(table, command.actor))


def ask_again(draft: Draft, command: AskAgain) -> None:
    """Ask again from now on, in the window that is open too."""
    facts.become(draft, command.actor, passing="", briefly=False)
    found = window(draft.table)
    if found is not None:
        draft.become(replace(found, passed=tuple(actor for actor in found.passed if actor != command.actor)))
    draft.note("drawing_ask_again", "CD-INT-1", actor=actor_name(draft.table, command.actor))


def verify_nobody(table: Table, command: NobodyInterrupts) -> None:
    """As long as a window is open; for one's own, while any of them is still asked."""
    _need_window(table)
    if command.mine and not _own_asked(table, command.seat):
        raise Refused("drawing_answered_all", "CD-INT-5")
    if command.through and (command.mine or _need_window(table).stage != "before"):
        raise Refused("drawing_no_window", "CD-INT-1")


def nobody_interrupts(draft: Draft, command: NobodyInterrupts) -> None:
    """Let all who have not answered pass; who has answered with a card stays with it."""
    found = _need_window(draft.table)
    silent = _own_asked(draft.table, command.seat) if command.mine else still_asked(draft.table)
    draft.become(replace(found, passed=(*found.passed, *silent), through=command.through))
    if not command.mine:
        draft.note(f"drawing_nobody_interrupts{'_card' if command.through else ''}", "CD-INT-5")
    for actor in silent if command.mine else ():
        _tell(draft, actor)


def _own_asked(table: Table, seat: str) -> tuple[str, ...]:
    return tuple(actor for actor in still_asked(table) if leader(table, actor) == seat)


def _tell(draft: Draft, actor: str) -> None:
    draft.note("drawing_answered", "CD-INT-5", actor=actor_name(draft.table, actor))


MOVES = (
    Move(PlayInterrupt, verify_interrupt, play_interrupt),
    Move(Pass, verify_pass, pass_window),
    Move(AskBriefly, verify_ask_briefly, ask_briefly),
    Move(AskAgain, verify_ask_again, ask_again),
    Move(NobodyInterrupts, verify_nobody, nobody_interrupts),
)
