"""Commands of traps: build, place, search, reveal, disarm, reset, hide (CF-TRAP-1 to -8, -20, -21, CF-UI-12)."""

from __future__ import annotations

from typing import Annotated, ClassVar, get_args

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, built_from, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, need_controller
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.traps.placed_traps import TRAPS, PlacedTrap, need_trap, place_new_trap, reveal_trap
from engine.rulesets.classic_fantasy.traps.trap_rules import Act, Resistance, Trap, Works
from engine.rulesets.classic_fantasy.traps.trap_rules import Purpose as TrapPurpose
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import roll_again, trap_roll, trigger_trap

WORKS = {size: Message(key=f"ask.works_{size}") for size in get_args(Works)}
TrapId = Annotated[str, Meta(description="a trap of the GM's list, by its id")]


# ---- built ----------------------------------------------------------------------------------------------------------


class BuildTrap(GmRequest):
    """The GM builds a trap with a skill in per cent or with that of a character; it is placed hidden."""

    RULES = (
        "CF-TRAP-1",
        "CF-TRAP-2",
        "CF-TRAP-3",
        "CF-TRAP-6",
        "CF-TRAP-7",
        "CF-TRAP-8",
        "CF-TRAP-11",
        "CF-TRAP-12",
        "CF-TRAP-15",
        "CF-TRAP-23",
    )
    name: Annotated[str, Meta(description="what it is called"), Asks("trap_name", least=1)]
    maker: Annotated[
        int,
        Meta(ge=0, le=999, description="the skill that it is made with; 0 for the builder's"),
        Asks(least=1, optional=False),
    ] = 0
    builder: Annotated[str, Meta(description="the character who builds it; empty for nobody known")] = ""
    works: Annotated[Works, Meta(description="small or large"), Asks(called=WORKS, optional=False)] = "small"
    purposes: Annotated[tuple[TrapPurpose, ...], Meta(description="what it is for"), Asks(least=1, optional=False)] = (
        "death",
    )
    trigger: Annotated[str, Meta(description="how it is set off"), Asks("trap_trigger")] = ""
    resistance: Annotated[tuple[Resistance, ...], Meta(description="the ways out for a victim")] = ()
    effect: Annotated[str, Meta(description="what happens, in words"), Asks("trap_effect")] = ""
    damage: Annotated[str, Meta(description="dice for each location; empty for the most, `0` for none")] = ""
    spread: Annotated[
        int,
        Meta(ge=0, le=40, description="rows lower, for more possible locations, as far as the maker can"),
        Asks(most=9),
    ] = 0
    depth: Annotated[
        Annotated[int, Meta(ge=0, le=1000)] | None, Meta(description="of a pit, in feet"), Asks(rare=True)
    ] = None
    ignores_armour: Annotated[bool, Meta(description="armour is no help")] = False
    poison: Annotated[str, Meta(description="what is on it"), Asks(rare=True)] = ""
    auto_reset: Annotated[bool, Meta(description="it sets itself again"), Asks(rare=True)] = False
    place: Annotated[str, Meta(description="where it lies, in words"), Asks("place_words")] = ""

    def built_trap(self, table: Table) -> Trap:
        """Return the trap that it describes. Raises Refused for a maker that cannot build it (CF-TRAP-1)."""
        trap = built_from(Trap, self)
        if self.builder and not self.maker:
            skill = character_sheet_of(table, self.builder).skill(trap.skill)
            trap = replace(trap, maker=skill.value if skill is not None else 0)
        return trap_rules.as_built(trap, settings=settings_of(table))

    def verify(self, table: Table) -> None:
        """Allow only the GM, within the maker's limits (CF-TRAP-11)."""
        super().verify(table)
        if self.builder:
            need_controller(table, self, self.builder)
        trap = self.built_trap(table)
        if trap.damage:
            mixed(trap.damage)
        for fault in trap_rules.faults(trap, settings=settings_of(table)):
            key = fault.key.rpartition(".")[2]
            raise Refused(f"d100_trap_{key}", "CF-TRAP-11", "CF-TRAP-15", **fault.params)

    def decide(self, draft: Draft) -> None:
        """Place the trap, hidden, and show its price to the GM."""
        place_trap(draft, self.built_trap(draft.table), self.place)


def place_trap(draft: Draft, trap: Trap, place: str) -> None:
    """Place a trap, hidden, and show its price to the GM."""
    place_new_trap(draft, trap, place)
    price = trap_rules.price_of(trap, settings=settings_of(draft.table))
    _to_gm(draft, "d100_trap_laid", "CF-TRAP-2", name=trap.name, price=price.count, coin=f"d100-{price.coin}")


