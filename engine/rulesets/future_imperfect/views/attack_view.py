"""An attack and pending wounds, as everybody sees them: their steps, and the location of a hit."""

from __future__ import annotations

from engine.kit import calculation
from engine.kit.activity_steps import steps_at
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView
from engine.presentation.body_annotations import LocationMark
from engine.rulesets.future_imperfect.combat import hit_commands
from engine.rulesets.future_imperfect.damage import wound_commands
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds, WoundStage, pending_wounds
from engine.rulesets.future_imperfect.views import check_view

STEPS = ("roll", "place", "damage", "harm")
SHIFT = "shift_hit"
"""The key of the offer to move a hit by raises."""


def attack_view(table: Table, attack: Attack) -> ActivityView:
    """Return the view of an attack: attacker, target, weapon, and the location of the present hit."""
    targets = [actor_name(table, target) for target in attack.targets]
    params: dict[str, Json] = {"actor": actor_name(table, attack.actor), "targets": targets, "weapon": attack.weapon}
    hit = attack.hits[0] if attack.hits else None
    outcome = None
    if hit is not None and hit.at is not None:
        target = actor_name(table, hit.target)
        left = attack.raises - abs(hit.shift)
        details: dict[str, Json] = {"target": target, "place": hit.at.place, "count": left}
        outcome = Message(key="glimpse.hit_lands", params=details)
    step = "roll" if hit is None or current_check(table) is not None else "place"
    if pending_wounds(table) is not None:
        step = "harm"
    return ActivityView(
        title=Message(key=f"glimpse.attack_{attack.kind.name}", params=params),
        steps=steps_at(STEPS.index(step), STEPS, "glimpse.attack_step_"),
        actors=(attack.actor, *attack.targets),
        waiting_for=(controller_of(table, attack.actor),),
        sides=(check_view.location_side(table, attack, hit),) if hit is not None and hit.natural is not None else (),
        outcome=outcome,
        reckoning=tuple(part.words for part in hit_commands.location_steps(attack, hit)) if hit is not None else (),
        figures={"raises": attack.raises, "weapon": attack.weapon},
        marks=_marks(table, attack) if step == "place" else (),
    )


def _marks(table: Table, attack: Attack) -> tuple[LocationMark, ...]:
    """Return the location of the present hit, and those that raises may move it to, by the shortest way (FI-HITLOC-4).

    After its damage is thrown the location is fixed.
    """
    hit = attack.hits[0]
    if hit.at is None:
        return ()
    landed = LocationMark(actor=hit.target, location=hit.at.area, state="hit", place=hit.at.place)
    reach = (
        LocationMark(actor=hit.target, location=at.area, state="reach", place=at.place, offer=f"{SHIFT}:{shift}")
        for shift, at in hit_commands.locations_by_raises(table, attack, hit).items()
    )
    return (landed, *reach)


def wounds_view(table: Table, viewer: str, pending: PendingWounds) -> ActivityView:
    """Return the view of wounds that chips may still cancel; their areas only for those who may read the character."""
    left = wound_commands.wounds_after_chips(table, pending)
    count = calculation.total(left)
    params: dict[str, Json] = {"actor": actor_name(table, pending.actor), "count": count, "what": pending.what}
    saving = pending.stage is WoundStage.SAVE
    areas = [area for area in pending.wounds if area]
    character = table.actors.get(pending.actor)
    is_readable = character is not None and table.may_read(character, viewer)
    hurts = Message(key="glimpse.wounds_of_hit", params={"count": count, "areas": areas})
    return ActivityView(
        title=Message(key="glimpse.wounds_coming" if saving else "glimpse.wounds_marked", params=params),
        actors=(pending.actor,),
        waiting_for=(controller_of(table, pending.actor),),
        outcome=hurts if saving and areas and is_readable else None,
        reckoning=tuple(part.words for part in left),
        figures={"wounds": count},
        marks=tuple(LocationMark(actor=pending.actor, location=area, state="hit") for area in areas),
    )
