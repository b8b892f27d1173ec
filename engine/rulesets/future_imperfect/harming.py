"""Wounds on their way: chips may cancel some, the rest is marked, costs Wind and may stun (FI-FATE, FI-WOUND, FI-STUN).

Attacks and hazards alike open it with `harm`. When an injury happened is kept as a condition `injury` of the area that
its `note` names: its `until` is the time up to which medicine may treat it, its `level` how often that was tried
(FI-HEAL-2, FI-HEAL-8). A new injury takes the place of the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final

from msgspec import Meta

from engine.dice.pools import throw
from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import BodySet, LocationSet
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import breath, checks, fate, hazards, people, states
from engine.rulesets.future_imperfect import harm as reckoning
from engine.rulesets.future_imperfect.acting import stop_aiming
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import ORDINARY
from engine.rulesets.future_imperfect.harm import Source, Wounding
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.locations import Chart, body_of, chart_of, charts, locate
from engine.rulesets.future_imperfect.parts import Part, total
from engine.rulesets.future_imperfect.procedures import Check, Harm, HarmStage, Roll, hurting
from engine.rulesets.future_imperfect.settings import flag, limit, word
from engine.table.body import Location
from engine.table.conditions import Condition
from engine.table.frozen import replace
from engine.table.seats import Actor
from engine.table.table import Table

INJURY: Final = "injury"
ANYWHERE: Final = ""
"""The area of wounds whose places are found after chips: one roll for each level that is left (FI-BOOM-3)."""
MINUTE: Final = 60
HOUR: Final = 3600

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


# ---- opening ---------------------------------------------------------------------------------------------------------


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


def _need_saving(table: Table) -> Harm:
    found = need_harm(table)
    if found.stage is not HarmStage.SAVE:
        raise Refused("wounds_taken", "FI-FATE-16")
    return found


# ---- chips -----------------------------------------------------------------------------------------------------------


def roller(actor: str) -> Roll:
    """Return what stands for a character where the purse for its rolls is asked after."""
    return Roll(actor=actor, name="", dice=ORDINARY)


def left_of(table: Table, found: Harm) -> tuple[Part, ...]:
    """Return what chips leave of the wounds (FI-FATE-15, FI-FATE-22)."""
    most = limit(table, "chips_per_save")
    return fate.wounds_left(sum(found.wounds.values()), found.chips, chips_per_save=most)


def verify_save(table: Table, command: SaveSkin) -> None:
    """Before the wounds are marked: a chip of one's own, or of a helper while the player has none (FI-FATE-18)."""
    found = _need_saving(table)
    bag = command.bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    if not fate.colour_of(command.colour).wounds:
        raise Refused("chip_no_use", "FI-FATE-1", colour=command.colour)
    checks.need_bag(table, roller(found.actor), bag, command.colour, saves_skin=True)
    if not total(left_of(table, found)):
        raise Refused("no_wounds_left", "FI-FATE-15")
    left_of(table, replace(found, chips=(*found.chips, command.colour)))


def save(draft: Draft, command: SaveSkin) -> None:
    """Spend the chip; with nothing left to save the rest follows."""
    found = need_harm(draft.table)
    bag = command.bag or command.seat
    checks.give_back_chip(draft, bag, command.colour)
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
    found = _need_saving(table)
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
    found = need_harm(table)
    need_leader(table, command, found.actor, "FI-FATE-16")


def take(draft: Draft, command: TakeHarm) -> None:
    """Mark them; a stun check that was called off is passed over."""
    found = need_harm(draft.table)
    if found.stage is HarmStage.SAVE:
        _settle(draft)
    else:
        draft.become(replace(found, tns=found.tns[1:]))
        _go_on(draft)


# ---- marks and Wind --------------------------------------------------------------------------------------------------


def chart_for(table: Table, actor: str) -> Chart:
    """Return the hit chart of a character."""
    return chart_of(people.hit_chart(table.actors[actor], table.lists))


def _settle(draft: Draft) -> None:
    """Mark what chips leave, take the Wind, and say what stun checks follow."""
    found = need_harm(draft.table)
    rolled = sum(found.wounds.values())
    left = total(left_of(draft.table, found))
    by_area = _by_area(draft, found, left)
    marked = {area: _mark(draft, found.actor, area, count) for area, count in by_area.items() if count}
    lost = _take_wind(draft, found, rolled, left, tuple(by_area))
    tns = _stun_tns(draft.table, tuple(marked.values()), lost=lost)
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
        area = _roll_area(draft, chart, sharing, distinct=found.distinct)
        sharing[area] = sharing.get(area, 0) + 1
    return sharing


def _roll_area(draft: Draft, chart: Chart, hurt: Mapping[str, int], *, distinct: bool) -> str:
    while True:
        (natural,) = draft.roll(charts().sides)
        area = locate(chart, natural, side_parity=word(draft.table, "side_parity")).area
        if not hazards.falls_elsewhere(chart, area, tuple(hurt), fall_distinct_areas=distinct):
            return area


