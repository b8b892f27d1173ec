"""An attack: its declaration, the roll for each target, and its end (2.34 ATTACK 1 to 8)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.core.memo import memo_of_moment
from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.checks.check_commands import AtOnce, throws_at_once
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused, needed
from engine.model.frozen import Frozen, built_from, replace
from engine.model.table import Table
from engine.odds.odds import Distribution
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions.action_cost import need_card
from engine.rulesets.future_imperfect.actions.card_turn import EndsTurn, begin_whole_turn, table_to_act
from engine.rulesets.future_imperfect.actions.weapon_use import (
    need_prepared,
    need_rounds,
    need_use_left,
    own_uses,
    record_weapon_use,
    weapon_of,
)
from engine.rulesets.future_imperfect.character import hit_locations
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.hit_locations import BodySide
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.checks import check_commands
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.conditions import character_conditions, maimed_limbs
from engine.rulesets.future_imperfect.damage.wound_commands import need_no_pending_wounds
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for
from engine.rulesets.future_imperfect.initiative.action_cards import (
    cards_of,
    end_action,
    need_free,
    record_roll,
    reserved,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_turn
from engine.rulesets.future_imperfect.procedures.attack_procedure import (
    Attack,
    AttackKind,
    AttackTarget,
    current_attack,
    is_attack_in_front,
)
from engine.rulesets.future_imperfect.procedures.check_procedure import (
    CallOffPolicy,
    Check,
    CheckPurpose,
    CheckResult,
    current_check,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CardTurn, current_conflict, fighter_of
from engine.rulesets.future_imperfect.procedures.participants import need_controller, need_known
from engine.rulesets.future_imperfect.procedures.session_procedure import (
    MissedRounds,
    SessionState,
    end_death_question,
    session_state,
)
from engine.rulesets.future_imperfect.rules import melee_rules, ranged_rules

HANDS = ("main", "off")
SIDES = ("right", "left")
FAR = 9_999
"""A distance in metres beyond every shot."""
RARE = Asks(rare=True)
HandField = Annotated[str, Meta(description="main or off", pattern="^(main|off)$"), Asks(choices=HANDS, rare=True)]
WeaponField = Annotated[str, Meta(description="a weapon on the sheet or of the group's list")]
DistanceField = Annotated[
    int, Meta(ge=0, le=99_999, description="metres to the target"), Asks(most=FAR, optional=False)
]
CalledSpotField = Annotated[str, Meta(description="a called spot: guts, arm, leg, head, hand, foot, eyeball, heart")]
SpotPlaceField = Annotated[str, Meta(description="which of the places that the spot may mean"), RARE]
SideField = Annotated[str, Meta(description="left or right", pattern="^(left|right|)$")]
TwoWeaponsField = Annotated[bool, Meta(description="a weapon in each hand is used in this action"), RARE]
HarnessField = Annotated[bool, Meta(description="the weapon is worn with a harness")]
PointBlankField = Annotated[bool, Meta(description="the muzzle nearly touches"), RARE]
ThingField = Annotated[
    str, Meta(description="a thing that is attacked instead of its bearer; the GM sets its cost"), RARE
]


class AttackRequest(Request):
    """A command that declares an attack."""

    ABSTRACT = True

    actor: ActorId
    free: Annotated[bool, Meta(description="the GM lets it cost no action")] = False
    ends_turn: EndsTurn = False
    throws: AtOnce = False

    def verify(self, table: Table) -> None:
        """Require a possible attack, in a conflict by the attacker in its turn, else as the GM allows."""
        need_known(table, self.seat, self.actor)
        table = table_to_act(table, self)
        attack = declared_attack(table, self)
        self._need_attacker(table, attack)
        self.need_possible(table, attack)

    def decide(self, draft: Draft) -> None:
        """Begin the attack."""
        begin_whole_turn(draft, self)
        attack = self.begun(draft.table, declared_attack(draft.table, self))
        throws = self.throws and throws_unanswered(draft.table, self.seat, self.actor)
        begin_attack(draft, attack, thrown_by=self if throws else None)

    def attack(self, table: Table) -> Attack:
        """Return the attack. Raises Refused for a weapon that is not made for it."""
        raise NotImplementedError

    def begun(self, table: Table, attack: Attack) -> Attack:
        """Return the attack as it begins."""
        return attack

    def need_possible(self, table: Table, attack: Attack) -> None:
        """Raise Refused for circumstances that the attack cannot have, or a spot that the target has not."""
        need_spot(table, attack)
        roll_of_attack(table, attack)

    def uses(self, weapon: Weapon) -> int:
        """Return how many of the weapon's uses in an action the attack takes."""
        return 1

    def declared(
        self, table: Table, kind: AttackKind, *marks: AttackTarget, weapon: str, effects: tuple[str, ...] = ()
    ) -> Attack:
        """Return the attack with the fields of the command that an `Attack` has, too.

        An attacker that has lost the named hand uses the other one (FI-WOUND-5).
        """
        attack = built_from(Attack, self, kind=kind, marks=marks, weapon=weapon, effects=effects)
        return maimed_limbs.with_usable_hand(table, attack)

    def mark(self, target: str, **more: int) -> AttackTarget:
        """Return one target of the attack; `more` differs from target to target."""
        return built_from(AttackTarget, self, actor=target, **more)

    def _need_attacker(self, table: Table, attack: Attack) -> None:
        """Raise Refused unless the character may make this attack now.

        In a conflict this needs the attacker's turn, and so many uses of the weapon left in it; a slow weapon must be
        prepared (FI-ACT-1 to FI-ACT-4, FI-TWO-1). Outside a conflict the GM may let any character attack.
        """
        need_controller(table, self, attack.actor, "FI-ACT-1")
        need_free(table)
        need_no_pending_wounds(table)
        for target in attack.targets:
            need_known(table, self.seat, target)
        weapon = weapon_of(table, attack)
        turn: CardTurn | None = None
        if attack.free or current_conflict(table) is None:
            need_fit(table, attack.actor)
            need_gm(table, self, "FI-ACT-1")
        else:
            turn = need_turn(table, attack.actor)
            need_fit(table, attack.actor, turn)
        need_ready(table, turn, attack, weapon, times=self.uses(weapon))


