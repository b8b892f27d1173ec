"""The main window: rooms, menus, notices."""
