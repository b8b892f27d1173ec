"""Notes of the GM: pages in Markdown with links to each other, which every game has; a page can be shared with all."""