@memo_of_moment
def declared_attack(table: Table, command: AttackRequest) -> Attack:
    """Return the attack that a command declares: what was checked is what is done."""
    return command.attack(table)


@memo_of_moment
def roll_of_attack(table: Table, attack: Attack) -> Check:
    """Return the roll of an attack for its present target, without a defence."""
    return attack.kind.check(table, attack)


class StopAttack(Request):
    """Stop an attack; until its dice have fallen it has cost nothing."""

    RULES = ("FI-CORE-21",)

    def verify(self, table: Table) -> None:
        """Require the GM at any time, or the attacker until dice have fallen, those of an active defence included."""
        attack = need_attack(table)
        if table.is_gm(self.seat):
            return
        need_controller(table, self, attack.actor, "FI-CORE-21")
        if not is_before_dice(table, attack):
            raise Refused("dice_have_fallen", "FI-CORE-21")

    def decide(self, draft: Draft) -> None:
        """End the attack."""
        draft.note("attack_stopped", "FI-CORE-21", actor=actor_name(draft.table, need_attack(draft.table).actor))
        draft.pop_procedure(Attack)


def is_before_dice(table: Table, attack: Attack) -> bool:
    """Say whether no dice of an attack have fallen, those of an active defence included (FI-CORE-21)."""
    rolled = current_check(table)
    then = rolled.then if rolled is not None and not rolled.fallen else None
    return isinstance(then, AttackPurpose) and not attack.index and not then.defended


def need_attack(table: Table) -> Attack:
    """Return the attack in progress. Raises Refused if there is none."""
    return needed(current_attack(table), "no_attack", "FI-CORE-9")


def need_front(table: Table) -> Attack:
    """Return the attack, if nothing within it is in progress."""
    attack = need_attack(table)
    if not is_attack_in_front(table):
        raise Refused("roll_first", "FI-CORE-21")
    return attack


