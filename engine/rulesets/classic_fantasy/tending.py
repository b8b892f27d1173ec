"""Care for wounds at the table: First Aid, the Healing skill, spells, and the GM's word (CF-HEAL, CF-REST-6 to -8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId, need_record
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import care, healing, rescuing
from engine.rulesets.classic_fantasy.applying import apply_care, need_hurt
from engine.rulesets.classic_fantasy.at_table import MAGIC, healing_rate, need_spot, pool, set_pool
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.clock import seconds_of
from engine.rulesets.classic_fantasy.effects import EFFECTS, throw_for
from engine.rulesets.classic_fantasy.grades import Bearing, Grade, again, succeeds
from engine.rulesets.classic_fantasy.lapsing import stabilise
from engine.rulesets.classic_fantasy.leading import need_known, need_leader, note_of, told_of
from engine.rulesets.classic_fantasy.mending import know_wounds, maim, treat
from engine.rulesets.classic_fantasy.passing import THEN, advance, need_free, need_quiet
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.evening import Injury, injury_of, set_injury
from engine.rulesets.classic_fantasy.procedures.fight import fight
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.procedures.rest import Rest, rest
from engine.rulesets.classic_fantasy.recording import write
from engine.rulesets.classic_fantasy.rounds import end_last_act
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import LIMB_LOST, in_story, is_dead, place_of
from engine.rulesets.classic_fantasy.turning import act, need_offence
from engine.rulesets.classic_fantasy.wound_tables import numbers as wound_numbers
from engine.table.frozen import Json, replace
from engine.table.table import Table

Kind = Literal["first_aid", "healing"]
SKILLS: Final[dict[Kind, str]] = {"first_aid": "First Aid", "healing": "Healing"}
KITS: Final[dict[Kind, str]] = {"first_aid": "first_aid_kit", "healing": "healing_kit"}
"""Where the sheet counts the uses that are left of a kit."""
RULES: Final[dict[Kind, str]] = {"first_aid": "CF-REST-6", "healing": "CF-REST-7"}
MOST_MAGIC = 99


class Tend(Request):
    """A character cares for a wound with First Aid or with Healing; in a fight only to keep somebody from dying."""

    RULES = ("CF-REST-6", "CF-REST-7", "CF-X-30", "CF-X-40", "CF-HEAL-4", "CF-BLOOD-5", "CF-WOUND-10", "CF-AMB-32")
    actor: ActorId
    patient: Annotated[str, Meta(description="for whom")]
    location: Annotated[str, Meta(description="which wound")]
    how: Annotated[Kind, Meta(description="first_aid or healing")] = "first_aid"
    emergency: Annotated[bool, Meta(description="only stop death and blood, as in a fight")] = False
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"


class CastHealing(Request):
    """A healing spell works on a wound; it stabilises every wound of the patient, and treats what it can."""

    RULES = ("CF-HEAL-8", "CF-HEAL-9", "CF-HEAL-10", "CF-X-34", "CF-REST-8", "CF-HEAL-4", "CF-WOUND-5", "CF-X-27")
    actor: ActorId
    patient: Annotated[str, Meta(description="for whom")]
    location: Annotated[str, Meta(description="which wound")]
    spell: Annotated[str, Meta(description="cure_minor, cure_serious, cure_major, heal or regenerate")]
    magic: Annotated[int, Meta(ge=0, le=MOST_MAGIC, description="Magic Points that it costs")] = 1
    intensity: Annotated[int, Meta(ge=0, le=MOST_MAGIC, description="of the spell")] = 1


class MagicStabilises(Request):
    """The GM says that some healing magic has stabilised every wound of a character."""

    RULES = ("CF-HEAL-9", "CF-BLOOD-5")
    actor: ActorId


class Maim(Request):
    """The GM lets a location be maimed: hit points are lost for good."""

    RULES = ("CF-HEAL-6", "CF-HEAL-7", "CF-WOUND-19", "CF-AMB-38")
    FAR_REACHING = True
    actor: ActorId
    location: Annotated[str, Meta(description="which")]
    points: Annotated[int, Meta(ge=1, le=99, description="how many")] = 1


class SetCare(Request):
    """The GM overrules what care a wound has had."""

    RULES = ("CF-HEAL-4", "CF-X-30")
    actor: ActorId
    location: Annotated[str, Meta(description="which wound")]
    treated: Annotated[bool | None, Meta(description="a Major Wound can heal by nature; null leaves it")] = None
    aided: Annotated[bool | None, Meta(description="it has had its First Aid; null leaves it")] = None


# ---- First Aid and Healing -------------------------------------------------------------------------------------------


def need_ready(table: Table, actor: str, action: str, rule: str) -> None:
    """Raise Refused in a rest for who has not spent the time for something in its steps (CF-REST-2)."""
    now = rest(table)
    if now is not None and now.ready.get(actor) != action:
        raise Refused("d100_not_ready", rule, actor=actor_name(table, actor))


def verify_tend(table: Table, command: Tend) -> None:
    """Whoever leads the carer, for a wound that it may help, in its time."""
    rule = RULES[command.how]
    need_leader(table, command, command.actor, rule)
    need_known(table, command.seat, command.patient)
    need_free(table, rule)
    if is_dead(table, command.patient):
        raise Refused("d100_is_dead", rule, actor=actor_name(table, command.patient))
    spot = need_hurt(table, command.patient, command.location, rule)
    if fight(table) is not None and not command.emergency:
        raise Refused("d100_only_emergency", "CF-AMB-32")
    rescuing.need_action(table, command.actor)
    if not command.emergency:
        need_ready(table, command.actor, command.how, rule)
    known = injury_of(table, command.patient, command.location)
    given = known is not None and known.aided
    if command.how == "first_aid":
        care.first_aid(spot.hp, spot.most, succeeded=False, given=given, emergency=command.emergency)
    roll_of(table, command.actor, SKILLS[command.how], command.grade, _again(known, command.how))


def _again(known: Injury | None, how: Kind) -> tuple[Bearing, ...]:
    found = again(known.tried.get(how, 0) if known is not None else 0)
    return () if found is None else (found,)


def seconds_for(table: Table, command: Tend) -> int:
    """Return how long care takes by itself: no time where a rest or a fight has spent it (CF-REST-6, CF-REST-7)."""
    settings = settings_of(table)
    if command.emergency:
        return 0 if fight(table) is not None else care.stabilise_seconds(settings=settings)
    if rest(table) is not None:
        return 0
    return seconds_of("rest_action" if command.how == "first_aid" else "hour", settings)


def tend(draft: Draft, command: Tend) -> None:
    """Spend the time that it takes, unless a rest or a fight has done so, and roll."""
    know_wounds(draft)
    settings = settings_of(draft.table)
    about: dict[str, Json] = {
        "actor": command.actor,
        "patient": command.patient,
        "location": command.location,
        "how": command.how,
        "grade": command.grade,
        "emergency": command.emergency,
    }
    if command.emergency and fight(draft.table) is not None:
        act(draft, command.actor)
        seconds = care.stabilise_seconds(settings=settings)
        if seconds:
            rescuing.begin(draft, seconds, about)
        else:
            roll_care(draft, about)
    elif command.emergency or rest(draft.table) is None:
        advance(draft, seconds_for(draft.table, command), then="tending", about=about)
    else:
        _use_up(draft, command.actor)
        roll_care(draft, about)


def _has_tended(draft: Draft, now: Passing, whole: bool) -> None:
    alive = in_story(draft.table)
    if whole and now.about["actor"] in alive and now.about["patient"] in alive:
        roll_care(draft, now.about)


def roll_care(draft: Draft, about: Mapping[str, Json], ask: Callable[[Draft, Check], None] = open_check) -> None:
    """Use up what care uses, and roll for it."""
    actor, patient, location = (str(about[name]) for name in ("actor", "patient", "location"))
    how = next(one for one in get_args(Kind) if one == about["how"])
    grade = next(one for one in get_args(Grade) if one == about["grade"])
    _use_kit(draft, actor, how)
    known = injury_of(draft.table, patient, location)
    roll = roll_of(draft.table, actor, SKILLS[how], grade, _again(known, how))
    what = f"{actor_name(draft.table, patient)}, {location}" if _may_name(draft.table, actor, patient) else ""
    ask(draft, Check(purpose="tending", what=what, about=about, rolls=(roll,)))


def _may_name(table: Table, carer: str, patient: str) -> bool:
    """Say whether dice may tell for whom they are: not where everybody sees the carer, and not the patient."""
    return told_of(table, patient) is None or told_of(table, carer) is not None


def _use_kit(draft: Draft, actor: str, how: Kind) -> None:
    """Count a use of the carer's kit, where the sheet counts them (CF-X-30)."""
    left = draft.table.actors[actor].sheet.get(KITS[how])
    if not isinstance(left, int) or isinstance(left, bool):
        return
    if left > 0:
        write(draft, actor, **{KITS[how]: left - 1})
    if left <= 1:
        note_of(draft, actor, "d100_kit_empty", "CF-X-30", how=how)


