"""The fonts of fillable fields in a PDF, and the encoding of text in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    IndirectObject,
    NumberObject,
    PdfObject,
    StreamObject,
)

from vtt.sheets.pdf_forms.form_font_file import CODEC, FormFont, is_western, western
from vtt.sheets.print.pdf_objects import pdf_dictionary, pdf_name, pdf_numbers, pdf_text

WESTERN: Final = "KT"
"""The name of the single-byte font in a document."""
_WIDE: Final = "KTW"


class FormFonts:
    """Our face in one document.

    Args:
        writer: the document.
        beyond: the letters of all texts that have some beyond those of Western Europe.
    """

    def __init__(self, writer: PdfWriter, beyond: str) -> None:
        self.face = FormFont()
        self._writer = writer
        beyond = "".join(filter(self.face.glyph, beyond))
        fonts: dict[str, PdfObject] = {WESTERN: self._western()}
        if beyond:
            fonts[_WIDE] = self._wide(beyond)
        self.resources = self._add(pdf_dictionary({"Font": pdf_dictionary(fonts)}))

    def has(self, line: str) -> bool:
        """Say whether our font has every letter of a line, and each letter is one glyph."""
        return is_western(line) or all(map(self.face.glyph, line))

    def coded(self, line: str) -> tuple[str, str]:
        """Return the name of the font for a line, and the line's code in hexadecimal."""
        if is_western(line):
            return WESTERN, line.encode(CODEC).hex()
        return _WIDE, "".join(f"{self.face.glyph(letter):04x}" for letter in line)

    def _western(self) -> IndirectObject:
        """Return the fields' own font: single bytes, with each letter named by its code point."""
        letters = western()
        first, last = letters[0][0], letters[-1][0]
        known = dict(letters)
        differing = ArrayObject()
        for code, letter in letters:
            if code - 1 not in known:
                differing.append(NumberObject(code))
            differing.append(pdf_name(f"uni{ord(letter):04X}"))
        widths = (round(self.face.advance(known[code])) if code in known else 0 for code in range(first, last + 1))
        encoding: dict[str, PdfObject] = {
            "Type": pdf_name("Encoding"),
            "BaseEncoding": pdf_name("WinAnsiEncoding"),
            "Differences": differing,
        }
        return self._add(
            pdf_dictionary(
                {
                    "Type": pdf_name("Font"),
                    "Subtype": pdf_name("Type1"),
                    "BaseFont": pdf_name("KTFORM+Inter-Regular"),
                    "FirstChar": NumberObject(first),
                    "LastChar": NumberObject(last),
                    "Widths": ArrayObject(NumberObject(width) for width in widths),
                    "Encoding": pdf_dictionary(encoding),
                    "FontDescriptor": self._descriptor("KTFORM", "Type1C", "".join(known.values())),
                }
            )
        )

    def _wide(self, letters: str) -> IndirectObject:
        """Return a font with exactly these letters, two bytes for each."""
        glyphs = {self.face.glyph(letter): letter for letter in letters}
        widths = ArrayObject()
        for glyph, letter in sorted(glyphs.items()):
            widths.extend((NumberObject(glyph), pdf_numbers(round(self.face.advance(letter)))))
        system: dict[str, PdfObject] = {"Registry": pdf_text("Adobe"), "Ordering": pdf_text("Identity")}
        inner = pdf_dictionary(
            {
                "Type": pdf_name("Font"),
                "Subtype": pdf_name("CIDFontType0"),
                "BaseFont": pdf_name("KTWIDE+Inter-Regular"),
                "CIDSystemInfo": pdf_dictionary({**system, "Supplement": NumberObject(0)}),
                "FontDescriptor": self._descriptor("KTWIDE", "CIDFontType0C", letters),
                "DW": NumberObject(1000),
                "W": widths,
            }
        )
        return self._add(
            pdf_dictionary(
                {
                    "Type": pdf_name("Font"),
                    "Subtype": pdf_name("Type0"),
                    "BaseFont": pdf_name("KTWIDE+Inter-Regular"),
                    "Encoding": pdf_name("Identity-H"),
                    "DescendantFonts": ArrayObject([self._add(inner)]),
                    "ToUnicode": self._add(_unicode(glyphs)),
                }
            )
        )

    def _descriptor(self, tag: str, form: str, letters: str) -> IndirectObject:
        program = StreamObject()
        program.set_data(self.face.program(letters))
        packed = program.flate_encode()
        packed[pdf_name("Subtype")] = pdf_name(form)
        metrics = self.face.metrics
        return self._add(
            pdf_dictionary(
                {
                    "Type": pdf_name("FontDescriptor"),
                    "FontName": pdf_name(f"{tag}+Inter-Regular"),
                    "Flags": NumberObject(32),
                    "FontBBox": pdf_numbers(*metrics.box),
                    "ItalicAngle": NumberObject(0),
                    "Ascent": NumberObject(metrics.ascent),
                    "Descent": NumberObject(metrics.descent),
                    "CapHeight": NumberObject(metrics.capital),
                    "StemV": NumberObject(86),
                    "FontFile3": self._add(packed),
                }
            )
        )

    def _add(self, made: PdfObject) -> IndirectObject:
        return self._writer._add_object(made)


def _unicode(glyphs: Mapping[int, str]) -> StreamObject:
    """Return the table of the letters that the glyphs represent."""
    pairs = [f"<{glyph:04x}> <{letter.encode('utf-16-be').hex()}>" for glyph, letter in sorted(glyphs.items())]
    blocks = [pairs[at : at + 100] for at in range(0, len(pairs), 100)]
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ]
    for block in blocks:
        lines += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    made = StreamObject()
    made.set_data("\n".join(lines).encode("ascii"))
    return made.flate_encode()
