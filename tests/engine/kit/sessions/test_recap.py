"""Recaps: made from the lines that a viewer may read, safe as Markdown, bounded."""

from __future__ import annotations

import time

import pytest

from engine.core.events import Noted
from engine.core.fault_isolation import set_fault_handler
from engine.core.history import LogLine
from engine.kit.sessions.recap import (
    LONGEST_MOMENT,
    MOST_MOMENTS,
    chapters_of,
    name_of_line,
    recap_of,
    start_lines,
)
from engine.kit.sessions.recap_text import escaped_markdown, recap_markdown, recap_plain_text
from engine.kit.sessions.session_plan import RecapLines, session_plan_of
from engine.kit.sessions.session_records import Session
from engine.messages.message import Message
from engine.messages.texts import template_of
from engine.model.frozen import Json
from engine.rulesets.loader import game_of, ruleset_ids

PLAN = RecapLines(
    combat_starts=frozenset({"conflict_starts"}),
    combat_ends=frozenset({"conflict_ends"}),
    rounds=frozenset({"round_begins"}),
    joins=frozenset({"joins_conflict"}),
    falls=frozenset({"becomes_dead"}),
    gains=frozenset({"chip_awarded"}),
    counts={"attacks": frozenset({"attack_fails"})},
)
STARTED = frozenset({"session_starts"})
_SETS = ("combat_starts", "combat_ends", "rounds", "joins", "falls", "notable", "scenes", "gains")


def line(key: str, *, entry: int = 1, private: bool = False, **params: Json) -> LogLine:
    return LogLine(entry=entry, message=Message(key=f"log.{key}", params=params), private=private)


def test_a_combat_becomes_a_few_lines() -> None:
    lines = [
        line("conflict_starts", fighters=["Hild", "Orc"]),
        line("round_begins", number=1),
        line("joins_conflict", actor="Wil"),
        line("attack_fails", actor="Hild"),
        line("attack_fails", actor="Wil"),
        line("round_begins", number=2),
        line("becomes_dead", actor="Orc"),
        line("conflict_ends"),
        line("chip_awarded", seat="Tom", colour="red"),
    ]
    recap = recap_of(lines, Session(id="1", number=1), PLAN)
    (combat,) = recap.sections
    assert combat.people == ("Hild", "Orc", "Wil")
    assert combat.rounds == 2
    assert combat.fallen == ("Orc is dead",)
    assert combat.outcome == "The conflict ends"
    assert recap.gains == ("Tom gets a red chip",)
    assert recap.counts == (("attacks", 2),)
    assert "Hild misses" not in recap_markdown(recap)


def test_a_log_without_a_mark_is_one_session_and_what_comes_first_is_a_chapter() -> None:
    lines = [line("said", seat="Tom", text="x"), line("session_starts", number=2), line("said", seat="Tom", text="y")]
    assert [(c.id, len(c.lines)) for c in chapters_of(lines, STARTED)] == [("0", 1), ("2", 2)]
    assert [(c.id, len(c.lines)) for c in chapters_of(lines[:1], STARTED)] == [("0", 1)]
    assert chapters_of((), STARTED) == ()


@pytest.mark.parametrize(
    "evil",
    [
        "<img src=x onerror=alert(1)>",
        "[click](http://evil.example)",
        "![x](file:///etc/passwd)",
        "**bold** _it_ `code`",
        "# head",
        "1. item",
        "- item",
        "| a | b |",
        "a\n\n# b\n> c",
        "&lt;b&gt;",
        "www.evil.example",
        "x@evil.example",
        "\\*",
    ],
)
def test_a_name_is_never_markup(qapp: object, evil: str) -> None:
    from PySide6.QtGui import QTextDocument

    from vtt.shared.print_style.markdown_document import set_markdown

    session = Session(id="1", number=1, title=evil[:80], present=(evil[:60],))
    recap = recap_of([line("said", seat=evil, text=evil), line("becomes_dead", actor=evil)], session, PLAN)
    document = QTextDocument()
    set_markdown(document, recap_markdown(recap))
    on_one_line = " ".join(evil.split())
    assert document.toPlainText().count(on_one_line) == 5
    html = document.toHtml()
    assert "<img" not in html
    assert "<a href" not in html
    assert "http://evil" not in "".join(f.anchorHref() for f in [document.begin().charFormat()])


