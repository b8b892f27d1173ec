"""Scenes: what the stage shows one after the other for the moments of a gesture, and for how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.messages.texts import say
from engine.presentation.card_faces import CardFace
from engine.presentation.moments import Moment, RevealedCards
from engine.presentation.visibility import VisibleTable
from vtt.moments.dice_motion import THROW_MS
from vtt.moments.moment_length import MomentLength
from vtt.moments.polyhedra import NumberedDie, numbered_die, percentile_dice
from vtt.shared.card_faces.known_card_face import card_face
from vtt.shared.screen_names import clean_name, name_of_actor, name_of_seat, name_of_zone, sum_in_words
from vtt.shared.table_queries import kind_of_zone, owner_of_zone, turn_order

PERCENTILE: Final = 100
MOST_THROWN: Final = 16
"""More dice than these lie there at once, because their throw could not be drawn smoothly."""
FLIP_MS: Final = 420
"""Milliseconds in which a card turns over."""
FLIP_STEP_MS: Final = 140
"""Milliseconds from the turn of one card to the next."""
FLIP_PAUSE_MS: Final = 260
"""Milliseconds that the backs are seen before the first card turns."""
_LONGEST_FLIPS: Final = 1600
_MOST_SCENES: Final = 4
MOST_LINES: Final = 2
"""More lines than these have no room below dice or cards."""
_MOST_RESULTS: Final = 6
"""The greatest number of results without dice and cards that are shown together."""
_MOST_CARDS: Final = 6
_LONGEST_HEADLINE: Final = 40
"""The greatest number of letters of a headline for more results than lines below dice."""
_LEAST_READ, _LONGEST_READ, _A_LETTER = 1000, 2800, 32
"""Milliseconds that a scene is read: the least, the most, and for each letter of the lines."""
_A_CARD: Final = 220
_A_LINE: Final = 400
"""Milliseconds for each further card, and for each line after the second one."""


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A revealed card: its id, and its face if the game has cards of its own."""

    id: str
    printed: CardFace | None


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that were revealed at one place, its name, and the character whose place it is; empty for none."""

    label: str
    cards: tuple[SceneCard, ...]
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene: everything that the stage shows at one time.

    Attributes:
        dice: the dice, with the recorded faces on top.
        groups: the cards.
        headlines: the few large words of each result.
        lines: the log lines.
        seed: the throw of the dice follows from it.
    """

    dice: tuple[NumberedDie, ...] = ()
    groups: tuple[CardGroup, ...] = ()
    headlines: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    seed: str = ""

    @property
    def headline(self) -> str:
        """The large words; empty for none. What several results have in common is said once, with their number."""
        counts = Counter(self.headlines)
        return " · ".join(words if count == 1 else f"{words} × {count}" for words, count in counts.items())

    @property
    def lines_shown(self) -> tuple[str, ...]:
        """The lines that are written; of many cards the names above them say enough."""
        return self.lines if len(self.lines) <= MOST_LINES or not (self.dice or self.groups) else ()

    @property
    def card_count(self) -> int:
        """The number of cards."""
        return sum(len(group.cards) for group in self.groups)

    @property
    def is_thrown(self) -> bool:
        """Whether the dice are thrown, and do not just lie there."""
        return 0 < len(self.dice) <= MOST_THROWN

    def motion_ms(self, length: MomentLength, *, reduced: bool) -> int:
        """Return the milliseconds in which something moves."""
        if reduced:
            return 0
        flips = 0
        if self.groups:
            flips = min(_LONGEST_FLIPS, FLIP_PAUSE_MS + FLIP_MS + FLIP_STEP_MS * (self.card_count - 1))
        moving = max(THROW_MS if self.is_thrown else 0, flips)
        return round(moving * (0.5 + length.share / 2))

    def read_ms(self, length: MomentLength) -> int:
        """Return the milliseconds in which it is read, after everything has come to rest; cards say what lines tell."""
        letters = len(self.headline) + sum(map(len, self.lines))
        wanted = _LEAST_READ + letters * _A_LETTER // 2 + self.card_count * _A_CARD
        longest = _LONGEST_READ + _A_LINE * max(0, len(self.lines) - MOST_LINES)
        return round(max(_LEAST_READ, min(longest, wanted)) * length.share)


