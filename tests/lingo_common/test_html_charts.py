"""Charts as SVG: colours of the page, texts that stay texts."""

import re
from xml.etree import ElementTree

from lingo_common.html import charts
from lingo_common.html.page import as_script

NAME = '<b>&"$x^2$\x1b\x00 and so on for a while'
PARTS = (charts.Segment("a", "#08519c", "#ffffff"), charts.Segment("b", "#d94801", "#ffffff"))


def texts(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]


def test_lines_take_their_colours_from_the_page():
    svg = charts.lines({"ann": {4: 100.0, 5: 200.0}, NAME: {5: 150.0}}, "letters", "points")
    assert "var(--series-0)" in svg and "var(--series-1)" in svg and "var(--quiet)" in svg
    assert "#0102" not in svg
    assert {"letters", "points", "4", "5"} <= set(texts(svg))


def test_a_chart_is_no_whole_document_and_fetches_nothing():
    svg = charts.lines({"ann": {4: 1.0}}, "x", "y")
    assert svg.startswith("<svg") and "<?xml" not in svg and "<metadata" not in svg
    assert re.search(r'viewBox="0 0 [\d.]+ [\d.]+"', svg) and " width=" not in svg.partition(">")[0]
    assert not re.search(r'(?:href|src)="(?!#)', svg)


def test_names_are_text_whatever_they_look_like():
    for svg in (charts.stacked_bars({NAME: (1, 3)}, PARTS), charts.ranges([charts.Range(NAME, 0, 0.001, 0.01, 0.1)])):
        assert '<b>&"$x^2$\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER} and so…' in texts(svg)


def test_shares_of_a_bar():
    assert {"25", "75"} <= set(texts(charts.stacked_bars({"it": (1, 3)}, PARTS)))
    charts.stacked_bars({"none": (0, 0)}, PARTS)


def test_times_are_labelled_in_their_units():
    labels = texts(charts.ranges([charts.Range("it", 0, 0.0005, 0.01, 2.0)]))
    assert {"1 ms", "10 ms", "100 ms", "1 s"} <= set(labels)
    assert {"100 ms", "200 ms", "500 ms"} <= set(texts(charts.ranges([charts.Range("it", 0, 0.06, 0.1, 0.6)])))


def test_json_cannot_end_its_element():
    assert as_script(["</script>&"]) == '["\\u003c/script\\u003e\\u0026"]'