def target_of(attack: Attack, actor: str) -> AttackTarget:
    """Return the target entry of a character; for one hit by mistake, the present entry with its name (FI-STRAY-2)."""
    target = next((mark for mark in attack.marks if mark.actor == actor), None)
    if target is not None:
        return target
    return replace(attack.marks[min(attack.index, len(attack.marks) - 1)], actor=actor)


def called_at(chart: hit_locations.HitChart, spot: str, place: str, side: str) -> hit_locations.HitLocation:
    """Return the location of a shot at a called spot (FI-CALL-3).

    Raises:
        Refused: the body has no such location, or left or right is missing.
    """
    meant = [own for human in ranged_rules.called_spot(spot).locations for own in chart.meant_by(human)]
    if place and place not in meant:
        raise Refused("no_such_hit_location", "FI-CALL-3", location=place[:40], known=meant)
    return hit_locations.called_location(chart, place or meant[0], BodySide(side) if side else None)


def need_spot(table: Table, attack: Attack) -> None:
    """Raise Refused for a called spot that no body has, or not that of the target (FI-CALL-3)."""
    if attack.called:
        target = attack.marks[0].actor
        if not target:
            raise Refused("name_target", "FI-CALL-1")
        called_at(chart_for(table, target), attack.called, attack.place, attack.side)


def throws_unanswered(table: Table, seat: str, actor: str) -> bool:
    """Return whether the GM attacks with an own character in a round in which nobody else has anything left to answer.

    Anybody with a card in hand, no matter which one, may defend or act with a red Joker (FI-DEFEND-1, FI-JOKER-2).
    """
    conflict = current_conflict(table)
    if conflict is None or not throws_at_once(table, seat, actor):
        return False
    own = fighter_of(conflict, actor)
    others = [(name, fighter) for name, fighter in conflict.fighters.items() if name != own]
    return not any(cards_of(table, fighter) or reserved(table, name) is not None for name, fighter in others)


def begin_attack(
    draft: Draft, attack: Attack, *, earlier: Check | None = None, thrown_by: Request | None = None
) -> None:
    """Put an attack in front, with its roll on top; reactions come now, unless its dice are thrown at once.

    Manual changes to `earlier`, its roll before the attack had to wait, still count (2.34 ATTACK 2).
    """
    check = attack_check(draft.table, attack, earlier=earlier)
    if session_state(draft.table).missed:
        draft.replace_procedure(replace(session_state(draft.table), missed=()))
    end_death_question(draft)
    draft.push_procedure(attack)
    if draft.reports:
        _log_attack(draft, attack)
    CHECKS.open(draft, check, thrown_by)


def _log_attack(draft: Draft, attack: Attack) -> None:
    names = [actor_name(draft.table, actor) for actor in attack.targets]
    draft.note(
        f"attacks_{attack.kind.name}",
        "FI-CORE-9",
        actor=actor_name(draft.table, attack.actor),
        targets=names,
        at=", ".join(names),
        weapon=weapon_of(draft.table, attack).name,
        spot=attack.called,
        thing=attack.thing,
        calls_for=("throw_dice", "defend"),
    )


def open_attack_roll(draft: Draft) -> None:
    """Put the roll for the present target in front."""
    CHECKS.open(draft, attack_check(draft.table, need_attack(draft.table)))


def attack_check(table: Table, attack: Attack, *, earlier: Check | None = None) -> Check:
    """Return the roll for the present target, with the active defence against this action (FI-DEFEND-7).

    Manual changes to `earlier`, the roll that is recalculated, stay.
    """
    check, then = roll_of_attack(table, attack), AttackPurpose()
    conflict = current_conflict(table)
    turn = conflict.turns[-1] if conflict and conflict.turns and not attack.free else None
    target = attack.marks[attack.index].actor
    defense = next((defence for defence in turn.defenses if defence.actor == target), None) if turn else None
    if earlier is not None and isinstance(earlier.then, AttackPurpose) and earlier.then.defended == target:
        check = replace(check, then=(then := earlier.then))
    total = defense.total if defense and not defense.bust else then.defense
    if total is not None:
        check = against_defence(check, total)
    return check_commands.with_manual_changes(check, earlier) if earlier is not None else check