def scenes_of(moments: Sequence[Moment], view: VisibleTable, seed: str) -> tuple[Scene, ...]:
    """Return the scenes of the moments of a gesture.

    A result without dice and cards joins the scene before it, and cards that were revealed one after the other are
    shown together. Of a long gesture only the first scenes and the last are shown; the log tells the rest.

    Args:
        moments: the moments.
        view: the table after the gesture, as everybody sees it.
        seed: the throws follow from it.
    """
    scenes: list[Scene] = []
    for number, moment in enumerate(moments):
        scene = Scene(
            dice=tuple(_dice(moment)),
            groups=tuple(_groups(moment.reveals, view)),
            headlines=(_capital(clean_name(say(moment.headline))),) if moment.headline is not None else (),
            lines=(clean_name(say(moment.line), 240),) if moment.line is not None else (),
            seed=f"{seed}:{number}",
        )
        if scenes and _belong_together(scenes[-1], scene):
            scenes[-1] = _joined(scenes[-1], scene)
        else:
            scenes.append(scene)
    scenes = [_in_turn_order(scene, view) for scene in scenes]
    return tuple(scenes if len(scenes) <= _MOST_SCENES else (*scenes[: _MOST_SCENES - 1], scenes[-1]))


def _in_turn_order(scene: Scene, view: VisibleTable) -> Scene:
    """Return a scene with the cards of characters from left to right as they act, if all of them have a turn."""
    places = {actor: at for at, turn in enumerate(turn_order(view)) for actor in (turn.actor, *turn.others)}
    if len(scene.groups) < 2 or not all(group.actor in places for group in scene.groups):
        return scene
    return replace(scene, groups=tuple(sorted(scene.groups, key=lambda group: places[group.actor])))


def _belong_together(scene: Scene, following: Scene) -> bool:
    is_result = not following.dice and not following.groups
    if is_result:
        if len(scene.lines) >= (MOST_LINES if scene.dice or scene.groups else _MOST_RESULTS):
            return False
        return len(scene.lines) < MOST_LINES or len(_joined(scene, following).headline) <= _LONGEST_HEADLINE
    only_cards = not (scene.dice or scene.headlines or following.dice) and bool(scene.groups and following.groups)
    return only_cards and scene.card_count + following.card_count <= _MOST_CARDS


def _joined(scene: Scene, following: Scene) -> Scene:
    return replace(
        scene,
        groups=scene.groups + following.groups,
        headlines=scene.headlines + following.headlines,
        lines=scene.lines + following.lines,
    )


def _dice(moment: Moment) -> Iterator[NumberedDie]:
    for die in moment.dice:
        if die.sides == PERCENTILE:
            yield from percentile_dice(die.face)
        else:
            yield numbered_die(die.sides, die.face)


def _groups(reveals: Sequence[RevealedCards], view: VisibleTable) -> Iterator[CardGroup]:
    """Yield the cards by the side of a comparison that they belong to, or else by their zone."""
    by_label: dict[tuple[str, str], tuple[SceneCard, ...]] = {}
    for reveal in reveals:
        cards = tuple(SceneCard(card, card_face(view, card)) for card in reveal.cards)
        actor = reveal.zone.partition(":")[2]
        key = _label(view, reveal.zone), actor if actor in view.actors else ""
        by_label[key] = by_label.get(key, ()) + cards
    return (CardGroup(label, cards, actor) for (label, actor), cards in by_label.items())


def _label(view: VisibleTable, zone: str) -> str:
    seat, actor = owner_of_zone(view, zone), zone.partition(":")[2]
    if kind_of_zone(zone) == "hand" and seat:
        return name_of_seat(view, seat)
    if actor in view.actors:
        return name_of_actor(view, actor)
    sides = (side for activity in reversed(view.under_way) for side in activity.sides)
    side = next((side for side in sides if zone in side.zones), None)
    if side is not None and (label := clean_name(say(side.label))):
        return (
            f"{label}: {sum_in_words(side.total, side.penalty)}" if side.total is not None and side.penalty else label
        )
    return name_of_zone(view, zone) if zone in view.zones else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
