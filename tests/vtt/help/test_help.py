"""The help: pages of the program and of games, what can be done now, shortcuts; searched, shown, written to a PDF."""

from __future__ import annotations

import re
from pathlib import Path
from time import thread_time

import pypdf
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QAction, QImage, QKeySequence, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from engine.asset_folder import BUNDLED_GAMES
from engine.core.manual_moves import SetClock
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import texts
from engine.presentation.offers import Denial, Offer
from tests.on_screen import put_up
from vtt.help import help_pages as help_pages_module
from vtt.help.current_page import CurrentMoment
from vtt.help.help_dialog import KEYS, NOW, HelpDialog
from vtt.help.help_document import fill_document, pdf_of
from vtt.help.help_pages import GAMES, LARGEST_PICTURE, PROGRAM, TOUR, HelpPage, help_pages
from vtt.help.help_pdf import save_help
from vtt.shared.offers.offer_tile import OfferTile
from vtt.widgets.look.theme import ThemeHub

PAGES = help_pages()
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)]*)\)")
OFFERS = sorted(key for key in texts() if key.startswith("offer."))
EXPLAINED = "set_clock"
"""The name of an offer."""


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(app=qapp)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(1280, 720)
    qtbot.addWidget(made)
    return made


def dialog_over(window: QWidget, hub: ThemeHub, moment: CurrentMoment | None = None) -> HelpDialog:
    dialog = HelpDialog(hub, window.findChildren(QAction), window, moment)
    dialog.open()
    return dialog


def page_of(tmp_path: Path, markdown: str) -> HelpPage:
    return HelpPage(key="x", section=GAMES, title="X", markdown=markdown, folder=tmp_path / "pictures")


def test_the_first_evening_comes_first_and_each_game_has_a_page() -> None:
    assert [page.section for page in PAGES] == sorted(
        (page.section for page in PAGES), key=[TOUR, PROGRAM, GAMES].index
    )
    assert len([page for page in PAGES if page.section == TOUR]) == 5
    games = [path.name for path in BUNDLED_GAMES.iterdir()]
    assert {page.key.partition("/")[0] for page in PAGES if page.section == GAMES} == set(games)
    for game in games:
        first = next(page for page in help_pages(game) if page.section == GAMES)
        assert first.key.startswith(f"{game}/"), "the game that is played comes before the others"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.key)
def test_every_picture_and_every_link_of_a_page_leads_somewhere(page: HelpPage) -> None:
    assert page.title != page.key.rpartition("/")[2], "its first line is its title"
    assert "<" not in page.markdown
    keys = {other.key for other in PAGES} | {NOW, KEYS}
    for picture, target in LINK.findall(page.markdown):
        if picture:
            found = page.picture(target.removeprefix("pictures/"))
            assert found is not None, target
            assert not QImage(str(found)).isNull()
        else:
            assert target.removesuffix(".md") in keys


@pytest.mark.parametrize("key", OFFERS)
def test_every_offer_is_explained_in_one_sentence(key: str) -> None:
    explanation = texts()[f"explain.{key.removeprefix('offer.')}"]
    assert explanation.endswith((".", "!"))
    assert "{" not in explanation, "it is the same whatever is hidden"


def test_every_shortcut_is_listed(qtbot: QtBot, hub: ThemeHub, window: QWidget) -> None:
    for words, keys, group in (("Undo", "Ctrl+Z", ""), ("Look", "F3", "Cards"), ("No key", "", "")):
        action = QAction(words, window)
        action.setShortcut(QKeySequence(keys))
        if group:
            action.setProperty("group", group)
    gone = QAction("Gone", window)
    gone.setShortcut(QKeySequence("F12"))
    gone.setVisible(False)
    dialog = dialog_over(window, hub)
    for page in (NOW, KEYS):
        dialog.show_page(page)
        shown = dialog.view.toPlainText()
        assert {"Ctrl+Z", "Undo", "F3", "Look", "Cards"} <= {line.strip() for line in shown.split("\n")}
        assert "No key" not in shown
        assert "Gone" not in shown, "a room that a game has not got has no key"
    QTest.keyClick(dialog, Qt.Key.Key_Question)
    assert not dialog.isVisible()


