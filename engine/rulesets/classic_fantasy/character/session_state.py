"""The state of the session, below all other procedures: number, pace, and the times of fatigue, injuries and care."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeVar

from engine.core.draft import Draft, find_procedure
from engine.core.memo import projection
from engine.model.frozen import Frozen, replace
from engine.model.table import Procedure, Table
from engine.rulesets.classic_fantasy.character.activity import Activity
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.wounds.wound_rules import LimbKind

T = TypeVar("T")
Cause = Literal["exertion", "asphyxiation", "blood", "disease", "starvation", "exposure", "lasting", "other"]
"""The causes of fatigue, which decide how its levels go away (CF-FATIGUE-3, CF-FATIGUE-12)."""
CareKind = Literal["first_aid", "healing"]
"""The kinds of care that a skill gives (CF-REST-6, CF-REST-7)."""
Pace = Literal["exploration", "combat_rounds"]
"""The Rounds by which the party travels (CF-TIME-4, CF-TIME-9)."""

LuckPrompt = Literal["always", "failure", "wound"]
"""After which dice the player of a character is asked about Luck: after all, after a failure, or for a Major Wound."""


class FatigueTimes(Frozen):
    """The times of a character's fatigue; its levels are conditions.

    Attributes:
        since: when the last level of each cause came.
        eased: since when the levels of a cause go away.
        resting: since when the character rests completely; None if it does not.
        rested: rest saved in the running period, in seconds times Healing Rate.
        paces: seconds in which a level of a cause goes away, where that is not the default.
    """

    since: Mapping[Cause, int] = {}
    eased: Mapping[Cause, int] = {}
    resting: int | None = None
    rested: int = 0
    paces: Mapping[Cause, int] = {}


class Injury(Frozen):
    """The history of a wounded location; its hit points are on the body.

    Attributes:
        injured: when the last wound was dealt.
        since: when the running period of healing began.
        treated: a Major Wound can heal naturally (CF-HEAL-4).
        stabilised: care or magic has prevented death (CF-HEAL-9).
        aided: this injury has had First Aid (CF-X-30).
        strain: what strenuous activity subtracts from the Healing Rate in this period (CF-HEAL-3).
        limb_kind: how a limb was destroyed.
        damage: the damage of the last wound.
        tried: how often each kind of care has failed (CF-X-40).
        maimed: the injury was untreated for so long that it has maimed the location (CF-HEAL-5).
    """

    injured: int
    since: int
    treated: bool = False
    stabilised: bool = False
    aided: bool = False
    strain: int = 0
    limb_kind: LimbKind | None = None
    damage: int = 0
    maimed: bool = False
    tried: Mapping[str, int] = {}


class BreathState(Frozen):
    """A character without air (CF-ASPHYX).

    Attributes:
        begun: when the breath was held or lost.
        seconds: how long it lasts.
        made: how many rolls were made since then.
        exerted: there was exertion since the last critical.
    """

    begun: int
    seconds: int
    made: int = 0
    exerted: bool = True


class DailyNeeds(Frozen):
    """Food and sleep of a character.

    Attributes:
        ate: when the last ration was eaten; None for never.
        woke: when the last full night's sleep ended; None for never.
        slept_hours: the hours of that sleep.
    """

    ate: int | None = None
    woke: int | None = None
    slept_hours: int = 0


class CareAttempt(Frozen):
    """Care for a wound that somebody gives.

    Attributes:
        actor: the carer.
        patient: the patient.
        location: the wound.
        how: the kind of care.
        grade: how hard it is by itself.
        emergency: it only prevents death, as in combat.
    """

    actor: str
    patient: str
    location: str
    how: CareKind
    grade: Grade
    emergency: bool


class EmergencyCare(Frozen):
    """Care in combat that takes longer than a Turn (CF-AMB-32).

    Attributes:
        at: when it is finished.
        care: the care.
    """

    at: int
    care: CareAttempt


class SessionState(Frozen, Activity, tag_field="procedure", tag="evening"):
    """The state of the session; it is the outermost procedure.

    Attributes:
        session: its number, from 1; 0 before the first (CF-LUCK-3).
        running: a session is in progress.
        awarded: the number of the session of the last award; 0 before the first (CF-XP-3).
        pace: the pace of the party (CF-TIME-4, CF-TIME-9).
        mapping: whether the party draws a map; None for the group's option (CF-TIME-6).
        map_shown: the table shows the map, so that the party always counts as mapping (CF-TIME-10).
        place: the title of the prepared place where the party is; empty if unknown.
        dark: it is dark where the party is (CF-TIME-8).
        light: the party carries light.
        wandered: seconds of exploration since the count began anew.
        gone: feet that the party has gone of its last Round, and when that Round ended; zeros before the first.
        tired: the times of each character's fatigue.
        injuries: the wounded locations of each character.
        breathless: the characters without air.
        days: food and sleep of each character.
        rescues: care in combat that takes a while, by carer.
        aged: for each character, from which age up to which the rolls against age were made (CF-AMB-3).
        luck_prompts: after which dice outside a combat the player of a character is asked about Luck, where it is set.
    """

    NEEDS_ANSWER: ClassVar[bool] = False
    session: int = 0
    running: bool = False
    awarded: int = 0
    pace: Pace = "exploration"
    mapping: bool | None = None
    map_shown: bool = False
    place: str = ""
    dark: bool = False
    light: bool = True
    wandered: int = 0
    gone: tuple[int, int] = (0, 0)
    tired: Mapping[str, FatigueTimes] = {}
    injuries: Mapping[str, Mapping[str, Injury]] = {}
    breathless: Mapping[str, BreathState] = {}
    days: Mapping[str, DailyNeeds] = {}
    rescues: Mapping[str, EmergencyCare] = {}
    aged: Mapping[str, tuple[int, int]] = {}
    luck_prompts: Mapping[str, LuckPrompt] = {}


_NOTHING = SessionState()
_OF_CHARACTERS = ("tired", "injuries", "breathless", "days", "rescues", "aged")


def front_procedure(table: Table) -> Procedure:
    """Return the innermost procedure in progress; the state of the session while there is no other."""
    return table.procedures[-1] if table.procedures else _NOTHING


@projection
def session_state(table: Table) -> SessionState:
    """Return the state of the session."""
    return find_procedure(table, SessionState) or _NOTHING


def at_earlier_clock(session: SessionState, back: int) -> SessionState:
    """Return the state after the clock was set back by some seconds: each of its moments is as long ago as before."""
    tired = {
        actor: replace(
            times,
            since={cause: moment - back for cause, moment in times.since.items()},
            eased={cause: moment - back for cause, moment in times.eased.items()},
            resting=_earlier(times.resting, back),
        )
        for actor, times in session.tired.items()
    }
    injuries = {
        actor: {
            location: replace(injury, injured=injury.injured - back, since=injury.since - back)
            for location, injury in injuries.items()
        }
        for actor, injuries in session.injuries.items()
    }
    breathless = {actor: replace(breath, begun=breath.begun - back) for actor, breath in session.breathless.items()}
    days = {
        actor: replace(needs, ate=_earlier(needs.ate, back), woke=_earlier(needs.woke, back))
        for actor, needs in session.days.items()
    }
    rescues = {actor: replace(rescue, at=rescue.at - back) for actor, rescue in session.rescues.items()}
    feet, moment = session.gone
    gone = (feet, moment - back) if feet else session.gone
    return replace(
        session, tired=tired, injuries=injuries, breathless=breathless, days=days, rescues=rescues, gone=gone
    )


def _earlier(moment: int | None, back: int) -> int | None:
    return None if moment is None else moment - back


def with_value_of(values: Mapping[str, T], key: str, value: T | None) -> Mapping[str, T]:
    """Return values, such as those of the characters, with another one for a key; None for none any more."""
    others = {name: kept for name, kept in values.items() if name != key}
    return others if value is None else {**others, key: value}


def forget_character(draft: Draft, actor: str) -> None:
    """Forget the times of a character that has left the story, or is as it was at another moment."""
    session = session_state(draft.table)
    held = {field: getattr(session, field) for field in _OF_CHARACTERS if actor in getattr(session, field)}
    if held:
        draft.set_outermost(replace(session, **{field: with_value_of(of, actor, None) for field, of in held.items()}))


def set_breath(draft: Draft, actor: str, breath: BreathState | None) -> None:
    """Set a character's lack of air; None for air again."""
    session = session_state(draft.table)
    draft.set_outermost(replace(session, breathless=with_value_of(session.breathless, actor, breath)))


def set_luck_prompt(draft: Draft, actor: str, prompt: LuckPrompt) -> None:
    """Set after which dice outside a combat the player of a character is asked about Luck."""
    session = session_state(draft.table)
    draft.set_outermost(replace(session, luck_prompts={**session.luck_prompts, actor: prompt}))


def set_emergency_care(draft: Draft, actor: str, rescue: EmergencyCare | None) -> bool:
    """Set the care that keeps a character busy in combat; None for no more. Say whether there was any before."""
    session = session_state(draft.table)
    if rescue is not None or actor in session.rescues:
        draft.set_outermost(replace(session, rescues=with_value_of(session.rescues, actor, rescue)))
    return actor in session.rescues
