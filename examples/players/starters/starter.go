// A starter player in Go: it guesses the middle one of the words that fit all replies so far.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// reply returns the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more.
func reply(guess, secret []rune) string {
	unmatched := map[rune]int{}
	for i := range guess {
		if guess[i] != secret[i] {
			unmatched[secret[i]]++
		}
	}
	marks := ""
	for i, letter := range guess {
		if letter == secret[i] {
			marks += "O"
		} else if unmatched[letter] > 0 {
			unmatched[letter]--
			marks += "?"
		} else {
			marks += "X"
		}
	}
	return marks
}

func main() {
	text, err := os.ReadFile("wordlist" + os.Args[len(os.Args)-1] + ".txt")
	if err != nil {
		panic(err)
	}
	words := strings.Fields(string(text))
	replies := bufio.NewScanner(os.Stdin)
	for len(words) > 0 {
		guess := words[len(words)/2]
		fmt.Println(guess)
		if !replies.Scan() {
			return
		}
		answer := strings.TrimSpace(replies.Text())
		if strings.Trim(answer, "O") == "" {
			return
		}
		fitting := []string{}
		for _, word := range words {
			if word != guess && reply([]rune(guess), []rune(word)) == answer {
				fitting = append(fitting, word)
			}
		}
		words = fitting
	}
}
