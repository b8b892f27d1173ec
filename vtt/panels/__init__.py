"""The panels beside and around the table: offers, steps, log, options, characters, palette, help and dice."""
