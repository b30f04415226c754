"""What becomes of figures on their way into docs/performance.md."""

import json
import re
import xml.dom.minidom

import pytest

from benchmarks import charts
from benchmarks.demands import demands
from benchmarks.measuring.markdown import Figure, table
from benchmarks.measuring.svg import Axis, line_chart


def test_a_table_aligns_numbers_to_the_right_and_leaves_none_empty():
    assert table(["name", "figure"], [["one", Figure(1234.56, 1)], ["two", None]]) == (
        "| name |  figure |\n|------|--------:|\n| one  | 1,234.6 |\n| two  |         |"
    )


def test_a_part_stands_between_its_markers_and_can_be_replaced():
    page = "before\n<!-- a.b -->\nold\n<!-- end -->\nafter <!-- c.d -->\n<!-- end -->\n"
    filled = charts.filled(page, {"a.b": "new"})
    assert filled == "before\n<!-- a.b -->\n\nnew\n\n<!-- end -->\nafter <!-- c.d -->\n<!-- end -->\n"
    assert charts.filled(filled, {"a.b": "new"}) == filled


def test_a_part_without_a_place_is_an_error():
    with pytest.raises(ValueError, match=r"<!-- e\.f -->"):
        charts.filled("<!-- a.b -->\n<!-- end -->\n", {"e.f": ""})


def test_every_result_kept_is_on_the_page():
    pages = "".join(page.read_text() for page in charts.PAGE.parent.glob("*.md"))
    for path in charts.RESULTS.glob("*.json"):
        assert charts.ran_on(json.loads(path.read_text())) in pages


def test_a_demand_is_kept_missed_or_not_measured():
    results = {"lengths": "4-13", "numpy": 60.0, "fast": 50.0, "evaluate": 180.0}
    rows = [re.sub(" +", " ", line) for line in demands({"offline": results}).splitlines()]
    assert [row.split(" | ")[-1].rstrip(" |") for row in rows if "precompute" in row] == [
        "yes",
        "no: 1.25 × it",
        "no: 1.00 × it",
    ]
    assert demands({"offline": {**results, "lengths": "4"}}).count("not measured") == 8


def test_an_axis_puts_its_ends_at_its_ends_and_equal_ratios_at_equal_distances():
    assert [Axis(0, 10, 100, 200).at(value) for value in (0, 5, 10)] == [100, 150, 200]
    assert Axis(1, 100, 0, 80, logarithmic=True).at(10) == pytest.approx(40)
    assert Axis(0, 95, 0, 1).ticks() == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]
    assert Axis(3, 250, 0, 1, logarithmic=True).ticks() == [5, 10, 20, 50, 100, 200]


def test_a_chart_is_whole_and_its_labels_keep_apart():
    drawn = line_chart("a < b", "x", {"one": [(1, 5.0), (2, 7.0)], "two": [(1, 4.0), (2, 7.0)], "none": []})
    texts = xml.dom.minidom.parseString(drawn).getElementsByTagName("text")
    places = {text.firstChild.data: float(text.getAttribute("y")) for text in texts}
    assert abs(places["one"] - places["two"]) >= 16
    assert "none" not in places
    assert "a < b" in places
