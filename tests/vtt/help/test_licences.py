"""The licences of what other people wrote: reached from About, where the packaged program has them."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.vtt.shell_kit import dialogue_of, open_house
from vtt.help import licences
from vtt.help.licences import LIST, third_party
from vtt.help.licences_dialog import LicencesDialog


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The licences of a packaged program."""
    made = tmp_path / "licences"
    made.mkdir()
    (made / LIST).write_text("Alpha\t1.0\tMIT\talpha.txt\nBeta\t\tOFL-1.1\tbeta.txt\nGone\t2\tMIT\tgone.txt\n")
    (made / "alpha.txt").write_text("<b>Permission</b> is granted\n")
    (made / "beta.txt").write_text("Permission is granted to all.\n")
    monkeypatch.setattr(licences, "LICENCES", made)
    monkeypatch.setattr(third_party, "__defaults__", (made,))
    return made


def test_about_leads_to_them(qtbot: QtBot, folder: Path, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        about = house.window.show_about()
        about.choose("licences")
        (dialog,) = (found for found in house.window.findChildren(LicencesDialog) if found.isVisible())
        assert [dialog.list.item(line).text() for line in range(3)] == ["Alpha 1.0", "Beta", "Gone 2"]
        assert (dialog.heading.text(), dialog.text.toPlainText()) == (
            "Alpha 1.0 · MIT",
            "<b>Permission</b> is granted\n",
        )
        dialog.list.setCurrentRow(1)
        assert dialog.heading.text() == "Beta · OFL-1.1"
        dialog.list.setCurrentRow(2)
        assert "could not be read" in dialog.text.toPlainText()
        dialog.accept()


def test_a_checkout_has_none(qtbot: QtBot, tmp_path: Path) -> None:
    assert third_party() == ()
    with open_house(tmp_path) as house:
        house.window.show_about()
        assert [*dialogue_of(house).buttons] == [""]
        dialogue_of(house).choose("")
