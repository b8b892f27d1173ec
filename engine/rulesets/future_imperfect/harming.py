"""Wounds on their way: chips may cancel some, the rest is marked, costs Wind and may stun (FI-FATE, FI-WOUND).

Attacks and hazards alike open it with `harm`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final

from msgspec import Meta

from engine.dice.pools import throw
from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import breath, fate, hazards, people, purse, states
from engine.rulesets.future_imperfect import harm as reckoning
from engine.rulesets.future_imperfect.bodies import chart_for, mark
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.harm import Source
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.locations import Chart, charts, locate
from engine.rulesets.future_imperfect.lying import leave_effect, thrown_for
from engine.rulesets.future_imperfect.parts import Part, total
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.evening import Effect
from engine.rulesets.future_imperfect.procedures.harm import Harm, HarmStage, hurting
from engine.rulesets.future_imperfect.settings import flag, limit, word
from engine.rulesets.future_imperfect.stunning import open_stun_check, stun_tns, stunned_by
from engine.table.frozen import replace
from engine.table.table import Table

ANYWHERE: Final = ""
"""The area of wounds whose places are found after chips: one roll for each level that is left (FI-BOOM-3)."""
THEN: Final[dict[str, Callable[[Draft], None]]] = {}
"""What goes on once the harm is done, by the word in `Harm.then`; rooms put in their own."""


class SaveSkin(Request):
    """A Fate Chip cancels wounds before they are marked."""

    RULES = ("FI-FATE-15", "FI-FATE-16", "FI-FATE-18", "FI-FATE-22")
    colour: Annotated[str, Meta(description="white, red, blue")]
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""


class TakeHarm(Request):
    """The wounds that are left are taken: marked, with their Wind, and a stun check."""

    RULES = ("FI-WOUND-1", "FI-WOUND-3", "FI-WOUND-8", "FI-WIND-1", "FI-WIND-2", "FI-WIND-4", "FI-STUN-1", "FI-STUN-2")


class RuleWounds(Request):
    """The Master overrules how many wounds are on their way, and where."""

    RULES = ("FI-DMG-5",)
    wounds: Annotated[int, Meta(ge=0, le=99, description="how many levels")]
    area: Annotated[str, Meta(description="a wound area; empty for the one that was hit")] = ""


def harm(
    draft: Draft,
    actor: str,
    wounds: Mapping[str, int],
    *,
    what: str = "",
    source: Source = "hit",
    wind: int | None = None,
    wind_dice: int | None = None,
    copied: tuple[str, ...] = (),
    distinct: bool = False,
    then: str = "",
) -> None:
    """Let wounds come upon a character; it stops while there are any that chips might cancel.

    Args:
        draft: what is being decided.
        actor: who is hurt.
        wounds: levels by wound area. Under the name `ANYWHERE` levels whose areas are rolled for once chips have been
            spent, one roll each (blasts, falls); an area with 0 levels says where a hit without a wound landed.
        what: what does it, in words for the log.
        source: `hit`, or `continuing` for what goes on and kills at minus the starting Wind (FI-DEATH-2). That a hit
            struck only limbs is found out here.
        wind: Wind lost outright, instead of dice (FI-BRAWL-3).
        wind_dice: so many dice of Wind, instead of one for each level that is left, or one for a hit without any.
        copied: areas that each take the levels under `ANYWHERE` that chips leave, without rolls (fire, FI-FIRE-4).
        distinct: rolls never find the same area twice while another is left (FI-FALL-5).
        then: a key of `THEN`, for what goes on afterwards.
    """
    draft.begin(
        Harm(
            actor=actor,
            wounds=wounds,
            what=what,
            source=source,
            wind=wind,
            wind_dice=wind_dice,
            copied=copied,
            distinct=distinct,
            then=then,
        )
    )
    count = sum(wounds.values())
    draft.figure(wounds=count)
    if count:
        name = actor_name(draft.table, actor)
        draft.note(
            "wounds_coming", "FI-DMG-5", actor=name, count=count, what=what, calls_for=("save_skin", "take_harm")
        )
    else:
        _settle(draft)


def need_harm(table: Table) -> Harm:
    """Return the wounds at the front. Raises Refused if there are none."""
    front = table.procedures[-1] if table.procedures else None
    if not isinstance(front, Harm):
        raise Refused("no_harm", "FI-FATE-16")
    return front


def need_no_harm(table: Table) -> None:
    """Raise Refused while wounds are on their way."""
    if hurting(table) is not None:
        raise Refused("harm_first", "FI-FATE-16")


def need_saving(table: Table) -> Harm:
    """Return the wounds at the front, as long as they are not marked. Raises Refused if there are none."""
    found = need_harm(table)
    if found.stage is not HarmStage.SAVE:
        raise Refused("no_harm", "FI-FATE-16")
    return found


def left_of(table: Table, found: Harm) -> tuple[Part, ...]:
    """Return what chips leave of the wounds (FI-FATE-15, FI-FATE-22)."""
    most = limit(table, "chips_per_save")
    return fate.wounds_left(sum(found.wounds.values()), found.chips, chips_per_save=most)


def verify_save(table: Table, command: SaveSkin) -> None:
    """Before the wounds are marked: a chip of one's own, or of a helper while the player has none (FI-FATE-18)."""
    found = need_saving(table)
    bag = command.bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    if not fate.colour_of(command.colour).wounds:
        raise Refused("chip_no_use", "FI-FATE-1", colour=command.colour)
    purse.need_bag(table, found.actor, bag, command.colour, saves_skin=True)
    if not total(left_of(table, found)):
        raise Refused("no_wounds_left", "FI-FATE-15")
    left_of(table, replace(found, chips=(*found.chips, command.colour)))


