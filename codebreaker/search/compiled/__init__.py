"""The exact search of word games and of other plain games, compiled by numba (the `fast` extra).

It computes the V(S, k) of codebreaker.objective with k guesses left over a set S of candidates:

    V(S, k) = the least sum, over any guess's bins B other than the hit, of charge * |B| + V(B, k - 1),
    V(S, 0) = miss * |S|,

where |S| is the weight of S. docs/proofs.md has the proofs of its bounds.
"""
