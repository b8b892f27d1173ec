"""Parts of the table that tell a result: while it is held they keep what they show, and then nothing of it is left."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtWidgets import QApplication, QGraphicsScene

from engine.model.frozen import replace
from engine.model.seats import SHARED
from tests.vtt.panels_stage import fight, stage
from tests.vtt.table_hand import shared_faces
from vtt.shared.table_queries import seats_waited_for
from vtt.table.display_state import DisplayState
from vtt.table.items.picture_layer import PictureLayer
from vtt.table.scene.table_scene import TableScene
from vtt.widgets.look.theme import Theme, ThemeHub


class Layer(PictureLayer):
    """A layer with two seats; the numbers in a seat's part are a part of their own."""

    def show(self, wounds: str, place: int = 0, look: str = "", *, keeps: bool = False) -> list[str]:
        """Update it, and return what it says."""
        self.begin(1.0)
        self.keeps_parts = keeps
        self.part("outer", (look,), lambda: self._put_outer(wounds, place, look))
        self.part("other", ("same",), lambda: self.mark("other", (), QRectF(), "same"))
        self.end()
        return [text for _, text in self.tips]

    def _put_outer(self, wounds: str, place: int, look: str) -> None:
        self.mark("look", (), QRectF(), look)
        self.part("inner", (wounds,), lambda: self.mark("wounds", (), QRectF(), wounds), place=(place,))


def test_a_kept_part_says_what_it_said_until_it_is_no_longer_kept(qapp: QApplication) -> None:
    scene = QGraphicsScene()
    layer = Layer(scene, ThemeHub(Theme()))
    assert layer.show("none", look="a") == ["a", "none", "same"]
    assert layer.show("three", look="b", keeps=True) == ["b", "none", "same"]
    assert layer.show("three", look="b", keeps=True) == ["b", "none", "same"]
    assert layer.show("three", look="b") == ["b", "three", "same"], "also where its outer part has not changed since"


def test_a_kept_part_goes_where_another_place_or_viewer_asks_for_it(qapp: QApplication) -> None:
    scene = QGraphicsScene()
    layer = Layer(scene, ThemeHub(Theme()))
    layer.show("none", look="a")
    assert layer.show("three", 1, look="b", keeps=True) == ["b", "three", "same"], "it is somewhere else"
    layer.clear()
    assert layer.show("four", 1, look="c", keeps=True) == ["c", "four", "same"], "nothing of another viewer is kept"


def test_what_is_told_is_kept_as_long_as_its_place_and_its_viewer_are_the_same(qapp: QApplication) -> None:
    layer = PictureLayer(QGraphicsScene(), ThemeHub(Theme()))

    def told(words: str, place: int = 0, *, keeps: bool = False) -> str:
        layer.begin(1.0)
        layer.keeps_parts = keeps
        found = layer.held_contents("seat", words, (place,))
        layer.end()
        return found

    assert [told("none"), told("three", keeps=True), told("four", keeps=True)] == ["none"] * 3
    assert told("four", 1, keeps=True) == "four", "it is somewhere else"
    assert told("five") == "five"
    layer.clear()
    assert told("six", keeps=True) == "six", "nothing of another viewer is kept"


def test_a_cleared_table_waits_for_nobody(qapp: QApplication) -> None:
    campaign = stage()
    hub = ThemeHub(Theme(), qapp)
    scene = TableScene(hub, shared_faces(hub.theme))
    view = replace(campaign.viewer_campaign(SHARED).view, under_way=fight())
    items, size = scene.static_items, QSizeF(1280, 720)
    scene.show_table(view, DisplayState(), size, 1.0)
    waited = items.waited
    assert waited == seats_waited_for(view) != frozenset()
    scene.clear_table()
    assert items.waited == frozenset(), "whom the former viewer saw waited for is not told to the next one"
    scene.show_table(view, DisplayState(holds_result=True), size, 1.0)
    assert items.waited == frozenset(), "and a result that is held keeps nothing of it"
    scene.clear_table()
