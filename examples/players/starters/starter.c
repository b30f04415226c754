/* A starter player in C: it guesses the middle one of the words that fit all replies so far. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define LONGEST 64

/* Write the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more. */
static void reply(const wchar_t *guess, const wchar_t *secret, char *marks)
{
    wchar_t unmatched[LONGEST];
    size_t length = wcslen(guess);
    for (size_t i = 0; i < length; i++)
        unmatched[i] = guess[i] == secret[i] ? L' ' : secret[i];
    unmatched[length] = L'\0';
    for (size_t i = 0; i < length; i++) {
        wchar_t *at = wcschr(unmatched, guess[i]);
        if (guess[i] == secret[i]) {
            marks[i] = 'O';
        } else if (at) {
            marks[i] = '?';
            *at = L' ';
        } else {
            marks[i] = 'X';
        }
    }
    marks[length] = '\0';
}

int main(int count, char **arguments)
{
    char path[LONGEST], line[LONGEST], marks[LONGEST];
    wchar_t word[LONGEST], guess[LONGEST];
    setlocale(LC_ALL, "C.UTF-8"); /* a letter such as é is several bytes, and one wchar_t */
    snprintf(path, sizeof path, "wordlist%s.txt", arguments[count - 1]);
    FILE *list = fopen(path, "r");
    if (!list)
        return 1;

    wchar_t (*words)[LONGEST] = NULL;
    size_t left = 0, room = 0;
    while (fscanf(list, "%63ls", word) == 1) {
        if (left == room) {
            room = room ? 2 * room : 1024;
            words = realloc(words, room * sizeof *words);
        }
        wcscpy(words[left++], word);
    }

    while (left > 0) {
        wcscpy(guess, words[left / 2]);
        printf("%ls\n", guess);
        fflush(stdout);
        if (scanf("%63s", line) != 1 || strspn(line, "O") == strlen(line))
            break;

        size_t kept = 0;
        for (size_t i = 0; i < left; i++) {
            reply(guess, words[i], marks);
            if (wcscmp(words[i], guess) != 0 && strcmp(marks, line) == 0)
                memmove(words[kept++], words[i], sizeof *words);
        }
        left = kept;
    }
    return 0;
}
