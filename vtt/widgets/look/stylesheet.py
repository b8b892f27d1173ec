"""One style sheet for all ordinary widgets.

A widget asks for a part by the dynamic property `role`: buttons `primary`, `danger`, `quiet`, `nav`, `on_table`; labels
`display`, `title`, `heading`, `muted`, `danger`, `ok`, `warning`, `key`; frames `card`, `plate`, `rail`, `sunken`;
line edits `number`. A button without a text is as narrow as its picture if it has the property `brief`.
"""

from string import Template

from vtt.widgets.look.art_files import ART
from vtt.widgets.look.colour_palette import Appearance, Colours, colour_names
from vtt.widgets.look.ui_fonts import TITLE_FAMILY
from vtt.widgets.look.ui_metrics import UiMetrics

_GENERAL = """
QMainWindow, QDialog, QMessageBox { background: $window; }
QWidget { color: $text; }
QWidget:disabled { color: $disabled; }
QLabel { background: transparent; }
QLabel[role="display"] { font-family: "$title"; font-weight: 600; font-size: ${font_display}px; }
QLabel[role="title"] { font-family: "$title"; font-weight: 600; font-size: ${font_title}px; }
QLabel[role="heading"] { font-weight: 600; font-size: ${font_large}px; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="danger"] { color: $danger; }
QLabel[role="ok"] { color: $ok; }
QLabel[role="warning"] { color: $warning; }
QLabel[role="key"] { color: $muted; border: ${hair}px solid $outline; border-radius: ${radius_s}px;
  padding: 0 ${pad_xs}px; font-size: ${font_small}px; }
QFrame[role="card"] { background: $surface; border: ${hair}px solid $line; border-radius: ${radius_l}px; }
QFrame[role="sunken"] { background: $sunken; border: ${hair}px solid $line; border-radius: ${radius}px; }
QFrame[role="what_if"] { background: $danger_fill; border: none; }
QFrame[role="what_if"] > QLabel { color: $on_danger; font-weight: 600; }
QFrame[role="plate"] { background: $plate; border: ${hair}px solid $inlay; border-radius: ${radius}px; }
QFrame[role="plate"] QLabel { color: $on_plate; }
QFrame[role="plate"] QLabel[role="warning"] { color: $warning; }
QToolTip { background: $raised; color: $text; border: ${hair}px solid $outline; border-radius: ${radius_s}px;
  padding: ${pad_xs}px ${pad_s}px; }
QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $accent; }
QStatusBar { background: $window; color: $muted; border-top: ${hair}px solid $line; }
QStatusBar::item { border: none; }
"""

