"""Charts as SVG: colours of the page, texts that stay texts."""

import re
from xml.etree import ElementTree

import pytest

from lingo_common.html import charts
from lingo_common.html.page import as_script

HOSTILE_NAME = '<b>&"$x^2$\x1b\x00 and so on for a while'
"""HTML, a formula of matplotlib, characters that cannot be printed, and more than fits beside a row."""
WHITE = "#ffffff"
PARTS = (charts.Segment("a", fill="#08519c", ink=WHITE), charts.Segment("b", fill="#d94801", ink=WHITE))


def row(name, low, middle, high):
    """A row of a chart of ranges, with these times in seconds, in the colour of the first series."""
    return charts.Range(name, series=0, low=low, middle=middle, high=high)


def texts(svg):
    """The texts of an SVG element that can be parsed."""
    return [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]


def test_lines_take_their_colours_from_the_page():
    svg = charts.lines({"ann": {4: 100.0, 5: 200.0}, HOSTILE_NAME: {5: 150.0}}, "letters", "points")
    assert "var(--series-0)" in svg
    assert "var(--series-1)" in svg
    assert "var(--quiet)" in svg
    # matplotlib draws with stand-ins that begin so. Variables of the page replace them all.
    assert "#0102" not in svg
    assert {"letters", "points", "4", "5"} <= set(texts(svg))


def test_a_chart_is_no_whole_document_and_fetches_nothing():
    svg = charts.lines({"ann": {4: 1.0}}, "x", "y")
    assert svg.startswith("<svg")
    assert "<?xml" not in svg
    assert "<metadata" not in svg
    assert not re.search(r'(?:href|src)="(?!#)', svg)


def test_a_chart_has_no_width_of_its_own():
    opening, _, _ = charts.lines({"ann": {4: 1.0}}, "x", "y").partition(">")
    assert re.search(r'viewBox="0 0 [\d.]+ [\d.]+"', opening)
    assert " width=" not in opening


@pytest.mark.parametrize("draw", [
    lambda name: charts.stacked_bars({name: (1, 3)}, PARTS),
    lambda name: charts.ranges([row(name, 0.001, 0.01, 0.1)]),
], ids=["bars", "ranges"])  # fmt: skip
def test_names_are_text_whatever_they_look_like(draw):
    assert '<b>&"$x^2$\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER} and so…' in texts(draw(HOSTILE_NAME))


def test_a_segment_of_a_bar_has_its_percentage():
    assert {"25", "75"} <= set(texts(charts.stacked_bars({"it": (1, 3)}, PARTS)))


def test_a_bar_of_nothing_has_no_percentages():
    labels = texts(charts.stacked_bars({"none": (0, 0)}, PARTS))
    assert "none" in labels
    assert "0" not in labels


def test_times_are_labelled_in_their_units():
    labels = texts(charts.ranges([row("it", 0.0005, 0.01, 2.0)]))
    assert {"1 ms", "10 ms", "100 ms", "1 s"} <= set(labels)


def test_a_short_axis_of_times_has_labels_between_the_powers_of_ten():
    labels = texts(charts.ranges([row("it", 0.06, 0.1, 0.6)]))
    assert {"100 ms", "200 ms", "500 ms"} <= set(labels)


def test_json_cannot_end_its_element():
    assert as_script(["</script>&"]) == '["\\u003c/script\\u003e\\u0026"]'
