// Advice (lingo_bot/assistant/advice.py): the best guesses at a position, and what any word is worth.
import { binsOf, guessesLeftAt, pairsInBins } from "./game.js";
import { openCharge, POINTS_A_GUESS, pointsOf } from "./objective.js";
import { legalGuesses, SCALE, searchAt, shortlist } from "./search.js";
import { content } from "./words.js";
/** @import {Search} from "./search.js" */
/** @import {Advice, Game, Pause, Position, Proposal, Scale} from "./types" */

/** Points that a miss costs in the order of proposals, where misses count before points: more than a game can win. */
const POINTS_A_MISS = 10_000;
/** Points that a guess loses each time its promise halves (`python -m benchmarks estimates`). */
const POINTS_A_HALVING = 20;

/** The proposals at a position: the best guesses, and any word that a person asks about.
 * @param {Position} position @param {number} count how many of the best guesses
 * @param {string[]} also words that are valued too @param {Pause} pause
 * @param {(advice: Advice) => void} show takes a first look, by bins alone, where trees are searched afterwards
 * @returns {Promise<Advice>} */
export async function advise(position, count, also, pause, show = () => {}) {
  const { secrets } = position;
  const guessesLeft = guessesLeftAt(position);
  const book = bookMove(position);
  const search = searchAt(position);

  // With the last guess, and with two candidates, no guess is better than a candidate.
  if (guessesLeft === 1 || secrets.length <= 2) {
    const best = proposalsOf(position, secrets, count, also, { book, search });
    return { best, final: true };
  }

  // No guess beats a candidate that separates all the others.
  const place = search?.separating(search.places);
  const separating = place === undefined ? [] : [secrets[place]];

  if (!search || content.objective === "worst") {
    const { guesses, scale } = rankedByBins(position, count, book);
    const ranked = [...separating, ...guesses];
    const best = proposalsOf(position, ranked, count, also, { book, search, scale });
    return { best, final: true };
  }

  const rows = search.promising(search.places, guessesLeft);
  const promising = rows.map((row) => search.guesses[row]);
  const scale = scaleOf(position, promising[0], book);
  const firstLook = proposalsOf(position, promising, count, also, { book, scale });
  show({ best: firstLook, final: false });

  const byCost = await rowsByCost(search, rows, guessesLeft, pause);
  const ranked = [...separating, ...byCost.map((row) => search.guesses[row])];
  const best = proposalsOf(position, ranked, count, also, { book, search });
  return { best, final: true };
}

/** The best guesses by the sizes of their bins, best first, and the scale of their estimates.
 * @param {Position} position @param {number} count @param {Proposal | null} book */
function rankedByBins(position, count, book) {
  const guessesLeft = guessesLeftAt(position);
  const isWorst = content.objective === "worst";
  const search = shortlist(position.game, position.secrets, legalGuesses(position));
  const rows = search.rank(search.places, guessesLeft, count, { isWorst });

  // Estimates are measured from the largest promise, also where guesses are ranked by their largest bins.
  const [promising] = isWorst ? search.rank(search.places, guessesLeft, 1) : rows;
  const scale = scaleOf(position, search.guesses[promising], book);
  return { guesses: rows.map((row) => search.guesses[row]), scale };
}

/** The rows of a search, the one with the best tree first. @param {Search} search @param {number[]} rows
 * @param {number} guessesLeft @param {Pause} pause */
async function rowsByCost(search, rows, guessesLeft, pause) {
  /** @type {Map<number, number>} */
  const costs = new Map();
  for (const row of rows) {
    costs.set(row, search.costOfGuess(row, search.places, guessesLeft));
    await pause();
  }

  const costOf = (/** @type {number} */ row) => costs.get(row) ?? 0;
  return rows.toSorted((a, b) => costOf(a) - costOf(b));
}

/** The proposals of the first guesses and of further words, best first; the guess that lingo-bot makes is the first.
 * @param {Position} position @param {ArrayLike<number>} guesses best first @param {number} count
 * @param {string[]} also
 * @param {{book: Proposal | null, search?: Search | null, scale?: Scale | null}} by how they are valued */
function proposalsOf(position, guesses, count, also, { book, search = null, scale = null }) {
  const { words } = position.game;
  // A candidate that separates all others can stand there twice: first, and at its place by cost.
  const ranked = [...new Set(Array.from(guesses, (guess) => words[guess]))].slice(0, count);
  const own = book?.word ?? ranked[0];
  const valued = [...new Set([own, ...ranked, ...also])];

  const proposals = valued.map((word) => {
    if (book?.word === word) return book;
    return evaluate(position, word, search, scale);
  });

  // For the best worst case the order is that of the largest bins.
  if (content.objective !== "worst") proposals.sort(orderAfter(own));
  return proposals.filter(({ word }, place) => place < count || also.includes(word));
}

/** An order of proposals: lingo-bot's own word before all others, then by what they are worth.
 * @param {string} own @returns {(a: Proposal, b: Proposal) => number} */
function orderAfter(own) {
  const rank = (/** @type {Proposal} */ { word, points, chance }) => {
    const chanceToMiss = 1 - (chance ?? 1);
    return word === own ? Infinity : points - POINTS_A_MISS * chanceToMiss;
  };

  return (a, b) =>
    rank(b) - rank(a) ||
    Number(b.exact) - Number(a.exact) ||
    Number(b.candidate) - Number(a.candidate) ||
    (a.word < b.word ? -1 : 1);
}

