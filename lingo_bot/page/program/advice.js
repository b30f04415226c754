// Advice (lingo_bot/assistant/advice.py): the best guesses at a position, and what any word is worth.
import { binsOf } from "./game.js";
import { legalGuesses, SCALE, searchAt, shortlist } from "./search.js";
import { content } from "./words.js";
/** @import {Search} from "./search.js" */
/** @import {Position, Proposal, Advice, Pause, Scale} from "./types" */

/** Points that a miss costs in the order of proposals, where misses count before points. */
const MISS = 10_000;
/** Points that a guess loses each time its promise halves. */
const POINTS_A_HALVING = 20;

/** The proposals at a position, with some words more, from trees where there are few candidates.
 * @param {Position} position @param {number} count @param {string[]} also words that are valued too
 * @param {Pause} pause @param {(advice: Advice) => void} show takes the proposals by bins alone, before the trees are
 * searched @returns {Promise<Advice>} */
export async function advise(position, count, also, pause, show = () => {}) {
  const { game, secrets, steps } = position;
  const attempt = steps.length;
  const isWorst = content.objective === "worst";
  const book = bookMove(position);
  const search = searchAt(position);
  /** @param {Iterable<number>} guesses @param {Search | null} trees @param {Scale | null} scale */
  const proposals = (guesses, trees, scale) => {
    const ranked = Array.from(guesses, (guess) => game.words[guess]).slice(0, count);
    const first = book?.word ?? ranked[0];
    const words = [...new Set([first, ...ranked, ...also])];
    const best = words.map((word) =>
      book?.word === word ? book : evaluate(position, word, trees, scale),
    );
    if (!isWorst) best.sort(orderAfter(first));
    return best.filter(({ word }, place) => place < count || also.includes(word));
  };

  // At the last attempt, and with two candidates, no guess is better than a candidate.
  if (attempt === content.attempts - 1 || secrets.length <= 2)
    return { best: proposals(secrets, search, null), final: true };

  // No guess beats a candidate that tells all the others apart.
  const apart = search?.separating(search.all);
  const separating = apart === undefined ? [] : [secrets[apart]];
  if (!search || isWorst) {
    const short = shortlist(game, secrets, legalGuesses(position));
    const rows = short.rank(short.all, attempt, count, isWorst);
    const [promising] = isWorst ? short.rank(short.all, attempt, 1) : rows;
    const scale = scaleOf(position, short.guesses[promising], book);
    const guesses = rows.map((row) => short.guesses[row]);
    return { best: proposals([...separating, ...guesses], search, scale), final: true };
  }

  const trees = search.promising(search.all, attempt).map((row) => ({ row, total: 0 }));
  const guessesOf = () => trees.map(({ row }) => search.guesses[row]);
  const scale = scaleOf(position, guessesOf()[0], book);
  show({ best: proposals(guessesOf(), null, scale), final: false });
  for (const tree of trees) {
    tree.total = search.after(tree.row, search.all, attempt);
    await pause();
  }
  trees.sort((a, b) => b.total - a.total);
  return { best: proposals([...separating, ...guessesOf()], search, null), final: true };
}

/** An order of proposals: one word before all others, which is what lingo-bot plays, then by what they are worth.
 * @param {string} first @returns {(a: Proposal, b: Proposal) => number} */
function orderAfter(first) {
  const rank = (/** @type {Proposal} */ { word, points, chance }) =>
    word === first ? Infinity : points - MISS * (1 - (chance ?? 1));
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
  const playedFor = (/** @type {number} */ secret) =>
    (game.book ?? []).map((guesses) => guesses[secret]);

  // All candidates have the same guesses so far, and the same next one.
  const [some] = secrets;
  const guesses = playedFor(some).map((guess) => (guess < 0 ? some : guess - 1));
  const word = game.words[guesses[steps.length]];
  const isInTree = steps.every(({ guess }, attempt) => game.words[guesses[attempt]] === guess);
  if (!word || !isInTree) return null;

  let total = 0;
  for (const secret of secrets) {
    const solvedAt = playedFor(secret).indexOf(-1);
    total += content.solved[solvedAt] ?? content.missed;
  }
  const estimate = evaluate(position, word, null);
  const value = valueOf(total, secrets.length, true);
  return { ...estimate, ...value, book: true, level: value.points - estimate.points };
}

/** The values from which the estimates at a position are measured (Scale in lingo_bot/assistant/advice.py).
 * @param {Position} position @param {number} guess the word of the largest promise @param {Proposal | null} book
 * @returns {Scale} */
function scaleOf(position, guess, book) {
  const { game, steps, secrets } = position;
  const { points, bins } = evaluate(position, game.words[guess], null);
  const later = game.totals[steps.length + 1];
  // With two attempts left every value is exact, and no estimate is asked for.
  const untold = later ? later[secrets.length] / SCALE / secrets.length : 0;
  return {
    promise: points * bins,
    most: book ? book.points : points,
    least: untold + (book?.level ?? 0),
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
function evaluate({ game, secrets, steps }, word, search, scale = null) {
  const attempt = steps.length;
  const later = game.totals[attempt + 1];
  const placeOf = (/** @type {number} */ secret) => secrets.indexOf(secret);
  const bins = [...binsOf(game, word, secrets).values()];
  const size = secrets.length;

  let total = 0;
  let pairs = 0;
  let candidate = false;
  for (const bin of bins) {
    const isHit = game.words[bin[0]] === word;
    if (isHit) total += content.solved[attempt];
    else if (!later) total += content.missed * bin.length;
    else if (!search) total += later[bin.length] / SCALE;
    else total += search.best(bin.map(placeOf), attempt + 1);
    pairs += bin.length * bin.length;
    candidate ||= isHit;
  }

  const isExact = search !== null || attempt >= content.attempts - 2;
  const points = total / size;
  const level = scale && !isExact ? estimated(scale, points * bins.length) - points : 0;
  return {
    word,
    candidate,
    book: false,
    left: pairs / size,
    bins: bins.length,
    largest: Math.max(...bins.map((bin) => bin.length)),
    ...valueOf(total, size, isExact, level),
  };
}

/** The mean points, 0 for a miss, the guesses where these count, and the chance to solve, null where a miss costs nothing
 * or the total is an estimate.
 * @param {number} total payoff over the candidates @param {number} size their number @param {boolean} exact
 * @param {number} level points added to an estimate */
export function valueOf(total, size, exact, level = 0) {
  const { missed, attempts, objective } = content;
  const countsMisses = exact && missed !== 0;
  // A miss costs more than the points of all candidates: their quotient, rounded up, is the number of misses.
  const misses = countsMisses ? Math.ceil(total / missed) : 0;
  const points = (total - misses * missed) / size + (exact ? 0 : level);
  const guesses = objective === "points" ? null : attempts + 1 - points / 100;
  return { points, guesses, chance: countsMisses ? 1 - misses / size : null, exact };
}
