# A small Lingo player in plain awk: guess words that agree with every reply so far.
# Usage: awk -f candidates.awk LENGTH

# Puts the letters of a word into an array and returns how many there are.
# An awk that counts bytes splits é into two: one that begins the letter and one that continues it.
function spell(text, letters,    count, i, n) {
    count = split(text, letters, "")
    for (i = 1; i <= count; i++)
        if (letters[i] in continues) letters[n] = letters[n] letters[i]
        else letters[++n] = letters[i]
    return n
}

# The pit's answer: O in place, ? elsewhere in the word, X not (or not once more) in it.
function answer(guess, secret,    ours, theirs, left, marks, count, i) {
    count = spell(guess, ours)
    spell(secret, theirs)
    for (i = 1; i <= count; i++)
        if (ours[i] != theirs[i]) left[theirs[i]]++
    for (i = 1; i <= count; i++) {
        if (ours[i] == theirs[i]) marks = marks "O"
        else if (left[ours[i]]-- > 0) marks = marks "?"
        else marks = marks "X"
    }
    return marks
}

# How many of the candidates contain each letter.
function count_letters(    i, j, count, letters, seen) {
    split("", found)
    for (i = 1; i <= candidates; i++) {
        split("", seen)
        count = spell(word[i], letters)
        for (j = 1; j <= count; j++)
            if (!seen[letters[j]]++) found[letters[j]]++
    }
}

# How evenly the letters of a word split the candidates: most where each is in half of them.
function merit(text,    j, count, letters, letter, seen, sum) {
    count = spell(text, letters)
    for (j = 1; j <= count; j++) {
        letter = letters[j]
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
    if (length("é") > 1)  # bytes
        for (i = 128; i < 192; i++) continues[sprintf("%c", i)]
    list = "wordlist" ARGV[1] ".txt"
    while ((getline line < list) > 0) word[++candidates] = line
    for (attempt = 1; attempt <= 5 && candidates > 0; attempt++) {
        guess = best()
        print guess
        fflush()  # without it the referee would see nothing
        keep(guess, read_reply())
    }
}
