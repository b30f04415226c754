"""What becomes of figures on their way into the pages, which are those of the files that they are drawn from."""

import json
import xml.dom.minidom

import pytest

from benchmarks import charts, strength
from benchmarks.tables import figure, line_chart, table


def test_a_table_aligns_numbers_to_the_right_and_leaves_none_empty():
    assert table(["name", "figure"], [["one", figure(1234.56, 1)], ["two", None]]) == (
        "| name |  figure |\n|------|--------:|\n| one  | 1,234.6 |\n| two  |         |"
    )


def test_a_part_stands_between_its_markers_and_can_be_replaced():
    page = "before\n<!-- a.b -->\nold\n<!-- end -->\nafter <!-- c.d -->\n<!-- end -->\n"
    filled = charts.fill(page, {"a.b": "new"})
    assert filled == "before\n<!-- a.b -->\n\nnew\n\n<!-- end -->\nafter <!-- c.d -->\n<!-- end -->\n"
    assert charts.fill(filled, {"a.b": "new"}) == filled


def test_every_result_kept_is_on_the_page():
    pages = "".join(page.read_text() for page in charts.PAGE.parent.glob("*.md"))
    for path in charts.RESULTS.glob("*.json"):
        assert charts.origin(json.loads(path.read_text())) in pages


def test_a_chart_has_its_series_and_texts():
    pytest.importorskip("matplotlib")
    drawn = line_chart("a < b", "x", {"one": [(1, 5.0), (2, 7.0)], "two": [(1, 4.0), (2, 7.0)], "none": []}, log_y=True)
    texts = {text.firstChild.data for text in xml.dom.minidom.parseString(drawn).getElementsByTagName("text")}
    assert {"a < b", "x", "one", "two"} <= texts
    assert "none" not in texts


def test_pages_are_current():
    for path, text in strength.pages().items():
        assert path.read_text() == text, f"{path}: run python -m benchmarks.strength"
