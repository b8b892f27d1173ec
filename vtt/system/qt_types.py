"""The Qt types that the program names, made before any other thread runs.

PySide makes a type when it is first asked for, and is not ready for a second thread meanwhile: if a worker thread names
a type, and the window's own thread makes another one because it handles an event, the program hangs, or ends with a
segmentation fault. Modules of the window are imported in its own thread anyway (`vtt.widgets.tasks.window_imports`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from PySide6 import QtCore, QtGui, QtWidgets

NAMES: Final[Mapping[ModuleType, str]] = {
    QtCore: (
        "QAbstractItemModel QAbstractListModel QAbstractTableModel QBuffer QByteArray QChildEvent QCoreApplication "
        "QDate QDateTime QEasingCurve QElapsedTimer QEvent QEventLoop QIODevice QItemSelection QItemSelectionModel "
        "QLineF QLocale QMarginsF QMimeData QModelIndex QObject QPersistentModelIndex QPoint QPointF "
        "QPropertyAnimation QRect QRectF QSignalBlocker QSize QSizeF QSocketNotifier QThreadPool QTimer QUrl Qt "
        "Signal SignalInstance Slot"
    ),
    QtGui: (
        "QAbstractTextDocumentLayout QAccessible QAccessibleAnnouncementEvent QAccessibleEvent QAction QActionGroup "
        "QBrush QCloseEvent QColor QColorSpace QContextMenuEvent QCursor QDesktopServices QDrag QDragEnterEvent "
        "QDragLeaveEvent QDragMoveEvent QDropEvent QEnterEvent QFileOpenEvent QFocusEvent QFont QFontDatabase "
        "QFontInfo QFontMetrics QFontMetricsF QGuiApplication QHelpEvent QHideEvent QIcon QImage QImageIOHandler "
        "QImageReader QImageWriter QKeyEvent QKeySequence QLinearGradient QMouseEvent QMoveEvent QNativeGestureEvent "
        "QPageLayout QPageSize QPagedPaintDevice QPaintEvent QPainter QPainterPath QPainterPathStroker QPalette "
        "QPdfWriter QPen QPixmap QPixmapCache QPolygonF QRadialGradient QRawFont QRegion QResizeEvent QScreen "
        "QSessionManager QShortcut QShowEvent QTextBlock QTextBlockFormat QTextCharFormat QTextCursor QTextDocument "
        "QTextDocumentFragment QTextFormat QTextImageFormat QTextLayout QTextOption QTextTable QTransform QValidator "
        "QWheelEvent QWindow"
    ),
    QtWidgets: (
        "QAbstractButton QAbstractItemDelegate QAbstractItemView QAbstractScrollArea QAbstractSpinBox QApplication "
        "QBoxLayout QButtonGroup QCheckBox QComboBox QCompleter QDialog QFileDialog QFormLayout QFrame QGraphicsItem "
        "QGraphicsPathItem QGraphicsPixmapItem QGraphicsScene QGraphicsSimpleTextItem QGraphicsView QGridLayout "
        "QHBoxLayout QHeaderView QLabel QLayout QLayoutItem QLineEdit QListView QListWidget QListWidgetItem "
        "QMainWindow QMenu QPlainTextEdit QProgressBar QPushButton QRadioButton QScrollArea QSizePolicy QSpinBox "
        "QSplitter QStackedWidget QStyle QStyleFactory QStyleOptionButton QStyleOptionComboBox QStyleOptionViewItem "
        "QStyledItemDelegate QTabBar QTableView QTableWidget QTableWidgetItem QTextBrowser QTextEdit QToolButton "
        "QToolTip QTreeWidget QTreeWidgetItem QVBoxLayout QWidget"
    ),
}
"""The names that modules of the window import, by the module of Qt that has them."""


def make_qt_types() -> None:
    """Make all of them, in the window's own thread."""
    for module, names in NAMES.items():
        for name in names.split():
            getattr(module, name)
