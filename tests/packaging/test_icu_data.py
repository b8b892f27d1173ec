"""packaging/installers/icu_data.py: Qt works the same with the part of ICU's data that the packages have."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from installers.icu_data import trim_library

ICU = Path(PySide6.__file__).parent / "Qt" / "lib" / "libicudata.so.73"
SORT = """
import functools, sys
from PySide6.QtCore import QCollator, QLocale
words = "z ä Ä a A ö 10 9 ch cz h ñ n ll l æ å ß ss 日 本 あ ア İ i ı é - _ Б б".split()
for name in ("C", "en_GB", "sv_SE", "de_DE", "es_ES", "cs_CZ", "ja_JP", "zh_CN", "tr_TR", "da_DK", "ru_RU"):
    collator = QCollator(QLocale(name))
    collator.setNumericMode(True)
    print(sorted(words, key=functools.cmp_to_key(collator.compare)), QLocale(name).toUpper("iıßéǆ"))
"""


@pytest.mark.skipif(not ICU.exists() or not shutil.which("ld"), reason="needs ICU's data of Qt and the binutils")
def test_qt_sorts_names_the_same_by_an_eighth_of_the_data(tmp_path: Path) -> None:
    library = tmp_path / ICU.name
    shutil.copy(ICU, library)
    trim_library(library)
    assert library.stat().st_size < ICU.stat().st_size / 7
    whole, trimmed = (
        subprocess.run([sys.executable, "-c", SORT], check=True, env={**os.environ, **env}, capture_output=True).stdout
        for env in ({}, {"LD_PRELOAD": str(library)})
    )
    assert whole == trimmed
    assert len({*whole.splitlines()}) > 5, "the languages differ"
