"""The exact search of word games, compiled by numba (the `fast` extra); docs/proofs.md has the proofs.

It minimizes a cost that covers every objective. With `turns` guesses left over a set S of candidates

    V(S, turns) = |S| + the least sum, over any guess's bins B other than the hit, of V(B, turns − 1),
    V(S, 0) = miss · |S|.

So a secret that is solved costs its number of guesses, and a secret that is missed costs all guesses and `miss` more.
"""
