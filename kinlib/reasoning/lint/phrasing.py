"""Rules about questions as they are worded: English, and what they give away."""

import re

from kinlib.reasoning.lint.case import Case
from kinlib.reasoning.lint.rule import Each, Rule, shown
from kinlib.reasoning.relation_words import kin_types

_NO_ENGLISH = re.compile(r"(?:childs|childrens|wifes|\)s)\b")
_BEFORE = re.compile(r"[\w-]*\Z")
_LETTERS = r"[FMPBZGSDCHWE]{2,}"
_CODE = re.compile(rf"\({_LETTERS}\)")
_RULE = re.compile(rf"\([^()]*\b(?:same as|skewed)\b[^()]*\b{_LETTERS}\b[^()]*\)")
_PLURAL = re.compile(r"\b(?:who are|which people are)\b|\b(?:list|name) all\b", re.IGNORECASE)
_FOREIGN = re.compile(r"\b[A-Z][a-z]+\b")


def _grammar(case: Case) -> str | None:
    return _slips(case.question) if case.question else None


def _context_grammar(case: Case) -> str:
    return _slips(case.text("context"))


def _slips(text: str) -> str:
    found = dict.fromkeys(_around(text, match) for match in _NO_ENGLISH.finditer(text))
    return f"No English: {shown(repr(slip) for slip in found)}." if found else ""


def _around(text: str, match: re.Match[str]) -> str:
    """A slip with its word, or the whole bracket it stands behind."""
    before = _BEFORE.search(text, max(match.start() - 80, 0), match.start())
    if match[0].startswith(")"):
        return text[max(text.rfind("(", 0, match.start()), 0) : match.end()]
    return (before[0] if before else "") + match[0]


def _path_code(case: Case) -> str | None:
    return None if case.category == 4 else _given(_CODE, case.question)


def _cultural_code(case: Case) -> str | None:
    return _given(_CODE, case.question) if case.category == 4 else None


def _rule_code(case: Case) -> str | None:
    return _given(_RULE, case.question) if case.category == 4 else None


def _given(what: re.Pattern[str], question: str) -> str | None:
    found = what.search(question)
    return f"The question gives away {found[0]}." if found else "" if question else None


def _plural(case: Case) -> str | None:
    """One answer to a question in the plural."""
    if case.form not in ("people", "person") or not case.key:
        return None
    found = _PLURAL.search(case.question)
    if not found or len(case.key) > 1:
        return ""
    return f'It asks "{found[0]}", and the only one in the key is {case.key[0]}.'


def _prefixed(case: Case) -> str | None:
    """Cultural questions for people that ask by the English term."""
    if case.category != 4 or not case.question or case.form != "people":
        return None
    if case.kin_term:
        return ""
    return f"It asks for the {case.text('bio_term') or 'relative'}, in which no system differs."


def _residual(case: Case) -> str | None:
    """Real words in a question whose system or terms are renamed."""
    if not case.fictional or not case.question:
        return None
    real = []
    mode = case.text("fictional_mode") or case.text("renamed")
    if not mode.startswith("term") and case.text("kinship_system_original"):
        real += re.findall(rf"\b{re.escape(case.system)}\b", case.question, re.IGNORECASE)
    if not mode.startswith("system"):
        real += _real_terms(case)
    return f"The question still says {shown(dict.fromkeys(real))}." if real else ""


def _real_terms(case: Case) -> list[str]:
    """Of a renamed term what the question has kept: all of it, or the words of its language.

    The terms of our own items are made up, unless they are English.
    """
    term = case.text("kin_term")
    if case.row.get("renamed"):
        return [term] if kin_types(term) and term in case.question else []
    if term and term in case.question:
        return [term]
    return [word for word in _FOREIGN.findall(term) if re.search(rf"\b{word}\b", case.question)]


def _unrenamed(case: Case) -> str | None:
    if not case.fictional or not case.text("kin_term") or not case.question:
        return None
    words = case.text("kin_term").split(" or ")
    if all(word in case.question for word in words) or case.text("renamed"):
        return ""
    return f"Its field kin_term is {case.text('kin_term')!r}; the question has another word."


def _no_rule(case: Case) -> str | None:
    """Made-up systems whose rule nobody is told."""
    if not case.fictional:
        return None
    prose = [text for text in case.told.other if len(text.split()) > 3]
    if prose or case.row.get("rule") is True:
        return ""
    return "The system is made up, and neither context nor question states its rule."


RULES = (
    Rule(
        "fictional-rule-missing",
        "System or terms are made up, and the context does not state the rule, so that nobody can "
        "know it.",
        "I27", "item", True, Each(_no_rule, context=True),
    ),
    Rule(
        "grammar",
        "The question is no English: childs, wifes, a plural s behind a bracket.",
        "I17", "item", False, Each(_grammar),
    ),
    Rule(
        "context-grammar",
        "The context is no English: childs, wifes, a plural s behind a bracket.",
        "I17", "item", False, Each(_context_grammar, context=True),
    ),
    Rule(
        "path-code",
        "An English question gives its path away as letters in brackets, (FB).",
        "I18", "item", False, Each(_path_code),
    ),
    Rule(
        "path-code-cultural",
        "A cultural question (category 4) gives its path away as letters in brackets.",
        "I18", "item", False, Each(_cultural_code),
    ),
    Rule(
        "rule-code",
        "A cultural question gives the system's rule away in brackets: (skewed - same as FZ).",
        "I18", "item", False, Each(_rule_code),
    ),
    Rule(
        "plural-for-one",
        "The question is in the plural, and its key is one person.",
        "I19", "item", False, Each(_plural),
    ),
    Rule(
        "english-as-cultural",
        "A question counted as cultural (category 4) has no term of its own and asks by the "
        "English one.",
        "I16", "item", False, Each(_prefixed),
    ),
    Rule(
        "residual-real-term",
        "A question whose terms are renamed still has a real term, or a word of one.",
        "I27", "item", False, Each(_residual),
    ),
    Rule(
        "unrenamed-field",
        "The question of a fictional item has another term than its field kin_term.",
        "I27", "item", False, Each(_unrenamed),
    ),
)  # fmt: skip
