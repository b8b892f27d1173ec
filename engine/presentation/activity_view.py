"""The procedure in progress as one viewer sees it: steps, sides, dice, turn order."""

from __future__ import annotations

from collections.abc import Mapping

from engine.messages.message import Message
from engine.model.frozen import Frozen, Json
from engine.presentation.body_annotations import LocationMark
from engine.presentation.stations import Station


class StepView(Frozen):
    """One step of the procedure in progress.

    Attributes:
        name: its id.
        label: its words.
        state: `done`, `now` or `later`.
        part_of: the id of the step that it is a part of; empty for a step of its own. All parts of one count as one.
    """

    name: str
    label: Message
    state: str
    part_of: str = ""


class DieView(Frozen):
    """One die of a side, before or after the roll.

    Attributes:
        sides: the number of sides; a die of 100 sides is shown as tens and units.
        faces: its first face, and one more for each time that it exploded; empty before the roll.
        state: `blank` before the roll; then `kept` if it counts alone, `summed` if it counts with others, `passed` if
            it does not count, or `bust` if it spoils the roll.
        onto: the index of the die of this side to which it is added; None for a separate die.
        source: the origin of the die, such as the colour of a chip; empty for the roll's own dice.
    """

    sides: int
    faces: tuple[int, ...] = ()
    state: str = "blank"
    onto: int | None = None
    source: str = ""

    @property
    def total(self) -> int:
        """The sum of its faces."""
        return sum(self.faces)


class SideView(Frozen):
    """One side of a comparison: cards, or dice, or both.

    Attributes:
        name: the side's key; its cards are in `zones`.
        label: the side's name on screen.
        seat: the seat that plays its cards.
        due: how many cards it may play.
        laid: how many it has played.
        ready: it has committed everything that it wants to.
        reasons: the calculation of the number of cards; for a roll its dice and modifiers, then the sum.
        dice: its dice.
        target: the number that its total has to reach; None for a side that is compared with another.
        target_reasons: the calculation of that number.
        total: the sum, as soon as everybody may know it.
        penalty: how much lower that is than the sum of the cards.
        verdict: the text instead of a total that no longer matters: a bust, a success.
        verdict_good: the verdict is good news for the roller.
        figures: further known results by name.
        at: the body of a `Station` that this side is about: the side is shown there, and plays no cards.
        aim: the state of such a body as a target: `open`, `barred`, `forced`, `added` or `aimed`. The first
            reason of one that is `added` says why it is a target, too.
    """

    name: str
    label: Message
    seat: str
    zones: tuple[str, ...] = ()
    due: int = 0
    laid: int = 0
    ready: bool = False
    reasons: tuple[Message, ...] = ()
    dice: tuple[DieView, ...] = ()
    target: int | None = None
    target_reasons: tuple[Message, ...] = ()
    total: int | None = None
    penalty: int = 0
    verdict: Message | None = None
    verdict_good: bool = False
    figures: Mapping[str, Json] = {}
    at: str = ""
    aim: str = ""


class TurnView(Frozen):
    """A place in the turn order. Actors with equal `rank` act at the same time.

    `state` is `waiting`, `declared` (has declared an action, while others have not), `ready` (has finished what
    all do at once), `now`, `acted`, `idle` (has nothing to act with), `lost` (the declared action is lost) or `out`
    (can do nothing more). `others` share the place. `brief` is the label for narrow places; `number` decides the place,
    if a number does.
    """

    actor: str
    rank: int
    state: str
    label: Message | None = None
    brief: Message | None = None
    number: int | None = None
    others: tuple[str, ...] = ()


class ActivityView(Frozen):
    """The procedure in progress as a viewer sees it, in a form that every game shares.

    `actors` are the characters that take part openly: everybody then knows that they exist, even secret ones. `marks`
    are places on their bodies; those of a secret character are only for the viewers who may read it. `captions` are
    labels of zones that replace the zone's name. `stations` are the places of characters in a game that defines the
    order of their cards; `spotlight` is the position of the card in play (`open:tia#0`). If `asks` is set, the order
    shows only who has answered; a procedure around it shows the turn order.
    """

    title: Message
    steps: tuple[StepView, ...] = ()
    sides: tuple[SideView, ...] = ()
    order: tuple[TurnView, ...] = ()
    actors: tuple[str, ...] = ()
    waiting_for: tuple[str, ...] = ()
    outcome: Message | None = None
    reckoning: tuple[Message, ...] = ()
    figures: Mapping[str, Json] = {}
    marks: tuple[LocationMark, ...] = ()
    captions: Mapping[str, Message] = {}
    stations: tuple[Station, ...] = ()
    spotlight: str = ""
    asks: bool = False
