"""The mean points of the contest's winner on each length of the contest's word list."""

WINNER = {
    "caf0ae2cc7e5070870706d57dfa2e72d2c1eaff6dcf1c73a7ee18335aada6762": 100.98,
    "1eea75f98a449ab93c2402e5a681bbbaead3fdae894520618c69039fce64dd37": 164.44,
    "95ffd268643d33d387799aba81496af398625fffe0d99d67f0e456bb11796a52": 212.27,
    "262f3fa5f390ff33d13c02bac5942dbe1e4b68a0339fe10cf977c0cca9c2b1f4": 246.16,
    "7f483d903f62e8ba854dfaa5383e9b17eb1fa79f2f102a269907d735abd9f384": 273.23,
    "a8e966b0e73da04fa9dcddcebe31447ae8935743edeafbebc3940c05fc0399d1": 289.00,
    "0fb73720cb71d50f0b4acdfc49501fdad47130e233f3425b1f2f22828b525819": 302.13,
    "a85f58bb92d431940c3b30d6cdb06ff6f6fbd4861aaaf15c5ec76ab4012f60eb": 323.62,
    "71b2f72aaf2fdb0d4e59f8b5073a2e6cbed6a6901334d5255da4c0a0fdf9e25f": 330.19,
    "8145537c951bea2b34eee57e4e8aa714f94af20bae903388d2838bed647af612": 339.60,
}
"""Mean points a game over all words of a length, as the winner reported them, by the fingerprint of that length's list;
4 to 13 letters in this order."""
