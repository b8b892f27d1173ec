"""The print room: choosing, previewing, printing."""
