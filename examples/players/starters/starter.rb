# A starter player in Ruby: it guesses the middle one of the words that fit all replies so far.

# Return the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more.
def reply(guess, secret)
  pairs = guess.chars.zip(secret.chars)
  unmatched = pairs.reject { |a, b| a == b }.map(&:last)
  pairs.map do |a, b|
    if a == b
      "O"
    elsif (at = unmatched.index(a))
      unmatched.delete_at(at)
      "?"
    else
      "X"
    end
  end.join
end

$stdout.sync = true # each guess is flushed
words = File.read("wordlist#{ARGV.last}.txt", encoding: "UTF-8").split
until words.empty?
  guess = words[words.size / 2]
  puts guess
  answer = $stdin.gets&.strip
  break if answer.nil? || answer.delete("O").empty?

  words = words.select { |word| word != guess && reply(guess, word) == answer }
end
