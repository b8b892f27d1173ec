"""What a Luck Point may do now, why not, and what comes of it (CF-LUCK). How many there are: `people`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.blood import last_act
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wounds import Wound, level_of
from engine.table.frozen import Frozen, replace

Whose = Literal["player", "key", "other"]
"""A player's character, an important one of the GM's, or any other (CF-AMB-42)."""
Use = Literal["reroll", "swap", "force_reroll", "desperate_effort", "mitigate", "last_act"]
USES: tuple[Use, ...] = ("reroll", "swap", "force_reroll", "desperate_effort", "mitigate", "last_act")
"""CF-T-LUCK; to cheat fate with an own roll has two ways."""
RULES: Mapping[Use, str] = {
    "reroll": "CF-LUCK-7",
    "swap": "CF-LUCK-7",
    "force_reroll": "CF-LUCK-8",
    "desperate_effort": "CF-LUCK-9",
    "mitigate": "CF-LUCK-10",
    "last_act": "CF-BLOOD-4",
}
D100 = 100


class Roll(Frozen):
    """A roll that has fallen and has had no effect yet.

    Attributes:
        sides: the kind of die; 100 for a d100.
        value: what it shows.
        of: whose it is.
        purpose: what it is for; an enemy's can be repeated if it is the attack or the damage that aims at one.
        hidden: the GM made it behind the screen (CF-AMB-42).
        what: what it decides, in words, where that is not what everybody looks at.
    """

    sides: int
    value: int
    of: Literal["own", "enemy"]
    purpose: Literal["skill", "attack", "damage", "effect", "experience", "training"]
    hidden: bool = False
    what: str = ""


class Moment(Frozen):
    """What luck must know of somebody.

    Attributes:
        points: Luck Points left.
        spent: one was spent on this Action already (CF-LUCK-5).
        whose: whose character it is.
        roll: the roll in front.
        in_fight: Combat Rounds are counted.
        action_points: left in this Round.
        wound: a wound that was suffered just now and has had no consequence yet.
        mitigated: a Major Wound of the same event was mitigated already (CF-AMB-41).
        act_allowed: the GM allows a last act.
        act_fit: the limbs for it work.
        act_tried: there was one already.
    """

    points: int
    spent: bool = False
    whose: Whose = "player"
    roll: Roll | None = None
    in_fight: bool = False
    action_points: int = 0
    wound: Wound | None = None
    mitigated: bool = False
    act_allowed: bool = False
    act_fit: bool = True
    act_tried: bool = False


class Possible(Frozen):
    """One use of luck as it is offered.

    Attributes:
        use: which.
        refused: why it cannot be had now; None if it can.
        rules: the rules that say so.
        shows: what it would come to, where that is known before: a swapped roll, hit points.
        what: what would be thrown again, in words, where that is not what everybody looks at.
    """

    use: Use
    refused: Message | None
    rules: tuple[str, ...]
    shows: int | None = None
    what: str = ""

    @property
    def words(self) -> Message:
        """What it is, and what it would show."""
        return Message(key=f"d100.luck.{self.use}", params={"shows": self.shows, "what": self.what})


def uses(moment: Moment, *, settings: Settings = CATALOGUE) -> tuple[Possible, ...]:
    """Return every use of luck, each with what it would show or why it is not to be had (CF-LUCK-4 to CF-LUCK-11)."""
    return tuple(_possible(use, moment, settings) for use in USES)


def check(use: Use, moment: Moment, *, settings: Settings = CATALOGUE) -> None:
    """Raise Refused unless a Luck Point may do this now."""
    _check_point(use, moment, settings)
    _CHECKS[use](moment)


def _possible(use: Use, moment: Moment, settings: Settings) -> Possible:
    try:
        check(use, moment, settings=settings)
    except Refused as refused:
        return Possible(use=use, refused=refused.message, rules=refused.rules)
    shows = None
    if use == "swap" and moment.roll is not None:
        shows = swapped(moment.roll.value)
    if use == "mitigate" and moment.wound is not None:
        shows = mitigate(moment.wound).hp
    what = moment.roll.what if use == "reroll" and moment.roll is not None else ""
    return Possible(use=use, refused=None, rules=(RULES[use],), shows=shows, what=what)


def has_luck(whose: Whose, settings: Settings = CATALOGUE) -> bool:
    """Say whether somebody has Luck Points at all: of the GM's characters as the group has chosen (CF-AMB-42)."""
    allowed = {"off": {"player"}, "key": {"player", "key"}, "all": {"player", "key", "other"}}
    return whose in allowed[settings.luck_npc]


