// Advice (lingo_bot/assistant/advice.py): the best guesses at a position, and what any word is worth.
import { binsOf, guessesLeftAt, pairsInBins } from "./game.js";
import { openCharge, POINTS_A_GUESS, pointsOf } from "./objective.js";
import { SCALE } from "./search.js";
import { legalGuesses, searchAt, shortlist } from "./shortlist.js";
import { content } from "./words.js";
/** @import {Search} from "./search.js" */
/** @import {Advice, Game, Pause, Position, Proposal, Scale, Valuation} from "./types" */

/** Points that a miss costs in the order of proposals, where misses count before points: more than a game can win. */
const POINTS_A_MISS = 10_000;
/** Points that a guess loses each time its promise halves (`python -m benchmarks estimates`). */
const POINTS_A_HALVING = 20;

/** The proposals at a position: the best guesses, and any word that a person asks about.
 * @param {Position} position @param {number} count how many of the best guesses
 * @param {string[]} also words that are valued too
 * @param {Pause} pause is called between two guesses whose trees are searched
 * @param {(advice: Advice) => void} showFirstLook gets estimates by bins, if trees are searched afterwards
 * @returns {Promise<Advice>} */
export async function advise(position, count, also, pause, showFirstLook = () => {}) {
  const { secrets } = position;
  const guessesLeft = guessesLeftAt(position);
  const book = bookProposal(position);
  // Null for many candidates or few guesses, where bins alone rank the guesses.
  const search = searchAt(position);
  // Which guesses are proposed.
  const wanted = { count, also };

  // With the last guess, and with two candidates, no guess is better than a candidate.
  if (guessesLeft === 1 || secrets.length <= 2) {
    const best = proposalsOf(position, secrets, wanted, { book, search, scale: null });
    return { best, final: true };
  }

  // No guess beats a candidate that separates all the others. In a search rows are guesses and columns candidates.
  const column = search?.separatingColumn(search.columns);
  const separating = column === undefined ? [] : [secrets[column]];

  // For the best worst case guesses are ranked by their largest bins, without trees.
  if (!search || content.objective === "worst") {
    const { guesses, scale } = rankedByBins(position, count, book);
    const ranked = [...separating, ...guesses];
    const best = proposalsOf(position, ranked, wanted, { book, search, scale });
    return { best, final: true };
  }

  const rows = search.promisingRows(search.columns, guessesLeft);
  const promising = rows.map((row) => search.guesses[row]);
  const scale = scaleOf(position, promising[0], book);
  const firstLook = proposalsOf(position, promising, wanted, { book, search: null, scale });
  showFirstLook({ best: firstLook, final: false });

  const byCost = await rowsByCost(search, rows, guessesLeft, pause);
  const ranked = [...separating, ...byCost.map((row) => search.guesses[row])];
  const best = proposalsOf(position, ranked, wanted, { book, search, scale: null });
  return { best, final: true };
}

/** The best guesses by the sizes of their bins, best first, and the Scale (types.d.ts) of their estimates.
 * @param {Position} position @param {number} count @param {Proposal | null} book */
function rankedByBins(position, count, book) {
  const guessesLeft = guessesLeftAt(position);
  const isWorst = content.objective === "worst";
  const search = shortlist(position.game, position.secrets, legalGuesses(position));
  const rows = search.rank(search.columns, guessesLeft, count, { isWorst });

  // The scale begins at the largest promise, whatever the guesses are ranked by.
  const [promising] = isWorst ? search.rank(search.columns, guessesLeft, 1) : rows;
  const scale = scaleOf(position, search.guesses[promising], book);
  return { guesses: rows.map((row) => search.guesses[row]), scale };
}

/** The rows of a search, the one with the best tree first. @param {Search} search @param {number[]} rows
 * @param {number} guessesLeft @param {Pause} pause */
async function rowsByCost(search, rows, guessesLeft, pause) {
  const rowsWithCosts = [];
  for (const row of rows) {
    rowsWithCosts.push({ row, cost: search.costOfGuess(row, search.columns, guessesLeft) });
    await pause();
  }
  rowsWithCosts.sort((a, b) => a.cost - b.cost);
  return rowsWithCosts.map(({ row }) => row);
}

/** The proposals of the best guesses and of further words: lingo-bot's own guess first, then by value.
 * @param {Position} position @param {ArrayLike<number>} guesses best first
 * @param {{count: number, also: string[]}} wanted as of advise @param {Valuation} valuation */
function proposalsOf(position, guesses, { count, also }, { book, search, scale }) {
  // A candidate that separates all others can stand there twice: first, and at its place by cost.
  const distinct = new Set(Array.from(guesses, (guess) => position.game.words[guess]));
  const ranked = [...distinct].slice(0, count);
  const botGuess = book?.word ?? ranked[0];
  const botProposal = book ?? evaluate(position, botGuess, { search, scale });

  const words = new Set([...ranked, ...also]);
  words.delete(botGuess);
  const others = Array.from(words, (word) => evaluate(position, word, { search, scale }));
  // For the best worst case the order stays that of the largest bins.
  if (content.objective !== "worst") others.sort(compareValues);

  // Words that a person asks about stay, however low they stand.
  const proposals = [botProposal, ...others];
  return proposals.filter(({ word }, index) => index < count || also.includes(word));
}