@pytest.mark.parametrize("number", [True, -1, 10_000, 10**30, "1", None, 1.5])
def test_a_line_from_a_strangers_file_starts_a_session_only_with_a_number_that_one_can_have(number: Json) -> None:
    assert [chapter.id for chapter in chapters_of([line("session_starts", number=number)], STARTED)] == ["0"]


def test_what_is_escaped_stays_on_one_line() -> None:
    assert "\n" not in escaped_markdown("a\nb\r\n\u2028c")


def test_long_names_and_many_moments_are_bounded() -> None:
    lines = [line("said", seat="N" * 10_000, text="T" * 100_000) for _ in range(500)]
    lines += [line("conflict_starts", fighters=["F" * 10_000] * 500)] * 200
    recap = recap_of(lines, None, PLAN)
    assert len(recap.sections[0].moments) == MOST_MOMENTS
    assert recap.sections[0].more == 500 - MOST_MOMENTS
    assert all(len(moment) <= LONGEST_MOMENT for moment in recap.sections[0].moments)
    assert len(recap_plain_text(recap)) < 50_000


def test_a_game_that_declares_nothing_tells_what_the_table_shows_large() -> None:
    headlined = next(key for key in ("rolled", "becomes_dead") if template_of(f"headline.{key}") is not None)
    lines = [line(headlined, seat="Tom", dice="1d6", faces=[6], total=6, actor="Tom"), line("looked", seat="Tom")]
    recap = recap_of(lines, None, None)
    assert len(recap.sections[0].moments) == 1


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_declared_line_step_and_count_has_its_text(name: str) -> None:
    game = game_of(name)
    plan = session_plan_of(game.ruleset)
    assert plan.lines is not None
    sets = (getattr(plan.lines, field) for field in _SETS)
    keys = {key for keys in (*sets, *plan.lines.counts.values()) for key in keys}
    assert {key for key in keys if template_of(f"log.{key}") is None} == set()
    assert {count for count in plan.lines.counts if template_of(f"recap.count.{count}") is None} == set()
    for step in (*plan.start, *plan.end, *plan.after):
        assert template_of(f"session_step.{step.name}") is not None
        assert template_of(f"session_step_help.{step.name}") is not None
        assert {offer for offer in step.offers if template_of(f"offer.{offer}") is None} == set()
    assert start_lines(game.commands.values())


def test_the_kind_of_a_line_is_its_key_not_its_words_or_its_game() -> None:
    own = LogLine(entry=1, message=Message(key="my_game:log.session_starts", params={"number": 1}))
    assert name_of_line(own) == "session_starts"
    said = line("said", seat="Tom", text="Session 5 starts")
    assert len(chapters_of([said, said], STARTED)) == 1


def test_a_log_of_fifty_thousand_lines_takes_less_than_two_seconds() -> None:
    lines = [line("attack_fails", entry=at, actor="Hild") for at in range(50_000)]
    began = time.perf_counter()
    recap_of(chapters_of(lines, STARTED)[0].lines, None, PLAN)
    assert time.perf_counter() - began < 2


def test_a_private_line_that_is_told_marks_the_recap() -> None:
    note = Noted(message=Message(key="log.said", params={"seat": "GM", "text": "x"}), audience=("gm",))
    private = LogLine(entry=1, message=note.message, private=True)
    assert recap_of([private], None, PLAN).private
    assert not recap_of([line("looked", private=True)], None, PLAN).private


def test_a_fault_in_the_plan_of_a_game_leaves_what_every_game_has() -> None:
    class Broken:
        session_plan = 7

    faults: list[Exception] = []
    set_fault_handler(faults.append)
    try:
        plan = session_plan_of(Broken())
    finally:
        set_fault_handler(None)
    assert len(faults) == 1
    assert (plan.start, plan.end, plan.after, plan.lines) == ((), (), (), None)
