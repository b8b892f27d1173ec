"""The damage wizard: where harm lands, the fixed steps with their numbers, the wound, luck, what follows (CF-UI-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.blows import damage_of, dice_of_blow
from engine.rulesets.classic_fantasy.leading import may_follow, told_of
from engine.rulesets.classic_fantasy.ledgers.care import LOOK
from engine.rulesets.classic_fantasy.ledgers.roll import luck_lines
from engine.rulesets.classic_fantasy.ledgers.saying import BLANK, heading, may_read, words
from engine.rulesets.classic_fantasy.parts import Part
from engine.rulesets.classic_fantasy.procedures.wounding import Blow, Wounding, wounding
from engine.rulesets.classic_fantasy.wounding import wound_of
from engine.rulesets.classic_fantasy.wounds import tests_endurance
from engine.table.frozen import Json
from engine.table.table import Table

KEY: Final = "harm"
RULED: Final = {
    "weapon_damage": "base",
    "damage_modifier": "modifier",
    "magic_damage": "magic",
    "parry_all": "parry",
    "parry_half": "parry",
    "armour": "worn",
    "natural_armour": "natural",
}
"""By which offer the GM overrules a summand; what hurts by itself is the base of the blow."""
SHORT: Final = frozenset(
    {
        "d100_find_location",
        "d100_choose_locations",
        "d100_throw_damage",
        "d100_waive_luck",
        "d100_make_bleed",
        "d100_stop_harm",
    }
)
"""What is said shorter here, where it is plain who is harmed."""
STEPS: Final = ("base", "modifier", "magic", "parry", "worn", "natural")
"""The steps in their fixed order; armour has two summands (CF-DMG-5)."""


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab while harm is on its way."""
    found = wounding(table)
    if found is None or not may_follow(table, viewer, told_of(table, found.harm.actor)):
        return None
    front = table.procedures[-1] is found
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.harm.tab"), sign="drop", now=front)


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page; of somebody whose numbers are not the viewer's to know only that there is harm."""
    now = wounding(table)
    assert now is not None
    params = {"actor": actor_name(table, now.harm.actor), "what": now.harm.what}
    bare = Ledger(key=KEY, title=Message(key="d100.ledger.harm.title", params=params))
    if not may_read(table, viewer, now.harm.actor):
        return Ledger(key=KEY, title=bare.title, empty=Message(key="d100.ledger.harm.hidden"))
    return Ledger(
        key=KEY,
        title=bare.title,
        large=_large(table, now),
        said=(Message(key="d100.ledger.harm.luck_may"),) if now.stage == "luck" else (),
        columns=(
            Message(key="d100.ledger.harm.column_step"),
            Message(key="d100.ledger.harm.column_value"),
            Message(key="d100.ledger.harm.column_left"),
        ),
        lines=tuple(_lines(table, viewer, now)),
        touches=tuple(_touches(now)),
        empty=Message(key="d100.ledger.harm.nothing_yet", params={"dice": " ".join(dice_of_blow(now))}),
    )


def _large(table: Table, now: Wounding) -> Message | None:
    if not now.blows or not now.blow.lies or now.stage == "consequences":
        return None
    params: dict[str, Json] = {"location": now.blow.location, "damage": damage_of(table, now, now.at).value}
    return Message(key="d100.ledger.harm.large", params=params)


def _touches(now: Wounding) -> Iterator[Touch]:
    names = {
        "where": ("d100_find_location", "d100_choose_locations"),
        "damage": ("d100_throw_damage", "d100_accept_damage", "d100_choose_locations"),
        "luck": ("d100_waive_luck",),
        "consequences": (
            "d100_accept_consequences",
            "d100_limb_kind",
            "d100_rule_turns",
            "d100_last_act_allow",
            "d100_last_act_deny",
            *((f"d100_luck_last_act:{now.harm.actor}",) if now.last_act else ()),
        ),
    }.get(now.stage, ())
    for name in (*names, "d100_make_bleed", "d100_stop_harm"):
        yield Touch(offer=name, label=Message(key=f"d100.ledger.harm.do_{name}") if name in SHORT else None)


def _lines(table: Table, viewer: str, now: Wounding) -> Iterator[LedgerLine]:
    if now.stage == "consequences":
        yield from _consequences(now)
    if now.stage in ("luck", "consequences"):
        yield from luck_lines(table, viewer, fitting=True)
    for index, blow in enumerate(now.blows):
        yield from _blow(table, now, index, blow)
    if now.stage == "damage":
        yield from luck_lines(table, viewer, fitting=True)
    for index, later in enumerate(now.queue):
        params = {"actor": actor_name(table, later.actor), "what": later.what}
        if may_read(table, viewer, later.actor):
            then = Cell(text=Message(key="d100.ledger.harm.later", params=params), tone="dim")
            yield LedgerLine(key=f"later:{index}", cells=(then, BLANK, BLANK), actor=later.actor)


# ---- a blow ----------------------------------------------------------------------------------------------------------


def _blow(table: Table, now: Wounding, index: int, blow: Blow) -> Iterator[LedgerLine]:
    here, over = index == now.at, index < now.at
    sign, tone = ("check", "dim") if over else ("chevron-right", "now") if here else ("", "dim")
    state = BLANK
    if over and index < len(now.worst):
        state = Cell(text=Message(key="d100.ledger.harm.level", params={"level": f"d100-wound-{now.worst[index]}"}))
    yield heading(f"blow:{index}", (Cell(text=words(blow.location), sign=sign, tone=tone), state, BLANK))
    if over:
        return
    if not blow.lies:
        text = Message(key="d100.ledger.harm.to_be_thrown", params={"dice": " ".join(dice_of_blow(now))})
        wait = Cell(text=text, sign="hourglass", tone="now" if here else "dim")
        yield LedgerLine(key=f"dice:{index}", cells=(wait, BLANK, BLANK))
        return
    yield from _steps(table, now, index, blow, here)
    if here:
        yield from _wound(table, now)


