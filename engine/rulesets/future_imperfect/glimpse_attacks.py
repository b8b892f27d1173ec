"""An attack and the wounds on their way, as everybody sees them: how far it has come, and where a hit lands."""

from __future__ import annotations

from engine.play.names import actor_name
from engine.play.sight import Glimpse, Mark, StepView
from engine.play.words import Message
from engine.rulesets.future_imperfect import glimpse_rolls, harming, landing, parts
from engine.rulesets.future_imperfect.bodies import chart_for
from engine.rulesets.future_imperfect.leading import leader
from engine.rulesets.future_imperfect.locations import within_reach
from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.rulesets.future_imperfect.procedures.check import check
from engine.rulesets.future_imperfect.procedures.harm import Harm, HarmStage, hurting
from engine.rulesets.future_imperfect.settings import word
from engine.table.frozen import Json, kept
from engine.table.table import Table

STEPS = ("roll", "place", "damage", "harm")
SHIFT = "shift_hit"
"""The offer by which raises move a hit."""


def of_attack(table: Table, now: Attack) -> Glimpse:
    """Tell an attack: who, at whom, with what, and where the hit at hand lands."""
    targets = [actor_name(table, target) for target in now.targets]
    params: dict[str, Json] = {"actor": actor_name(table, now.actor), "targets": targets, "weapon": now.weapon}
    hit = now.hits[0] if now.hits else None
    outcome = None
    if hit is not None and hit.at is not None:
        told: dict[str, Json] = {"target": actor_name(table, hit.target), "place": hit.at.place, "count": now.raises}
        outcome = Message(key="glimpse.hit_lands", params=told)
    step = "harm" if hurting(table) is not None else "roll" if hit is None or check(table) is not None else "place"
    return Glimpse(
        title=Message(key=f"glimpse.attack_{now.kind}", params=params),
        steps=_steps(step),
        actors=(now.actor, *now.targets),
        waiting_for=(leader(table, now.actor),),
        sides=(glimpse_rolls.side_of_place(table, now, hit),) if hit is not None and hit.natural is not None else (),
        outcome=outcome,
        reckoning=tuple(part.words for part in landing.moved_by(now, hit)) if hit is not None else (),
        figures={"raises": now.raises, "weapon": now.weapon},
        marks=_marks(table, now) if step == "place" else (),
    )


def _marks(table: Table, now: Attack) -> tuple[Mark, ...]:
    """Tell where the hit at hand lands, and where raises may move it: each place once, the shortest way (FI-HITLOC-4).

    Once its damage lies it stays where it is.
    """
    hit = now.hits[0]
    if hit.at is None:
        return ()
    landed = Mark(actor=hit.target, location=hit.at.area, state="hit", place=hit.at.place)
    if hit.natural is None or not now.raises or hit.damage:
        return (landed,)
    chart, parity = chart_for(table, hit.target), word(table, "side_parity")
    reach = within_reach(chart, hit.natural, landing.moved_by(now, hit), now.raises, side_parity=parity)
    found = {hit.at.place: landed}
    for by in sorted(reach, key=lambda by: (abs(by - hit.shift), by)):
        at, moved = reach[by], {"by": by}
        mark = Mark(actor=hit.target, location=at.area, state="reach", place=at.place, offer=SHIFT, answers=moved)
        found.setdefault(at.place, mark)
    return tuple(found.values())


@kept
def _steps(now: str) -> tuple[StepView, ...]:
    place = STEPS.index(now)
    return tuple(
        StepView(
            name=name,
            label=Message(key=f"glimpse.attack_step_{name}"),
            state="done" if at < place else "now" if at == place else "later",
        )
        for at, name in enumerate(STEPS)
    )


def of_harm(table: Table, found: Harm) -> Glimpse:
    """Tell wounds that chips may still cancel."""
    left = harming.left_of(table, found)
    params: dict[str, Json] = {"actor": actor_name(table, found.actor), "count": parts.total(left), "what": found.what}
    saving = found.stage is HarmStage.SAVE
    return Glimpse(
        title=Message(key="glimpse.wounds_coming" if saving else "glimpse.wounds_marked", params=params),
        actors=(found.actor,),
        waiting_for=(leader(table, found.actor),),
        reckoning=tuple(part.words for part in left),
        figures={"wounds": parts.total(left)},
        marks=tuple(Mark(actor=found.actor, location=area, state="hit") for area in found.wounds if area),
    )
