"""The figures of README.md, docs/strategy.md and docs/proofs.md are those of the files they are drawn from."""

from benchmarks import strength


def test_pages_are_current():
    for path, text in strength.pages().items():
        assert path.read_text() == text, f"{path}: run python -m benchmarks.strength"
