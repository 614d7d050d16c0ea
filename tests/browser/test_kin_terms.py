"""Kin terms on the drawing, as a person sees them change."""

STATE = """() => {
  const { network, people } = globalThis.__kinTree;
  const at = Object.fromEntries([...people.keys()].map(id => [id, network.getPosition(id)]));
  return { at, scale: network.getScale(), view: network.getViewPosition() };
}"""
TAG = "id => globalThis.__kinTree.people.get(id).tag"


def test_another_system_changes_words_and_colours_and_moves_nobody(visit, page):
    visit("genealogies?ego=charles_darwin")
    page.wait_for_function("() => globalThis.__kinTree?.people.size === 72")
    page.wait_for_timeout(800)
    before = page.evaluate(STATE)
    for system, term in (("Crow", "cl. father"), ("Omaha", "cross-nephew"), ("Eskimo", "cousin")):
        page.get_by_role("radio", name=system).or_(page.get_by_role("button", name=system)).click()
        page.wait_for_function(f"term => ({TAG})('francis_galton') === term", arg=term)
        assert page.evaluate(STATE) == before
    assert "terms=Eskimo" in page.url


def test_a_person_becomes_ego_and_is_explained(visit, page):
    visit("genealogies?terms=Crow&person=francis_galton")
    page.get_by_role("button", name="Make ego").click()
    page.wait_for_function("() => globalThis.__kinTree?.people.get('francis_galton').ego")
    page.get_by_role("button", name="No ego").wait_for()
    assert "ego=francis_galton" in page.url
    page.wait_for_function(f"() => ({TAG})('charles_darwin') !== ''")
