"""The process and the file system; knows no campaign."""
