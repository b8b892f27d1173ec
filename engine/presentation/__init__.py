"""Games as a table shows them: visibility, offers, status pages, stations and card faces."""
