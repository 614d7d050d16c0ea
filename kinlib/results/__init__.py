"""Responses, scores and where they are kept: the only room that knows DuckDB."""
