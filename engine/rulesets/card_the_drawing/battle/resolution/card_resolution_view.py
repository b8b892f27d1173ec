"""The card being resolved, as everybody sees it: targets, predicted damage with its steps, and interrupt windows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.audience import may_read_numbers
from engine.kit.activity_steps import steps_at
from engine.kit.control import controller_of, controllers_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView, SideView, TurnView
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle.actor_zones import card_place, hand_zone, known_cards
from engine.rulesets.card_the_drawing.battle.battle_procedures import CardResolution, InterruptWindow, ResolutionStage
from engine.rulesets.card_the_drawing.battle.resolution import interrupts
from engine.rulesets.card_the_drawing.battle.resolution.card_resolution import resolution_refusal
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    PendingChoice,
    card_record,
    current_target_choice,
    effect_context_of,
    front_resolution,
    pending_choice,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY
from engine.rulesets.card_the_drawing.cards.card_text import effect_sentence
from engine.rulesets.card_the_drawing.hit_damage import Hit, preview_damage
from engine.rulesets.card_the_drawing.targeting import TargetChoice

STEPS: Mapping[ResolutionStage, str] = {
    ResolutionStage.BODY: "aim",
    ResolutionStage.TARGETS: "aim",
    ResolutionStage.BEFORE: "before",
    ResolutionStage.EFFECTS: "effects",
    ResolutionStage.REACTIONS: "effects",
    ResolutionStage.AFTER: "after",
}
NAMES = tuple(dict.fromkeys(STEPS.values()))


# ---- the card --------------------------------------------------------------------------------------------------------


def resolution_view(table: Table, viewer: str, resolution: CardResolution) -> ActivityView:
    """Return the view of a card: its player, its targets, the predicted damage, and who has to answer (CD-UI-8)."""
    name, card = actor_name(table, resolution.actor), card_record(table, resolution.card).name
    key = f"glimpse.drawing_{resolution.why}" if resolution.actor != NOBODY else "glimpse.drawing_surroundings"
    asked = pending_choice(table) if resolution is front_resolution(table) else None
    struck = calculator_of(table).snapshot.fighters_of(resolution.targets)
    return ActivityView(
        title=Message(key=key, params={"actor": name, "card": card}),
        steps=steps_at(NAMES.index(STEPS[resolution.stage]), NAMES, "glimpse.drawing_card_"),
        sides=(_card_side(table, viewer, resolution), *_bodies(table, viewer, resolution)),
        actors=tuple(dict.fromkeys(actor for actor in (resolution.actor, *struck) if actor != NOBODY)),
        waiting_for=() if asked is None else (_who(table, asked.actor),),
        outcome=_outcome(table, viewer, resolution),
        reckoning=() if asked is None else tuple(_asked_words(asked)),
        figures={"card": resolution.card, "why": resolution.why, "asked": asked.kind if asked is not None else ""},
        spotlight=_lies_open(table, viewer, resolution.card),
    )


def _lies_open(table: Table, viewer: str, card: str) -> str:
    """Return the place of a card that the viewer may see."""
    where = table.zone_of(card)
    return card_place(table, card) if where is not None and table.zones[where].may_see(card, viewer) else ""


def _who(table: Table, actor: str) -> str:
    return table.gm() if actor == NOBODY else controller_of(table, actor)


def _asked_words(choice: PendingChoice) -> Iterator[Message]:
    """Yield the pending choice in the words of the card, and the targets that must be included (CD-UI-8)."""
    if choice.effect is not None:
        yield effect_sentence(choice.effect)
    yield from (demand.words for demand in choice.choice.demands)


def _outcome(table: Table, viewer: str, resolution: CardResolution) -> Message | None:
    """Return that a card will have no effect, once that is foreseeable; with the reason for viewers of the numbers."""
    if resolution.why == "trigger" or not resolution.is_unpaid:
        return None
    why = resolution_refusal(table, resolution)
    if why is None or not may_read_numbers(table, viewer, resolution.actor):
        return None
    return why.message


def _card_side(table: Table, viewer: str, resolution: CardResolution) -> SideView:
    """Return the card itself: its cost with the steps."""
    calculator, record = calculator_of(table), card_record(table, resolution.card)
    figures: dict[str, Json] = {"card": resolution.card, "body": resolution.body}
    reasons: list[Message] = []
    if resolution.why != "trigger" and resolution.actor in calculator.snapshot.fighters:
        cost = calculator.cost(record, resolution.actor)
        figures["cost"] = cost.value
        reasons.append(Message(key="glimpse.drawing_cost", params={"cost": cost.value}))
        reasons += [part.words for part in cost.steps] if len(cost.steps) > 1 else []
        reasons += [part.words for part in calculator.tagged(record, resolution.actor).steps]
    if resolution.body in calculator.snapshot.bodies and actor_sheet.is_mob(table.actors[resolution.actor]):
        reasons.append(
            Message(key="glimpse.drawing_body", params={"body": calculator.snapshot.bodies[resolution.body].name})
        )
    where = table.zone_of(resolution.card)
    return SideView(
        name="card",
        label=Message(key="glimpse.drawing_card", params={"card": record.name}),
        seat=_who(table, resolution.actor),
        zones=(where,) if where is not None else (),
        ready=resolution.stage not in (ResolutionStage.BODY, ResolutionStage.TARGETS),
        reasons=tuple(reasons),
        figures=figures,
    )


# ---- targets of damage -----------------------------------------------------------------------------------------------


def _bodies(table: Table, viewer: str, resolution: CardResolution) -> Iterator[SideView]:
    """Yield the targets; while they are being chosen, every body with the damage or why it is not allowed."""
    calculator = calculator_of(table)
    if resolution.stage is ResolutionStage.TARGETS:
        choice = current_target_choice(table, resolution)
        forced = {body for demand in choice.demands for body in demand.bodies}
        for candidate in choice.candidates:
            if candidate.barred is not None:
                side = _body(table, viewer, resolution, candidate.body, ())
                figures = {**side.figures, "barred": True}
                yield replace(side, verdict=candidate.barred.words, figures=figures, aim="barred")
                continue
            aimed = choice.targets((candidate.body,))
            side = _body(table, viewer, resolution, candidate.body, _hits(table, resolution, aimed, candidate.body))
            figures = {**side.figures, "forced": candidate.body in forced, "ally": candidate.confirm}
            aim = "forced" if candidate.body in forced else "open"
            yield replace(side, figures=figures, aim=aim)
        yield from _added(table, viewer, resolution, choice)
        return
    for body in resolution.targets:
        if body in calculator.snapshot.bodies:
            hits = (
                _hits(table, resolution, resolution.targets, body) if resolution.stage is ResolutionStage.BEFORE else ()
            )
            yield replace(_body(table, viewer, resolution, body, hits), ready=True, aim="aimed")


def _added(table: Table, viewer: str, resolution: CardResolution, choice: TargetChoice) -> Iterator[SideView]:
    """Yield the additional targets, which are hit whatever is chosen, with their source."""
    shown = {candidate.body for candidate in choice.candidates if candidate.barred is None}
    for addition in choice.added:
        if addition.body not in shown:
            hits = _hits(table, resolution, choice.targets(choice.likeliest()), addition.body)
            side = _body(table, viewer, resolution, addition.body, hits)
            reasons = (addition.words, *side.reasons)
            yield replace(side, name=f"added:{addition.body}", reasons=reasons, aim="added")


def _hits(table: Table, resolution: CardResolution, targets: tuple[str, ...], body: str) -> tuple[Hit, ...]:
    """Return the damage to a body if these are the targets and nothing interrupts."""
    calculator = calculator_of(table)
    context = replace(effect_context_of(table, resolution), targets=targets)
    return tuple(
        hit for done in preview_damage(calculator, context, resolution.on) for hit in done.hits if hit.body == body
    )


def _body(table: Table, viewer: str, resolution: CardResolution, body: str, hits: tuple[Hit, ...]) -> SideView:
    """Return a body with the predicted damage, step by step; nothing of secret numbers."""
    calculator = calculator_of(table)
    who = calculator.snapshot.bodies[body].fighter
    knows = may_read_numbers(table, viewer, who) and may_read_numbers(table, viewer, resolution.actor)
    hits = hits if knows else ()
    figures: dict[str, Json] = {"body": body}
    if hits:
        figures |= {"before": hits[0].before, "after": hits[-1].after, "fells": hits[-1].fells}
    return SideView(
        name=body,
        label=Message(key="glimpse.drawing_target", params={"body": calculator.snapshot.bodies[body].name}),
        seat=controller_of(table, who),
        reasons=tuple(part.words for hit in hits for part in hit.steps),
        total=sum(hit.amount for hit in hits) if hits else None,
        figures=figures,
        at=body,
    )


# ---- windows ---------------------------------------------------------------------------------------------------------


def window_view(table: Table, viewer: str, place: int, window: InterruptWindow) -> ActivityView:
    """Return the view of a window: who has answered in any way, and who is still asked (CD-UI-9)."""
    below = table.procedures[place - 1]
    card = card_record(table, below.card).name if isinstance(below, CardResolution) else ""
    open_now = place == len(table.procedures) - 1
    still = interrupts.unanswered_actors(table) if open_now else ()
    asked = interrupts.interrupt_candidates(table) if open_now else ()
    return ActivityView(
        title=Message(key=f"glimpse.drawing_window_{window.stage}", params={"card": card}),
        order=tuple(TurnView(actor=who, rank=0, state="waiting" if who in still else "declared") for who in asked),
        actors=asked,
        waiting_for=controllers_of(table, still),
        reckoning=tuple(unpaid_messages(table, viewer, asked)),
        figures={"window": window.stage},
        asks=True,
    )


def unpaid_messages(table: Table, viewer: str, asked: tuple[str, ...]) -> Iterator[Message]:
    """Yield which planned cards an Interrupt makes unaffordable, only for its owner's controller (CD-UI-9)."""
    for actor in asked:
        if controller_of(table, actor) != viewer:
            continue
        for card in known_cards(table, hand_zone(table, actor), viewer):
            lost = (
                interrupts.unpaid_after(table, actor, card)
                if interrupts.interrupt_denial(table, actor, card) is None
                else ()
            )
            if lost:
                names = [card_record(table, other).name for other in lost]
                params: dict[str, Json] = {"card": card_record(table, card).name, "cards": names}
                yield Message(key="glimpse.drawing_left_unpaid", params=params)