THEN["tending"] = _has_tended


def _use_up(draft: Draft, actor: str) -> None:
    now = draft.procedure(Rest)
    if now is not None and actor in now.ready:
        draft.become(replace(now, ready={who: what for who, what in now.ready.items() if who != actor}))


def _has_cast(draft: Draft, actor: str) -> None:
    now = draft.procedure(Rest)
    if now is not None and actor not in now.cast:
        draft.become(replace(now, cast=(*now.cast, actor)))


def _tended(draft: Draft, result: Decided) -> None:
    about = result.check.about
    end_last_act(draft, str(about["actor"]))
    patient, location = str(about["patient"]), str(about["location"])
    how: Kind = "healing" if about["how"] == "healing" else "first_aid"
    table, settings = draft.table, settings_of(draft.table)
    spot = need_spot(table, patient, location)
    known = injury_of(table, patient, location) or Injury(injured=table.clock, since=table.clock)
    succeeded = succeeds(result.rolls[0].level)
    if spot.level == "none":
        return
    if not succeeded:
        tried = {**known.tried, how: known.tried.get(how, 0) + 1}
        set_injury(draft, patient, location, replace(known, tried=tried))
        note_of(draft, patient, "d100_care_fails", RULES[how], location=location, how=how)
        return
    if how == "healing" and not about["emergency"]:
        found = care.healing_skill(spot.hp, spot.most, succeeded=True, settings=settings)
        apply_care(draft, patient, location, found, by=how)
        return
    dice = "" if about["emergency"] or spot.level == "major" else care.first_aid_dice()
    _throw_care(draft, "first_aid", dice, str(about["actor"]), about, result.check.lucky)