def _check_point(use: Use, moment: Moment, settings: Settings) -> None:
    if not has_luck(moment.whose, settings):
        raise Refused("d100_luck_not_theirs", "CF-AMB-42")
    each = use == "mitigate" and moment.mitigated and settings.luck_mitigate_multi == "each"
    if moment.spent and not each:
        raise Refused("d100_luck_spent", "CF-LUCK-5")
    if moment.points < 1:
        raise Refused("d100_luck_none", "CF-LUCK-4")


def _check_own_roll(moment: Moment) -> None:
    roll = moment.roll
    if roll is None or roll.of != "own":
        raise Refused("d100_luck_no_roll", "CF-LUCK-7")
    if roll.purpose in ("experience", "training"):
        raise Refused("d100_luck_not_for_learning", "CF-LUCK-6", "CF-XP-9")
    if roll.hidden:
        raise Refused("d100_luck_hidden", "CF-AMB-42")


def _check_swap(moment: Moment) -> None:
    _check_own_roll(moment)
    if moment.roll is not None and moment.roll.sides != D100:
        raise Refused("d100_luck_swap_d100", "CF-LUCK-7", "CF-AMB-43")
    if moment.roll is not None and swapped(moment.roll.value) == moment.roll.value:
        raise Refused("d100_luck_swap_same", "CF-LUCK-7", "CF-AMB-43")


def _check_enemy_roll(moment: Moment) -> None:
    roll = moment.roll
    if roll is None or roll.of != "enemy" or roll.purpose not in ("attack", "damage"):
        raise Refused("d100_luck_no_enemy_roll", "CF-LUCK-8")


def _check_effort(moment: Moment) -> None:
    if not moment.in_fight:
        raise Refused("d100_luck_no_fight", "CF-LUCK-9")
    if moment.action_points > 0:
        raise Refused("d100_luck_points_left", "CF-LUCK-9", points=moment.action_points)


def _check_mitigate(moment: Moment) -> None:
    if moment.wound is None:
        raise Refused("d100_luck_no_major", "CF-LUCK-10")
    mitigate(moment.wound)


def _check_act(moment: Moment) -> None:
    if moment.wound is None:
        raise Refused("d100_last_act_unhurt", "CF-BLOOD-4")
    last_act(moment.wound, allowed=moment.act_allowed, fit=moment.act_fit, tried=moment.act_tried)


_CHECKS: Mapping[Use, Callable[[Moment], None]] = {
    "reroll": _check_own_roll,
    "swap": _check_swap,
    "force_reroll": _check_enemy_roll,
    "desperate_effort": _check_effort,
    "mitigate": _check_mitigate,
    "last_act": _check_act,
}


def swapped(roll: int) -> int:
    """Return a d100 with its two digits changed about: 75 is 57, 07 is 70, and 00 stays 00 (CF-LUCK-7, CF-AMB-43)."""
    tens, ones = divmod(roll % D100, 10)
    return ones * 10 + tens or D100


def mitigate(hurt: Wound) -> Wound:
    """Return a Major Wound as luck leaves it: Serious, by one hit point (CF-LUCK-10, CF-LUCK-11).

    Raises:
        Refused: it is no Major Wound, or the location had one before.
    """
    if hurt.level != "major":
        raise Refused("d100_luck_no_major", "CF-LUCK-10")
    if level_of(hurt.before, hurt.most) == "major":
        raise Refused("d100_luck_major_before", "CF-LUCK-11", "CF-AMB-41")
    hp = 1 - hurt.most
    return replace(hurt, hp=hp, damage=hurt.before - hp, lessened=True)
