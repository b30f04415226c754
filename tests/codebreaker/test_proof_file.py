"""Reading certificates: what is no certificate is refused with its line, before it takes much time or memory."""

import gzip

import pytest

from codebreaker.proof_file import ProofError, read_certificate

HEADER = 'codebreaker-proof 1 {"attempts": 4, "charge": 1, "miss": 0, "cost": 3, "first": null, "hard": false, '
HEADER += '"digest": "ab", "letter": ""}'


# Of a line after the header the numbers are read first, and then its form is looked at.
@pytest.mark.parametrize(("lines", "why"), [
    ([], "it is empty"),
    (["claim 3"], "line 1: not a certificate"),
    (["codebreaker-proof 2 {}"], "line 1: not a certificate"),
    ([HEADER.replace('"cost": 3', '"cost": -3')], "line 1: the header has a number that is"),
    ([HEADER.replace('"cost": 3', '"cost": 3.0')], "line 1: the header has a number that is"),
    ([HEADER.replace('"cost": 3', '"cost": 3, "more": 1')], "line 1: not a header of this format"),
    ([HEADER.replace('"letter"', '"LETTER"')], "line 1: not a header of this format"),
    ([HEADER, "claim 3 1"], "line 2: not a line of a certificate"),
    ([HEADER, "claim -3"], "line 2: not whole numbers"),
    ([HEADER, "claim 3 ²"], "more than ASCII"),
    ([HEADER, ""], "line 2: not a line of a certificate"),
    ([HEADER, "claim 3 / x"], "line 2: not whole numbers"),
    ([HEADER, "claim " + "9" * 5000], "line 2: not whole numbers"),
    ([HEADER.replace('"letter": ""', '"letter": ["a"]')], "line 1: not a header of this format"),
    ([HEADER.replace('"cost": 3', '"cost": ' + "9" * 5000)], "line 1: not a header of this format: it is no JSON"),
    ([HEADER.replace('"cost": 3', '"cost": NaN')], "line 1: the header has a number that is"),
    ([HEADER.replace('"cost": 3', '"cost": true')], "line 1: the header has a number that is"),
    (["codebreaker-proof 1 " + "[" * 100_000], "line 1: not a header of this format"),
    ([HEADER, "node 1 2"], "line 2: not a line of a certificate"),
    ([HEADER, "unknown line"], "line 2: not whole numbers"),
    ([HEADER, "unknown 1"], "line 2: not a line of a certificate"),
])  # fmt: skip
def test_what_is_no_certificate(lines, why):
    with pytest.raises(ProofError, match=why):
        read_certificate(gzip.compress("".join(f"{line}\n" for line in lines).encode()))


def test_a_certificate_that_is_cut_short_is_refused():
    whole = gzip.compress(f"{HEADER}\nclaim 3\n".encode())
    # gzip ends with a checksum and a length of 4 bytes each.
    without_last_byte_of_content = whole[:-9]
    with pytest.raises(ProofError, match="cut short"):
        read_certificate(without_last_byte_of_content)


def test_a_line_without_an_end_is_refused_before_it_fills_the_memory():
    zeros = gzip.compress(bytes(1 << 27), 1)
    with pytest.raises(ProofError, match="a line of more than 64 MiB"):
        read_certificate(zeros)


@pytest.mark.parametrize("line", ["claim 0", "claim 0" + " 0 0" * 1_000_000, "node 0 0 0"])
def test_lines_that_repeat_themselves_are_refused_before_they_fill_the_memory(line):
    """4 MiB of text, which gzip packs into less than 10,000 bytes."""
    text = f"{line}\n" * ((1 << 22) // len(line))
    packed = gzip.compress(f"{HEADER}\n{text}".encode())
    with pytest.raises(ProofError, match="it unpacks to more than 50 times its size"):
        read_certificate(packed)
