"""The evening under everything else: sessions, how the party goes, and since when everybody is tired or hurt."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.draft import Draft, find_procedure
from engine.play.events import ProcedureSet
from engine.rulesets.classic_fantasy.exploring import Pace
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.wound_tables import LimbKind
from engine.table.frozen import Frozen, Json, replace
from engine.table.table import Procedure, Table


class Tired(Frozen):
    """The times of somebody's fatigue; its levels are conditions.

    Attributes:
        since: when the last level of each cause came.
        eased: since when a cause gets better.
        resting: since when somebody rests completely; None for not.
        rested: what is put by of the running period, in seconds times Healing Rate.
        paces: seconds in which a level of a cause goes away, where that is not as usual.
    """

    since: Mapping[Cause, int] = {}
    eased: Mapping[Cause, int] = {}
    resting: int | None = None
    rested: int = 0
    paces: Mapping[Cause, int] = {}


class Injury(Frozen):
    """The history of a location that is hurt; its hit points are on the body.

    Attributes:
        injured: when the last wound fell.
        since: when the running period of healing began.
        treated: a Major Wound can heal by nature (CF-HEAL-4).
        stabilised: care or magic has called death off (CF-HEAL-9).
        aided: this injury has had its First Aid (CF-X-30).
        strain: what strenuous activity takes from the Healing Rate in this period (CF-HEAL-3).
        limb_kind: how a limb was destroyed.
        damage: what the last wound came to.
        tried: how often each kind of care has failed (CF-X-40).
        maimed: it was left untreated for so long that it has maimed (CF-HEAL-5).
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


class Breath(Frozen):
    """Somebody without air (CF-ASPHYX).

    Attributes:
        begun: when it was held or lost.
        seconds: how long it lasts.
        made: how many rolls were made since.
        exerted: there was exertion since the last critical.
    """

    begun: int
    seconds: int
    made: int = 0
    exerted: bool = True


class Day(Frozen):
    """What somebody did that counts by the day.

    Attributes:
        ate: when the last ration was eaten; None for never.
        woke: when the last full night's sleep ended; None for never.
        slept_hours: how long that was.
    """

    ate: int | None = None
    woke: int | None = None
    slept_hours: int = 0


class Rescue(Frozen):
    """Care in a fight that takes longer than a Turn (CF-AMB-32).

    Attributes:
        at: when it is done.
        about: who does what for whom.
    """

    at: int
    about: Mapping[str, Json]


class Evening(Frozen, Procedure, tag_field="procedure", tag="evening"):
    """What goes on under everything else.

    Attributes:
        session: its number, from 1; 0 before the first (CF-LUCK-3).
        running: a session is under way.
        awarded: the number of the session of the last award; 0 before the first (CF-XP-3).
        pace: how the party goes (CF-TIME-4, CF-TIME-9).
        mapping: somebody draws a map; None for what the group has chosen (CF-TIME-6).
        map_shown: the table shows the map, so that the party always counts as mapping (CF-TIME-10).
        place: where the party is, by the title of a prepared place; empty where nobody has said.
        dark: where the party is it is dark (CF-TIME-8).
        light: the party carries light.
        wandered: how many seconds the party has explored since that was counted anew.
        gone: how many feet of its last Round the party has gone, and when that Round was over; none before the first.
        tired: the times of each character's fatigue.
        injuries: of each character the locations that are hurt.
        breathless: who has no air.
        days: what each character did that counts by the day.
        rescues: by whoever keeps somebody from dying in a fight, what takes a while.
        aged: from which age up to which the rolls of a character against age were made (CF-AMB-3).
    """

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
    tired: Mapping[str, Tired] = {}
    injuries: Mapping[str, Mapping[str, Injury]] = {}
    breathless: Mapping[str, Breath] = {}
    days: Mapping[str, Day] = {}
    rescues: Mapping[str, Rescue] = {}
    aged: Mapping[str, tuple[int, int]] = {}


_NOTHING = Evening()


def evening(table: Table) -> Evening:
    """Return what goes on under everything else."""
    return find_procedure(table, Evening) or _NOTHING


def set_evening(draft: Draft, now: Evening) -> None:
    """Let the evening stand anew; at a table that was laid without one it goes under all else."""
    if draft.procedure(Evening) is None:
        draft.emit(ProcedureSet(procedures=(now, *draft.table.procedures)))
    else:
        draft.become(now)


def injury_of(table: Table, actor: str, location: str) -> Injury | None:
    """Return the history of a location; None for one of which nobody knows since when it is hurt."""
    return evening(table).injuries.get(actor, {}).get(location)


def set_injury(draft: Draft, actor: str, location: str, injury: Injury | None) -> None:
    """Write down the history of a location; None forgets it."""
    now = evening(draft.table)
    of_actor = {name: found for name, found in now.injuries.get(actor, {}).items() if name != location}
    if injury is not None:
        of_actor[location] = injury
    others = {name: found for name, found in now.injuries.items() if name != actor}
    set_evening(draft, replace(now, injuries={**others, actor: of_actor} if of_actor else others))


def set_tired(draft: Draft, actor: str, tired: Tired) -> None:
    """Write down the times of a character's fatigue."""
    now = evening(draft.table)
    others = {name: found for name, found in now.tired.items() if name != actor}
    set_evening(draft, replace(now, tired={**others, actor: tired} if tired != Tired() else others))


def set_breath(draft: Draft, actor: str, breath: Breath | None) -> None:
    """Write down that somebody has no air; None for air again."""
    now = evening(draft.table)
    others = {name: found for name, found in now.breathless.items() if name != actor}
    set_evening(draft, replace(now, breathless={**others, actor: breath} if breath is not None else others))


def set_rescue(draft: Draft, actor: str, rescue: Rescue | None) -> bool:
    """Write down that somebody is busy with care in a fight; None for no more. Say whether somebody was before."""
    now = evening(draft.table)
    others = {name: found for name, found in now.rescues.items() if name != actor}
    if rescue is not None or actor in now.rescues:
        set_evening(draft, replace(now, rescues={**others, actor: rescue} if rescue is not None else others))
    return actor in now.rescues


def day_of(table: Table, actor: str) -> Day:
    """Return what somebody did that counts by the day."""
    return evening(table).days.get(actor) or Day()


def set_day(draft: Draft, actor: str, day: Day) -> None:
    """Write that down."""
    now = evening(draft.table)
    set_evening(draft, replace(now, days={**now.days, actor: day}))
