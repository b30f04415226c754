// A starter player in C++: it guesses the middle one of the words that fit all replies so far.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

// Return the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more.
std::string reply(const std::string& guess, const std::string& secret) {
    std::string unmatched, marks;
    for (size_t i = 0; i < guess.size(); i++)
        if (guess[i] != secret[i]) unmatched += secret[i];
    for (size_t i = 0; i < guess.size(); i++) {
        size_t at = unmatched.find(guess[i]);
        if (guess[i] == secret[i]) {
            marks += 'O';
        } else if (at != std::string::npos) {
            marks += '?';
            unmatched.erase(at, 1);
        } else {
            marks += 'X';
        }
    }
    return marks;
}

int main(int count, char** arguments) {
    std::ifstream list(std::string("wordlist") + arguments[count - 1] + ".txt");
    std::vector<std::string> words;
    for (std::string word; list >> word;) words.push_back(word);

    while (!words.empty()) {
        std::string guess = words[words.size() / 2], answer;
        std::cout << guess << std::endl;  // endl flushes
        if (!(std::cin >> answer) || answer.find_first_not_of('O') == std::string::npos) break;

        std::vector<std::string> fitting;
        for (const auto& word : words)
            if (word != guess && reply(guess, word) == answer) fitting.push_back(word);
        words = fitting;
    }
}
