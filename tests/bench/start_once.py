"""One start of the program, from nothing to a table that answers: prints the seconds since its parent began it."""

from __future__ import annotations

import sys
import time
from pathlib import Path


def main(begun: float, folder: Path) -> int:
    """Start the demo, wait until its table is painted and an offer is there, say how long that took, and end."""
    from PySide6.QtCore import QTimer

    from vtt.app import App, Start, make_application
    from vtt.save.places import places_under

    app = make_application([])
    house = App(app, Start(demo="imaginality"), places_under(folder), keep=False)

    def there() -> None:
        page = house.window.page
        if page is None or not page.table_room.offers.tiles:
            QTimer.singleShot(5, there)
            return
        page.table_room.table.viewport().repaint()
        print(time.time() - begun, flush=True)
        app.quit()

    house.begin()
    QTimer.singleShot(0, there)
    app.exec()
    house.end()
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), Path(sys.argv[2])))
