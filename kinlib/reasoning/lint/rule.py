"""Named rules, what they find, and the report of all of them over some data."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

Scope = Literal["item", "tree", "data set", "CLUTRR row"]
Subject = Literal["items", "trees", "CLUTRR"]
EXAMPLES = 2


class Found(NamedTuple):
    """One fault: the id of what has it, and a sentence with the evidence."""

    subject: str
    sentence: str


class Checked(NamedTuple):
    """How many were looked at and what was found; None: there was nothing to look with."""

    number: int | None
    found: Sequence[Found]
    note: str = ""


Look = Callable[[Any], str | None]
"""Looks at one subject: None where the rule does not apply, "" where all is well, else a fault."""


@dataclass(frozen=True)
class Each:
    """Looks at subjects one by one.

    Those are left out that lack what is needed: a tree, a context. If all do, nothing is checked.
    `judge` has the last word on all that was found.
    """

    look: Look
    tree: bool = False
    context: bool = False
    judge: Callable[[Checked], Checked] | None = None


Whole = Callable[[Sequence[Any]], Checked]
"""Looks at all subjects at once."""


@dataclass(frozen=True)
class Rule:
    """A fault with a name.

    Attributes:
        name: short and fixed, words joined by hyphens.
        sentence: what is wrong with whatever the rule finds.
        source: number of the fault in the audit of the KinshipQA release (I1, T2, section 10).
        scope: what one finding is about.
        substance: key, label or answerability is wrong, and not only the form.
        look: how it looks at its subjects.
        of: which data the rule reads.
    """

    name: str
    sentence: str
    source: str
    scope: Scope
    substance: bool
    look: Each | Whole
    of: Subject = "items"


class Finding(NamedTuple):
    """One fault found by a rule."""

    rule: str
    subject: str
    sentence: str


@dataclass(frozen=True)
class Count:
    """What a rule found, among how many it `checked`; both None where what it needs is missing.

    `share` is found / checked. `note` tells a further number, where the rule has one.
    """

    rule: str
    checked: int | None
    found: int | None
    share: float | None
    examples: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class Report:
    """Everything found, a count for each rule that was asked.

    `problems` are lines and files that could not be read, `notes` what was taken from where.
    """

    counts: tuple[Count, ...]
    findings: tuple[Finding, ...]
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def count(self, rule: str) -> Count:
        """The count of one rule; KeyError if it was not asked."""
        return {count.rule: count for count in self.counts}[rule]

    def of(self, rule: str) -> tuple[Finding, ...]:
        """The findings of one rule."""
        return tuple(finding for finding in self.findings if finding.rule == rule)

    def plain(self, rules: Mapping[str, Rule]) -> dict[str, Any]:
        """The whole report ready for JSON, each count with its rule's definition."""
        return {
            "counts": [
                {
                    "rule": count.rule,
                    "sentence": rules[count.rule].sentence,
                    "source": rules[count.rule].source,
                    "scope": rules[count.rule].scope,
                    "substance": rules[count.rule].substance,
                    "checked": count.checked,
                    "found": count.found,
                    "share": count.share,
                    "examples": list(count.examples),
                    "note": count.note,
                }
                for count in self.counts
            ],
            "findings": [finding._asdict() for finding in self.findings],
            "problems": list(self.problems),
            "notes": list(self.notes),
        }


class Able(Protocol):
    """A subject that may have a tree and a context, and can forget what it has worked out."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def has_tree(self) -> bool: ...  # noqa: D102
    @property
    def has_context(self) -> bool: ...  # noqa: D102
    def forget(self) -> None: ...  # noqa: D102


def report(rules: Sequence[Rule], subjects: Sequence[Any]) -> Report:
    """What some rules find in what they are about."""
    singly = [rule.look for rule in rules if isinstance(rule.look, Each)]
    looked = iter(_one_by_one(singly, subjects))
    counts, findings = [], []
    for rule in rules:
        checked = next(looked) if isinstance(rule.look, Each) else rule.look(subjects)
        number, found, note = checked
        share = len(found) / number if number else None
        examples = tuple(dict.fromkeys(one.subject for one in found))[:EXAMPLES]
        total = None if number is None else len(found)
        counts.append(Count(rule.name, number, total, share, examples, note))
        findings += [Finding(rule.name, *one) for one in found]
    return Report(tuple(counts), tuple(findings))


def _one_by_one(looks: Sequence[Each], subjects: Sequence[Able]) -> list[Checked]:
    """What each finds; a subject is looked at by all before the next, and then forgotten."""
    numbers, able = [0] * len(looks), [not subjects] * len(looks)
    found: list[list[Found]] = [[] for _ in looks]
    for subject in subjects if looks else ():
        for place, each in enumerate(looks):
            lacks = (each.tree and not subject.has_tree) or (
                each.context and not subject.has_context
            )
            if lacks:
                continue
            able[place] = True
            said = each.look(subject)
            numbers[place] += said is not None
            if said:
                found[place].append(Found(subject.id, said))
        subject.forget()
    told = zip(looks, numbers, found, able, strict=True)
    return [_judged(each, Checked(n if has else None, some)) for each, n, some, has in told]


def _judged(each: Each, checked: Checked) -> Checked:
    return each.judge(checked) if each.judge and checked.number is not None else checked


def joined(reports: Iterable[Report]) -> Report:
    """Several reports, about different things, as one."""
    each = list(reports)
    return Report(
        tuple(count for one in each for count in one.counts),
        tuple(finding for one in each for finding in one.findings),
        tuple(problem for one in each for problem in one.problems),
        tuple(note for one in each for note in one.notes),
    )


def shown(names: Iterable[str], most: int = 4) -> str:
    """Names in a sentence, the first few of many."""
    each = list(names)
    if len(each) > most:
        return f"{', '.join(each[:most])} and {len(each) - most} more"
    return f"{', '.join(each[:-1])} and {each[-1]}" if len(each) > 1 else "".join(each)
