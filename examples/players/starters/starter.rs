// A starter player in Rust: it guesses the middle one of the words that fit all replies so far.
use std::io::{self, BufRead, Write};

/// Return the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more.
fn reply(guess: &[char], secret: &[char]) -> String {
    let mut unmatched: Vec<char> = Vec::new();
    for (a, b) in guess.iter().zip(secret) {
        if a != b {
            unmatched.push(*b);
        }
    }
    let mut marks = String::new();
    for (a, b) in guess.iter().zip(secret) {
        if a == b {
            marks.push('O');
        } else if let Some(at) = unmatched.iter().position(|letter| letter == a) {
            unmatched.remove(at);
            marks.push('?');
        } else {
            marks.push('X');
        }
    }
    marks
}

fn main() -> io::Result<()> {
    let length = std::env::args().last().unwrap();
    let text = std::fs::read_to_string(format!("wordlist{length}.txt"))?;
    let mut words: Vec<Vec<char>> = text.split_whitespace().map(|word| word.chars().collect()).collect();
    let stdin = io::stdin();
    let mut replies = stdin.lock().lines();
    while !words.is_empty() {
        let guess = words[words.len() / 2].clone();
        println!("{}", guess.iter().collect::<String>());
        io::stdout().flush()?;
        let answer = match replies.next() {
            Some(line) => line?.trim().to_string(),
            None => break,
        };
        if answer.chars().all(|mark| mark == 'O') {
            break;
        }
        words.retain(|word| *word != guess && reply(&guess, word) == answer);
    }
    Ok(())
}
