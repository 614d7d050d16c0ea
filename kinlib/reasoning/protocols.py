"""How a KinshipQA question is put to a model."""


def direct(context: str | None, question: str) -> str:
    """Zero-shot prompt for the bare answer (the paper's C.1 in function, in our words)."""
    facts = f"Context: {context}\n\n" if context else ""
    return (
        "Use the context to answer the question. Reply briefly, with the answer alone and no "
        f"explanation.\n\n{facts}Question: {question}\n\nAnswer:"
    )