def _throw_care(
    draft: Draft, purpose: str, dice: str, carer: str, about: Mapping[str, Json], lucky: tuple[str, ...] = ()
) -> None:
    """Throw for what care gives back; who cares throws."""
    patient = str(about["patient"])
    named = _may_name(draft.table, carer, patient)
    params: dict[str, Json] = {"patient": actor_name(draft.table, patient), "location": about["location"]}
    wanted = Effect(
        purpose=purpose,
        actor=carer,
        dice=dice,
        word="d100_care_dice" if named else "d100_care_dice_for_some",
        best="most",
        params=params if named else {},
        about=about,
        lucky=lucky,
    )
    throw_for(draft, wanted)


def _aided(draft: Draft, lying: Effect) -> None:
    """Let First Aid have come to what its die shows, on the wound as it is now."""
    about, table = lying.about, draft.table
    patient, location = str(about["patient"]), str(about["location"])
    how: Kind = "healing" if about["how"] == "healing" else "first_aid"
    spot, known = need_spot(table, patient, location), injury_of(table, patient, location)
    emergency = bool(about["emergency"])
    given = known is not None and known.aided and not emergency
    if spot.level == "none" or given:
        return
    found = care.first_aid(
        spot.hp,
        spot.most,
        succeeded=True,
        die=lying.value,
        emergency=emergency,
        settings=settings_of(table),
    )
    if how == "healing":
        found = replace(found, treats=spot.level == "major")
    apply_care(draft, patient, location, found, by=how)


PURPOSES["tending"] = Purpose(_tended)
EFFECTS["first_aid"] = _aided


# ---- magic -----------------------------------------------------------------------------------------------------------


def is_off(table: Table, actor: str, location: str) -> bool:
    """Say whether a limb is off (CF-WOUND-13)."""
    known = injury_of(table, actor, location)
    lost = any(place_of(held) == location for held in table.actors[actor].named(LIMB_LOST))
    return lost and (known is None or known.limb_kind in (None, *wound_numbers().limbs.dismembered))


def verify_cast(table: Table, command: CastHealing) -> None:
    """Whoever leads the caster, that can begin a spell (CF-WOUND-5), with the Magic Points, for a wound."""
    need_leader(table, command, command.actor, "CF-HEAL-8")
    need_known(table, command.seat, command.patient)
    need_free(table, "CF-HEAL-8")
    if is_dead(table, command.patient):
        raise Refused("d100_is_dead", "CF-HEAL-8", actor=actor_name(table, command.patient))
    rescuing.need_action(table, command.actor)
    need_offence(table, command.actor)
    spot = need_spot(table, command.patient, command.location)
    need_ready(table, command.actor, "cast_spells", "CF-REST-8")
    care.spell_dice(command.spell, spot.hp, spot.most)
    if spot.level == "none" and not is_off(table, command.patient, command.location):
        raise Refused("nothing_to_treat", "CF-HEAL-8")
    have = pool(table, command.actor, MAGIC)
    if have < command.magic:
        raise Refused("d100_magic_points", "CF-REST-8", cost=command.magic, have=have)


