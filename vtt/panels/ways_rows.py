"""How the choice between screen and real dice and cards stands on the options page: as options like any other."""

from __future__ import annotations

from engine.play.options import OptionKind, OptionSpec
from engine.play.ways import KINDS, SETTING, Means
from engine.play.words import Message, say


def ways_specs() -> dict[str, OptionSpec]:
    """Return the choices by the names of their settings."""
    return {
        f"{SETTING}{kind}": OptionSpec(
            kind=OptionKind.CHOICE,
            default=Means.SCREEN.value,
            choices=tuple(means.value for means in Means),
            label=say(Message(key=f"{SETTING}{kind}")),
            help=say(Message(key=f"{SETTING}{kind}_help")),
            group=say(Message(key=f"{SETTING}group")),
        )
        for kind in KINDS
    }
