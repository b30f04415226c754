// Which guesses are searched at a position (lingo_bot/strategy.py): all, or a shortlist where their replies would take
// too long to compute (lingo_bot/shortlist.py). The limits have the names that they have there.
import { clueOf, unusedLetter } from "./clues.js";
import { binsOf, guessesLeftAt, pairsInBins } from "./game.js";
import { Search } from "./search.js";
import { content } from "./words.js";
/** @import {Game, Position} from "./types" */

/** The most work of a move. Work is candidates × guesses whose trees are searched. */
const MAX_TREE_WORK = 10_000;
/** The most work of the first guess, which must be fast. */
const MAX_FIRST_TREE_WORK = 1_000;
/** The fewest guesses whose trees are searched for a move. If the work allows fewer, bins alone rank the guesses. */
const MIN_TREES = 4;
/** The most guesses whose trees are searched for a move. */
const MAX_LIVE_TREES = 24;
/** The most guesses that each tree tries at the next attempt. At later attempts it tries one. */
const MAX_LATER_TREES = 8;
/** The most replies, candidates × guesses, in the table of a search for trees. */
const MAX_LATER_REPLIES = 400_000;
/** The most replies that are computed to rank the guesses of a move. */
const MAX_REPLIES = 2_000_000;
/** The fewest guesses that are ranked. */
const MIN_GUESSES = 40;
/** The most candidates of the sample on which letter groups are compared. */
const SMALL_SAMPLE = 400;
/** Logarithms are whole numbers of 1/1024, so that their sums do not depend on the order of letters. */
const LOGARITHM_UNIT = 1024;

/** The search at a position; null where bins alone rank the guesses, for many candidates or few guesses left.
 * @param {Position} position
 * @param {number} guessesLeft by default those at the position; one fewer for a search after a guess that tells nothing */
export function searchAt(position, guessesLeft = guessesLeftAt(position)) {
  const { game, secrets } = position;
  const size = secrets.length;
  const work = guessesLeft === content.attempts ? MAX_FIRST_TREE_WORK : MAX_TREE_WORK;
  // How many guesses are evaluated now, each with the tree that follows it.
  const trees = Math.min(MAX_LIVE_TREES, Math.floor(work / size));
  if (guessesLeft <= 2 || trees < MIN_TREES) return null;

  // With fewer guesses left than at the position another guess has come between. It is not known which, so neither is what
  // hard mode forbids after it: all guesses are taken.
  const isNow = guessesLeft === guessesLeftAt(position);
  const legal = isNow ? legalGuesses(position) : game.guesses;
  // How many guesses each of these trees tries at the next attempt. They share the work of the move.
  const laterTrees = Math.floor(MAX_TREE_WORK / (trees * size));
  const widths = {
    [guessesLeft]: trees,
    [guessesLeft - 1]: Math.max(1, Math.min(MAX_LATER_TREES, laterTrees)),
  };
  return new Search(game, guessesOfSearch(position, guessesLeft, legal), secrets, widths);
}

/** The guesses of a search: all, or the candidates and as many of the most promising as MAX_LATER_REPLIES allows.
 * @param {Position} position @param {number} guessesLeft @param {Int32Array} guesses */
function guessesOfSearch({ game, secrets }, guessesLeft, guesses) {
  const count = Math.floor(MAX_LATER_REPLIES / secrets.length);
  if (count >= guesses.length) return guesses;

  const search = searchOfShortlist(game, secrets, guesses);
  const rows = search.rank(search.columns, guessesLeft, count);
  const promising = rows.map((row) => search.guesses[row]);
  return Int32Array.from(new Set([...secrets, ...promising])).sort();
}

/** The words that may be guessed at a position. @param {Position} position */
export function legalGuesses({ game, steps }) {
  if (!content.hard) return game.guesses;
  const clues = steps.map(clueOf);
  return game.guesses.filter((word) => !unusedLetter(game.words[word], clues));
}

/** A search that ranks guesses by their bins (lingo_bot/shortlist.py): all guesses, if their replies to all secrets are at
 * most MAX_REPLIES. Otherwise it has the guesses for which two secrets are least likely to give the same reply, and if even
 * MIN_GUESSES guesses exceed MAX_REPLIES, a sample of the secrets. The likelihood is computed as if the marks of letter
 * groups were independent.
 * @param {Game} game @param {Int32Array} secrets @param {Int32Array} guesses */
export function searchOfShortlist(game, secrets, guesses) {
  if (secrets.length * guesses.length <= MAX_REPLIES) return new Search(game, guesses, secrets);

  const few = evenlySpaced(secrets, SMALL_SAMPLE);
  /** The results of logChanceOf by letter group. @type {Map<string, number>} */
  const logChances = new Map();
  const ranked = Array.from(guesses, (guess) => {
    // The chances of independent groups are multiplied.
    let sum = 0;
    for (const group of letterGroupsOf(game.words[guess])) {
      const logChance = logChances.get(group) ?? logChanceOf(game, group, few);
      logChances.set(group, logChance);
      sum += logChance;
    }
    return { guess, sum };
  });
  // Of equal sums the first word of the list comes first.
  ranked.sort((a, b) => a.sum - b.sum || a.guess - b.guess);

  // The largest sample over which MIN_GUESSES guesses have at most MAX_REPLIES replies.
  const sample = evenlySpaced(secrets, MAX_REPLIES / MIN_GUESSES);
  const count = Math.floor(MAX_REPLIES / sample.length);
  const best = ranked.slice(0, count).map(({ guess }) => guess);
  return new Search(game, Int32Array.from(best).sort(), sample);
}

/** At most that many of the secrets, at equal distances. @param {Int32Array} secrets @param {number} most */
function evenlySpaced(secrets, most) {
  const step = Math.ceil(secrets.length / most);
  return secrets.filter((_, index) => index % step === 0);
}

/** The letter groups of a word: for each of its letters the word with "\0" in place of all other letters.
 * @param {string} word */
function letterGroupsOf(word) {
  const letters = [...word];
  return Array.from(new Set(letters), (letter) =>
    letters.map((sign) => (sign === letter ? letter : "\0")).join(""),
  );
}

/** The logarithm of the chance that two secrets get the same marks for a letter group, in 1/LOGARITHM_UNIT.
 * @param {Game} game @param {string} group @param {Int32Array} secrets */
function logChanceOf(game, group, secrets) {
  const pairs = pairsInBins(binsOf(game, group, secrets).values());
  return Math.round(LOGARITHM_UNIT * Math.log(pairs / secrets.length ** 2));
}
