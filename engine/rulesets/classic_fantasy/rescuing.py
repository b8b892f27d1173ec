"""Care in a fight: the action of a Turn, and what takes longer, as long as nothing else is done (CF-AMB-32)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.rulesets.classic_fantasy.checks import call_for
from engine.rulesets.classic_fantasy.clock import Due, Entry
from engine.rulesets.classic_fantasy.leading import note_of
from engine.rulesets.classic_fantasy.mending import hurt_at
from engine.rulesets.classic_fantasy.procedures.evening import Rescue, evening, set_rescue
from engine.rulesets.classic_fantasy.states import in_story
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.rulesets.classic_fantasy.turning import need_able, need_points, need_turn, why_out
from engine.table.frozen import Json
from engine.table.table import Table


def need_action(table: Table, actor: str) -> None:
    """Raise Refused for who cannot act, or has no Turn or point for it in a fight (CF-X-27)."""
    need_able(table, actor)
    need_turn(table, actor)
    need_points(table, actor, 1)


def begin(draft: Draft, seconds: int, about: Mapping[str, Json]) -> None:
    """Let somebody be busy for so long with what keeps another from dying."""
    actor, patient = str(about["actor"]), actor_name(draft.table, str(about["patient"]))
    set_rescue(draft, actor, Rescue(at=draft.table.clock + seconds, about=about))
    note_of(draft, actor, "d100_rescue_begins", "CF-AMB-32", patient=patient, seconds=seconds)


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    for actor, one in evening(table).rescues.items():
        yield Entry(name=f"rescue:{actor}", at=one.at)


def _done(draft: Draft, due: Due) -> None:
    from engine.rulesets.classic_fantasy.tending import roll_care

    actor = due.name.partition(":")[2]
    about = evening(draft.table).rescues[actor].about
    set_rescue(draft, actor, None)
    patient, location = str(about["patient"]), str(about["location"])
    if not {actor, patient} <= set(in_story(draft.table)) or why_out(draft.table, actor):
        if actor in draft.table.actors:
            note_of(draft, actor, "d100_rescue_broken", "CF-AMB-32")
    elif location in hurt_at(draft.table, patient):
        roll_care(draft, about, call_for)


TICKS.append(Tick("rescue", _entries, _done, dice=True))
