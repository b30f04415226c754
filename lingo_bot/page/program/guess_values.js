// What a guess is worth (lingo_bot/assistant/guess_values.py): exactly, by the book or by the trees that a search finds after
// it, or estimated from the sizes of its bins. A guess's promise is its points by bin sizes times its number of bins; where
// lingo-bot searches no trees, it makes the guess with the largest promise.
import { binsOf, guessesLeftAt, pairsInBins } from "./game.js";
import { openCharge, POINTS_A_GUESS, pointsOf } from "./objective.js";
import { SCALE } from "./search.js";
import { content } from "./words.js";
/** @import {Search} from "./search.js" */
/** @import {Game, Position, Proposal, Scale} from "./types" */

/** Points that a guess loses each time its promise halves (`python -m benchmarks estimates`). */
const POINTS_A_HALVING = 20;

/** The proposal of the guess that the book makes at a position, null where the steps have left its tree.
 * @param {Position} position @returns {Proposal | null} */
export function bookProposal(position) {
  const { game, steps, secrets } = position;
  const guessesLeft = guessesLeftAt(position);

  // At a position of its tree the book has made the same guesses against each candidate, and its next guess is the same
  // too. So one candidate stands for all of them.
  const words = bookGuesses(game, secrets[0]);
  const isInTree = steps.every(({ guess }, attempt) => words[attempt] === guess);
  const word = words[steps.length];
  if (!word || !isInTree) return null;

  let cost = 0;
  for (const secret of secrets) {
    // The number of the book's guess that hits the secret, from 0; -1 if none does.
    const hitAttempt = bookGuesses(game, secret).indexOf(game.words[secret]);
    if (hitAttempt >= 0) {
      // Each guess from here on that comes before the hit charges the secret.
      cost += content.charge * (hitAttempt - steps.length);
    } else {
      // All guesses that are left charge it, and the miss costs more.
      cost += content.charge * guessesLeft + content.miss;
    }
  }

  const estimate = evaluate(position, word);
  const value = exactValue(cost, secrets.length, guessesLeft);
  return { ...estimate, ...value, book: true, correction: value.points - estimate.points };
}

/** The words that the book guesses against a secret, empty without a book. @param {Game} game
 * @param {number} secret */
function bookGuesses(game, secret) {
  const words = [];
  for (const guesses of game.book ?? []) {
    // As in Data (types.d.ts): -1 for the secret itself, 0 for none, else the index + 1.
    const code = guesses[secret];
    if (code === 0) break;
    words.push(game.words[code < 0 ? secret : code - 1]);
  }
  return words;
}

/** The scale of estimated points at a position. The guess with the largest promise has the most points: those of the book's
 * guess if there is one, else its own. A guess that gives no information has the least. @param {Position} position
 * @param {number} guess the one with the largest promise @param {Proposal | null} book
 * @returns {Scale} */
export function scaleOf(position, guess, book) {
  const { points, bins } = evaluate(position, position.game.words[guess]);
  return {
    largestPromise: points * bins,
    // No guess is known to be better than the book's.
    most: book ? book.points : points,
    least: estimateWithoutInformation(position, book),
  };
}

/** The estimated points after a guess that gives no information: it leaves all candidates, with one guess less.
 * @param {Position} position with two guesses left or more @param {Proposal | null} book */
export function estimateWithoutInformation({ game, steps, secrets }, book) {
  const size = secrets.length;
  const guessesLater = guessesLeftAt({ steps }) - 1;
  // The table `expected` is in 1/SCALE of a point.
  const cost = game.expected[guessesLater][size] / SCALE;
  const points = pointsOf(cost, size, guessesLater) / size;

  // Points by bin sizes are means over many lists. Here they are off by about as much as those of the book's guess, whose
  // exact points are known.
  return points + (book?.correction ?? 0);
}

/** The estimated points of a guess with that promise. @param {Scale} scale @param {number} promise */
function estimatedPoints({ largestPromise, most, least }, promise) {
  const halvings = Math.log2(largestPromise / promise);
  const points = most - POINTS_A_HALVING * halvings;
  return Math.min(most, Math.max(least, points));
}

/** The proposal of a word, which the list need not hold. Its value is exact with a search, or with two guesses left; else
 * it is an estimate: that of the scale, or without one the points by bin sizes.
 * @param {Position} position @param {string} word
 * @param {{search?: Search | null, scale?: Scale | null}} options
 * @returns {Proposal} */
export function evaluate(position, word, { search = null, scale = null } = {}) {
  const { game, secrets } = position;
  const size = secrets.length;
  const guessesLeft = guessesLeftAt(position);
  const bins = [...binsOf(game, word, secrets).values()];
  // A bin that begins with the word itself holds nothing else: it is a hit, and the others stay open.
  const openBins = bins.filter((bin) => game.words[bin[0]] !== word);

  let cost = 0;
  for (const bin of openBins) {
    cost += openCharge(guessesLeft) * bin.length;
    cost += costAfter(position, bin, search);
  }

  let value;
  // With two guesses left the next one is the last, and bin sizes tell its exact cost.
  if (search || guessesLeft <= 2) {
    value = exactValue(cost, size, guessesLeft);
  } else {
    const pointsByBins = pointsOf(cost, size, guessesLeft) / size;
    const points = scale ? estimatedPoints(scale, pointsByBins * bins.length) : pointsByBins;
    value = { points, guesses: guessesOf(points), chance: null, exact: false };
  }

  return {
    word,
    candidate: openBins.length < bins.length,
    book: false,
    left: pairsInBins(bins) / size, // the mean size of a candidate's bin
    bins: bins.length,
    largest: Math.max(...bins.map((bin) => bin.length)),
    ...value,
  };
}

/** The cost of a bin from the next guess on: by a search if there is one, else as expected by its size.
 * @param {Position} position @param {number[]} bin secrets @param {Search | null} search */
function costAfter(position, bin, search) {
  const guessesLater = guessesLeftAt(position) - 1;
  // After the last guess nothing follows, and its charge has included the miss.
  if (guessesLater === 0) return 0;
  if (!search) return position.game.expected[guessesLater][bin.length] / SCALE;
  // The search knows a candidate by its place among those of the position.
  const columns = bin.map((secret) => position.secrets.indexOf(secret));
  return search.costOfPlay(columns, guessesLater);
}

/** The exact values of candidates with that cost: mean points, 0 for a miss; mean guesses where these count, else null; and
 * the chance to solve, null where a miss costs nothing.
 * @param {number} cost of all candidates together @param {number} size how many there are @param {number} guessesLeft */
export function exactValue(cost, size, guessesLeft) {
  const { miss } = content;
  // One miss costs more than all charges together.
  const misses = miss ? Math.floor(cost / miss) : 0;
  const charges = cost - misses * miss;

  const points = pointsOf(charges, size, guessesLeft) / size;
  const chance = miss ? 1 - misses / size : null;
  return { points, guesses: guessesOf(points), chance, exact: true };
}

/** The expected guesses of a game with these expected points, null where guesses do not count. A hit at the first attempt is
 * worth POINTS_A_GUESS for each attempt, and each later one that much less. @param {number} points */
function guessesOf(points) {
  const { attempts, objective } = content;
  return objective === "points" ? null : attempts + 1 - points / POINTS_A_GUESS;
}