/** Orders proposals by value; of equal ones an exact one comes first, then a candidate, then the alphabet.
 * @param {Proposal} a @param {Proposal} b */
function compareValues(a, b) {
  return (
    rankOf(b) - rankOf(a) ||
    Number(b.exact) - Number(a.exact) ||
    Number(b.candidate) - Number(a.candidate) ||
    (a.word < b.word ? -1 : 1)
  );
}

/** The points of a proposal less those that its misses cost. @param {Proposal} proposal */
function rankOf({ points, chance }) {
  const chanceToMiss = 1 - (chance ?? 1);
  return points - POINTS_A_MISS * chanceToMiss;
}

/** The proposal of the guess that the book makes at a position, null where the steps have left its tree.
 * @param {Position} position @returns {Proposal | null} */
export function bookProposal(position) {
  const { game, steps, secrets } = position;
  const guessesLeft = guessesLeftAt(position);

  // In its tree the book has made the same guesses against all candidates, and makes the same one next.
  const words = bookGuesses(game, secrets[0]);
  const isInTree = steps.every(({ guess }, attempt) => words[attempt] === guess);
  const word = words[steps.length];
  if (!word || !isInTree) return null;

  let cost = 0;
  for (const secret of secrets) {
    const solvedAt = bookGuesses(game, secret).indexOf(game.words[secret]);
    const isMissed = solvedAt < 0;
    // Each guess from here on that leaves the secret open charges it: all that are left, or those before the hit.
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

/** How estimated points fall with the promise at a position. @param {Position} position
 * @param {number} guess the one with the largest promise @param {Proposal | null} book
 * @returns {Scale} */
function scaleOf(position, guess, book) {
  const { game, secrets } = position;
  const { points, bins } = evaluate(position, game.words[guess]);

  // A guess that gives no information leaves all candidates, with one guess less. Expected costs are in 1/SCALE points.
  const size = secrets.length;
  const guessesLater = guessesLeftAt(position) - 1;
  const cost = game.expected[guessesLater][size] / SCALE;
  const pointsWithoutInformation = pointsOf(cost, size, guessesLater) / size;

  return {
    largestPromise: points * bins,
    // No guess is known to be better than the book's.
    most: book ? book.points : points,
    // For the book's guess it is known how much the points by bin sizes differ from the exact ones. Here they are taken to
    // differ as much.
    least: pointsWithoutInformation + (book?.correction ?? 0),
  };
}

/** The estimated points of a guess with that promise. @param {Scale} scale @param {number} promise */
function estimatedPoints({ largestPromise, most, least }, promise) {
  const halvings = Math.log2(largestPromise / promise);
  const points = most - POINTS_A_HALVING * halvings;
  return Math.min(most, Math.max(least, points));
}

/** The proposal of a word, which the list need not hold. @param {Position} position @param {string} word
 * @param {{search?: Search | null, scale?: Scale | null}} options search: null for a value from bin sizes;
 * scale: null for the points by bin sizes as they are
 * @returns {Proposal} */
function evaluate(position, word, { search = null, scale = null } = {}) {
  const { game, secrets } = position;
  const size = secrets.length;
  const guessesLeft = guessesLeftAt(position);
  const bins = [...binsOf(game, word, secrets).values()];
  // The reply to the word itself leaves no other word, so a bin that begins with it is won.
  const openBins = bins.filter((bin) => game.words[bin[0]] !== word);

  let cost = 0;
  for (const bin of openBins) {
    cost += openCharge(guessesLeft) * bin.length;
    cost += costAfter(position, bin, search);
  }

  // With two guesses left the next one is the last, and bin sizes tell its exact cost.
  const isExact = search !== null || guessesLeft <= 2;
  // What moves the points by bin sizes to the place of the guess on the scale of estimates.
  let correction = 0;
  if (scale && !isExact) {
    const points = pointsOf(cost, size, guessesLeft) / size;
    correction = estimatedPoints(scale, points * bins.length) - points;
  }

  return {
    word,
    candidate: openBins.length < bins.length,
    book: false,
    left: pairsInBins(bins) / size, // the mean size of a candidate's bin
    bins: bins.length,
    largest: Math.max(...bins.map((bin) => bin.length)),
    ...valueOf(cost, size, guessesLeft, isExact, correction),
  };
}

/** The cost of a bin after the next guess: by a search if there is one, else as expected by its size.
 * @param {Position} position @param {number[]} bin secrets @param {Search | null} search */
function costAfter(position, bin, search) {
  const guessesLater = guessesLeftAt(position) - 1;
  if (guessesLater === 0) return 0;
  if (!search) return position.game.expected[guessesLater][bin.length] / SCALE;
  const columns = bin.map((secret) => position.secrets.indexOf(secret));
  return search.costOfPlay(columns, guessesLater);
}

/** The values of a proposal: mean points, 0 for a miss; mean guesses where these count, else null; and the chance to solve,
 * null where a miss costs nothing or the cost is an estimate.
 * @param {number} cost of all candidates together @param {number} size how many there are @param {number} guessesLeft
 * @param {boolean} exact @param {number} correction points that are added to an estimate */
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
