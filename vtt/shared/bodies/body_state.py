"""The state of a hit location: how it looks, and the same in words."""

from __future__ import annotations

from engine.messages.texts import say
from engine.model.body import Location
from engine.presentation.body_annotations import BodyAnnotations
from vtt.shared.bodies.body_drawing import DROP, BodyPartLook, ShownSign, grade_of
from vtt.shared.screen_names import plain_word, table_text
from vtt.shared.story_time import time_left


def body_part_look(name: str, location: Location, notes: BodyAnnotations, mark: str = "", now: int = 0) -> BodyPartLook:
    """Return the look of a location, with all annotations of the game.

    Args:
        name: of the location.
        location: its values.
        notes: the game's annotations.
        mark: the mark of a hit: `hit`, `reach` or nothing.
        now: the time of the story.
    """
    harm = notes.levels.get(name)
    signs = tuple(
        ShownSign(
            sign.icon,
            say(sign.words),
            time_left(sign.until - now) if sign.until is not None else "",
            sign.grave,
        )
        for sign in notes.signs_at(name)
    )
    if location.bleeding and not any(sign.icon == DROP for sign in signs):
        signs = (ShownSign(DROP, table_text("spoken.bleeding"), grave=True), *signs)
    first = min((sign.until for sign in notes.signs_at(name) if sign.until is not None), default=None)
    return BodyPartLook(
        location.level,
        grade_of(location, harm),
        max(location.armour, notes.armour.get(name, 0)),
        mark,
        name in notes.cover,
        location.most,
        say(harm.words) if harm is not None else "",
        signs,
        time_left(first - now) if first is not None else "",
        name in notes.unsaid,
    )


def body_part_words(name: str, look: BodyPartLook) -> str:
    """Return a location in words, without the character's name."""
    return ", ".join([table_text("gauge", what=plain_word(name), value=look.number), *body_part_details(look)])


def body_part_details(look: BodyPartLook) -> list[str]:
    """Return everything about a location besides its number: harm, armour, signs and the mark of a hit."""
    words = [look.harm] if look.harm else []
    words += [table_text("spoken.armour", armour=look.armour)] if look.armour else []
    words += [sign_words(sign) for sign in look.signs]
    return words + ([table_text(f"spoken.mark_{look.mark}")] if look.mark else [])


def sign_words(sign: ShownSign) -> str:
    """Return what a sign means, with the time that is left."""
    return table_text("sign.left", what=sign.words, left=sign.left) if sign.left else sign.words
