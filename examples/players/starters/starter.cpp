// A starter player in C++: it guesses the middle one of the words that fit all replies so far.
#include <fstream>
#include <iostream>
#include <locale>
#include <stdexcept>
#include <string>
#include <vector>

// Return the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more.
std::string reply(const std::wstring& guess, const std::wstring& secret) {
    std::wstring unmatched;
    std::string marks;
    for (size_t i = 0; i < guess.size(); i++)
        if (guess[i] != secret[i]) unmatched += secret[i];
    for (size_t i = 0; i < guess.size(); i++) {
        size_t at = unmatched.find(guess[i]);
        if (guess[i] == secret[i]) {
            marks += 'O';
        } else if (at != std::wstring::npos) {
            marks += '?';
            unmatched.erase(at, 1);
        } else {
            marks += 'X';
        }
    }
    return marks;
}

int main(int count, char** arguments) {
    // A letter such as é is several char, and one wchar_t. A system without this locale can read the letters a to z only.
    try {
        std::locale::global(std::locale("C.UTF-8"));
    } catch (const std::runtime_error&) {
    }
    std::wcout.imbue(std::locale());
    std::wifstream list(std::string("wordlist") + arguments[count - 1] + ".txt");
    std::vector<std::wstring> words;
    for (std::wstring word; list >> word;) words.push_back(word);

    while (!words.empty()) {
        std::wstring guess = words[words.size() / 2];
        std::string answer;
        std::wcout << guess << std::endl;  // endl flushes
        if (!(std::cin >> answer) || answer.find_first_not_of('O') == std::string::npos) break;

        std::vector<std::wstring> fitting;
        for (const auto& word : words)
            if (word != guess && reply(guess, word) == answer) fitting.push_back(word);
        words = fitting;
    }
}