def _mark(draft: Draft, actor: str, area: str, wounds: int) -> Wounding:
    """Mark levels in an area; deep ones bleed, and a new injury may be treated anew (FI-BLEED-1, FI-BLEED-3)."""
    chart = chart_for(draft.table, actor)
    if draft.table.actors[actor].body is None:
        draft.emit(BodySet(actor=actor, body=body_of(people.hit_chart(draft.table.actors[actor], draft.table.lists))))
    before = people.wound_levels(draft.table.actors[actor])
    marked = reckoning.mark(chart, before, area, wounds, overflow=word(draft.table, "overflow"))
    for where, level in marked.levels.items():
        if level != before.get(where, 0) or where == area:
            _set_level(draft, actor, chart, where, level)
    name, level = actor_name(draft.table, actor), marked.levels[area]
    draft.note(
        "wounds_marked",
        "FI-WOUND-1",
        "FI-WOUND-3",
        "FI-WOUND-9",
        actor=name,
        area=area,
        count=wounds,
        level=reckoning.row_of(level).name,
        lost=marked.lost,
    )
    draft.figure(area=area, level=level)
    newly = [one for one in chart.areas if reckoning.is_maimed(marked.levels.get(one, 0) or 0)]
    for one in newly:
        if not reckoning.is_maimed(before.get(one, 0)):
            deadly = one in chart.deadly
            draft.note(
                "maimed_deadly" if deadly else "maimed_limb",
                "FI-WOUND-4" if deadly else "FI-WOUND-5",
                actor=name,
                area=one,
            )
    return Wounding(inflicted=wounds, after=level)


def _set_level(draft: Draft, actor: str, chart: Chart, area: str, level: int) -> None:
    body = draft.table.actors[actor].body
    old = (body.locations.get(area) if body is not None else None) or Location(most=chart.boxes)
    bleeding = reckoning.row_of(level).bleeds > 0
    draft.emit(LocationSet(actor=actor, name=area, location=replace(old, level=level, bleeding=bleeding)))
    until = draft.table.clock + reckoning.numbers().healing.limit_minutes * MINUTE
    draft.lay_condition(actor, Condition(id=f"{INJURY}:{area}", name=INJURY, note=area, until=until))


def injury_of(actor: Actor, area: str) -> Condition | None:
    """Return when an area was hurt last, and how often its injury was treated (FI-HEAL-2, FI-HEAL-8)."""
    return next((found for found in actor.named(INJURY) if found.note == area), None)


def minutes_since(table: Table, actor: str, area: str) -> int | None:
    """Return how many whole minutes ago an area was hurt; None where nobody knows (FI-HEAL-2)."""
    found = injury_of(table.actors[actor], area)
    if found is None or found.until is None:
        return None
    return reckoning.numbers().healing.limit_minutes - (found.until - table.clock) // MINUTE


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
    fallen = throw(draft, reckoning.numbers().wind_sides, dice, aces=True)
    shown = ["+".join(map(str, die.faces)) for die in fallen]
    return Part(reason="wind_dice", value=sum(die.total for die in fallen), params={"dice": shown})


# ---- stun ------------------------------------------------------------------------------------------------------------


def _stun_tns(table: Table, hits: tuple[Wounding, ...], *, lost: int) -> tuple[int, ...]:
    level, wind_only = word(table, "stun_level"), flag(table, "stun_on_wind_only")
    if not hits:
        nothing = Wounding(inflicted=0, after=0)
        tn = reckoning.stun_tn(nothing, stun_level=level, stun_on_wind_only=wind_only, wind_lost=bool(lost))
        return (tn,) if tn is not None else ()
    return reckoning.stun_tns(
        hits, stun_level=level, stun_on_wind_only=wind_only, multi_area_stun=word(table, "multi_area_stun")
    )


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


def open_stun_check(draft: Draft, actor: str, tn: int, *, purpose: str, parts: tuple[Part, ...] | None = None) -> None:
    """Put a Vigor roll against stun to the front; wounds count, the new ones too (FI-STUN-1)."""
    wounds = states.wounds(draft.table, actor)
    dice = people.trait(draft.table.actors[actor], "vigor") or ORDINARY
    roll = Roll(actor=actor, name="vigor", dice=dice, parts=parts if parts is not None else (wounds,) if wounds else ())
    tn_parts = (Part(reason="stun_tn", value=tn),)
    checks.open_check(draft, Check(purpose=purpose, rolls=(roll,), tn=tn, tn_parts=tn_parts))


def stunned_by(draft: Draft, result: Decided) -> reckoning.Checked:
    """Bring a character to where a stun or recovery check leaves it, and say where that is (FI-STUN-3, -4, -6)."""
    assert result.outcome is not None
    actor = result.check.rolls[0].actor
    came = reckoning.stun_result(result.outcome.total, result.outcome.tn, bust=result.outcome.bust)
    name = actor_name(draft.table, actor)
    draft.figure(stun=came)
    match came:
        case "unconscious":
            (hours,) = draft.roll(reckoning.numbers().unconscious_sides)
            states.leave(draft, actor, states.STUNNED, "FI-STUN-6")
            until = draft.table.clock + hours * HOUR
            states.enter(draft, actor, states.UNCONSCIOUS, "FI-STUN-6", level=hours, until=until)
            stop_aiming(draft, actor, "FI-STUN-6")
            draft.note("unconscious_for", "FI-STUN-6", actor=name, hours=hours)
            draft.figure(hours=hours)
        case "stunned":
            states.enter(draft, actor, states.STUNNED, "FI-STUN-4")
            stop_aiming(draft, actor, "FI-STUN-4")
        case "passed":
            draft.note("withstands_stun", "FI-STUN-3", actor=name)
    return came


def _stun_decided(draft: Draft, result: Decided) -> None:
    found = hurting(draft.table)
    assert found is not None
    stunned_by(draft, result)
    draft.become(replace(found, tns=found.tns[1:]))
    _go_on(draft)


PURPOSES["stun"] = Purpose(_stun_decided)

MOVES = (
    Move(SaveSkin, verify_save, save),
    Move(RuleWounds, verify_rule, rule),
    Move(TakeHarm, verify_take, take),
)
