# A small Lingo player in plain awk: guess words that agree with every reply so far.
# Usage: awk -f candidates.awk LENGTH

# The pit's answer: O in place, ? elsewhere in the word, X not (or not once more) in it.
function answer(guess, secret,    left, marks, ours, theirs, i) {
    for (i = 1; i <= length(guess); i++) {
        theirs = substr(secret, i, 1)
        if (substr(guess, i, 1) != theirs) left[theirs]++
    }
    for (i = 1; i <= length(guess); i++) {
        ours = substr(guess, i, 1)
        if (ours == substr(secret, i, 1)) marks = marks "O"
        else if (left[ours]-- > 0) marks = marks "?"
        else marks = marks "X"
    }
    return marks
}

# How many of the candidates contain each letter.
function count_letters(    i, j, letter, seen) {
    split("", found)
    for (i = 1; i <= candidates; i++) {
        split("", seen)
        for (j = 1; j <= length(word[i]); j++) {
            letter = substr(word[i], j, 1)
            if (!seen[letter]++) found[letter]++
        }
    }
}

# How evenly the letters of a word split the candidates: most where each is in half of them.
function merit(text,    j, letter, seen, sum) {
    for (j = 1; j <= length(text); j++) {
        letter = substr(text, j, 1)
        if (!seen[letter]++) sum += found[letter] * (candidates - found[letter])
    }
    return sum
}

function best(    i, value, highest, chosen) {
    count_letters()
    highest = -1
    for (i = 1; i <= candidates; i++) {
        value = merit(word[i])
        if (value > highest) { highest = value; chosen = word[i] }
    }
    return chosen
}

# awk may wait for a full block of its own standard input; the shell's read takes just one line.
function read_reply(    command, line) {
    command = "read -r line && echo \"$line\""
    command | getline line
    close(command)
    return line
}

function keep(guess, reply,    i, kept) {
    for (i = 1; i <= candidates; i++)
        if (word[i] != guess && answer(guess, word[i]) == reply) word[++kept] = word[i]
    candidates = kept + 0
}

BEGIN {
    list = "wordlist" ARGV[1] ".txt"
    while ((getline line < list) > 0) word[++candidates] = line
    for (attempt = 1; attempt <= 5 && candidates > 0; attempt++) {
        guess = best()
        print guess
        fflush()  # without it the referee would see nothing
        keep(guess, read_reply())
    }
}
