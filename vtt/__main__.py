"""Start the program: `python -m vtt [CAMPAIGN.ktable]`; or print without a window: `python -m vtt print …`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.asset_folder import has_bundled_demo
from vtt import __version__
from vtt.system import startup_tuning
from vtt.system.user_folders import is_export, is_travel_file
from vtt.widgets.ui_texts import ui_text

ROOMS = ("table", "characters", "prep", "library", "story", "options", "welcome")
LOOKS = ("light", "dark", "high_contrast")


def main(words: Sequence[str]) -> int:
    """Do what the command line says; return the exit status."""
    if words and words[0] == "print":
        from vtt.shell.print_command import run

        return run(words[1:])
    if words and words[0] == "--draw-svg":
        from vtt.shared.pictures.svg_drawing import draw

        return draw(words[1:])
    parser = make_parser()
    given, others = parser.parse_known_args(words)
    if others:
        trouble = "unknown_option" if others[0].startswith("-") else "one_file"
        parser.error(ui_text("shell", f"trouble.{trouble}", name=others[0][:40]))
    if given.smoke_test is not None:
        _need_platform()
        startup_tuning.prepare_process()
        from vtt.shell.smoke_test import smoke_test

        return smoke_test(given.smoke_test)
    if given.demo and not has_bundled_demo(given.demo):
        from vtt.shell.campaigns.campaign_loading import demos
        from vtt.system.user_folders import default_folders

        names = demos(default_folders())
        if given.demo not in names:
            parser.error(ui_text("shell", "trouble.no_demo", name=given.demo[:40], known=list(names)))
    if given.screenshot is not None:
        if given.viewer == "gm":
            parser.error(ui_text("shell", "trouble.picture_public"))
        if given.campaign is not None and (is_export(given.campaign) or is_travel_file(given.campaign)):
            parser.error(ui_text("shell", "trouble.picture_of_export"))
        if given.room not in (None, "welcome") and not (given.campaign or given.demo):
            parser.error(ui_text("shell", "trouble.needs_table"))
        _need_platform()

    # Qt is loaded only now, so that a mistyped command is answered at once.
    startup_tuning.prepare_process()
    from PySide6.QtCore import QSize

    from vtt.shell.first_window import StartOptions, has_display
    from vtt.shell.start import run_application
    from vtt.widgets.look.colour_palette import Appearance

    if not has_display():
        print(ui_text("shell", "trouble.no_display"), file=sys.stderr)
        return 2
    start = StartOptions(
        campaign=given.campaign,
        demo=given.demo or "",
        look=Appearance(given.look) if given.look else None,
        scale=given.scale,
        viewer=given.viewer,
        room=given.room or "",
        size=QSize(*given.size) if given.size else None,
    )
    if given.screenshot is not None:
        from vtt.shell.screenshot import take_screenshot

        return take_screenshot(start, given.screenshot)
    return run_application(start)


def run() -> int:
    """Do what the command line of this process says: the command `kitchen-table`."""
    return main(sys.argv[1:])


def make_parser() -> argparse.ArgumentParser:
    """Return the command line of the program."""
    parser = argparse.ArgumentParser(
        prog="kitchen-table" if Path(sys.argv[0]).stem == "kitchen-table" else "python -m vtt",
        description=ui_text("shell", "about.text"),
        epilog=ui_text("shell", "about.print"),
    )
    parser.add_argument(
        "campaign", nargs="?", type=Path, metavar="CAMPAIGN.ktable", help=ui_text("shell", "option.campaign")
    )
    parser.add_argument("--demo", metavar="NAME", help=ui_text("shell", "option.demo"))
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help=ui_text("shell", "option.screenshot"))
    parser.add_argument("--size", type=_size, metavar="WxH", help=ui_text("shell", "option.size"))
    parser.add_argument("--room", choices=ROOMS, help=ui_text("shell", "option.room"))
    parser.add_argument("--look", choices=LOOKS, help=ui_text("shell", "option.look"))
    parser.add_argument("--scale", type=_scale, metavar="1.5", help=ui_text("shell", "option.scale"))
    parser.add_argument("--viewer", choices=("shared", "gm"), default="shared", help=ui_text("shell", "option.viewer"))
    parser.add_argument(
        "--version", action="version", version=f"Kitchen Table {__version__}", help=ui_text("shell", "option.version")
    )
    parser.add_argument("--smoke-test", type=Path, metavar="DIR", help=ui_text("shell", "option.smoke_test"))
    return parser


def _size(text: str) -> tuple[int, int]:
    width, mark, height = text.partition("x")
    if not mark or not width.isdecimal() or not height.isdecimal():
        raise argparse.ArgumentTypeError(ui_text("shell", "trouble.size_form"))
    return max(320, min(int(width), 7680)), max(240, min(int(height), 4320))


def _scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not 0.75 <= scale <= 3.0:
        raise argparse.ArgumentTypeError(ui_text("shell", "trouble.scale_form"))
    return scale


def _need_platform() -> None:
    """Draw unseen, whatever display there is: a picture must not depend on it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


if __name__ == "__main__":
    if getattr(sys, "frozen", False):  # a worker process of a simulation is this program again
        from multiprocessing import freeze_support

        freeze_support()
    sys.exit(run())
