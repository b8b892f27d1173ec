"""Notes as pages: their Markdown as a document, what their links lead to, and the view that follows a click."""
