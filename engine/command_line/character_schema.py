"""`python -m engine character-schema`: the JSON schema of character files, also kept in engine/docs."""

from __future__ import annotations

import msgspec

from engine.sheets.exchange.character_file import FORMAT, LONGEST_NAME, MOST_BYTES, VERSION, PortableCharacter


def character_schema() -> bytes:
    """Return the schema of a character file."""
    (whole,), components = msgspec.json.schema_components((PortableCharacter,), ref_template="#/$defs/{name}")
    name = whole["$ref"].rpartition("/")[2]
    root = components.pop(name)
    root["properties"]["format"] = {"const": FORMAT}
    root["properties"]["version"] = {"const": VERSION}
    root["required"] = ["format", "version", *root["required"]]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Kitchen Table character",
        "$comment": f"A file has at most {MOST_BYTES >> 20} MiB, and a name or key at most {LONGEST_NAME} letters.",
        **{key: value for key, value in root.items() if key != "title"},
        "$defs": components,
    }
    return msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=2) + b"\n"