def test_what_can_be_done_now_is_explained_and_what_cannot_says_why(
    qtbot: QtBot, hub: ThemeHub, window: QWidget
) -> None:
    possible = Offer(name="note", command=SetClock(seat="gm", seconds=0), label=Message(key=f"offer.{EXPLAINED}"))
    denied = Offer(
        name="late",
        command=SetClock(seat="gm", seconds=0),
        label=Message(key=f"offer.{EXPLAINED}"),
        denial=Denial.of(Refused("gm_only")),
    )
    moment = CurrentMoment(room="table", person="<b>Tom</b>", offers=(denied, possible))
    dialog = dialog_over(window, hub, moment)
    shown = dialog.view.toPlainText()
    assert "<b>Tom</b>" in shown, "a name is no markup"
    assert texts()[f"explain.{EXPLAINED}"] in shown
    assert texts()["refused.gm_only"] in shown
    assert shown.index(texts()[f"explain.{EXPLAINED}"]) < shown.index(texts()["refused.gm_only"])
    dialog.reject()


def test_a_search_lists_the_pages_with_all_words_and_marks_them(qtbot: QtBot, hub: ThemeHub, window: QWidget) -> None:
    dialog = dialog_over(window, hub)
    everything = dialog.titles
    QTest.keyClicks(dialog.search, "CURTAIN f9")
    assert 0 < len(dialog.titles) < len(everything)
    QTest.keyClick(dialog, Qt.Key.Key_Down)
    assert dialog.view.extraSelections()
    dialog.search.setText("zyzzyva")
    assert not dialog.titles
    assert dialog.none_found.isVisible()
    QTest.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.isVisible(), "Enter ends the search, not the help"
    dialog.search.setText("pictures/")
    assert not dialog.titles, "what nobody reads is not found"
    dialog.search.clear()
    assert dialog.titles == everything
    dialog.search.setFocus()
    QTest.keyClick(dialog.search, Qt.Key.Key_Question)
    assert not dialog.isVisible(), "a second ? closes it"


@pytest.mark.rule("IM-GEN-7")
def test_the_help_advises_the_game_master() -> None:
    page = next(page for page in PAGES if page.key == "the_gm")
    for counsel in ("vivid", "random", "believable", "never force", "none of this is a rule"):
        assert counsel in page.text, counsel


