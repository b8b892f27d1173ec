"""The vocabulary of card and tag effects (sections 5.2, 5.4 to 5.6), and which words go together.

`effect_validation` checks by it, and an editor offers by it.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Frozen

FIELD_TRIGGERS = (
    "playing_start",
    "drawing_start",
    "step_start",
    "cleanup",
    "dealt_damage",
    "damaged",
    "enter",
    "leave",
)
"""The triggers of cards in the field (5.5)."""
REACTIONS = frozenset({"dealt_damage", "damaged"})
"""The triggers that have an event."""
TRIGGERS = ("resolve", "while", "declare", *FIELD_TRIGGERS)

OF_EVENT = frozenset({"attacker", "targeted_allies", "own_untargeted", "others_not_targeted"})
"""The selectors that depend on the event."""


class Primitive(Frozen):
    """The fields of a primitive besides `on` and `if`: the required ones, the optional ones, and its triggers."""

    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    on: tuple[str, ...] = ("resolve", *FIELD_TRIGGERS)


_AMOUNT = Primitive(needs=("target", "amount"), takes=("where", "optional"))
PRIMITIVES: Mapping[str, Primitive] = {
    "damage": Primitive(needs=("target", "amount"), takes=("where", "optional", "attack")),
    "heal": _AMOUNT,
    "lose_health": _AMOUNT,
    "gain_adrenaline": _AMOUNT,
    "lose_adrenaline": _AMOUNT,
    "draw": _AMOUNT,
    "discard": Primitive(needs=("target", "amount"), takes=("where", "optional", "mode")),
    "stun": Primitive(needs=("target",), takes=("where", "optional")),
    "remove_condition": Primitive(needs=("target", "count"), takes=("where", "optional")),
    "discard_self": Primitive(takes=("optional",), on=FIELD_TRIGGERS),
    "redirect": Primitive(needs=("to",), takes=("from", "optional"), on=("resolve",)),
    "set_targets": Primitive(needs=("count",), on=("declare",)),
    "require_target": Primitive(needs=("from", "at_least"), on=("declare",)),
    "add_target": Primitive(needs=("target",), on=("declare",)),
    "add_minion": Primitive(needs=("target", "amount"), takes=("optional",)),
    "modify": Primitive(
        needs=("stat", "op", "by", "scope"), takes=("uses", "when_spent", "until"), on=("while", "resolve")
    ),
}
_NUMBER = ("add", "mul", "set")
OPERATIONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("damage_taken", "damage_dealt"), _NUMBER),
    "adrenaline_gain": (*_NUMBER, "post_add"),
    **dict.fromkeys(("initiative", "cost", "speed", "hand_size", "draw_count"), _NUMBER),
    "tags": ("remove", "add"),
}
"""The values that `modify` can change, each with its operations (5.6, 5.7)."""
PER_HIT = frozenset({"damage_taken", "damage_dealt"})
"""The values that are calculated for an event; only these can have limited uses."""
PER_CARD = frozenset({"initiative", "tags", "cost"})
"""The values that are calculated for a card."""
SCOPES = ("bearer", "user", "enemies", "allies", "all")
LIFETIMES = ("cleanup", "round_end", "combat_end")
MODES = ("choose", "random")
ATTACHING = ("user", "target")

CHOOSING = frozenset({"one", "one_any", "one_other", "one_enemy", "one_ally"})
"""The selectors that let the user choose."""