def _steps(table: Table, now: Wounding, index: int, blow: Blow, here: bool) -> Iterator[LedgerLine]:
    """Yield the steps in their order, each with what is left after it; the fixed ones stand there even at nothing."""
    found = damage_of(table, now, index)
    overrule = Message(key="d100.ledger.overrule")
    open_now = here and now.stage == "damage"
    told = dict[str, list[Part]]()
    for part in found.parts:
        told.setdefault(_step_of(part, told), []).append(part)
    left = 0
    fixed = STEPS[:4] if now.harm.source == "weapon" else STEPS[:1]
    for step in (*STEPS, "ruled"):
        parts = told.get(step, [])
        if not parts and step not in fixed and not (step == "worn" and blow.worn + blow.natural):
            continue
        value = sum(part.value for part in parts)
        left += value
        touches = [Touch(offer=f"d100_rule_{step}", label=overrule)] if open_now and step in STEPS else []
        if open_now and step == "worn" and blow.natural and now.harm.source == "weapon":
            label = Message(key="d100.ledger.harm.overrule_natural")
            touches.append(Touch(offer="d100_rule_natural", label=label))
        yield LedgerLine(
            key=f"{step}:{index}",
            cells=(
                Cell(text=Message(key=f"d100.ledger.harm.step_{step}")),
                Cell(
                    text=words(value if parts else "–")
                    if step == "base" or not parts
                    else Message(key="d100.ledger.harm.value", params={"value": value}),
                    told=tuple(part.words for part in parts),
                    touches=tuple(touches),
                    tone="" if parts else "dim",
                ),
                Cell(text=words(left)),
            ),
            rules=("CF-DMG-5",),
        )
    through = Cell(
        text=words(found.value),
        tone="warn" if found.value else "good",
        told=tuple(part.words for part in found.parts),
        touches=(Touch(offer="d100_rule_damage", label=overrule),) if open_now else (),
    )
    name = Cell(text=Message(key="d100.ledger.harm.through"))
    yield LedgerLine(key=f"through:{index}", cells=(name, BLANK, through), rules=("CF-DMG-2", "CF-DMG-6"))


def _step_of(part: Part, so_far: dict[str, list[Part]]) -> str:
    """Return the step that a summand belongs to; what is held at nothing belongs to the step before it."""
    if part.reason == "not_below_0":
        return next(reversed(so_far), "base")
    if part.reason == "ruled":
        return "ruled"
    return RULED.get(part.reason, "base")


def _wound(table: Table, now: Wounding) -> Iterator[LedgerLine]:
    """Yield what the blow makes of its location, and the Endurance roll that decides on it."""
    try:
        found = wound_of(table, now)
    except Refused:  # somebody has changed the body meanwhile
        return
    sign, tone = LOOK[found.level]
    params = {"before": found.before, "hp": found.hp, "most": found.most}
    yield LedgerLine(
        key="wound",
        cells=(
            Cell(text=Message(key="d100.ledger.harm.wound")),
            Cell(text=Message(key="d100.ledger.harm.hp", params=params)),
            Cell(
                text=Message(key="d100.ledger.harm.level", params={"level": f"d100-wound-{found.level}"}),
                sign=sign,
                tone=tone,
            ),
        ),
        actor=now.harm.actor,
        rules=("CF-WOUND-1", "CF-WOUND-2", "CF-WOUND-3"),
    )
    if not tests_endurance(found):
        return
    decided = now.stage == "consequences"
    word = "lost" if now.lost else "won"
    text = (
        Message(key=f"d100.ledger.harm.endurance_{word}") if decided else Message(key="d100.ledger.harm.endurance_due")
    )
    other = "won" if now.lost else "lost"
    yield LedgerLine(
        key="endurance",
        cells=(
            Cell(text=Message(key="d100.ledger.harm.endurance")),
            Cell(
                text=text,
                sign=("warning" if now.lost else "check") if decided else "hourglass",
                tone=("bad" if now.lost else "good") if decided else "dim",
                touches=(Touch(offer=f"d100_endurance_{other}"),) if decided else (),
            ),
            BLANK,
        ),
        actor=now.harm.actor,
        rules=("CF-WOUND-4",),
    )


def _consequences(now: Wounding) -> Iterator[LedgerLine]:
    """Yield what follows, line by line, for the GM to strike out or to let stand."""
    yield heading("follows", (Cell(text=Message(key="d100.ledger.harm.follows")), BLANK, BLANK))
    for index, line in enumerate(now.proposed):
        out = index in now.struck
        state = (
            Cell(text=Message(key="d100.ledger.harm.struck"), sign="close", tone="dim")
            if out
            else Cell(text=Message(key="d100.ledger.harm.stands"), sign="check")
        )
        label = Message(key="d100.ledger.harm.let_stand") if out else Message(key="d100.ledger.harm.strike")
        yield LedgerLine(
            key=f"follows:{index}",
            cells=(Cell(text=line.words, tone="dim" if out else ""), state, BLANK),
            touches=(Touch(offer=f"d100_strike_line_{'in' if out else 'out'}:{index}", label=label),),
            rules=line.rules,
        )