def against_defence(check: Check, defense: int, *, bust: bool = False) -> Check:
    """Return a roll against an active defence: the greater number counts (FI-DEFEND-4, FI-DEFEND-7)."""
    if check.tn is None:
        return check
    tn = melee_rules.defended_tn(check.tn, defense, bust=bust)
    difference = effective_steps(CalculationStep(reason="defended", value=tn - check.tn))
    return replace(check, tn=tn, tn_parts=(*check.tn_parts, *difference))


def common_parts(table: Table, attack: Attack) -> tuple[CalculationStep | None, ...]:
    """Return the modifiers by the attacker's hands and a called spot, without those of its state (FI-TWO, FI-CALL)."""
    hands = ranged_rules.AttackerCircumstances(two_weapons=attack.two_weapons, off_hand=attack.hand == "off")
    parts = melee_rules.blow_parts(hands)
    called = ranged_rules.called_part(attack.called, automatic=attack.kind.automatic) if attack.called else None
    return (*parts, called)


class AttackPurpose(Frozen, CheckPurpose, tag_field="then", tag="attack"):
    """The roll of an attack for its present target.

    Attributes:
        defended: the character that has defended against it.
        defense: the total of that active defence; None if it went bust.
    """

    off = CallOffPolicy.ELSEWHERE
    defended: str = ""
    defense: int | None = None

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Record the cost of the attack, and continue by its result."""
        attack = need_attack(draft.table)
        record_roll(draft, result.check.rolls[0])
        if attack.index == 0:
            record_weapon_use(draft, attack)
        attacker = actor_name(draft.table, attack.actor)
        target = actor_name(draft.table, attack.marks[attack.index].actor)
        if result.successes:
            raises = max(0, result.successes - 1)
            draft.note("attack_succeeds", "FI-CORE-10", "FI-CORE-11", actor=attacker, target=target, raises=raises)
            attack.kind.hit(draft, result)
        else:
            draft.note("attack_fails", "FI-CORE-10", actor=attacker, target=target)
            attack.kind.miss(draft, result)

    def odds_after(self, table: Table, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of what a hit does."""
        attack = current_attack(table)
        return () if attack is None else attack.kind.odds_after(table, attack, check, viewer)


def end_attack(draft: Draft) -> None:
    """End the attack; missed rounds may still hit bystanders, if the GM checks them (FI-STRAY-1, FI-SHOOT-10)."""
    attack = need_attack(draft.table)
    draft.pop_procedure(Attack)
    if attack.kind.acts:
        end_action(draft, attack.actor)
    past = [mark for mark in attack.marks if mark.missed]
    if not past or not attack.kind.fires or draft.procedure(SessionState) is None:
        return
    weapon = weapon_of(draft.table, attack)
    misses = tuple(
        MissedRounds(
            actor=attack.actor,
            weapon=weapon.name,
            target=mark.actor,
            distance=mark.distance,
            rounds=mark.missed,
            spread=attack.kind.automatic or weapon.ae > 0,
        )
        for mark in past
    )
    draft.replace_procedure(replace(session_state(draft.table), missed=misses))
    if draft.reports:
        _log_misses(draft, attack, misses, weapon)


def _log_misses(draft: Draft, attack: Attack, misses: tuple[MissedRounds, ...], weapon: Weapon) -> None:
    stray_table = ranged_rules.ranged_tables().stray
    metres = stray_table.reach_suppression if weapon.suppression else stray_table.reach
    for miss in misses:
        draft.note(
            "rounds_went_past",
            "FI-STRAY-1",
            "FI-STRAY-3",
            "FI-STRAY-6",
            actor=actor_name(draft.table, attack.actor),
            count=miss.rounds,
            target=actor_name(draft.table, miss.target),
            metres=metres,
            calls_for=("check_strays",),
        )
    draft.record_results(stray_metres=metres)


# ---- the declaration -----------------------------------------------------------------------------------------------


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