def test_a_page_of_a_stranger_reads_nothing_outside_its_folder(
    qtbot: QtBot, hub: ThemeHub, window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pictures").mkdir()
    monkeypatch.setattr(help_pages_module, "HELP_FOLDER", tmp_path)
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    for name in ("secret.png", "pictures/mine.png"):
        assert picture.save(str(tmp_path / name))
    (tmp_path / "pictures" / "link.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "pictures" / "huge.png").write_bytes(b"0" * (LARGEST_PICTURE + 1))
    names = ("mine.png", "link.png", "../secret.png", "huge.png", "none.png", "sub/../../secret.png", "x" * 300, "a\0b")
    page = page_of(tmp_path, "")
    assert [page.picture(name) is not None for name in names] == [True] + [False] * 7
    outside = f"![a](file://{tmp_path}/secret.png) ![b](pictures/mine.png) [away](https://example.org)"
    (tmp_path / "page.md").write_text(f"# A <b>title</b>\n\n{outside}\n\n<img src='/etc/passwd'>", encoding="utf-8")
    dialog = dialog_over(window, hub)
    dialog.show_page("page")
    assert "<img src='/etc/passwd'>" in dialog.view.toPlainText(), "HTML stays text"
    shown = dialog.view.document()
    images = {url: shown.resource(2, QUrl(url)) for url in ("page:pictures/mine.png", f"file://{tmp_path}/secret.png")}
    assert [isinstance(image, QImage) and not image.isNull() for image in images.values()] == [True, False]
    dialog.reject()


def test_what_cannot_be_read_is_left_out_and_the_other_pages_are_shown(
    hub: ThemeHub, window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(help_pages_module, "HELP_FOLDER", tmp_path)
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere")
    (tmp_path / "bytes.md").write_bytes(b"# Bytes \xff\n\ntext")
    (tmp_path / "large.md").write_text("# Large\n\n" + "word\n\n" * 12_000, encoding="utf-8")
    (tmp_path / "links.md").write_text("# Links\n\n[there](bytes.md) [out](https://example.org/x.md)", encoding="utf-8")
    assert [page.key for page in help_pages() if page.section == PROGRAM] == ["bytes", "large", "links"]
    dialog = dialog_over(window, hub)
    started = thread_time()
    dialog.show_page("large")
    assert thread_time() - started < 2.0, "each paragraph is laid out once"
    dialog.show_page("links")
    for address, title in (("https://example.org/x.md", "Links"), ("bytes.md", "Bytes")):
        dialog.view.anchorClicked.emit(QUrl(address))
        assert dialog.view.toPlainText().startswith(title)
    dialog.reject()


@pytest.mark.usefixtures("qapp")
def test_a_picture_with_very_many_pixels_is_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    for name, side in (("small.png", 8), ("wide.png", 4000)):
        picture = QImage(side, side, QImage.Format.Format_Mono)
        picture.fill(1)
        assert picture.save(str(tmp_path / "pictures" / name))
    document = QTextDocument()
    fill_document(document, page_of(tmp_path, "# X\n\n![a](pictures/small.png) ![b](pictures/wide.png)"))
    loaded = [document.resource(2, QUrl(f"x:pictures/{name}.png")) for name in ("small", "wide")]
    assert [picture.isNull() for picture in loaded] == [False, True]


@pytest.mark.usefixtures("qapp")
def test_the_pages_become_a_pdf_with_their_text_each_on_new_paper(tmp_path: Path) -> None:
    pages = [page for page in PAGES if page.section == TOUR]
    (tmp_path / "help.pdf").write_bytes(pdf_of(pages, "Help"))
    read = pypdf.PdfReader(tmp_path / "help.pdf")
    sides = [" ".join(side.extract_text().split()) for side in read.pages]
    firsts = [next(number for number, side in enumerate(sides) if page.title in side) for page in pages]
    assert firsts == sorted(set(firsts))
    widths = [image.image.width for side in read.pages for image in side.images if image.image is not None]
    assert sum(width > 600 for width in widths) == len(pages), "each page has its picture"


@pytest.mark.usefixtures("qapp")
def test_a_pdf_that_cannot_be_written_says_so_and_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inside").touch()
    with pytest.raises(Refused, match="could not be saved") as refused:
        save_help(tmp_path / "folder")
    assert refused.value.message.key == "refused.help_not_saved"
    assert (tmp_path / "folder" / "inside").exists()


def test_an_offer_explains_itself_to_pointer_keyboard_and_screen_reader(qtbot: QtBot, hub: ThemeHub) -> None:
    offer = Offer(name="x", command=SetClock(seat="gm", seconds=0), label=Message(key=f"offer.{EXPLAINED}"))
    window = QWidget()
    qtbot.addWidget(window)
    tiles = [OfferTile(hub, offer, key, window) for key in ("", "Alt+1")]
    put_up(window)
    words = texts()[f"explain.{EXPLAINED}"]
    for tile in tiles:
        assert words in tile.toolTip()
        assert words.rstrip(".") in tile.accessibleDescription()
    tiles[0].setFocus(Qt.FocusReason.MouseFocusReason)
    assert not QToolTip.isVisible()
    tiles[1].setFocus(Qt.FocusReason.TabFocusReason)
    assert words in QToolTip.text()
    QToolTip.hideText()
