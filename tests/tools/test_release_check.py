"""The check of a release: what it prints, and when."""

import pytest

from tools import release_check


def test_the_steps_before_a_failure_are_reported(tmp_path, monkeypatch, capsys):
    (tmp_path / "any.whl").touch()
    (tmp_path / "any.tar.gz").touch()

    def failing(*_):
        """A step that succeeds, and one that fails."""
        yield "second step"
        release_check.require(False, "the third one failed")

    monkeypatch.setattr(release_check, "check_versions", lambda *_: iter(["first step"]))
    monkeypatch.setattr(release_check, "check_contents", failing)

    with pytest.raises(SystemExit, match="release check: the third one failed"):
        release_check.main(tmp_path)

    assert capsys.readouterr().out == "ok: first step\nok: second step\n"
