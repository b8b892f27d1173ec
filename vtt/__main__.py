"""Start the program: `python -m vtt [CAMPAIGN.ktable]`; or print without a window: `python -m vtt print …`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from vtt import brisk
from vtt.shell.words import told

ROOMS = ("table", "characters", "prep", "story", "options", "welcome")
LOOKS = ("light", "dark", "high_contrast")


def main(words: Sequence[str]) -> int:
    """Do what the command line says; return the exit status."""
    if words and words[0] == "print":
        from vtt.sheets.command import run

        return run(words[1:])
    parser = make_parser()
    given = parser.parse_args(words)
    if given.smoke_test is not None:
        _need_platform()
        brisk.get_ready()
        from vtt.shell.smoke import smoke_test

        return smoke_test(given.smoke_test)
    if given.demo:
        from vtt.shell.campaigns import demos

        if given.demo not in demos():
            parser.error(told("trouble.no_demo", name=given.demo[:40], known=list(demos())))
    if given.screenshot is not None:
        if given.viewer == "gm":
            parser.error(told("trouble.picture_public"))
        if given.room not in (None, "welcome") and not (given.campaign or given.demo):
            parser.error(told("trouble.needs_table"))
        _need_platform()

    # Qt is loaded only now, so that a mistyped command is answered at once.
    brisk.get_ready()
    from PySide6.QtCore import QSize

    from vtt import app
    from vtt.widgets.palette import Look

    if not app.has_display():
        print(told("trouble.no_display"), file=sys.stderr)
        return 2
    start = app.Start(
        campaign=given.campaign,
        demo=given.demo or "",
        look=Look(given.look) if given.look else None,
        scale=given.scale,
        viewer=given.viewer,
        room=given.room or "",
        size=QSize(*given.size) if given.size else None,
    )
    if given.screenshot is not None:
        from vtt.shell.picture import take_picture

        return take_picture(start, given.screenshot)
    return app.play(start)


def make_parser() -> argparse.ArgumentParser:
    """Return the command line of the program."""
    parser = argparse.ArgumentParser(prog="python -m vtt", description=told("about.text"), epilog=told("about.print"))
    parser.add_argument("campaign", nargs="?", type=Path, metavar="CAMPAIGN.ktable", help="open this campaign")
    parser.add_argument("--demo", metavar="NAME", help="play a demo, such as imaginality, as a fresh campaign")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="draw the window to a PNG and end")
    parser.add_argument("--size", type=_size, metavar="WxH", help="of the window")
    parser.add_argument("--room", choices=ROOMS, help="the room to show")
    parser.add_argument("--look", choices=LOOKS, help="the colours")
    parser.add_argument("--scale", type=_scale, metavar="1.5", help="the size of everything, 0.75 to 3")
    parser.add_argument("--viewer", choices=("shared", "gm"), default="shared", help="whose eyes the window has")
    parser.add_argument(
        "--smoke-test", type=Path, metavar="DIR", help="play a little in a folder and see that it works"
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    width, mark, height = text.partition("x")
    if not mark or not width.isdecimal() or not height.isdecimal():
        raise argparse.ArgumentTypeError(told("trouble.size_form"))
    return max(320, min(int(width), 7680)), max(240, min(int(height), 4320))


def _scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not 0.75 <= scale <= 3.0:
        raise argparse.ArgumentTypeError(told("trouble.scale_form"))
    return scale


def _need_platform() -> None:
    """Draw unseen, whatever display there is: a picture must not depend on it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
