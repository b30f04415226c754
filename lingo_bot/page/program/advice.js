// Advice (lingo_bot/assistant/advice.py): the best guesses at a position, and what any word is worth; and a finished
// game, each guess beside the best one, with figures for skill and luck (lingo_bot/assistant/review.py).
import { begin, binsOf, hear, isOver, isSolved, whyIllegal } from "./game.js";
import { legalGuesses, SCALE, searchAt, shortlist } from "./search.js";
import { content, replyFor, rounded } from "./words.js";
/** @import {Search} from "./search.js" */
/** @import {Game, Position, Proposal, Advice, Pause, Scale} from "./types" */

const MISS = 10_000; // points that a miss costs in the order of proposals
const POINTS_A_HALVING = 20; // points that a guess loses each time its promise halves
const MOST = 99; // skill and luck
const ALTERNATIVES = 5;

/** The proposals at a position, with some words more, from trees where there are few candidates.
 * @param {Position} position @param {number} count @param {string[]} also @param {Pause} pause
 * @param {(advice: Advice) => void} show takes the proposals by bins alone, before the trees are searched
 * @returns {Promise<Advice>} */
export async function advise(position, count, also, pause, show = () => {}) {
  const { game, secrets, steps } = position;
  const attempt = steps.length;
  const worst = content.objective === "worst";
  const book = bookMove(position);
  const search = searchAt(position);
  const advice = (
    /** @type {Iterable<number>} */ guesses,
    final = true,
    /** @type {Scale | null} */ scale = null,
  ) => {
    const own = Array.from(guesses, (guess) => game.words[guess]).slice(0, count);
    const words = [...new Set([book?.word ?? own[0], ...own, ...also])];
    const best = words.map((word) =>
      book?.word === word ? book : evaluate(position, word, final ? search : null, scale),
    );
    const rank = (/** @type {Proposal} */ { word, points, chance }) =>
      word === words[0] ? Infinity : points - MISS * (1 - (chance ?? 1));
    const before = (/** @type {Proposal} */ a, /** @type {Proposal} */ b) =>
      rank(b) - rank(a) ||
      Number(b.exact) - Number(a.exact) ||
      Number(b.candidate) - Number(a.candidate) ||
      (a.word < b.word ? -1 : 1);
    if (!worst) best.sort(before);
    return { best: best.filter(({ word }, index) => index < count || also.includes(word)), final };
  };
  if (attempt === content.attempts - 1 || secrets.length <= 2) return advice(secrets);
  const apart = search?.separating(search.all);
  const separating = apart === undefined ? [] : [secrets[apart]];
  if (!search || worst) {
    const short = shortlist(game, secrets, legalGuesses(position));
    const rows = short.rank(short.all, attempt, count, worst);
    const [promising] = worst ? short.rank(short.all, attempt, 1) : rows;
    const scale = scaleOf(position, short.guesses[promising], book);
    return advice(new Set([...separating, ...rows.map((row) => short.guesses[row])]), true, scale);
  }
  const trees = search.promising(search.all, attempt).map((row) => ({ row, total: 0 }));
  const guesses = () => trees.map(({ row }) => search.guesses[row]);
  show(advice(guesses(), false, scaleOf(position, guesses()[0], book)));
  for (const tree of trees) {
    tree.total = search.after(tree.row, search.all, attempt);
    await pause();
  }
  trees.sort((a, b) => b.total - a.total);
  return advice(new Set([...separating, ...guesses()]));
}

/** The proposal of the book's guess, null where the steps have left its tree.
 * @param {Position} position @returns {Proposal | null} */
function bookMove(position) {
  const { game, steps, secrets } = position;
  const played = (/** @type {number} */ secret) =>
    (game.book ?? []).map((guesses) => guesses[secret]);
  const guesses = played(secrets[0]).map((guess) => (guess < 0 ? secrets[0] : guess - 1));
  const word = game.words[guesses[steps.length]];
  if (!word || steps.some(({ guess }, at) => game.words[guesses[at]] !== guess)) return null;
  let total = 0;
  for (const secret of secrets)
    total += content.solved[played(secret).indexOf(-1)] ?? content.missed;
  const estimate = evaluate(position, word, null);
  const value = valueOf(total, secrets.length);
  return { ...estimate, ...value, book: true, level: value.points - estimate.points };
}

/** What the estimates at a position are measured from (Scale in lingo_bot/assistant/advice.py).
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

/** What a word is worth; the list need not hold it. @param {Position} position @param {string} word
 * @param {Search | null} search @param {Scale | null} scale null for the points by bin sizes alone */
