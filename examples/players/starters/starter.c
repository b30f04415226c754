/* A starter player in C: it guesses the middle one of the words that fit all replies so far. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 64

/* Write the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more. */
static void reply(const char *guess, const char *secret, char *marks)
{
    int unmatched[256] = {0};
    size_t length = strlen(guess);
    for (size_t i = 0; i < length; i++)
        if (guess[i] != secret[i])
            unmatched[(unsigned char)secret[i]]++;
    for (size_t i = 0; i < length; i++) {
        if (guess[i] == secret[i])
            marks[i] = 'O';
        else if (unmatched[(unsigned char)guess[i]]-- > 0)
            marks[i] = '?';
        else
            marks[i] = 'X';
    }
    marks[length] = '\0';
}

int main(int count, char **arguments)
{
    char path[LONGEST], line[LONGEST], marks[LONGEST];
    snprintf(path, sizeof path, "wordlist%s.txt", arguments[count - 1]);
    FILE *list = fopen(path, "r");
    if (!list)
        return 1;

    char (*words)[LONGEST] = NULL;
    size_t left = 0, room = 0;
    while (fscanf(list, "%63s", line) == 1) {
        if (left == room) {
            room = room ? 2 * room : 1024;
            words = realloc(words, room * sizeof *words);
        }
        strcpy(words[left++], line);
    }

    while (left > 0) {
        char guess[LONGEST];
        strcpy(guess, words[left / 2]);
        printf("%s\n", guess);
        fflush(stdout);
        if (scanf("%63s", line) != 1 || strspn(line, "O") == strlen(line))
            break;

        size_t kept = 0;
        for (size_t i = 0; i < left; i++) {
            reply(guess, words[i], marks);
            if (strcmp(words[i], guess) != 0 && strcmp(marks, line) == 0)
                memmove(words[kept++], words[i], LONGEST);
        }
        left = kept;
    }
    return 0;
}
