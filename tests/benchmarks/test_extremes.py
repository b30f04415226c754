"""The words that the benchmark of extreme lists makes up, and its tables."""

from benchmarks import extremes
from wordlists import reader


def test_a_user_without_the_contests_list_gets_words_of_every_length(tmp_path, monkeypatch):
    monkeypatch.setattr(extremes.contest, "source", lambda: None)
    source = extremes._source(tmp_path)
    counts = [len(reader.read_list(length, source).words) for length in extremes.LENGTHS]
    assert min(counts) >= extremes.ROUNDS
    assert extremes.made_up(9, 500) == extremes.made_up(9, 500)


def test_the_tables_have_each_length_and_the_slowest_moves():
    of = {"total": 500, "lengths": {"2": 200, "20": 300}}
    long = {"words": 200_000, "games": 3, "first": 0.4, "later": 0.72}
    tables = extremes.tables({"pit": {"lingo-bot": of, "awk": of}, "long": long})
    assert tables["pit"].splitlines()[-1].split() == ["|", "total", "|", "500", "|", "500", "|"]
    assert "0.72" in tables["long"]
