"""All comparisons of two sides, as in section 2.22. Pure; a table is not needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.memo import memo
from engine.kit.checks.contests import first_lead
from engine.kit.combat import turn_order
from engine.model.cards import is_joker, rank_of
from engine.model.frozen import Frozen
from engine.rulesets.imaginality.settings import numbers


class Score(Frozen):
    """The score of one side: the sum of its cards, and whether a drawn Joker spoilt it (IM-JOKER-4, IM-JOKER-14).

    At least one card is always needed (IM-ADV-5): a side without one has a total below any card, and achieves nothing.
    """

    total: int
    fumble: bool = False
    laid: bool = True

    @property
    def fails(self) -> bool:
        """Whether the side achieves nothing, whatever the other side has."""
        return self.fumble or not self.laid


NO_CARDS = Score(total=-(10**6), laid=False)


@memo
def card_value(card: str) -> int:
    """Return the value of a card; a Joker has none of its own, and nor has a card of another game (IM-VAL-1)."""
    return 0 if is_joker(card) else numbers().card_values.get(rank_of(card), 0)


def total_of(cards: Iterable[str]) -> int:
    """Return the sum of cards; several cards of one side are always added (IM-VAL-2)."""
    return sum(map(card_value, cards))


def compare_check(actor: Score, opposition: Score) -> str:
    """Compare an attempt with its difficulty; a tie is a `success` (IM-ACT-6, IM-ACT-10, IM-JOKER-13)."""
    if actor.fails:
        return "failure"
    return "success" if opposition.fumble or actor.total >= opposition.total else "failure"


def compare_block(attacker: Score, defender: Score) -> str:
    """Compare a blow with a block: `hit` or `miss`; a tie is blocked (IM-HTH-4, IM-HTH-15)."""
    if attacker.fails:
        return "miss"
    return "hit" if defender.fumble or attacker.total > defender.total else "miss"


def compare_counterattack(attacker: Score, defender: Score) -> str:
    """Compare blows: `hit`, `counter_hit` or `nobody`; a tie hits nobody (IM-HTH-7, IM-HTH-15)."""
    if attacker.fails and defender.fails:
        return "nobody"
    ahead, _ = first_lead({"fails": defender.fails - attacker.fails, "total": attacker.total - defender.total})
    return "nobody" if ahead is None else ("hit", "counter_hit")[ahead]


def compare_helpless_blow(attacker: Score) -> str:
    """Compare a blow at a target that does nothing: any card but a Joker hits (IM-HTH-10)."""
    return "miss" if attacker.fails else "hit"


def compare_shot(attacker: Score, target: Score) -> str:
    """Compare a shot with a dodge or a drawn card: `hit` or `miss`; a tie hits (IM-RANGED-4, IM-RANGED-13)."""
    if attacker.fails:
        return "miss"
    return "hit" if target.fumble or target.total <= attacker.total else "miss"


def net_damage(damage: Score, resistance: Score) -> int:
    """Return the damage above the resistance, never below 0 (IM-DMG-8, IM-DMG-11)."""
    dealt = 0 if damage.fumble else max(0, damage.total)
    resisted = 0 if resistance.fumble else max(0, resistance.total)
    return max(0, dealt - resisted)


def collapse_result(drawn: Score, accumulated: int, net: int) -> tuple[bool, bool]:
    """Return whether the wounded falls unconscious, and whether dying (IM-WOUND-7, IM-WOUND-9, IM-WOUND-10)."""
    if drawn.fumble:
        return True, True
    return drawn.total < accumulated, drawn.total < net


def acting_groups(values: Mapping[str, Score]) -> tuple[tuple[str, ...], ...]:
    """Return the order of acting, highest first, equals together; a fumble acts last (IM-INIT-2, IM-INIT-3)."""
    return turn_order.acting_groups({actor: acting_rank(score) for actor, score in values.items()})


def acting_rank(score: Score) -> tuple[bool, int]:
    """Return the rank of a score in the order of acting; the lowest acts first (IM-INIT-2, IM-INIT-3)."""
    return score.fumble, 0 if score.fumble else -score.total
