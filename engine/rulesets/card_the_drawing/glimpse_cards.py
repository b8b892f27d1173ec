"""A card that is carried out, as everybody sees it: at whom, what it would do and why, and the windows round it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.play.leading import leader
from engine.play.names import actor_name
from engine.play.sight import Glimpse, SideView, StepView, TurnView
from engine.play.words import Message
from engine.rulesets.card_the_drawing import people, windows
from engine.rulesets.card_the_drawing.asking import Question, choice_now, question
from engine.rulesets.card_the_drawing.carrying import hindered
from engine.rulesets.card_the_drawing.choosing import Choice
from engine.rulesets.card_the_drawing.current import acting_of, card_record, in_front
from engine.rulesets.card_the_drawing.damage import Hit, preview
from engine.rulesets.card_the_drawing.procedures import Carrying, Stage, Window
from engine.rulesets.card_the_drawing.reading import reading_of_effect
from engine.rulesets.card_the_drawing.scene import NOBODY
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.rulesets.card_the_drawing.zones import hand_zone, known_cards, place_of
from engine.table.frozen import Json, kept, replace
from engine.table.table import Table

STEPS: Mapping[Stage, str] = {
    Stage.BODY: "aim",
    Stage.TARGETS: "aim",
    Stage.BEFORE: "before",
    Stage.EFFECTS: "effects",
    Stage.REACTIONS: "effects",
    Stage.AFTER: "after",
}
NAMES = tuple(dict.fromkeys(STEPS.values()))


def _reads(table: Table, viewer: str, actor: str) -> bool:
    return actor not in table.actors or table.may_read(table.actors[actor], viewer)


# ---- the card --------------------------------------------------------------------------------------------------------


def of_carrying(table: Table, viewer: str, found: Carrying) -> Glimpse:
    """Tell a card: who plays it, at whom, what damage that comes to, and who has to say something (CD-UI-8)."""
    at = reckoner(table)
    name, card = actor_name(table, found.actor), card_record(table, found.card).name
    key = f"glimpse.drawing_{found.why}" if found.actor != NOBODY else "glimpse.drawing_surroundings"
    asked = question(table) if found is in_front(table) else None
    struck = tuple(dict.fromkeys(at.scene.bodies[body].fighter for body in found.targets if body in at.scene.bodies))
    return Glimpse(
        title=Message(key=key, params={"actor": name, "card": card}),
        steps=_steps(STEPS[found.stage]),
        sides=(_card_side(table, viewer, found), *_bodies(table, viewer, found)),
        actors=tuple(dict.fromkeys(actor for actor in (found.actor, *struck) if actor != NOBODY)),
        waiting_for=() if asked is None else (_who(table, asked.actor),),
        outcome=_outcome(table, viewer, found),
        reckoning=() if asked is None else tuple(_asked_words(asked)),
        figures={"card": found.card, "why": found.why, "asked": asked.kind if asked is not None else ""},
        spotlight=_lies_open(table, viewer, found.card),
    )


def _lies_open(table: Table, viewer: str, card: str) -> str:
    """Return the place of a card that the viewer may see."""
    where = table.where(card)
    return place_of(table, card) if where is not None and table.zones[where].may_see(card, viewer) else ""


def _who(table: Table, actor: str) -> str:
    return table.gm() if actor == NOBODY else leader(table, actor)


@kept
def _steps(now: str) -> tuple[StepView, ...]:
    here = NAMES.index(now)
    return tuple(
        StepView(
            name=name,
            label=Message(key=f"glimpse.drawing_card_{name}"),
            state="now" if place == here else "done" if place < here else "later",
        )
        for place, name in enumerate(NAMES)
    )


def _asked_words(asked: Question) -> Iterator[Message]:
    """Yield what is asked, in the words of the card, and what must be among the targets (CD-UI-8)."""
    if asked.effect is not None:
        yield reading_of_effect(asked.effect)
    yield from (demand.words for demand in asked.choice.demands)


def _outcome(table: Table, viewer: str, found: Carrying) -> Message | None:
    """Tell that a card will come to nothing, while that is foreseen; why is told to those who may know the numbers."""
    if found.why == "trigger" or found.stage not in (Stage.BODY, Stage.TARGETS, Stage.BEFORE):
        return None
    why = hindered(table, found)
    if why is None or not _reads(table, viewer, found.actor):
        return None
    return why.message


def _card_side(table: Table, viewer: str, found: Carrying) -> SideView:
    """Return the card itself: what it costs, and why."""
    at, record = reckoner(table), card_record(table, found.card)
    figures: dict[str, Json] = {"card": found.card, "body": found.body}
    reasons: list[Message] = []
    if found.why != "trigger" and found.actor in at.scene.fighters:
        cost = at.cost(record, found.actor)
        figures["cost"] = cost.value
        reasons.append(Message(key="glimpse.drawing_cost", params={"cost": cost.value}))
        reasons += [part.words for part in cost.parts] if len(cost.parts) > 1 else []
        reasons += [part.words for part in at.tagged(record, found.actor).parts]
    if found.body in at.scene.bodies and people.is_mob(table.actors[found.actor]):
        reasons.append(Message(key="glimpse.drawing_body", params={"body": at.scene.bodies[found.body].name}))
    where = table.where(found.card)
    return SideView(
        name="card",
        label=Message(key="glimpse.drawing_card", params={"card": record.name}),
        seat=_who(table, found.actor),
        zones=(where,) if where is not None else (),
        ready=found.stage not in (Stage.BODY, Stage.TARGETS),
        reasons=tuple(reasons),
        figures=figures,
    )


# ---- whom it strikes -------------------------------------------------------------------------------------------------


def _bodies(table: Table, viewer: str, found: Carrying) -> Iterator[SideView]:
    """Yield those at whom it is aimed; while that is asked, everybody, with what it would do or why it may not."""
    at = reckoner(table)
    if found.stage is Stage.TARGETS:
        choice = choice_now(table, found)
        forced = {body for demand in choice.demands for body in demand.bodies}
        for candidate in choice.candidates:
            if candidate.barred is not None:
                side = _body(table, viewer, found, candidate.body, ())
                figures = {**side.figures, "barred": True}
                yield replace(side, verdict=candidate.barred.words, figures=figures, aim="barred")
                continue
            aimed = choice.targets((candidate.body,))
            side = _body(table, viewer, found, candidate.body, _hits(table, found, aimed, candidate.body))
            figures = {**side.figures, "forced": candidate.body in forced, "ally": candidate.confirm}
            aim = "forced" if candidate.body in forced else "open"
            yield replace(side, figures=figures, aim=aim)
        yield from _added(table, viewer, found, choice)
        return
    for body in found.targets:
        if body in at.scene.bodies:
            hits = _hits(table, found, found.targets, body) if found.stage is Stage.BEFORE else ()
            yield replace(_body(table, viewer, found, body, hits), ready=True, aim="aimed")


def _added(table: Table, viewer: str, found: Carrying, choice: Choice) -> Iterator[SideView]:
    """Yield those who are struck besides, whatever is chosen, with who says so."""
    shown = {candidate.body for candidate in choice.candidates if candidate.barred is None}
    for addition in choice.added:
        if addition.body not in shown:
            hits = _hits(table, found, choice.targets(choice.some_way()), addition.body)
            side = _body(table, viewer, found, addition.body, hits)
            reasons = (addition.words, *side.reasons)
            yield replace(side, name=f"added:{addition.body}", reasons=reasons, aim="added")


def _hits(table: Table, found: Carrying, targets: tuple[str, ...], body: str) -> tuple[Hit, ...]:
    """Return what the card does to a body, if it is aimed so and nothing comes between."""
    at = reckoner(table)
    acting = replace(acting_of(table, found), targets=targets)
    return tuple(hit for done in preview(at, acting, found.on) for hit in done.hits if hit.body == body)


def _body(table: Table, viewer: str, found: Carrying, body: str, hits: tuple[Hit, ...]) -> SideView:
    """Return a body with the damage that it would take, step by step; of secret numbers nothing is told."""
    at = reckoner(table)
    who = at.scene.bodies[body].fighter
    knows = _reads(table, viewer, who) and _reads(table, viewer, found.actor)
    hits = hits if knows else ()
    figures: dict[str, Json] = {"body": body}
    if hits:
        figures |= {"before": hits[0].before, "after": hits[-1].after, "fells": hits[-1].fells}
    return SideView(
        name=body,
        label=Message(key="glimpse.drawing_target", params={"body": at.scene.bodies[body].name}),
        seat=leader(table, who),
        reasons=tuple(part.words for hit in hits for part in hit.parts),
        total=sum(hit.amount for hit in hits) if hits else None,
        figures=figures,
        at=body,
    )


# ---- windows ---------------------------------------------------------------------------------------------------------


def of_window(table: Table, viewer: str, place: int, found: Window) -> Glimpse:
    """Tell a window: who has answered, whatever the answer, and who is still asked (CD-UI-9)."""
    below = table.procedures[place - 1]
    card = card_record(table, below.card).name if isinstance(below, Carrying) else ""
    open_now = place == len(table.procedures) - 1
    still = windows.still_asked(table) if open_now else ()
    asked = windows.may_answer(table) if open_now else ()
    return Glimpse(
        title=Message(key=f"glimpse.drawing_window_{found.stage}", params={"card": card}),
        order=tuple(TurnView(actor=who, rank=0, state="waiting" if who in still else "declared") for who in asked),
        actors=asked,
        waiting_for=tuple(dict.fromkeys(leader(table, who) for who in still)),
        reckoning=tuple(unpaid(table, viewer, asked)),
        figures={"window": found.stage},
        asks=True,
    )


def unpaid(table: Table, viewer: str, asked: tuple[str, ...]) -> Iterator[Message]:
    """Yield which planned cards an Interrupt would make unaffordable, to whoever leads its owner alone (CD-UI-9)."""
    for actor in asked:
        if leader(table, actor) != viewer:
            continue
        for card in known_cards(table, hand_zone(table, actor), viewer):
            lost = windows.left_unpaid(table, actor, card) if windows.cannot_play(table, actor, card) is None else ()
            if lost:
                names = [card_record(table, other).name for other in lost]
                params: dict[str, Json] = {"card": card_record(table, card).name, "cards": names}
                yield Message(key="glimpse.drawing_left_unpaid", params=params)
