"""The check for statements that hold several steps."""

import pytest

from tools.packed_code import findings, main


@pytest.mark.parametrize(
    "packed",
    [
        "first, last = words[0], words[-1]",
        # A loop that has one turn at most hides an `if`.
        "for lost in missing[:1]:\n    print(lost)",
        "for game in [read(5)]:\n    print(game)",
        "size = 'a' if few else 'b' if many else 'c'",
        "line = 'stopped' * ('bracket' in record)",
        "line = f'{count} word' + 's' * (count != 1)",
    ],
)
def test_a_statement_that_holds_several_steps_is_found(packed):
    assert [line for line, _ in findings(packed)] == [1]


@pytest.mark.parametrize(
    "plain",
    [
        "first, second = second, first",
        "rows[low], rows[high] = rows[high], rows[low]",
        "low, high = 0, -1",
        "first, last = pair",
        "for lost in missing[:2]:\n    print(lost)",
        "size = 'a' if few else 'b'",
        "line = 'x' * length",
    ],
)
def test_a_plain_statement_is_not(plain):
    assert list(findings(plain)) == []


def test_a_file_outside_the_project_is_named_as_from_the_working_directory(tmp_path, monkeypatch, capsys):
    (tmp_path / "packed.py").write_text("first, last = words[0], words[-1]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["packed_code", "packed.py"])

    with pytest.raises(SystemExit, match="1"):
        main()

    assert capsys.readouterr().out.startswith("packed.py:1: ")