_BUTTONS = """
QPushButton { background: $raised; color: $text; border: ${hair}px solid $outline; border-radius: ${radius}px;
  padding: ${inset}px ${pad_l}px; min-height: ${inner}px; font-weight: 600; }
QPushButton:hover { background: $surface; border-color: $accent; }
QPushButton:pressed { background: $sunken; }
QPushButton:checked { background: $selection; color: $on_selection; border-color: $accent; }
QPushButton:disabled { background: $surface; color: $disabled; border-color: $line; }
QPushButton[role="denied"] { background: $surface; color: $disabled; border-color: $line; }
QPushButton:default, QPushButton[role="primary"] { background: $accent; color: $on_accent;
  border-color: $accent; }
QPushButton:default:hover, QPushButton[role="primary"]:hover { background: $accent_hover;
  border-color: $accent_hover; }
QPushButton:default:pressed, QPushButton[role="primary"]:pressed { background: $accent_down;
  border-color: $accent_down; }
QPushButton:default:disabled, QPushButton[role="primary"]:disabled { background: $surface; color: $disabled;
  border-color: $line; }
QPushButton[role="danger"] { background: $danger_fill; color: $on_danger; border-color: $danger_fill; }
QPushButton[role="danger"]:hover { border-color: $text; }
QPushButton[role="quiet"] { background: transparent; border-color: transparent; color: $accent_text; }
QPushButton[role="on_table"] { background: $plate; color: $on_plate; border-color: $inlay; }
QPushButton[role="on_table"]:hover { border-color: $legal; }
QPushButton[brief="true"] { padding: ${inset}px ${pad_s}px; }
QPushButton[role="quiet"]:hover { background: $raised; }
QPushButton:focus, QPushButton:default:focus, QPushButton[role="primary"]:focus, QPushButton[role="danger"]:focus,
QPushButton[role="quiet"]:focus { border: ${ring}px solid $focus;
  padding: ${inset_focus}px ${pad_l_focus}px; }
QPushButton[role="primary"]:focus, QPushButton:default:focus { border-color: $focus_primary; }
QPushButton::menu-indicator { image: none; width: 0px; }
QToolButton { background: transparent; color: $text; border: ${ring}px solid transparent;
  border-radius: ${radius}px;
  padding: ${pad_xs}px; min-width: ${icon_l}px; min-height: ${icon_l}px; }
QToolButton:hover { background: $raised; }
QToolButton:pressed { background: $sunken; }
QToolButton:checked { background: $selection; color: $on_selection; }
QToolButton:disabled { color: $disabled; }
QToolButton::menu-indicator { image: none; }
QToolButton[role="nav"] { color: $muted; border-radius: ${radius}px; padding: ${pad_s}px ${pad_m}px;
  font-weight: 600; }
QToolButton[role="nav"]:hover { color: $text; }
QToolButton[role="nav"]:checked { background: $raised; color: $accent_text; border-bottom-color: $accent; }
QToolButton[role="on_table"] { background: $plate; border-color: $inlay; }
QLineEdit QToolButton { min-width: 0; min-height: 0; padding: 0; border: none; background: transparent; }
QToolButton:focus, QToolButton[role="nav"]:focus { border: ${ring}px solid $focus; }
"""

_RAIL = """
QFrame[role="rail"] { border: none; border-bottom: ${hair}px solid $rail_dark;
  background: qlineargradient(x1: 0, y1: 0, x2: 0, y2: 1, stop: 0 $rail_light, stop: 0.14 $rail,
  stop: 1 $rail); }
QFrame[role="rail"] QLabel, QFrame[role="rail"] QToolButton { color: $on_rail; }
QFrame[role="rail"] QToolButton:hover { background: $rail_light; }
QFrame[role="rail"] QToolButton:pressed { background: $rail_dark; }
QFrame[role="rail"] QToolButton:checked { background: $rail_dark; color: $on_rail;
  border-bottom-color: $inlay; }
QFrame[role="rail"] QToolButton:focus { border: ${ring}px solid $focus_on_cloth; }
"""

