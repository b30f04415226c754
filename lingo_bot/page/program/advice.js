// Advice (lingo_bot/assistant/advice.py): the best guesses at a position, and what any word is worth.
import { binsOf, guessesLeftAt } from "./game.js";
import { openCharge, POINTS_A_GUESS, pointsOf } from "./objective.js";
import { legalGuesses, SCALE, searchAt, shortlist } from "./search.js";
import { content } from "./words.js";
/** @import {Search} from "./search.js" */
/** @import {Position, Proposal, Advice, Pause, Scale} from "./types" */

/** Points that a miss costs in the order of proposals, where misses count before points. */
const POINTS_A_MISS = 10_000;
/** Points that a guess loses each time its promise halves. */
const POINTS_A_HALVING = 20;

/** The proposals at a position, with some words more, from trees where there are few candidates.
 * @param {Position} position @param {number} count @param {string[]} also words that are valued too
 * @param {Pause} pause @param {(advice: Advice) => void} show takes the proposals by bins alone, before the trees are
 * searched @returns {Promise<Advice>} */
export async function advise(position, count, also, pause, show = () => {}) {
  const { game, secrets } = position;
  const guessesLeft = guessesLeftAt(position);
  const book = bookMove(position);
  const search = searchAt(position);
  /** @param {Iterable<number>} guesses words, best first @param {Search | null} trees @param {Scale | null} scale */
  const proposals = (guesses, trees, scale) => {
    const ranked = Array.from(guesses, (guess) => game.words[guess]).slice(0, count);
    return proposalsOf(position, ranked, also, { book, search: trees, scale }).filter(
      ({ word }, place) => place < count || also.includes(word),
    );
  };

  // With the last guess, and with two candidates, no guess is better than a candidate.
  if (guessesLeft === 1 || secrets.length <= 2) {
    return { best: proposals(secrets, search, null), final: true };
  }

  // No guess beats a candidate that separates all the others.
  const place = search?.separating(search.all);
  const separating = place === undefined ? [] : [secrets[place]];

  const isWorst = content.objective === "worst";
  if (!search || isWorst) {
    const short = shortlist(game, secrets, legalGuesses(position));
    const rows = short.rank(short.all, guessesLeft, count, isWorst);
    const [promising] = isWorst ? short.rank(short.all, guessesLeft, 1) : rows;
    const scale = scaleOf(position, short.guesses[promising], book);
    const guesses = rows.map((row) => short.guesses[row]);
    return { best: proposals([...separating, ...guesses], search, scale), final: true };
  }

  const rows = search.promising(search.all, guessesLeft);
  const guesses = rows.map((row) => search.guesses[row]);
  show({ best: proposals(guesses, null, scaleOf(position, guesses[0], book)), final: false });

  const byCost = await rowsByCost(search, rows, guessesLeft, pause);
  const bestGuesses = byCost.map((row) => search.guesses[row]);
  return { best: proposals([...separating, ...bestGuesses], search, null), final: true };
}

/** The rows of a search, the one with the best tree first. @param {Search} search @param {number[]} rows
 * @param {number} guessesLeft @param {Pause} pause */
async function rowsByCost(search, rows, guessesLeft, pause) {
  /** @type {Map<number, number>} */
  const costs = new Map();
  for (const row of rows) {
    costs.set(row, search.after(row, search.all, guessesLeft));
    await pause();
  }
  return rows.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
}

/** The proposals of some words, best first; the guess that lingo-bot makes is the first.
 * @param {Position} position @param {string[]} ranked the best words, best first @param {string[]} also further words
 * @param {{book: Proposal | null, search: Search | null, scale: Scale | null}} by how they are valued */
function proposalsOf(position, ranked, also, { book, search, scale }) {
  const own = book?.word ?? ranked[0];
  const words = [...new Set([own, ...ranked, ...also])];
  const proposals = words.map((word) => {
    if (book?.word === word) return book;
    return evaluate(position, word, search, scale);
  });

  // For the best worst case the order is that of the largest bins.
  if (content.objective !== "worst") proposals.sort(orderAfter(own));
  return proposals;
}

/** An order of proposals: lingo-bot's own word before all others, then by what they are worth.
 * @param {string} own @returns {(a: Proposal, b: Proposal) => number} */
function orderAfter(own) {
  const rank = (/** @type {Proposal} */ { word, points, chance }) =>
    word === own ? Infinity : points - POINTS_A_MISS * (1 - (chance ?? 1));
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
  const attempt = steps.length;
  /** The book's guesses for a secret by attempt, as Data has them. */
  const bookGuesses = (/** @type {number} */ secret) =>
    (game.book ?? []).map((guesses) => guesses[secret]);

  // All candidates have the same guesses so far, and the same next one.
  const [someSecret] = secrets;
  const words = bookGuesses(someSecret).map((guess) => {
    const isSecret = guess < 0;
    return game.words[isSecret ? someSecret : guess - 1];
  });
  const isInTree = steps.every(({ guess }, place) => words[place] === guess);
  const word = words[attempt];
  if (!word || !isInTree) return null;

  let cost = 0;
  for (const secret of secrets) {
    const solvedAt = bookGuesses(secret).indexOf(-1);
    const isMissed = solvedAt < 0;
    const charges = isMissed ? guessesLeftAt(position) : solvedAt - attempt;
    cost += content.charge * charges + (isMissed ? content.miss : 0);
  }
  const estimate = evaluate(position, word, null);
  const value = valueOf(cost, secrets.length, guessesLeftAt(position), true);
  return { ...estimate, ...value, book: true, correction: value.points - estimate.points };
}

/** The values from which the estimates at a position are measured (Scale in lingo_bot/assistant/advice.py).
 * @param {Position} position @param {number} guess the word of the largest promise @param {Proposal | null} book
 * @returns {Scale} */
function scaleOf(position, guess, book) {
  const { game, secrets } = position;
  const size = secrets.length;
  const { points, bins } = evaluate(position, game.words[guess], null);

  const guessesLater = guessesLeftAt(position) - 1;
  const later = game.expected[guessesLater][size] / SCALE;
  const pointsWithoutInformation = pointsOf(later, size, guessesLater) / size;
  return {
    promise: points * bins,
    most: book ? book.points : points,
    least: pointsWithoutInformation + (book?.correction ?? 0),
  };
}

/** The expected points of a guess with that promise. @param {Scale} scale @param {number} promise */
function estimated({ promise: largest, most, least }, promise) {
  const halvings = Math.log2(largest / promise);
  return Math.min(most, Math.max(least, most - POINTS_A_HALVING * halvings));
}

/** The proposal of a word; the list need not hold it. @param {Position} position @param {string} word
 * @param {Search | null} search @param {Scale | null} scale null for the points by bin sizes alone
 * @returns {Proposal} */
function evaluate(position, word, search, scale = null) {
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
  let pairs = 0;
  for (const bin of bins) pairs += bin.length * bin.length;

  const isExact = search !== null || guessesLeft <= 2;
  const points = pointsOf(cost, size, guessesLeft) / size;
  const correction = scale && !isExact ? estimated(scale, points * bins.length) - points : 0;
  return {
    word,
    candidate: openBins.length < bins.length,
    book: false,
    left: pairs / size,
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
  return search.best(places, guessesLater);
}

/** The mean points, 0 for a miss, the guesses where these count, and the chance to solve, null where a miss costs nothing
 * or the cost is an estimate.
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
  return { points, guesses, chance: countsMisses ? 1 - misses / size : null, exact };
}
