"""Printed pages: typesetting, continuation pages, imposition."""
