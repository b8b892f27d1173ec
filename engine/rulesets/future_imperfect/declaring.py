"""How an attack is declared: in which words, and who may (2.34 ATTACK 1)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.play.commands import Request, need_gm
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import limbs, states
from engine.rulesets.future_imperfect.acting import need_card
from engine.rulesets.future_imperfect.ammunition import need_rounds
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.counting import need_turn
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.harming import need_no_harm
from engine.rulesets.future_imperfect.leading import need_known, need_leader
from engine.rulesets.future_imperfect.procedures.attack import Attack, Mark
from engine.rulesets.future_imperfect.procedures.conflict import Turn, fight
from engine.rulesets.future_imperfect.wielding import need_prepared, need_use_left, own_uses, weapon_of
from engine.table.table import Table

Hand = Annotated[str, Meta(description="main or off", pattern="^(main|off)$")]
WeaponName = Annotated[str, Meta(description="a weapon on the sheet or of the group's list")]
Metres = Annotated[int, Meta(ge=0, le=99_999, description="metres to the target")]
Called = Annotated[str, Meta(description="a called spot: guts, arm, leg, head, hand, foot, eyeball, heart")]
Place = Annotated[str, Meta(description="which of the places that the spot may mean")]
Which = Annotated[str, Meta(description="left or right", pattern="^(left|right|)$")]
Counters = Annotated[int, Meta(ge=0, le=99, description="aim counters, where no cards are counted down")]
Free = Annotated[bool, Meta(description="the Master lets it cost no action")]
Two = Annotated[bool, Meta(description="a weapon in each hand is used in this action")]
Harness = Annotated[bool, Meta(description="the weapon is worn with a harness")]
Mounted = Annotated[bool, Meta(description="shoots or throws from a mount")]
Carried = Annotated[bool, Meta(description="rides on something that runs")]
PointBlank = Annotated[bool, Meta(description="the muzzle nearly touches")]
Hidden = Annotated[bool, Meta(description="nothing of the target shows, but it is known about where it is")]
Thing = Annotated[
    str, Meta(description="a thing that is attacked instead of its bearer; the Master says what it costs")
]


def declared(
    table: Table, command: Request, kind: str, *marks: Mark, weapon: str, effects: tuple[str, ...] = ()
) -> Attack:
    """Return the attack that a command asks for: what it says under the names that an `Attack` has for it.

    Args:
        table: as it is; whoever has lost the hand that is meant uses the other one (FI-WOUND-5).
        command: what is asked.
        kind: of attack, a key of `attacks.MANNERS`.
        marks: who is attacked, and how.
        weapon: its name.
        effects: what a thing that entangles shall do.
    """
    said = {**_said(command, Attack), "kind": kind, "marks": marks, "weapon": weapon, "effects": effects}
    return limbs.in_good_hand(table, Attack(**said))


def mark(command: Request, actor: str, **more: int) -> Mark:
    """Return one target of the attack that a command asks for; what differs from target to target is told besides."""
    return Mark(**{**_said(command, Mark), "actor": actor, **more})


def _said(command: Any, form: Any) -> dict[str, Any]:
    return {name: getattr(command, name) for name in form.__struct_fields__ if name in command.__struct_fields__}


def need_attacker(table: Table, command: Request, wanted: Attack, *, times: int = 1) -> None:
    """Raise Refused unless somebody may attack like this now.

    In a conflict that takes the turn of the one who attacks, and a use of the weapon that is left in it; a slow weapon
    must be prepared (FI-ACT-1 to FI-ACT-4, FI-TWO-1). Out of a conflict the Master may let anybody attack.

    Args:
        table: as it is.
        command: what is asked.
        wanted: the attack.
        times: how many of the weapon's uses in an action it takes.
    """
    need_leader(table, command, wanted.actor, "FI-ACT-1")
    need_free(table)
    need_no_harm(table)
    for target in wanted.targets:
        need_known(table, command.seat, target)
    weapon = weapon_of(table, wanted)
    turn: Turn | None = None
    if wanted.free or fight(table) is None:
        need_fit(table, wanted.actor)
        need_gm(table, command, "FI-ACT-1")
    else:
        turn = need_turn(table, wanted.actor)
        need_fit(table, wanted.actor, turn)
    need_ready(table, turn, wanted, weapon, times=times)


def need_fit(table: Table, actor: str, turn: Turn | None = None) -> None:
    """Raise Refused for somebody who can attack nobody now, whatever with; `turn` is that of a card."""
    states.need_senses(table, actor)
    if turn is not None and not own_uses(turn, actor):
        need_card(table, actor, aimed=True)


def need_aimed(table: Table, turn: Turn, wanted: Attack) -> None:
    """Raise Refused, in a turn for the shot out of an aim, for all but that one shot (FI-AIM-9 to FI-AIM-11)."""
    if turn.kind != "aim":
        return
    aim = turn.aim
    meant = aim is not None and wanted.kind == "shot" and wanted.targets == (aim.target,)
    if turn.used or aim is None or not meant or folded(wanted.weapon) != folded(aim.weapon):
        raise Refused("aimed_shot_only", "FI-AIM-11", actor=actor_name(table, wanted.actor))


def need_ready(table: Table, turn: Turn | None, wanted: Attack, weapon: Weapon, *, times: int = 1) -> None:
    """Raise Refused unless a weapon has rounds enough, and what is left of an action, if it takes one, is enough."""
    limbs.need_hands(table, wanted.actor, weapon, two_weapons=wanted.two_weapons)
    if turn is not None:
        need_aimed(table, turn, wanted)
        need_use_left(table, turn, wanted, weapon, times)
        if not turn.used:
            need_prepared(table, wanted.actor, weapon.cards(harness=wanted.harness), weapon.name)
    need_rounds(table, wanted.actor, weapon, sum(mark.rounds for mark in wanted.marks))
