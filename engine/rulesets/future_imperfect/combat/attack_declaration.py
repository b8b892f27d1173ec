"""The declaration of an attack: its fields, and the checks before it (2.34 ATTACK 1)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.action_cost import need_card
from engine.rulesets.future_imperfect.actions.weapon_use import (
    need_prepared,
    need_rounds,
    need_use_left,
    own_uses,
    weapon_of,
)
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.conditions import character_conditions, maimed_limbs
from engine.rulesets.future_imperfect.damage.wound_commands import need_no_pending_wounds
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_turn
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackKind, AttackTarget
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CardTurn, current_conflict
from engine.rulesets.future_imperfect.procedures.participants import need_controller, need_known

HandField = Annotated[str, Meta(description="main or off", pattern="^(main|off)$")]
WeaponField = Annotated[str, Meta(description="a weapon on the sheet or of the group's list")]
DistanceField = Annotated[int, Meta(ge=0, le=99_999, description="metres to the target")]
CalledSpotField = Annotated[str, Meta(description="a called spot: guts, arm, leg, head, hand, foot, eyeball, heart")]
SpotPlaceField = Annotated[str, Meta(description="which of the places that the spot may mean")]
SideField = Annotated[str, Meta(description="left or right", pattern="^(left|right|)$")]
AimCountersField = Annotated[int, Meta(ge=0, le=99, description="aim counters, where no cards are counted down")]
FreeField = Annotated[bool, Meta(description="the Master lets it cost no action")]
TwoWeaponsField = Annotated[bool, Meta(description="a weapon in each hand is used in this action")]
HarnessField = Annotated[bool, Meta(description="the weapon is worn with a harness")]
MountedField = Annotated[bool, Meta(description="shoots or throws from a mount")]
CarriedField = Annotated[bool, Meta(description="rides on something that runs")]
PointBlankField = Annotated[bool, Meta(description="the muzzle nearly touches")]
HiddenField = Annotated[bool, Meta(description="nothing of the target shows, but it is known about where it is")]
ThingField = Annotated[
    str, Meta(description="a thing that is attacked instead of its bearer; the Master says what it costs")
]


def declared_attack(
    table: Table, command: Request, kind: AttackKind, *marks: AttackTarget, weapon: str, effects: tuple[str, ...] = ()
) -> Attack:
    """Return the attack of a command: the fields of the command that an `Attack` has, too.

    Args:
        table: the table; an attacker that has lost the named hand uses the other one (FI-WOUND-5).
        command: the command.
        kind: the kind of attack.
        marks: the targets.
        weapon: its name.
        effects: the intended effects of an entangling weapon.
    """
    fields = {**_shared_fields(command, Attack), "kind": kind, "marks": marks, "weapon": weapon, "effects": effects}
    return maimed_limbs.with_usable_hand(table, Attack(**fields))


def attack_target(command: Request, actor: str, **more: int) -> AttackTarget:
    """Return one target of the attack of a command; `more` differs from target to target."""
    return AttackTarget(**{**_shared_fields(command, AttackTarget), "actor": actor, **more})


def _shared_fields(command: Any, form: Any) -> dict[str, Any]:
    return {name: getattr(command, name) for name in form.__struct_fields__ if name in command.__struct_fields__}


def need_attacker(table: Table, command: Request, attack: Attack, *, times: int = 1) -> None:
    """Raise Refused unless the character may make this attack now.

    In a conflict this needs the attacker's turn, and a use of the weapon left in it; a slow weapon must be prepared
    (FI-ACT-1 to FI-ACT-4, FI-TWO-1). Outside a conflict the GM may let any character attack.

    Args:
        table: the table.
        command: the command.
        attack: the attack.
        times: the number of the weapon's uses that it takes.
    """
    need_controller(table, command, attack.actor, "FI-ACT-1")
    need_free(table)
    need_no_pending_wounds(table)
    for target in attack.targets:
        need_known(table, command.seat, target)
    weapon = weapon_of(table, attack)
    turn: CardTurn | None = None
    if attack.free or current_conflict(table) is None:
        need_fit(table, attack.actor)
        need_gm(table, command, "FI-ACT-1")
    else:
        turn = need_turn(table, attack.actor)
        need_fit(table, attack.actor, turn)
    need_ready(table, turn, attack, weapon, times=times)


def need_fit(table: Table, actor: str, turn: CardTurn | None = None) -> None:
    """Raise Refused for a character that cannot make any attack now; `turn` is its turn with a card."""
    character_conditions.need_not_stunned(table, actor)
    if turn is not None and not own_uses(turn, actor):
        need_card(table, actor, aimed=True)


def need_aimed(table: Table, turn: CardTurn, attack: Attack) -> None:
    """Raise Refused in a turn for the shot out of an aim, except for that shot (FI-AIM-9 to FI-AIM-11)."""
    if turn.kind != "aim":
        return
    aim = turn.aim
    meant = aim is not None and attack.kind.fires and not attack.kind.automatic and attack.targets == (aim.target,)
    if turn.used or aim is None or not meant or folded(attack.weapon) != folded(aim.weapon):
        raise Refused("aimed_shot_only", "FI-AIM-11", actor=actor_name(table, attack.actor))


def need_ready(table: Table, turn: CardTurn | None, attack: Attack, weapon: Weapon, *, times: int = 1) -> None:
    """Raise Refused unless the weapon has enough rounds, and the action, if one is needed, enough left."""
    maimed_limbs.need_hands(table, attack.actor, weapon, two_weapons=attack.two_weapons)
    if turn is not None:
        need_aimed(table, turn, attack)
        need_use_left(table, turn, attack, weapon, times)
        if not turn.used:
            need_prepared(table, attack.actor, weapon.cards(harness=attack.harness), weapon.name)
    need_rounds(table, attack.actor, weapon, sum(mark.rounds for mark in attack.marks))
