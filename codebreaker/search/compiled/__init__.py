"""The exact search of word games and of other plain games, compiled by numba (the `fast` extra).

It computes the V(S, k) of codebreaker.objective, in units of `price` (the charge of a guess) and `miss`: with `turns`
guesses left over a set S of candidates

    V(S, turns) = the least sum, over any guess's bins B other than the hit, of price * |B| + V(B, turns - 1),
    V(S, 0) = miss * |S|,

where |S| is the weight of S. docs/proofs.md has the proofs of its bounds.
"""