def cast(draft: Draft, command: CastHealing) -> None:
    """Pay, throw, and let it work; it takes a step in a rest and a moment elsewhere."""
    know_wounds(draft)
    patient, location, table = command.patient, command.location, draft.table
    act(draft, command.actor)
    _has_cast(draft, command.actor)
    set_pool(draft, command.actor, MAGIC, pool(table, command.actor, MAGIC) - command.magic)
    note_of(draft, command.actor, "d100_casts", "CF-HEAL-8", spell=command.spell, points=command.magic)
    spot = need_spot(table, patient, location)
    dice = care.spell_dice(command.spell, spot.hp, spot.most)
    end_last_act(draft, command.actor)
    about: dict[str, Json] = {
        "patient": patient,
        "location": location,
        "spell": command.spell,
        "intensity": command.intensity,
    }
    _throw_care(draft, "spell", dice, command.actor, about)


def _worked(draft: Draft, lying: Effect) -> None:
    """Let a spell work on the wound as it is now."""
    about, table = lying.about, draft.table
    patient, location, intensity = str(about["patient"]), str(about["location"]), about["intensity"]
    spot, known = need_spot(table, patient, location), injury_of(table, patient, location)
    off = is_off(table, patient, location)
    if spot.level == "none" and not off:
        return
    found = care.cast(
        str(about["spell"]),
        spot.hp,
        spot.most,
        die=lying.value,
        hr=healing_rate(table, patient),
        dismembered=off,
        age_seconds=table.clock - known.injured if known is not None else 0,
        intensity=intensity if isinstance(intensity, int) else 0,
    )
    apply_care(draft, patient, location, found, by="magic", later=lying.value)


EFFECTS["spell"] = _worked


def verify_stabilises(table: Table, command: MagicStabilises) -> None:
    """The GM."""
    need_gm(table, command, "CF-HEAL-9")
    need_record(table, command.seat, command.actor)


def stabilises(draft: Draft, command: MagicStabilises) -> None:
    """Whatever it was, it stops death and blood; never want of air or poison (CF-HEAL-10)."""
    know_wounds(draft)
    if not stabilise(draft, command.actor, None, by="magic"):
        note_of(draft, command.actor, "d100_stable", "CF-HEAL-9")


# ---- the GM's word ---------------------------------------------------------------------------------------------------


def verify_maim(table: Table, command: Maim) -> None:
    """The GM, for a location that has more than the least."""
    need_gm(table, command, "CF-HEAL-6")
    need_record(table, command.seat, command.actor)
    need_quiet(table, "CF-HEAL-6")
    if need_spot(table, command.actor, command.location).most <= healing.numbers().maim_least:
        raise Refused("d100_cannot_maim", "CF-HEAL-6")


def maim_by_hand(draft: Draft, command: Maim) -> None:
    """Do it."""
    maim(draft, command.actor, command.location, command.points)


def verify_set_care(table: Table, command: SetCare) -> None:
    """The GM, for a wound."""
    need_gm(table, command, "CF-HEAL-4")
    need_record(table, command.seat, command.actor)
    need_hurt(table, command.actor, command.location, "CF-HEAL-4")


def set_care(draft: Draft, command: SetCare) -> None:
    """Write it down; healing begins as it is treated."""
    know_wounds(draft)
    if command.treated:
        treat(draft, command.actor, command.location)
    known = injury_of(draft.table, command.actor, command.location)
    assert known is not None
    treated = known.treated if command.treated is None else command.treated
    aided = known.aided if command.aided is None else command.aided
    set_injury(draft, command.actor, command.location, replace(known, treated=treated, aided=aided))
    note_of(draft, command.actor, "d100_care_set", "CF-HEAL-4", location=command.location, treated=treated, aided=aided)


MOVES = (
    Move(Tend, verify_tend, tend),
    Move(CastHealing, verify_cast, cast),
    Move(MagicStabilises, verify_stabilises, stabilises),
    Move(Maim, verify_maim, maim_by_hand),
    Move(SetCare, verify_set_care, set_care),
)
