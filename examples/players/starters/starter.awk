# A starter player in awk: it guesses the middle one of the words that fit all replies so far.

# Put the letters of a word into an array; return their number.
# An awk that counts bytes splits é into two: one that begins the letter and one that continues it.
# As always in awk, the parameters that callers leave out are the function's own variables.
function spell(word, letters, count, i, n) {
    count = split(word, letters, "")
    for (i = 1; i <= count; i++)
        if (letters[i] in continues) letters[n] = letters[n] letters[i]
        else letters[++n] = letters[i]
    return n
}

# Return the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more.
function reply(guess, secret, count, i, ours, theirs, unmatched, marks) {
    count = spell(guess, ours)
    spell(secret, theirs)
    for (i = 1; i <= count; i++)
        if (ours[i] != theirs[i]) unmatched[theirs[i]]++
    for (i = 1; i <= count; i++) {
        if (ours[i] == theirs[i]) marks = marks "O"
        else if (unmatched[ours[i]]-- > 0) marks = marks "?"
        else marks = marks "X"
    }
    return marks
}

# awk may wait for a full block of its own standard input; the shell's read takes just one line.
function read_reply(command, line) {
    command = "read -r line && echo \"$line\""
    command | getline line
    close(command)
    return line
}

BEGIN {
    if (length("é") > 1)  # this awk counts bytes; in UTF-8 those from 128 to 191 continue a letter
        for (i = 128; i < 192; i++) continues[sprintf("%c", i)]
    list = "wordlist" ARGV[ARGC - 1] ".txt"
    while ((getline word < list) > 0) words[left++] = word
    while (left > 0) {
        guess = words[int(left / 2)]
        print guess
        fflush()
        answer = read_reply()
        if (answer ~ /^O*$/) exit
        kept = 0
        for (i = 0; i < left; i++)
            if (words[i] != guess && reply(guess, words[i]) == answer) words[kept++] = words[i]
        left = kept
    }
    exit
}
