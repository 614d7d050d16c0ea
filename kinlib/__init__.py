"""Kinship in language models: genealogies, kin terms, benchmarks and their results."""
