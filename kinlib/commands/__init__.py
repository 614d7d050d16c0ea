"""Verbs of the command line, a module a subject; kinlib/cli.py puts them together."""
