// A starter player in Java: it guesses the middle one of the words that fit all replies so far.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

public class Starter {
    /** Returns the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more. */
    static String reply(String guess, String secret) {
        StringBuilder unmatched = new StringBuilder();
        for (int i = 0; i < guess.length(); i++)
            if (guess.charAt(i) != secret.charAt(i)) unmatched.append(secret.charAt(i));
        StringBuilder marks = new StringBuilder();
        for (int i = 0; i < guess.length(); i++) {
            int at = unmatched.indexOf(guess.substring(i, i + 1));
            if (guess.charAt(i) == secret.charAt(i)) {
                marks.append('O');
            } else if (at >= 0) {
                unmatched.deleteCharAt(at);
                marks.append('?');
            } else {
                marks.append('X');
            }
        }
        return marks.toString();
    }

    public static void main(String[] arguments) throws Exception {
        String length = arguments[arguments.length - 1];
        List<String> words = new ArrayList<>(Files.readAllLines(Path.of("wordlist" + length + ".txt")));
        Scanner replies = new Scanner(System.in);
        while (!words.isEmpty()) {
            String guess = words.get(words.size() / 2);
            System.out.println(guess);
            if (!replies.hasNext()) return;
            String answer = replies.next();
            if (answer.matches("O+")) return;
            words.removeIf(word -> word.equals(guess) || !reply(guess, word).equals(answer));
        }
    }
}
