"""Courses of events (what-ifs) that are tried beside a campaign, each in a file of its own, compared and kept."""
