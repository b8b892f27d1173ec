"""SVG pictures from strangers: drawn once, with nothing from outside, and within limits."""

from __future__ import annotations

import errno
import threading

import pytest
from pytestqt.qtbot import QtBot

from vtt.shared.pictures import svg_drawing
from vtt.shared.pictures.picture_error import PictureError
from vtt.shared.pictures.picture_reader import PictureUse, image_of, read_bytes
from vtt.shared.pictures.svg_reader import MOST_ELEMENTS, MOST_SVG_BYTES, is_svg

USE = PictureUse(longest=300, svg=True)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="10">'


def svg(inside: str) -> bytes:
    return f'<?xml version="1.0"?>\n<!-- a map -->\n{HEAD}{inside}</svg>'.encode()


def test_it_is_drawn_as_large_as_is_allowed_and_stored_as_pixels(qtbot: QtBot) -> None:
    shade = '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>'
    kept = read_bytes(svg(f'{shade}<rect width="20" height="10" fill="url(#g)"/>'), "map", USE)
    assert kept.fits()
    assert kept.media_type == "image/jpeg"
    image = image_of(kept, 300)
    assert (image.width(), image.height()) == (300, 150)
    assert image.pixelColor(150, 75).red() > 200
    assert image.pixelColor(150, 75).green() < 60


@pytest.mark.parametrize(
    "inside",
    [
        '<image href="file:///etc/passwd"/>',
        '<rect fill="url(http://a.example/b.svg#c)"/>',
        '<a href="http://a.example"><rect/></a>',
        "<style>@import 'http://a.example/x.css';</style>",
        '<rect style="fill: url( &quot;../other.svg#a&quot; )"/>',
        '<linearGradient xlink:href="other.svg#a"/>',
        "<script>1</script>",
        '<rect onclick="1"/>',
        '<g id="a"><rect/></g><use xlink:href="#a"/>',
        "<foreignObject/>",
        "<filter/>",
    ],
)
def test_what_refers_to_something_is_refused(qtbot: QtBot, inside: str) -> None:
    with pytest.raises(PictureError, match="refers to something"):
        read_bytes(svg(inside), "", USE)


@pytest.mark.parametrize("reference", ["url(#g)", "url('#g')", 'url("#g")', "url( #g)", "url( ' #g' )"])
def test_what_refers_to_its_own_parts_is_drawn(qtbot: QtBot, reference: str) -> None:
    shade = '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>'
    fill = reference.replace('"', "&quot;")
    assert read_bytes(svg(f'{shade}<rect width="20" height="10" fill="{fill}"/>'), "map", USE).fits()


def test_a_text_in_the_picture_may_say_anything(qtbot: QtBot) -> None:
    assert read_bytes(svg("<text>The facial expression(s) of javascript: url(a)</text>"), "", USE).fits()


def test_entities_depth_number_and_size_are_bounded(qtbot: QtBot) -> None:
    bomb = b'<!DOCTYPE svg [<!--><svg --><!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + f"{HEAD}&b;</svg>".encode()
    assert is_svg(bomb), "it comes to the guard"
    for content, said in (
        (bomb, "refers to something"),
        (svg("<g>" * 200 + "</g>" * 200), "parts"),
        (svg("<g/>" * (MOST_ELEMENTS + 1)), "parts"),
        (svg("<g>"), "damaged"),
        (svg("<!--" + "x" * MOST_SVG_BYTES + "-->"), "larger than"),
        (b"<svg/>", "damaged"),
        (b"<html><svg/></html>", "cannot be shown"),
    ):
        with pytest.raises(PictureError, match=said):
            read_bytes(content, "", USE)


def test_a_picture_that_draws_for_ever_is_given_up_and_holds_up_nothing(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(svg_drawing, "LONGEST_SECONDS", 1.5)
    zigzag = " ".join(f"L20 {at % 97 / 10}L0 {at % 89 / 9}" for at in range(10_000))
    slow = svg(f'<path fill="none" stroke="red" stroke-width="3" d="M0 0 {zigzag}"/>')
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.005):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        with pytest.raises(PictureError, match="too long to draw"):
            read_bytes(slow, "", PictureUse(longest=3072, svg=True))
    finally:
        done.set()
        thread.join()
    assert ticks > 20, "other threads go on"


def test_a_disk_without_room_is_no_fault_of_the_program(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(svg_drawing, "TemporaryDirectory", full)
    with pytest.raises(PictureError, match="the disk is full"):
        read_bytes(svg("<rect/>"), "map", USE)


def test_many_comments_before_it_take_no_time() -> None:
    assert not is_svg(b"<!---->" * 600)
    assert is_svg(b"<!-- a --> <!-- b --><svg")