def _to_gm(draft: Draft, key: str, *rules: str, **params: str | int) -> None:
    draft.note(key, *rules, audience=(draft.table.gm(),), reckoning=(), tells=(), calls_for=(), **params)


class LaySample(GmRequest):
    """The GM places one of the traps that come with the game."""

    RULES = ("CF-TRAP-17", "CF-TRAP-18", "CF-TRAP-19")
    name: Annotated[str, Meta(description="which")]
    place: Annotated[str, Meta(description="where it lies, in words")] = ""

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a sample that exists."""
        super().verify(table)
        if self.name not in [trap.name for trap in trap_rules.samples()]:
            raise Refused("d100_no_such_trap", "CF-TRAP-17", trap=self.name[:60])

    def decide(self, draft: Draft) -> None:
        """Place the sample, hidden."""
        place_trap(draft, next(trap for trap in trap_rules.samples() if trap.name == self.name), self.place)


# ---- the GM's list --------------------------------------------------------------------------------------------------


class TrapRequest(GmRequest):
    """A command of the GM about a trap of the list."""

    ABSTRACT = True
    CITED = ("CF-TRAP-5",)
    NEEDS = (lambda table, command: command.placed(table),)
    trap: TrapId

    def placed(self, table: Table) -> PlacedTrap:
        """Return the trap. Raises Refused if there is none."""
        return need_trap(table, self.seat, self.trap)


class RemoveTrap(TrapRequest):
    """The GM removes a trap for good."""

    RULES = ("CF-TRAP-5",)
    FAR_REACHING = True

    def decide(self, draft: Draft) -> None:
        """Remove the trap from the list."""
        placed = self.placed(draft.table)
        TRAPS.remove(draft, self.trap)
        _to_gm(draft, "d100_trap_gone", "CF-TRAP-5", name=placed.trap.name)


class RevealTrap(TrapRequest):
    """The GM shows a trap to all seats."""

    RULES = ("CF-TRAP-20",)

    def decide(self, draft: Draft) -> None:
        """Let all seats see the trap."""
        placed = self.placed(draft.table)
        spotted = replace(placed, state="spotted") if placed.state == "hidden" else placed
        TRAPS.write(draft, spotted)
        reveal_trap(draft, spotted, *draft.table.seats)
        draft.note("d100_trap_seen", "CF-TRAP-20", name=placed.trap.name)


class TurnTrap(TrapRequest):
    """The GM resets a trap, hides it, or lets it be disarmed."""

    RULES = ("CF-TRAP-5",)
    act: Annotated[Act, Meta(description="what is done with it")]

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a trap that can be put into that state."""
        super().verify(table)
        trap_rules.state_after(self.placed(table).state, self.act)

    def decide(self, draft: Draft) -> None:
        """Change the state; seats forget a trap that is hidden again."""
        placed = self.placed(draft.table)
        state = trap_rules.state_after(placed.state, self.act)
        TRAPS.write(draft, replace(placed, state=state, known=() if state == "hidden" else placed.known))
        _to_gm(draft, "d100_trap_turned", "CF-TRAP-5", name=placed.trap.name, state=f"trap-{state}")


