"""The uses of a Luck Point: which are possible now, why not, and their effects (CF-LUCK)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import last_act
from engine.rulesets.classic_fantasy.wounds.wound_rules import Wound, mitigate

LuckHolder = Literal["player", "key", "other"]
"""A player's character, an important one of the GM's, or any other (CF-AMB-42)."""
LuckUse = Literal["reroll", "swap", "force_reroll", "desperate_effort", "mitigate", "last_act"]
USES: tuple[LuckUse, ...] = ("reroll", "swap", "force_reroll", "desperate_effort", "mitigate", "last_act")
"""CF-T-LUCK; to cheat fate with an own roll has two ways."""
RULES: Mapping[LuckUse, str] = {
    "reroll": "CF-LUCK-7",
    "swap": "CF-LUCK-7",
    "force_reroll": "CF-LUCK-8",
    "desperate_effort": "CF-LUCK-9",
    "mitigate": "CF-LUCK-10",
    "last_act": "CF-BLOOD-4",
}
D100 = 100


class PendingRoll(Frozen):
    """A roll that has been thrown and has had no effect yet.

    Attributes:
        value: the result.
        sides: the kind of die; 100 for a d100, 0 for any other dice.
        of: the owner of the roll.
        purpose: its purpose; an enemy's roll can be repeated if it is an attack on the character or its damage.
        hidden: the GM made it in secret (CF-AMB-42).
        what: what it decides, in words, if that is not obvious.
    """

    value: int
    sides: int = 0
    of: Literal["own", "enemy"] = "own"
    purpose: Literal["skill", "attack", "damage", "effect", "experience", "training"] = "effect"
    hidden: bool = False
    what: str = ""


class LuckSituation(Frozen):
    """All that the rules of luck need to know of a character.

    Attributes:
        points: Luck Points left.
        spent: one was spent on this Action already (CF-LUCK-5).
        whose: the kind of character.
        roll: the roll at the front.
        in_fight: it is in combat.
        action_points: left in this Round.
        wound: a new wound that has had no consequence yet.
        mitigated: a Major Wound of the same event was mitigated already (CF-AMB-41).
        act_allowed: the GM allows a last act.
        act_fit: the limbs for it work.
        act_tried: there was one already.
    """

    points: int
    spent: bool = False
    whose: LuckHolder = "player"
    roll: PendingRoll | None = None
    in_fight: bool = False
    action_points: int = 0
    wound: Wound | None = None
    mitigated: bool = False
    act_allowed: bool = False
    act_fit: bool = True
    act_tried: bool = False


class LuckOption(Frozen):
    """One use of luck, with the reason and its rules if it is not possible now.

    `shows` is its result if that is known before: a swapped roll, hit points. `what` would be rerolled, in words, if
    that is not obvious.
    """

    use: LuckUse
    refused: Message | None
    rules: tuple[str, ...]
    shows: int | None = None
    what: str = ""

    @property
    def words(self) -> Message:
        """The use in words, with the result it would give."""
        return Message(key=f"d100.luck.{self.use}", params={"shows": self.shows, "what": self.what})


def luck_options(moment: LuckSituation, *, settings: Settings = CATALOGUE) -> tuple[LuckOption, ...]:
    """Return every use of luck, with its result or with the reason against it (CF-LUCK-4 to CF-LUCK-11)."""
    return tuple(_checked_option(use, moment, settings) for use in USES)


def is_possible(use: LuckUse, moment: LuckSituation, settings: Settings) -> bool:
    """Return whether a Luck Point may do this now."""
    try:
        check_luck_use(use, moment, settings=settings)
    except Refused:
        return False
    return True


def check_luck_use(use: LuckUse, moment: LuckSituation, *, settings: Settings = CATALOGUE) -> None:
    """Raise Refused unless a Luck Point may do this now."""
    _check_point(use, moment, settings)
    match use:
        case "reroll":
            _own_roll(moment)
        case "swap":
            roll = _own_roll(moment)
            if roll.sides != D100:
                raise Refused("d100_luck_swap_d100", "CF-LUCK-7", "CF-AMB-43")
            if swapped(roll.value) == roll.value:
                raise Refused("d100_luck_swap_same", "CF-LUCK-7", "CF-AMB-43")
        case "force_reroll":
            if moment.roll is None or moment.roll.of != "enemy" or moment.roll.purpose not in ("attack", "damage"):
                raise Refused("d100_luck_no_enemy_roll", "CF-LUCK-8")
        case "desperate_effort":
            if not moment.in_fight:
                raise Refused("d100_luck_no_fight", "CF-LUCK-9")
            if moment.action_points > 0:
                raise Refused("d100_luck_points_left", "CF-LUCK-9", points=moment.action_points)
        case "mitigate":
            if moment.wound is None:
                raise Refused("d100_luck_no_major", "CF-LUCK-10")
            mitigate(moment.wound)
        case "last_act":
            if moment.wound is None:
                raise Refused("d100_last_act_unhurt", "CF-BLOOD-4")
            last_act(moment.wound, allowed=moment.act_allowed, fit=moment.act_fit, tried=moment.act_tried)


def _checked_option(use: LuckUse, moment: LuckSituation, settings: Settings) -> LuckOption:
    try:
        check_luck_use(use, moment, settings=settings)
    except Refused as refused:
        return LuckOption(use=use, refused=refused.message, rules=refused.rules)
    shows = None
    if use == "swap" and moment.roll is not None:
        shows = swapped(moment.roll.value)
    if use == "mitigate" and moment.wound is not None:
        shows = mitigate(moment.wound).hp
    what = moment.roll.what if use == "reroll" and moment.roll is not None else ""
    return LuckOption(use=use, refused=None, rules=(RULES[use],), shows=shows, what=what)


_HOLDERS: Final[Mapping[str, tuple[LuckHolder, ...]]] = {
    "off": ("player",),
    "key": ("player", "key"),
    "all": ("player", "key", "other"),
}
"""The characters with Luck Points by the group's option."""


def has_luck(holder: LuckHolder, settings: Settings = CATALOGUE) -> bool:
    """Return whether a character has Luck Points at all; the group's option decides for the GM's (CF-AMB-42)."""
    return holder in _HOLDERS[settings.luck_npc]


def _check_point(use: LuckUse, moment: LuckSituation, settings: Settings) -> None:
    if not has_luck(moment.whose, settings):
        raise Refused("d100_luck_not_theirs", "CF-AMB-42")
    each_wound = use == "mitigate" and moment.mitigated and settings.luck_mitigate_multi == "each"
    if moment.spent and not each_wound:
        raise Refused("d100_luck_spent", "CF-LUCK-5")
    if moment.points < 1:
        raise Refused("d100_luck_none", "CF-LUCK-4")


def _own_roll(moment: LuckSituation) -> PendingRoll:
    roll = moment.roll
    if roll is None or roll.of != "own":
        raise Refused("d100_luck_no_roll", "CF-LUCK-7")
    if roll.purpose in ("experience", "training"):
        raise Refused("d100_luck_not_for_learning", "CF-LUCK-6", "CF-XP-9")
    if roll.hidden:
        raise Refused("d100_luck_hidden", "CF-AMB-42")
    return roll


def swapped(roll: int) -> int:
    """Return a d100 with its two digits changed about: 75 is 57, 07 is 70, and 00 stays 00 (CF-LUCK-7, CF-AMB-43)."""
    tens, ones = divmod(roll % D100, 10)
    return ones * 10 + tens or D100
