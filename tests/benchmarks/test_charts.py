"""Tables and charts of results, and the pages of the documentation that have them between markers."""

import json
import xml.dom.minidom

import pytest

from benchmarks import charts, strength
from benchmarks.tables import figure, line_chart, table


def test_a_table_aligns_numbers_to_the_right_and_leaves_a_missing_one_empty():
    rows = [["one", figure(1234.56, 1)], ["two", None]]

    assert table(["name", "figure"], rows).splitlines() == [
        "| name |  figure |",
        "|------|--------:|",
        "| one  | 1,234.6 |",
        "| two  |         |",
    ]


class TestPage:
    PAGE = "before\n<!-- a.b -->\nold\n<!-- end -->\nafter <!-- c.d -->\n<!-- end -->\n"

    def test_a_part_replaces_what_is_between_its_markers(self):
        filled = charts.fill(self.PAGE, {"a.b": "new"})

        assert filled == "before\n<!-- a.b -->\n\nnew\n\n<!-- end -->\nafter <!-- c.d -->\n<!-- end -->\n"

    def test_the_same_part_changes_nothing_again(self):
        filled = charts.fill(self.PAGE, {"a.b": "new"})

        assert charts.fill(filled, {"a.b": "new"}) == filled


class TestDocumentation:
    def test_the_pages_name_command_and_machine_of_every_stored_result(self):
        pages = "".join(page.read_text() for page in charts.PAGE.parent.glob("*.md"))

        paths = list(charts.RESULTS.glob("*.json"))
        assert paths
        for path in paths:
            # Such as "`python -m benchmarks channels`, 2060 s on AMD EPYC, …".
            assert charts.origin(json.loads(path.read_text())) in pages, path

    def test_the_tables_of_strength_are_those_of_the_stored_results(self):
        for path, text in strength.pages().items():
            assert path.read_text() == text, f"{path}: run python -m benchmarks.strength"


class TestLineChart:
    @pytest.fixture
    def texts(self):
        """The texts in a chart of two series and one without points."""
        pytest.importorskip("matplotlib")
        series = {"one": [(1, 5.0), (2, 7.0)], "two": [(1, 4.0), (2, 7.0)], "none": []}

        svg = line_chart("a < b", "x", series, log_y=True)

        elements = xml.dom.minidom.parseString(svg).getElementsByTagName("text")
        return {element.firstChild.data for element in elements}

    def test_it_has_its_title_and_the_names_of_axis_and_series(self, texts):
        assert texts >= {"a < b", "x", "one", "two"}

    def test_a_series_without_points_has_no_name(self, texts):
        assert "none" not in texts