class SpringTrap(TrapRequest):
    """A trap goes off."""

    RULES = ("CF-TRAP-9", "CF-TRAP-10", "CF-TRAP-5")
    CITED = ("CF-TRAP-9",)
    victims: Annotated[
        tuple[str, ...], Meta(description="at whom; nobody for a mere signal"), Asks("trap_victims", optional=False)
    ] = ()

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a trap that can go off."""
        super().verify(table)
        need_free(table)
        trap_rules.state_after(self.placed(table).state, "spring")
        for victim in self.victims:
            need_controller(table, self, victim)

    def decide(self, draft: Draft) -> None:
        """Trigger the trap at all victims, one after the other."""
        trigger_trap(draft, self.placed(draft.table), self.victims)


# ---- looked for and disarmed ----------------------------------------------------------------------------------------


class SearchTrap(GmRequest):
    """The GM lets a character's Perception contend with a hidden trap; others learn of it only if it is found."""

    RULES = ("CF-TRAP-3", "CF-TRAP-20")
    CITED = ("CF-TRAP-20",)
    actor: Annotated[str, Meta(description="who looks"), Asks("searcher")]
    trap: TrapId
    grade: Annotated[Grade, Meta(description="how hard it is by itself"), Asks()] = "Standard"
    secret: Annotated[bool, Meta(description="the GM alone sees the roll"), Asks("in_secret")] = True

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a hidden trap."""
        super().verify(table)
        need_controller(table, self, self.actor)
        need_free(table)
        trap_rules.state_after(need_trap(table, self.seat, self.trap).state, "spot")
        roll_of(table, self.actor, "Perception")

    def decide(self, draft: Draft) -> None:
        """Roll Perception against Difficulty."""
        trap = need_trap(draft.table, self.seat, self.trap).trap
        rolls = (roll_of(draft.table, self.actor, "Perception", self.grade), trap_roll(trap))
        then = SearchContest(trap=self.trap)
        CHECKS.open(draft, Check(then=then, rolls=rolls, sort="opposed", secret=self.secret))


class SearchContest(Frozen, CheckPurpose, tag_field="then", tag="search"):
    """A contest of a searcher and a hidden trap, by its id."""

    trap: str

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Reveal the trap to the searcher, or leave it hidden, if it is still there (CF-TRAP-20, CF-AMB-45)."""
        placed = TRAPS.find(draft.table, self.trap)
        if placed is None:
            return
        actor, trap = result.check.rolls[0].actor, placed.trap.name
        match trap_rules.search_verdict(result.rolls[0], result.rolls[1], settings=settings_of(draft.table)):
            case "won":
                seat = controller_of(draft.table, actor)
                spotted = replace(placed, state=trap_rules.state_after(placed.state, "spot"))
                TRAPS.write(draft, spotted)
                reveal_trap(draft, spotted, seat)
                audience, name = tuple(sorted({seat, draft.table.gm()} - {""})), actor_name(draft.table, actor)
                draft.note("d100_trap_spotted", "CF-TRAP-20", audience=audience, actor=name, name=trap)
            case "again":
                roll_again(draft, result.check)
            case "lost":
                _to_gm(draft, "d100_trap_missed", "CF-TRAP-20", actor=actor_name(draft.table, actor), name=trap)


class DisarmTrap(Request):
    """A character that knows of a trap tries to disarm it."""

    RULES = ("CF-TRAP-3", "CF-TRAP-21")
    actor: Annotated[str, Meta(description="who works on it"), Asks("worker")]
    trap: TrapId
    skill: Annotated[str, Meta(description="another skill that the GM allows; empty for the usual one")] = ""
    grade: Annotated[Grade, Meta(description="how hard it is by itself"), Asks()] = "Standard"

    def verify(self, table: Table) -> None:
        """Allow the character's player or the GM, for a trap that is known and armed (CF-TRAP-21)."""
        need_controller(table, self, self.actor)
        placed = need_trap(table, self.seat, self.trap)
        need_free(table)
        trap_rules.state_after(placed.state, "disarm")
        if self.skill:
            need_gm(table, self, "CF-TRAP-21")
        roll_of(table, self.actor, self.skill or placed.trap.skill)

    def decide(self, draft: Draft) -> None:
        """Roll the skill against the trap's Difficulty."""
        trap = need_trap(draft.table, self.seat, self.trap).trap
        roll = roll_of(draft.table, self.actor, self.skill or trap.skill, self.grade)
        then = DisarmContest(trap=self.trap)
        CHECKS.open(draft, Check(then=then, rolls=(roll, trap_roll(trap)), sort="opposed"))


class DisarmContest(Frozen, CheckPurpose, tag_field="then", tag="disarm"):
    """A contest of a character and a trap that it disarms, by its id."""

    PLAYER_CALLS_OFF: ClassVar[bool] = True
    trap: str

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Disarm the trap, leave it as it is, or trigger it, if it is still there (CF-TRAP-21)."""
        placed = TRAPS.find(draft.table, self.trap)
        if placed is None:
            return
        actor = result.check.rolls[0].actor
        verdict = trap_rules.disarm_verdict(result.rolls[0], result.rolls[1], settings=settings_of(draft.table))
        record_result(draft, actor, disarmed=verdict)
        if verdict == "again":
            roll_again(draft, result.check)
            return
        add_log_line(draft, actor, f"d100_trap_{verdict}", "CF-TRAP-21", name=placed.trap.name)
        if verdict == "disarmed":
            state, hidden = trap_rules.state_after(placed.state, "disarm"), audience_for(draft.table, actor) is not None
            TRAPS.write(draft, replace(placed, state=state, unwitnessed=hidden))
        elif verdict == "sprung":
            trigger_trap(draft, placed, (actor,))