_FIELDS = """
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox { background: $field; color: $text;
  border: ${hair}px solid $outline; border-radius: ${radius}px; padding: ${inset}px ${pad_s}px;
  selection-background-color: $selection; selection-color: $on_selection; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { min-height: ${inner}px; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover { border-color: $accent; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: $disabled;
  border-color: $line; }
QLineEdit[role="number"] { font-size: ${font_title}px; font-weight: 600; }
QLineEdit:read-only { background: $surface; }
QLineEdit[state="error"] { border-color: $danger; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus,
  QComboBox:focus {
  border: ${ring}px solid $focus; padding: ${inset_focus}px ${pad_s_focus}px; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit, QAbstractSpinBox QLineEdit:focus, QComboBox QLineEdit:focus {
  border: none; background: transparent; padding: 0; min-height: 0; }
QSpinBox, QDoubleSpinBox { padding-right: ${step}px; qproperty-alignment: 'AlignCenter'; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right;
  width: ${step}px; border: none; margin: ${ring}px ${ring}px 0 0; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-origin: border;
  subcontrol-position: bottom right;
  width: ${step}px; border: none; margin: 0 ${ring}px ${ring}px 0; }
QSpinBox::up-button:hover, QSpinBox::down-button:hover, QDoubleSpinBox::up-button:hover,
QDoubleSpinBox::down-button:hover { background: $raised; border-radius: ${radius_s}px; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url("$controls/up.svg"); width: ${arrow}px;
  height: ${arrow}px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url("$controls/down.svg"); width: ${arrow}px;
  height: ${arrow}px; }
QComboBox { padding-right: ${step}px; combobox-popup: 0; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: center right; width: ${step}px;
  border: none; }
QComboBox::down-arrow { image: url("$controls/down.svg"); width: ${arrow}px; height: ${arrow}px; }
QComboBox QAbstractItemView { background: $raised; color: $text; border: ${hair}px solid $outline;
  selection-background-color: $selection; selection-color: $on_selection; outline: none;
  padding: ${pad_xs}px; }
QCheckBox, QRadioButton { spacing: ${pad_s}px; padding: ${pad_xs}px; border: ${ring}px solid transparent;
  border-radius: ${radius}px; background: transparent; }
QCheckBox:focus, QRadioButton:focus { border-color: $focus; }
QCheckBox::indicator, QAbstractItemView::indicator, QRadioButton::indicator { width: ${box}px; height: ${box}px;
  border: ${rim}px solid $outline;
  background: $field; }
QCheckBox::indicator, QAbstractItemView::indicator { border-radius: ${radius_s}px; }
QRadioButton::indicator { border-radius: ${box_round}px; }
QCheckBox::indicator:hover, QAbstractItemView::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: $accent; border-color: $accent;
  image: url("$controls/check.svg"); }
QCheckBox::indicator:indeterminate { background: $accent; border-color: $accent;
  image: url("$controls/dash.svg"); }
QRadioButton::indicator:checked { background: $accent; border-color: $accent;
  image: url("$controls/dot.svg"); }
QCheckBox::indicator:checked:disabled, QAbstractItemView::indicator:checked:disabled { background: $disabled; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $line; background: $surface; }
QSlider::groove:horizontal { height: ${pad_xs}px; background: $line; border-radius: ${ring}px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: ${ring}px; }
QSlider::handle:horizontal { width: ${knob_wide}px; margin: -${knob_margin}px 0; background: $accent;
  border: ${ring}px solid $surface; border-radius: ${knob}px; }
QSlider::handle:horizontal:focus { border-color: $focus; }
QProgressBar { background: $sunken; border: ${hair}px solid $outline; border-radius: ${radius_s}px;
  text-align: center;
  min-height: ${icon_s}px; font-weight: 600; color: $text; }
QProgressBar::chunk { background: $progress; border-radius: ${radius_s}px; }
"""