/** The proposal of the book's guess, null where the steps have left its tree.
 * @param {Position} position @returns {Proposal | null} */
export function bookMove(position) {
  const { game, steps, secrets } = position;
  const guessesLeft = guessesLeftAt(position);

  // The book has made the same guesses against all candidates, and makes the same one next.
  const words = bookGame(game, secrets[0]);
  const isInTree = steps.every(({ guess }, attempt) => words[attempt] === guess);
  const word = words[steps.length];
  if (!word || !isInTree) return null;

  let cost = 0;
  for (const secret of secrets) {
    const solvedAt = bookGame(game, secret).indexOf(game.words[secret]);
    const isMissed = solvedAt < 0;
    const charges = isMissed ? guessesLeft : solvedAt - steps.length;
    cost += content.charge * charges;
    if (isMissed) cost += content.miss;
  }

  const estimate = evaluate(position, word);
  const value = valueOf(cost, secrets.length, guessesLeft, true);
  return { ...estimate, ...value, book: true, correction: value.points - estimate.points };
}

/** The words that the book guesses against a secret, empty without a book. @param {Game} game
 * @param {number} secret */
function bookGame(game, secret) {
  const words = [];
  for (const guesses of game.book ?? []) {
    // As Data has it: -1 for the secret itself, 0 for none, else the index + 1.
    const code = guesses[secret];
    if (code === 0) break;
    words.push(game.words[code < 0 ? secret : code - 1]);
  }
  return words;
}

/** The values from which the estimates at a position are measured (Scale in lingo_bot/assistant/advice.py).
 * @param {Position} position @param {number} guess the word of the largest promise @param {Proposal | null} book
 * @returns {Scale} */
function scaleOf(position, guess, book) {
  const { game, secrets } = position;
  const { points, bins } = evaluate(position, game.words[guess]);

  // A guess that tells nothing leaves all candidates, with one guess less.
  const size = secrets.length;
  const guessesLater = guessesLeftAt(position) - 1;
  const cost = game.expected[guessesLater][size] / SCALE;
  const pointsWithoutInformation = pointsOf(cost, size, guessesLater) / size;

  return {
    promise: points * bins,
    most: book ? book.points : points,
    least: pointsWithoutInformation + (book?.correction ?? 0),
  };
}

/** The expected points of a guess with that promise. @param {Scale} scale @param {number} promise */
function estimated(scale, promise) {
  const halvings = Math.log2(scale.promise / promise);
  const points = scale.most - POINTS_A_HALVING * halvings;
  return Math.min(scale.most, Math.max(scale.least, points));
}

/** The proposal of a word, which the list need not hold. @param {Position} position @param {string} word
 * @param {Search | null} search null for a value from bin sizes
 * @param {Scale | null} scale null for the points by bin sizes alone @returns {Proposal} */
function evaluate(position, word, search = null, scale = null) {
  const { game, secrets } = position;
  const size = secrets.length;
  const guessesLeft = guessesLeftAt(position);
  const bins = [...binsOf(game, word, secrets).values()];
  const openBins = bins.filter((bin) => game.words[bin[0]] !== word);

  let cost = 0;
  for (const bin of openBins) {
    cost += openCharge(guessesLeft) * bin.length;
    cost += costAfter(position, bin, search);
  }

  const isExact = search !== null || guessesLeft <= 2;
  let correction = 0;
  if (scale && !isExact) {
    const points = pointsOf(cost, size, guessesLeft) / size;
    correction = estimated(scale, points * bins.length) - points;
  }

  return {
    word,
    candidate: openBins.length < bins.length,
    book: false,
    left: pairsInBins(bins) / size,
    bins: bins.length,
    largest: Math.max(...bins.map((bin) => bin.length)),
    ...valueOf(cost, size, guessesLeft, isExact, correction),
  };
}

/** The cost of a bin after the next guess: by a search if there is one, else as expected by its size.
 * @param {Position} position @param {number[]} bin @param {Search | null} search */
function costAfter(position, bin, search) {
  const guessesLater = guessesLeftAt(position) - 1;
  if (guessesLater === 0) return 0;
  if (!search) return position.game.expected[guessesLater][bin.length] / SCALE;
  const places = bin.map((secret) => position.secrets.indexOf(secret));
  return search.costOfPlay(places, guessesLater);
}

/** What candidates are worth: their mean points, 0 for a miss; the mean guesses where these count, else null; and the
 * chance to solve, null where a miss costs nothing or the cost is an estimate.
 * @param {number} cost of all candidates @param {number} size how many there are @param {number} guessesLeft
 * @param {boolean} exact @param {number} correction points added to an estimate */
export function valueOf(cost, size, guessesLeft, exact, correction = 0) {
  const { miss, attempts, objective } = content;
  const countsMisses = exact && miss !== 0;

  // All charges together are less than one miss.
  const misses = countsMisses ? Math.floor(cost / miss) : 0;
  const charges = cost - misses * miss;

  const points = pointsOf(charges, size, guessesLeft) / size + (exact ? 0 : correction);
  const guesses = objective === "points" ? null : attempts + 1 - points / POINTS_A_GUESS;
  const chance = countsMisses ? 1 - misses / size : null;
  return { points, guesses, chance, exact };
}
