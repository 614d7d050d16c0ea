"""Short names of runs beside each other."""

from kinlib.results.term_names import shortened


def test_what_all_runs_share_is_said_once():
    short = shortened(
        ["2 measured runs pooled", "router/meta/llama · set · (measured)",
         "router/z-ai/glm · set · (measured)", "router/z-ai/glm · plain · set · (measured)"]
    )  # fmt: skip
    assert list(short.names.values()) == ["llama", "glm", "glm · plain"]
    assert (short.shared, short.without_provider) == ("set · (measured)", True)


def test_names_that_would_be_the_same_keep_the_provider():
    short = shortened(
        ["a/m · set · (measured)", "b/m · set · (imported)", "c/m · set · (measured)"]
    )
    assert list(short.names.values()) == [
        "a/m · (measured)",
        "b/m · (imported)",
        "c/m · (measured)",
    ]
    assert (short.shared, short.without_provider) == ("set", False)


def test_without_runs_there_is_nothing_to_say():
    assert shortened(["5 runs pooled", "no run of this model"]).names == {}
    assert (shortened([]).shared, shortened([]).without_provider) == ("", False)