def save(draft: Draft, command: SaveSkin) -> None:
    """Spend the chip; with nothing left to save the rest follows."""
    found = need_harm(draft.table)
    bag = command.bag or command.seat
    purse.give_back_chip(draft, bag, command.colour)
    found = replace(found, chips=(*found.chips, command.colour))
    draft.become(found)
    parts = left_of(draft.table, found)
    draft.note(
        "skin_saved",
        "FI-FATE-15",
        "FI-FATE-22",
        actor=actor_name(draft.table, found.actor),
        seat=seat_name(draft.table, bag),
        colour=command.colour,
        left=total(parts),
        reckoning=[part.words for part in parts],
    )
    draft.figure(wounds_left=total(parts))
    if not total(parts):
        _settle(draft)


def verify_rule(table: Table, command: RuleWounds) -> None:
    """The Master, before the wounds are marked."""
    need_gm(table, command, "FI-DMG-5")
    found = need_saving(table)
    if command.area and command.area not in chart_for(table, found.actor).areas:
        raise Refused("no_such_area", area=command.area[:40], known=list(chart_for(table, found.actor).areas))


def rule(draft: Draft, command: RuleWounds) -> None:
    """Set them. They still can be saved from."""
    found = need_harm(draft.table)
    old = sum(found.wounds.values())
    area = command.area or max(found.wounds, key=lambda one: found.wounds[one], default=ANYWHERE)
    draft.become(replace(found, wounds={area: command.wounds}))
    draft.note(
        "wounds_ruled", "FI-DMG-5", actor=actor_name(draft.table, found.actor), count=command.wounds, old=old, area=area
    )
    draft.figure(wounds=command.wounds)


def verify_take(table: Table, command: TakeHarm) -> None:
    """Whoever leads the one who is hurt."""
    need_leader(table, command, need_saving(table).actor, "FI-FATE-16")


def take(draft: Draft, command: TakeHarm) -> None:
    """Mark them."""
    _settle(draft)


def _settle(draft: Draft) -> None:
    """Mark what chips leave, take the Wind, and say what stun checks follow."""
    found = need_harm(draft.table)
    rolled = sum(found.wounds.values())
    left = total(left_of(draft.table, found))
    by_area = _by_area(draft, found, left)
    marked = {area: mark(draft, found.actor, area, count) for area, count in by_area.items() if count}
    lost = _take_wind(draft, found, rolled, left, tuple(by_area))
    tns = stun_tns(draft.table, tuple(marked.values()), lost=lost)
    draft.become(replace(found, stage=HarmStage.STUN, tns=tns))
    _go_on(draft)


