"""Genealogies in and out of files and tables."""
