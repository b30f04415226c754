# A starter player in awk: it guesses the middle one of the words that fit all replies so far.

# Return the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more.
function reply(guess, secret, length_, i, letter, unmatched, marks) {
    length_ = length(guess)
    delete unmatched
    for (i = 1; i <= length_; i++)
        if (substr(guess, i, 1) != substr(secret, i, 1)) unmatched[substr(secret, i, 1)]++
    marks = ""
    for (i = 1; i <= length_; i++) {
        letter = substr(guess, i, 1)
        if (letter == substr(secret, i, 1)) marks = marks "O"
        else if (unmatched[letter]-- > 0) marks = marks "?"
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