def _by_area(draft: Draft, found: Harm, left: int) -> dict[str, int]:
    """Share out the wounds that chips left: what they cancel goes where it would be worst."""
    if found.copied:
        return dict.fromkeys(found.copied, left)
    levels = people.wound_levels(draft.table.actors[found.actor])
    sharing = dict(found.wounds)
    for _ in range(sum(sharing.values()) - left):
        worst = max((area for area in sharing if sharing[area]), key=lambda area: levels.get(area, 0) + sharing[area])
        sharing[worst] -= 1
    anywhere = sharing.pop(ANYWHERE, 0)
    chart = chart_for(draft.table, found.actor)
    for _ in range(anywhere):
        with thrown_for(draft, found.actor, "dice_where"):
            area = _roll_area(draft, chart, sharing, distinct=found.distinct)
        sharing[area] = sharing.get(area, 0) + 1
    return sharing


def _roll_area(draft: Draft, chart: Chart, hurt: Mapping[str, int], *, distinct: bool) -> str:
    while True:
        (natural,) = draft.roll(charts().sides)
        area = locate(chart, natural, side_parity=word(draft.table, "side_parity")).area
        if not hazards.falls_elsewhere(chart, area, tuple(hurt), fall_distinct_areas=distinct):
            return area


def _take_wind(draft: Draft, found: Harm, rolled: int, left: int, areas: tuple[str, ...]) -> int:
    """Take the Wind of the wounds that are left, and say how much it was (FI-WIND-1 to FI-WIND-4)."""
    part = _wind_part(draft, found, rolled, left)
    if part is None:
        return 0
    deadly = chart_for(draft.table, found.actor).deadly
    only_limbs = bool(areas) and ANYWHERE not in areas and not set(areas) & set(deadly)
    source: Source = "limb_hit" if found.source == "hit" and only_limbs else found.source
    breath.lose_wind(draft, found.actor, (part,), source, "FI-WIND-1", "FI-WIND-2")
    return part.value


def _wind_part(draft: Draft, found: Harm, rolled: int, left: int) -> Part | None:
    if found.wind:
        return Part(reason="wind_outright", value=found.wind)
    dice = found.wind_dice if found.wind_dice is not None else 0 if found.wind is not None else None
    if dice is None:
        negated = flag(draft.table, "wind_on_negated")
        dice = reckoning.wind_dice(rolled, cancelled=rolled - left, stopped="", wind_on_negated=negated)
        if found.copied and (left or not rolled):
            dice = hazards.fire_wind_dice(left, len(found.copied), fire_wind=word(draft.table, "fire_wind"))
    if not dice:
        return None
    with thrown_for(draft, found.actor, "dice_wind"):
        fallen = throw(draft, reckoning.numbers().wind_sides, dice, aces=True)
    shown = ["+".join(map(str, die.faces)) for die in fallen]
    lost = sum(die.total for die in fallen)
    sides = reckoning.numbers().wind_sides
    effect = Effect(actor=found.actor, what="wind", sides=sides, dice=fallen, total=lost)
    leave_effect(draft, effect, beside=not rolled)  # without wounds to save from, its damage fell in the same gesture
    return Part(reason="wind_dice", value=lost, params={"dice": shown})


def _go_on(draft: Draft) -> None:
    """Open the next stun check, or end it and go on with what the harm belonged to."""
    found = need_harm(draft.table)
    actor = draft.table.actors[found.actor]
    if found.tns and not any(actor.has(state) for state in (states.STUNNED, states.UNCONSCIOUS, states.DEAD)):
        open_stun_check(draft, found.actor, found.tns[0], purpose="stun")
        return
    draft.finish(Harm)
    if found.then:
        THEN[found.then](draft)


def _stun_decided(draft: Draft, result: Decided) -> None:
    stunned_by(draft, result)
    _next_stun_check(draft, result.check)


def _next_stun_check(draft: Draft, done: Check) -> None:
    """Go on once a stun check has been made, or the Master has waived it."""
    found = need_harm(draft.table)
    draft.become(replace(found, tns=found.tns[1:]))
    _go_on(draft)


PURPOSES["stun"] = Purpose(_stun_decided, waived=_next_stun_check, called="stun_check")


MOVES = (
    Move(SaveSkin, verify_save, save),
    Move(RuleWounds, verify_rule, rule),
    Move(TakeHarm, verify_take, take),
)
