"""How long the table takes for a frame: what a hand on the mouse and an eye on the screen would notice."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.core.manual_moves import MoveCards
from engine.kit.game_factory import make_game
from tests.vtt.table_stage import Deal, Lay, Stage, make_table
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.table.game_table_view import GameTableView
from vtt.table.input.drop_targets import ItemPlace
from vtt.table.items.item_animation import ItemFlight
from vtt.widgets.look.theme import Theme, ThemeHub

WIDE, HIGH = 1920, 1080
FRAME_MS = 16.0


def p95(times: list[float]) -> float:
    """Return the value below which 95 of 100 lie."""
    return sorted(times)[int(len(times) * 0.95)]


def timed(app: QApplication, act: Callable[[], object]) -> float:
    """Return how many milliseconds an act takes until the screen shows it."""
    start = time.perf_counter()
    act()
    app.processEvents()
    return (time.perf_counter() - start) * 1000


def _show(app: QApplication, seats: int, decks: int, *, duel: bool = False) -> tuple[GameTableView, OpenCampaign]:
    campaign = OpenCampaign(make_game(Stage()), History(make_table(seats, decks=decks, duel=duel)), SeededChance(1))
    return shown(app, campaign), campaign


def shown(app: QApplication, campaign: OpenCampaign) -> GameTableView:
    """Return the table of a session on the common screen."""
    hub = ThemeHub(Theme(), app)
    view = GameTableView(campaign, "shared", hub, CardFaceCache(hub.theme))
    view.resize(WIDE, HIGH)
    view.show()
    for _ in range(5):
        app.processEvents()
    return view


def close(app: QApplication, view: GameTableView) -> None:
    """Let go of a table."""
    view.close()
    view.deleteLater()
    app.processEvents()


def drag_frames(app: QApplication) -> list[float]:
    """Drag one card about a table with four decks on it and nine seats round it."""
    view, _ = _show(app, 9, 4, duel=True)
    grip = ItemPlace("hand:tom", 3)
    spot = view.table_scene.spots_of("hand:tom")[3]
    view.drag_controller.start_drag(grip, QPointF(spot.x, spot.y), alt=False)
    app.processEvents()
    frames = []
    for step in range(240):
        # Across everything: hands, tray, piles, plates.
        where = QPointF(120 + (step * 53) % 1680, 120 + (step * 37) % 840)
        frames.append(timed(app, lambda where=where: view.drag_controller.drag(where)))  # type: ignore[misc]
    view.drag_controller.release_all()
    close(app, view)
    return frames


def deal_frames(app: QApplication, each: int, seats: int) -> list[float]:
    """Deal cards to seats and show every frame of their flight."""
    view, campaign = _show(app, seats + 1, 2)
    motion = view.table_scene.animator
    frames: list[float] = []
    cards = 0
    for seat in list(view.table_scene.view.seats)[1 : seats + 1]:
        hand = f"hand:{seat}"
        campaign.submit(MoveCards(seat="gm", cards=tuple(f"{hand}#{i}" for i in range(each)), target="deck"))
        cards += each
    motion.finish()
    app.processEvents()
    campaign.submit(Deal(seat="gm", each=each))
    motion.hold()
    now = motion.now
    while motion.running:
        now += FRAME_MS
        frames.append(timed(app, lambda now=now: motion.advance(now)))  # type: ignore[misc]
    close(app, view)
    return frames


def turning_frames(app: QApplication) -> list[float]:
    """Let fourteen turned cards glide at once: two hands that are dealt anew."""
    view, _ = _show(app, 3, 1)
    scene = view.table_scene
    cards = [card for card in scene.cards() if card.zone.startswith("hand:") and card.zone != "hand:gm"]
    scene.animator.start([ItemFlight(card, QPointF(960, 300), lasts=800) for card in cards])
    scene.animator.hold()
    frames = []
    now = scene.animator.now
    while scene.animator.running:
        now += FRAME_MS
        frames.append(timed(app, lambda now=now: scene.animator.advance(now)))  # type: ignore[misc]
    close(app, view)
    return frames


def undo_times(app: QApplication) -> list[float]:
    """Undo and redo a gesture until the screen has settled."""
    view, campaign = _show(app, 9, 4, duel=True)
    campaign.submit(Lay(seat="tom", cards=("hand:tom#1", "hand:tom#4")))
    view.table_scene.animator.finish()
    times = [time for _ in range(60) for time in undoing(app, view, campaign, 1)]
    close(app, view)
    return times


def undoing(app: QApplication, view: GameTableView, campaign: OpenCampaign, steps: int) -> list[float]:
    """Take back so many gestures, one by one, and bring them again; return how long each took to be taken back."""
    times = []
    for _ in range(steps):
        times.append(timed(app, lambda: campaign.undo(consent=True)))
        view.table_scene.animator.finish()
        app.processEvents()
    for _ in range(steps):
        campaign.redo()
    view.table_scene.animator.finish()
    app.processEvents()
    return times


def application() -> QApplication:
    """Return the one application."""
    found = QApplication.instance()
    return found if isinstance(found, QApplication) else QApplication([])


def measure() -> list[tuple[str, float, float, str]]:
    """Return each figure with its value, its budget and its unit."""
    app = application()
    return [
        ("dragging one card, 216 cards, 1920 × 1080, p95 of a frame", p95(drag_frames(app)), 8.0, "ms"),
        ("dealing 7 cards to 6 seats, animated, p95 of a frame", p95(deal_frames(app, 7, 6)), 16.7, "ms"),
        ("14 turned cards gliding at once, p95 of a frame", p95(turning_frames(app)), 16.7, "ms"),
        ("undo to a settled screen, p95", p95(undo_times(app)), 16.0, "ms"),
    ]


if __name__ == "__main__":
    for name, value, budget, unit in measure():
        print(f"{name:62} {value:7.2f} {unit} of {budget} {unit}")