_LISTS = """
QAbstractItemView { background: $surface; alternate-background-color: $raised; color: $text;
  border: ${hair}px solid $line;
  border-radius: ${radius}px; gridline-color: $line; selection-background-color: $selection;
  selection-color: $on_selection; outline: none; }
QAbstractItemView:focus { border: ${ring}px solid $focus; }
QListView::item, QTreeView::item { padding: ${pad_s}px; border: ${ring}px solid transparent;
  border-radius: ${radius_s}px; }
QTableView::item { padding: ${pad_xs}px ${pad_s}px; border: ${ring}px solid transparent; }
QListView::item:hover, QTreeView::item:hover { background: $raised; }
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected { background: $selection;
  color: $on_selection; }
QListView::item:focus, QTreeView::item:focus, QTableView::item:focus { border-color: $focus; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section { background: $surface; color: $muted; padding: ${pad_s}px; border: none;
  border-bottom: ${hair}px solid $outline; font-weight: 600; }
QHeaderView::section:vertical { padding: 0 ${pad_s}px; border-bottom: none; }
QTableCornerButton::section { background: $surface; border: none; }
QTabWidget::pane { border: ${hair}px solid $line; border-radius: ${radius}px; background: $surface;
  top: -${hair}px; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: $muted; padding: ${pad_s}px ${pad_l}px; font-weight: 600;
  border: ${ring}px solid transparent; border-bottom: ${bar}px solid transparent; min-height: ${inner}px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $accent_text; border-bottom-color: $accent; }
QTabBar::tab:focus { border: ${ring}px solid $focus; border-radius: ${radius_s}px; }
QGroupBox { border: ${hair}px solid $line; border-radius: ${radius}px; margin-top: ${font_large}px;
  padding: ${pad_m}px ${pad_s}px ${pad_s}px ${pad_s}px; font-weight: 600; }
QGroupBox::title { subcontrol-origin: margin; subcontrol-position: top left; left: ${pad_m}px;
  padding: 0 ${pad_xs}px;
  color: $muted; }
QScrollArea { background: transparent; border: none; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: ${scrollbar}px; }
QScrollBar:horizontal { height: ${scrollbar}px; }
QScrollBar::handle { background: $outline; border-radius: ${grip}px; border: ${ring}px solid $surface; }
QScrollBar::handle:vertical { min-height: ${control}px; }
QScrollBar::handle:horizontal { min-width: ${control}px; }
QScrollBar::handle:hover { background: $accent; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""

_MENUS = """
QMenuBar { background: $window; color: $text; border-bottom: ${hair}px solid $line; padding: ${pad_xs}px; }
QMenuBar::item { background: transparent; padding: ${pad_xs}px ${pad_m}px; border-radius: ${radius_s}px; }
QMenuBar::item:selected { background: $selection; color: $on_selection; }
QMenu { background: $raised; color: $text; border: ${hair}px solid $outline; padding: ${pad_xs}px;
  icon-size: ${icon_s}px; }
QMenu::item { padding: ${pad_s}px ${pad_l}px ${pad_s}px ${pad_m}px; border-radius: ${radius_s}px;
  background: transparent; }
QMenu::item:selected { background: $selection; color: $on_selection; }
QMenu::item:disabled { color: $disabled; background: transparent; }
QMenu::separator { height: ${hair}px; background: $line; margin: ${pad_xs}px ${pad_s}px; }
QMenu::icon { padding-left: ${pad_s}px; }
QMenu::right-arrow { image: url("$controls/right.svg"); width: ${arrow}px; height: ${arrow}px; }
"""


def stylesheet(look: Appearance, colours: Colours, lengths: UiMetrics) -> str:
    """Return the style sheet for a look at a scale."""
    inset = max(1, lengths.pad_xs)
    grown = lengths.ring - lengths.hair
    values: dict[str, str | int] = {name: str(getattr(colours, name)) for name in colour_names()}
    values |= {name: int(getattr(lengths, name)) for name in type(lengths).__dataclass_fields__}
    knob = round(lengths.icon_s * 0.5)
    box = round(lengths.icon_s * 1.1)
    values |= {
        "focus_primary": colours.text,
        "title": TITLE_FAMILY,
        "controls": (ART / "controls" / look.value).as_posix(),
        "inset": inset,
        "inset_focus": max(0, inset - grown),
        "pad_l_focus": max(0, lengths.pad_l - grown),
        "pad_s_focus": max(0, lengths.pad_s - grown),
        "inner": lengths.control - 2 * inset - 2 * lengths.hair,
        "step": lengths.icon + lengths.pad_s,
        "arrow": round(lengths.icon_s * 0.8),
        "box": box,
        "rim": max(1, round(lengths.hair * 1.5)),
        "box_round": box // 2 + max(1, round(lengths.hair * 1.5)),
        "bar": lengths.ring + lengths.hair,
        "grip": lengths.scrollbar // 2,
        "knob": (lengths.pad_xs + 2 * knob) // 2,
        "knob_margin": knob,
        "knob_wide": lengths.pad_xs + 2 * knob - 2 * lengths.ring,
    }
    return "".join(Template(part).substitute(values) for part in (_GENERAL, _BUTTONS, _RAIL, _FIELDS, _LISTS, _MENUS))