function evaluate({ game, secrets, steps }, word, search, scale = null) {
  const attempt = steps.length;
  const later = game.totals[attempt + 1];
  const placeOf = (/** @type {number} */ secret) => secrets.indexOf(secret);
  let [total, pairs, candidate] = [0, 0, false];
  const bins = [...binsOf(game, word, secrets).values()];
  for (const bin of bins) {
    const size = bin.length;
    const hit = game.words[bin[0]] === word;
    if (hit) total += content.solved[attempt];
    else if (!later) total += content.missed * size;
    else if (!search) total += later[size] / SCALE;
    else total += search.best(bin.map(placeOf), attempt + 1);
    [pairs, candidate] = [pairs + size * size, candidate || hit];
  }
  const exact = search !== null || attempt >= content.attempts - 2;
  const points = total / secrets.length;
  const level = scale && !exact ? estimated(scale, points * bins.length) - points : 0;
  return {
    ...{ word, candidate, book: false, left: pairs / secrets.length },
    ...{ bins: bins.length, largest: Math.max(...bins.map(({ length }) => length)) },
    ...valueOf(total, secrets.length, exact, level),
  };
}

/** The mean points, 0 for a miss, the guesses where these count, and the chance to solve, null where a miss costs nothing,
 * of a total payoff. @param {number} total @param {number} size @param {number} level added to an estimate */
function valueOf(total, size, exact = true, level = 0) {
  const { missed, attempts, objective } = content;
  // The points of all candidates are less than one miss costs.
  const misses = exact && missed ? Math.ceil(total / missed) : 0;
  const points = (total - misses * missed) / size + (exact ? 0 : level);
  const guesses = objective === "points" ? null : attempts + 1 - points / 100;
  return { points, guesses, chance: exact && missed ? 1 - misses / size : null, exact };
}

/** Expected points after a guess that tells nothing: the same candidates, one attempt fewer. @param {Position} position */
function wasted(position) {
  const { game, secrets, steps } = position;
  const [size, next] = [secrets.length, steps.length + 1];
  if (next === content.attempts) return 0;
  const search = searchAt(position, next);
  const total = search ? search.best(search.all, next) : game.totals[next][size] / SCALE;
  const exact = search !== null || next === content.attempts - 1;
  return valueOf(total, size, exact, bookMove(position)?.level).points;
}

/** The guesses of a finished game with their figures, and the game of lingo-bot: by the book where it has one, else by
 * its advice. @param {Game} game @param {string | null} letter @param {string} secret @param {string[]} guesses
 * @param {Pause} pause */
export async function review(game, letter, secret, guesses, pause) {
  // Every word can be the secret if this one is no answer.
  const start = begin(game, letter, !game.answers.includes(game.index.get(secret) ?? -1));
  const stepOf = (/** @type {string} */ guess) => ({ guess, reply: replyFor(guess, secret) });
  const reviewed = [];
  let position = start;
  for (const guess of guesses) {
    const next = hear(position, stepOf(guess));
    const advice = (await advise(position, ALTERNATIVES, [guess], pause)).best;
    const [own] = advice.filter(({ word }) => word === guess);
    const best = advice[0].points > own.points ? advice : [...new Set([own, ...advice])];
    const [before, after] = [position.secrets.length, next.secrets.length];
    reviewed.push({
      ...{ ...stepOf(guess), before, after, own, best: best.slice(0, ALTERNATIVES) },
      candidates: Array.from(next.secrets, (word) => game.words[word]),
      skill: before > 1 ? skillOf(position, own.points, best[0].points) : null,
      luck: luckOf(position, guess, isSolved(next.steps) ? 0 : after),
      remark: whyIllegal(position, guess),
    });
    position = next;
  }
  position = start;
  while (!isOver(position)) {
    const { word } = bookMove(position) ?? (await advise(position, 1, [], pause)).best[0];
    position = hear(position, stepOf(word));
  }
  return { reviewed, own: position.steps };
}

/** 99 · (points − wasted) / (best − wasted), from 0 to 99.
 * @param {Position} position @param {number} points @param {number} best */
function skillOf(position, points, best) {
  const least = wasted(position);
  const share = best > least ? (points - least) / (best - least) : 1;
  return rounded(MOST * Math.min(1, Math.max(0, share)));
}

/** 99 times the share of candidates that would have left more words, counting half of those that leave as many.
 * @param {Position} position @param {string} guess @param {number} left words left after the reply, 0 after a hit */
function luckOf({ game, secrets }, guess, left) {
  let sum = 0;
  for (const bin of binsOf(game, guess, secrets).values()) {
    const leaves = game.words[bin[0]] === guess ? 0 : bin.length;
    sum += leaves > left ? bin.length : leaves === left ? bin.length / 2 : 0;
  }
  return rounded((MOST * sum) / secrets.length);
}
