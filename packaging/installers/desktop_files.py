"""What a Linux desktop learns about the program: its menu entry, its kinds of files, its icons and its manual page.

The formats are those of freedesktop.org: Desktop Entry 1.4, Shared MIME-info, and the icon theme `hicolor`.
"""

from __future__ import annotations

import gzip
from argparse import Action
from collections.abc import Iterator

from installers.icons import png
from installers.packed_files import PackedFile
from installers.program_details import (
    CAMPAIGN_TYPE,
    EXPORT_TYPE,
    GENERIC_NAME,
    KEYWORDS,
    NAME,
    PROGRAM,
    ROOT,
    SUFFIXES,
    TRAVEL_TYPE,
    TYPE_NAMES,
    VERSION,
    summary,
)
from vtt.__main__ import make_parser
from vtt.storage.file_header import APPLICATION_ID

ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256)
DESKTOP_ENTRY = f"applications/{PROGRAM}.desktop"
"""The menu entry, below the folder of shared data (`/usr/share` or `~/.local/share`)."""
MIME_TYPES = f"mime/packages/{PROGRAM}.xml"


def shared_files() -> Iterator[PackedFile]:
    """Give the files that go below a folder of shared data."""
    yield PackedFile(DESKTOP_ENTRY, desktop_entry().encode())
    yield PackedFile(MIME_TYPES, mime_types().encode())
    yield PackedFile(f"man/man1/{PROGRAM}.1.gz", gzip.compress(manual_page().encode(), mtime=0))
    icons = "icons/hicolor"
    drawing = (ROOT / "assets" / "art" / "program_icon.svg").read_bytes()
    yield PackedFile(f"{icons}/scalable/apps/{PROGRAM}.svg", drawing)
    for size in ICON_SIZES:
        yield PackedFile(f"{icons}/{size}x{size}/apps/{PROGRAM}.png", png(size))


def desktop_entry() -> str:
    """Return the menu entry. A desktop starts one program for each file that is opened."""
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.4",
        f"Name={NAME}",
        f"GenericName={GENERIC_NAME}",
        f"Comment={summary()}",
        f"Exec={PROGRAM} %f",
        f"Icon={PROGRAM}",
        "Terminal=false",
        "Categories=Game;CardGame;RolePlaying;",
        f"Keywords={''.join(f'{word};' for word in KEYWORDS)}",
        f"MimeType={''.join(f'{kind};' for kind in SUFFIXES)}",
        "StartupNotify=true",
        f"StartupWMClass={PROGRAM}",
    )
    return "\n".join(lines) + "\n"


def mime_types() -> str:
    """Return the kinds of files: a campaign is an SQLite file with our number in it, the others are zips."""
    campaign, export, travel = SUFFIXES[CAMPAIGN_TYPE], SUFFIXES[EXPORT_TYPE], SUFFIXES[TRAVEL_TYPE]
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{CAMPAIGN_TYPE}">
    <comment>{TYPE_NAMES[CAMPAIGN_TYPE]}</comment>
    <sub-class-of type="application/vnd.sqlite3"/>
    <icon name="{PROGRAM}"/>
    <magic priority="60">
      <match type="string" offset="0" value="SQLite format 3\\000">
        <match type="big32" offset="68" value="{APPLICATION_ID:#x}"/>
      </match>
    </magic>
    <glob pattern="*{campaign}"/>
  </mime-type>
  <mime-type type="{EXPORT_TYPE}">
    <comment>{TYPE_NAMES[EXPORT_TYPE]}</comment>
    <sub-class-of type="application/zip"/>
    <icon name="{PROGRAM}"/>
    <glob pattern="*{export}"/>
  </mime-type>
  <mime-type type="{TRAVEL_TYPE}">
    <comment>{TYPE_NAMES[TRAVEL_TYPE]}</comment>
    <sub-class-of type="application/zip"/>
    <icon name="{PROGRAM}"/>
    <glob pattern="*{travel}"/>
  </mime-type>
</mime-info>
"""


def manual_page() -> str:
    """Return the manual page, with the options that the program itself lists."""
    parser = make_parser()
    lines = [
        f'.TH {PROGRAM.upper()} 1 "" "{NAME} {VERSION}"',
        ".SH NAME",
        f"{PROGRAM} \\- {_roff(summary())}",
        ".SH SYNOPSIS",
        f".B {PROGRAM}",
        r"[\fIoption\fR ...] [\fIcampaign\fR.ktable]",
        ".SH DESCRIPTION",
        _roff(str(parser.description)),
        ".SH OPTIONS",
    ]
    for action in parser._actions:
        lines += [".TP", _roff(_words_of(action)), _roff(action.help or "")]
    return "\n".join(lines) + "\n"


def _words_of(action: Action) -> str:
    value = str(action.metavar or (f"{{{','.join(map(str, action.choices))}}}" if action.choices else ""))
    names = ", ".join(action.option_strings)
    return " ".join(filter(None, (names, value))) if names else value


def _roff(text: str) -> str:
    """Return a text as roff reads it: its signs escaped, and no line that begins with a dot."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
