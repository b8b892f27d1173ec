r"""A page of notes as a Markdown file, and back: the title is the first heading of the file.

>>> page = NoteRecord(id="n1", name="Old mill", text="Haunted.")
>>> markdown_file(page)
'# Old mill\n\nHaunted.\n'
>>> page_from_markdown(markdown_file(page).encode(), "anything")
{'name': 'Old mill', 'text': 'Haunted.'}
>>> page_from_markdown(b"Only text", "my notes")
{'name': 'my notes', 'text': 'Only text'}
"""

from __future__ import annotations

from engine.kit.content_editor.content_file_format import file_text
from engine.kit.content_editor.view_models import EditRefused, Record
from engine.kit.notes.note_records import LONGEST_TEXT, LONGEST_TITLE, NoteRecord
from engine.messages.message import Message
from engine.messages.texts import say


def markdown_file(page: NoteRecord) -> str:
    """Return a file with the title and the text of a page."""
    return f"# {' '.join(page.name.split())}\n\n{page.text.strip()}\n"


def page_from_markdown(data: bytes, stem: str) -> Record:
    """Return a new page with the text of a file, which may come from anybody.

    Args:
        data: the contents of the file.
        stem: the name of the file without its ending, for a file without a heading.

    Raises:
        EditRefused: it is no text, or longer than a page.
    """
    text = file_text(data).replace("\r\n", "\n").strip()
    first, _, rest = text.partition("\n")
    has_title = first.startswith("# ") and bool(first[2:].strip())
    name, body = (first[2:], rest) if has_title else (stem, text)
    if len(body.strip()) > LONGEST_TEXT:
        raise EditRefused(say(Message(key="notes.bench.too_long", params={"most": LONGEST_TEXT})))
    return {"name": " ".join(name.split())[:LONGEST_TITLE], "text": body.strip()}
