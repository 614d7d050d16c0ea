"""How a KinshipQA question is put to a model."""

import re


def worded(question: str) -> str:
    """A question in words: CLUTRR's pair ('Ann', 'Bob') asks what Bob is to Ann."""
    pair = re.fullmatch(r"\('(.+)', '(.+)'\)", question)
    return f"What is {pair[2]} to {pair[1]}?" if pair else question


def direct(context: str | None, question: str) -> str:
    """Zero-shot prompt for the bare answer (the paper's C.1 in function, in our words)."""
    facts = f"Context: {context}\n\n" if context else ""
    return (
        "Use the context to answer the question. Reply briefly, with the answer alone and no "
        f"explanation.\n\n{facts}Question: {question}\n\nAnswer:"
    )
