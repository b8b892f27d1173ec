"""Falls and fire at the table (FI-FALL, FI-FIRE)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.dice.pools import throw
from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, elements, harm, hazards, people, rounds
from engine.rulesets.future_imperfect.bodies import chart_for
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import skill_roll, trait_roll
from engine.rulesets.future_imperfect.harming import ANYWHERE, THEN
from engine.rulesets.future_imperfect.harming import harm as hurt
from engine.rulesets.future_imperfect.hazards import Blaze, Ground
from engine.rulesets.future_imperfect.leading import figure_of, note_of
from engine.rulesets.future_imperfect.lying import lies_openly, put_away, thrown_for
from engine.rulesets.future_imperfect.measures import written
from engine.rulesets.future_imperfect.parts import Part, total
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import Phase, fight
from engine.rulesets.future_imperfect.procedures.evening import Effect
from engine.rulesets.future_imperfect.settings import flag
from engine.table.table import Table

SWIMMING = "swimming"
PREPARE = "prepare_round"
"""What follows harm at the start of a round: who is out of action by it draws no cards."""


class Fall(elements.Befalls):
    """A character falls; into water or onto something soft it may land well."""

    RULES = ("FI-FALL-1", "FI-FALL-2", "FI-FALL-3", "FI-FALL-4", "FI-FALL-5", "FI-STUN-2")
    metres: Annotated[float, Meta(ge=0, le=99999, description="how deep")]
    ground: Annotated[Ground, Meta(description="hard, water or soft")] = "hard"


class SetOnFire(Request):
    """The Master lets a character burn: a small fire, a larger one, or all of it."""

    RULES = ("FI-FIRE-3",)
    actor: ActorId
    blaze: Annotated[Blaze, Meta(description="small, larger or engulfed")]
    areas: Annotated[tuple[str, ...], Meta(description="the wound areas that burn; none where all of it does")] = ()


class Burn(Request):
    """Somebody who burns is hurt by it now; in a conflict that comes by itself at the start of a round."""

    RULES = ("FI-FIRE-3", "FI-FIRE-4", "FI-STUN-2")
    actor: ActorId


class PutOutFire(Request):
    """A character burns no longer."""

    RULES = ("FI-FIRE-3",)
    actor: ActorId


# ---- falling ---------------------------------------------------------------------------------------------------------


def fall(draft: Draft, command: Fall) -> None:
    """Roll for a soft landing where there may be one, else it hits at once."""
    tn = hazards.landing_tn(command.ground)
    if tn is None or not hazards.fall_dice(command.metres).dice:
        _land(draft, command.actor, command.metres, command.ground, landed_well=False)
        return
    water = command.ground == "water"
    roll = skill_roll if water else trait_roll
    started = Check(
        purpose="landing",
        what=command.ground,
        about={"metres": command.metres, "ground": command.ground},
        rolls=(roll(draft.table, command.actor, SWIMMING if water else "dexterity"),),
        tn=tn,
        tn_parts=(Part(reason="landing", value=tn),),
    )
    checks.open_check(draft, started)


def _landing_decided(draft: Draft, result: Decided) -> None:
    about = result.check.about
    metres = about.get("metres")
    ground: Ground = "water" if about.get("ground") == "water" else "soft"
    far = float(metres) if isinstance(metres, int | float) else 0.0
    _land(draft, result.check.rolls[0].actor, far, ground, landed_well=result.successes > 0)


PURPOSES["landing"] = Purpose(_landing_decided, called="landing")


def _land(draft: Draft, actor: str, metres: float, ground: Ground, *, landed_well: bool) -> None:
    dice = hazards.fall_dice(metres)
    if not dice.dice:
        note_of(draft, actor, "falls_unhurt", "FI-FALL-1", "FI-FALL-5", metres=written(metres))
        figure_of(draft, actor, damage=0, wounds=0)
        return
    put_away(draft)
    with thrown_for(draft, actor, "dice_fall"):
        fallen = throw(draft, dice.sides, dice.dice, aces=True)
    parts = hazards.fall_damage([die.total for die in fallen], dice.plus, ground, landed_well=landed_well)
    damage = total(parts)
    reasons = [part.words for part in parts]
    note_of(draft, actor, "falls", "FI-FALL-1", metres=written(metres), damage=damage, reckoning=reasons)
    figure_of(draft, actor, damage=damage)
    lies_openly(
        draft, Effect(actor=actor, what="fall", sides=dice.sides, dice=fallen, total=damage, reasons=(*reasons,))
    )
    if damage:
        _wound(draft, actor, damage, "fall", distinct=flag(draft.table, "fall_distinct_areas"))


def _wound(draft: Draft, actor: str, damage: int, what: str, *, distinct: bool) -> None:
    wounds = harm.wounds_of(damage, people.size(draft.table.actors[actor], draft.table.lists))
    hurt(draft, actor, {ANYWHERE: wounds}, what=what, distinct=distinct)


# ---- fire ------------------------------------------------------------------------------------------------------------


def verify_set_on_fire(table: Table, command: SetOnFire) -> None:
    """The Master; a fire that is not everywhere burns somewhere."""
    elements.need_master_over(table, command, command.actor)
    chart = chart_for(table, command.actor)
    strange = [area for area in command.areas if area not in chart.areas]
    if strange:
        raise Refused("no_such_area", "FI-FIRE-3", area=strange[0][:40], known=list(chart.areas))
    if command.blaze != "engulfed" and not command.areas:
        raise Refused("burns_where", "FI-FIRE-3")


def set_on_fire(draft: Draft, command: SetOnFire) -> None:
    """Let it burn from the next round on."""
    note = "" if command.blaze == "engulfed" else ", ".join(dict.fromkeys(command.areas))
    level = elements.BLAZES.index(command.blaze) + 1
    elements.put_into(draft, command.actor, elements.BURNING, note, level)
    note_of(draft, command.actor, "burns", "FI-FIRE-3", blaze=command.blaze)


def verify_burning(table: Table, command: Burn | PutOutFire) -> None:
    """The Master, for somebody who burns."""
    elements.need_master_within(table, command, command.actor, elements.BURNING)


def burn_now(draft: Draft, command: Burn) -> None:
    """Hurt it."""
    put_away(draft)
    burn(draft, command.actor, "")


def burn(draft: Draft, actor: str, then: str) -> None:
    """Roll once for all that burns; chips lessen that before it is copied to each area (FI-FIRE-3, FI-FIRE-4)."""
    found = elements.held_by(draft.table, actor, elements.BURNING)
    assert found is not None
    blaze = elements.BLAZES[max(1, min(found.level, len(elements.BLAZES))) - 1]
    sides = hazards.numbers().fire.sides
    with thrown_for(draft, actor, "dice_fire"):
        fallen = throw(draft, sides, hazards.fire_dice(blaze), aces=True)
    damage = sum(die.total for die in fallen)
    chart = chart_for(draft.table, actor)
    areas = hazards.fire_areas(chart, blaze, [area.strip() for area in found.note.split(",")]) or (chart.core,)
    note_of(draft, actor, "fire_hurts", "FI-FIRE-3", "FI-FIRE-4", damage=damage, areas=list(areas))
    figure_of(draft, actor, damage=damage)
    lies_openly(draft, Effect(actor=actor, what="fire", sides=sides, dice=fallen, total=damage))
    wounds = harm.wounds_of(damage, people.size(draft.table.actors[actor], draft.table.lists))
    hurt(draft, actor, {ANYWHERE: wounds}, what="fire", source="continuing", copied=areas, then=then)


def put_out(draft: Draft, command: PutOutFire) -> None:
    """Let it burn no more."""
    elements.take_out(draft, command.actor, elements.BURNING)
    note_of(draft, command.actor, "burns_no_more", "FI-FIRE-3")


# ---- rounds ----------------------------------------------------------------------------------------------------------


def burn_all(draft: Draft) -> None:
    """At the start of a round everybody who burns is hurt; the first one's wounds lie on top (2.34 ROUND 0)."""
    put_away(draft)
    for actor in reversed(elements.fighting(draft.table)):
        if elements.held_by(draft.table, actor, elements.BURNING) is not None:
            burn(draft, actor, PREPARE)


def _prepare(draft: Draft) -> None:
    now = fight(draft.table)
    if now is not None and now.phase is Phase.DRAW:
        rounds.prepare_round(draft)


THEN[PREPARE] = _prepare
rounds.ROUND_BEGINS.append(burn_all)

MOVES = (
    Move(Fall, elements.verify_over, fall),
    Move(SetOnFire, verify_set_on_fire, set_on_fire),
    Move(Burn, verify_burning, burn_now),
    Move(PutOutFire, verify_burning, put_out),
)
