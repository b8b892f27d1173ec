"""The card being resolved, as everybody sees it: targets, predicted damage with its steps, and interrupt windows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.core.audience import may_read_numbers
from engine.core.commands import place_of
from engine.kit.activity_steps import steps_at
from engine.kit.card_piles import known_cards
from engine.kit.control import controller_of, controllers_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView, SideView, TurnView
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle.actor_zones import hand_zone
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
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_text import effect_sentence
from engine.rulesets.card_the_drawing.hit_damage import Hit, preview_damage

STEPS: Mapping[ResolutionStage, str] = {
    ResolutionStage.BODY: "aim",
    ResolutionStage.TARGETS: "aim",
    ResolutionStage.BEFORE: "before",
    ResolutionStage.EFFECTS: "effects",
    ResolutionStage.REACTIONS: "effects",
    ResolutionStage.AFTER: "after",
}
NAMES = tuple(dict.fromkeys(STEPS.values()))


def resolution_view(table: Table, viewer: str, resolution: CardResolution) -> ActivityView:
    """Return the view of a card: its player, its targets, the predicted damage, and who has to answer (CD-UI-8)."""
    return _ResolutionView(table, viewer, resolution, calculator_of(table)).view()


class _ResolutionView(NamedTuple):
    """A card that is being resolved, as one viewer may see it."""

    table: Table
    viewer: str
    resolution: CardResolution
    calculator: BattleCalculator

    def view(self) -> ActivityView:
        table, resolution = self.table, self.resolution
        name, card = actor_name(table, resolution.actor), card_record(table, resolution.card).name
        key = f"glimpse.drawing_{resolution.why}" if resolution.actor != NOBODY else "glimpse.drawing_surroundings"
        asked = pending_choice(table) if resolution is front_resolution(table) else None
        struck = self.calculator.snapshot.fighters_of(resolution.targets)
        where = table.zone_of(resolution.card)
        open_to_viewer = where is not None and table.zones[where].may_see(resolution.card, self.viewer)
        return ActivityView(
            title=Message(key=key, params={"actor": name, "card": card}),
            steps=steps_at(NAMES.index(STEPS[resolution.stage]), NAMES, "glimpse.drawing_card_"),
            sides=(self._card_side(), *self._bodies()),
            actors=tuple(dict.fromkeys(actor for actor in (resolution.actor, *struck) if actor != NOBODY)),
            waiting_for=() if asked is None else (self._player(asked.actor),),
            outcome=self._outcome(),
            reckoning=() if asked is None else tuple(_asked_words(asked)),
            figures={"card": resolution.card, "why": resolution.why, "asked": asked.kind if asked is not None else ""},
            spotlight=place_of(table, resolution.card) if open_to_viewer else "",
        )

    def _player(self, actor: str) -> str:
        return self.table.gm() if actor == NOBODY else controller_of(self.table, actor)

    def _outcome(self) -> Message | None:
        """Return why a card will have no effect, once that is foreseeable, for viewers of the numbers."""
        if self.resolution.why == "trigger" or not self.resolution.is_unpaid:
            return None
        why = resolution_refusal(self.table, self.resolution)
        knows = may_read_numbers(self.table, self.viewer, self.resolution.actor)
        return why.message if why is not None and knows else None

    def _card_side(self) -> SideView:
        """Return the card itself: its cost with the steps."""
        table, _, resolution, calculator = self
        record, actor, bodies = card_record(table, resolution.card), resolution.actor, calculator.snapshot.bodies
        figures: dict[str, Json] = {"card": resolution.card, "body": resolution.body}
        reasons: list[Message] = []
        if resolution.why != "trigger" and actor in calculator.snapshot.fighters:
            cost = calculator.cost(record, actor)
            figures["cost"] = cost.value
            reasons.append(Message(key="glimpse.drawing_cost", params={"cost": cost.value}))
            reasons += [part.words for part in cost.steps] if len(cost.steps) > 1 else []
            reasons += [part.words for part in calculator.tagged(record, actor).steps]
        if resolution.body in bodies and actor_sheet.is_mob(table.actors[actor]):
            reasons.append(Message(key="glimpse.drawing_body", params={"body": bodies[resolution.body].name}))
        where = table.zone_of(resolution.card)
        return SideView(
            name="card",
            label=Message(key="glimpse.drawing_card", params={"card": record.name}),
            seat=self._player(actor),
            zones=(where,) if where is not None else (),
            ready=resolution.stage not in (ResolutionStage.BODY, ResolutionStage.TARGETS),
            reasons=tuple(reasons),
            figures=figures,
        )

    def _bodies(self) -> Iterator[SideView]:
        """Yield the targets; while they are being chosen, every body with the damage or why it is not allowed."""
        stage, targets = self.resolution.stage, self.resolution.targets
        if stage is not ResolutionStage.TARGETS:
            is_before = stage is ResolutionStage.BEFORE
            added = current_target_choice(self.table, self.resolution).added if is_before else ()
            additions = {addition.body: addition.reasons for addition in added}
            for body in targets:
                if body in self.calculator.snapshot.bodies:
                    side = self._body(body, targets if is_before else ())
                    if body in additions:
                        yield replace(side, ready=True, reasons=(*additions[body], *side.reasons), aim="added")
                    else:
                        yield replace(side, ready=True, aim="aimed")
            return
        choice = current_target_choice(self.table, self.resolution)
        forced = {body for demand in choice.demands for body in demand.bodies}
        for candidate in choice.candidates:
            if candidate.barred is not None:
                side = self._body(candidate.body, ())
                figures = {**side.figures, "barred": True}
                yield replace(side, verdict=candidate.barred.words, figures=figures, aim="barred")
            else:
                side = self._body(candidate.body, choice.targets((candidate.body,)))
                figures = {**side.figures, "forced": candidate.body in forced, "ally": candidate.confirm}
                yield replace(side, figures=figures, aim="forced" if candidate.body in forced else "open")
        for addition in choice.added:  # hit whatever is chosen, with their source
            if addition.body not in choice.allowed:
                side = self._body(addition.body, choice.targets(choice.likeliest()))
                reasons = (*addition.reasons, *side.reasons)
                yield replace(side, name=f"added:{addition.body}", reasons=reasons, aim="added")

    def _hits(self, body: str, targets: tuple[str, ...]) -> list[Hit]:
        """Return the damage to a body if these are the targets and nothing interrupts."""
        context = replace(effect_context_of(self.table, self.resolution), targets=targets)
        effects = preview_damage(self.calculator, context, self.resolution.on) if targets else ()
        return [hit for done in effects for hit in done.hits if hit.body == body]

    def _body(self, body: str, targets: tuple[str, ...]) -> SideView:
        """Return a body with the damage if these are the targets, step by step; nothing of secret numbers."""
        struck = self.calculator.snapshot.bodies[body]
        concerned = (struck.fighter, self.resolution.actor)
        knows = all(may_read_numbers(self.table, self.viewer, actor) for actor in concerned)
        hits = self._hits(body, targets) if knows else []
        figures: dict[str, Json] = {"body": body}
        if hits:
            figures |= {"before": hits[0].before, "after": hits[-1].after, "fells": hits[-1].fells}
        return SideView(
            name=body,
            label=Message(key="glimpse.drawing_target", params={"body": struck.name}),
            seat=controller_of(self.table, struck.fighter),
            reasons=tuple(part.words for hit in hits for part in hit.steps),
            total=sum(hit.amount for hit in hits) if hits else None,
            figures=figures,
            at=body,
        )


def _asked_words(choice: PendingChoice) -> Iterator[Message]:
    """Yield the pending choice in the words of the card, and the targets that must be included (CD-UI-8)."""
    if choice.effect is not None:
        yield effect_sentence(choice.effect)
    yield from (demand.words for demand in choice.choice.demands)


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
            may = interrupts.interrupt_denial(table, actor, card) is None
            warning = interrupts.unpaid_warning(table, actor, card) if may else None
            if warning is not None:
                yield warning
