// Advice: the best guesses at a point of a game, and what any word is worth.
import { won } from "./reply.js";
import { binner, spaced } from "./bins.js";
import { breaksHardMode, commonTo, usable } from "./rules.js";
import { attemptOf, nodeAfter } from "./tree.js";
import { figures, gainOfHit, SCALE } from "./values.js";
import { codesOf } from "./words.js";
/** @import {Lists, Step, Game, Place, Proposal, Advice} from "./types" */

const LOOK_AHEAD = 2_000_000; // words × candidates up to which guesses are played out
const PLAYED_OUT = 16; // best-ranked guesses that are played out
const QUICK = 1_500_000; // guesses × candidates of the first ranking
const WHOLE = 250_000_000; // guesses × candidates above which a sample stands for the candidates
const MOST_SEPARATED = 48;
const SLICE = 40; // milliseconds of work between two looks at the clock

/** The proposals at a place: first from a sample, in the end from all candidates. It pauses by yielding null.
 * @param {Game} game @param {Place} place @param {number} count
 * @param {string[]} also words that are valued too @returns {Generator<Advice | null, Advice>} */
export function* advise(game, place, count, also = []) {
  const { secrets, steps } = place;
  const own = tellMove(game, place);
  const words = own ? [own.word] : [];
  const last = steps.length === game.values.attempts - 1 || secrets.length <= 2;
  /** @param {string[]} ranked @returns {Generator<null, Proposal[]>} */
  const advice = function* (ranked, deep = true) {
    const proposals = [];
    for (const word of new Set([...words, ...ranked, ...also])) {
      proposals.push(valued(game, place, word, own, deep));
      yield null;
    }
    return sorted(game, proposals).filter(
      (proposal, index) => index < count || also.includes(proposal.word),
    );
  };
  if (last) {
    const few = [...secrets.subarray(0, count)].map((secret) => game.lists.words[secret]);
    return { best: yield* advice(few), sample: secrets.length, final: true };
  }
  const guesses = guessesAt(game, steps);
  const quick = spaced(secrets, Math.max(40, Math.floor(QUICK / guesses.length)));
  if (quick.length < secrets.length) {
    const first = yield* ranking(game, steps.length, guesses, quick, count);
    yield { best: yield* advice(first, false), sample: quick.length, final: false };
  }
  const sample = spaced(secrets, Math.floor(WHOLE / guesses.length));
  const tried = Math.max(count, PLAYED_OUT);
  const ranked = yield* ranking(game, steps.length, guesses, sample, tried);
  return { best: yield* advice(ranked), sample: sample.length, final: true };
}

/** The words that may be guessed after the steps, ascending indices. @param {Game} game
 * @param {Step[]} steps */
function guessesAt({ lists, hard }, steps) {
  const all = Int32Array.from(lists.words, (_, index) => index);
  return hard ? all.filter((index) => !breaksHardMode(lists.words[index], steps)) : all;
}

/** Proposals, best first; the book's guess comes first, because a search of many trees found it.
 * @param {Game} game @param {Proposal[]} proposals */
function sorted({ worst }, proposals) {
  if (worst) return proposals;
  const rank = (/** @type {Proposal} */ p) =>
    p.points - (p.chance === null ? 0 : (1 - p.chance) * 10_000) + (p.book ? 1e9 : 0);
  return proposals.sort(
    (a, b) =>
      rank(b) - rank(a) ||
      Number(b.exact) - Number(a.exact) ||
      Number(b.candidate) - Number(a.candidate) ||
      (a.word < b.word ? -1 : 1),
  );
}

/** The best guesses by the expected totals of their bins; among equals the candidates, then the order of the list.
 * @param {Game} game @param {number} attempt @param {Int32Array} guesses
 * @param {Int32Array} secrets @param {number} count @returns {Generator<null, string[]>} */
function* ranking({ lists, values, worst }, attempt, guesses, secrets, count) {
  const bins = binner(lists, secrets);
  const table = values.table(attempt + 1, secrets.length);
  const gain = gainOfHit(values, attempt);
  const possible = new Set(secrets);
  const worth = new Float64Array(guesses.length);
  let began = Date.now();
  for (let at = 0; at < guesses.length; at++) {
    bins(guesses[at], (sizes, bins) => {
      let sum = 0;
      let most = 0;
      for (let b = 0; b < bins; b++) {
        sum += table[sizes[b]];
        if (sizes[b] > most) most = sizes[b];
      }
      worth[at] = worst ? -most : sum + (possible.has(guesses[at]) ? gain : 0);
    });
    if (at % 16 === 0 && Date.now() - began > SLICE) {
      yield null;
      began = Date.now();
    }
  }
  const hit = (/** @type {number} */ at) => Number(possible.has(guesses[at]));
  const order = Array.from(guesses.keys()).sort(
    (a, b) => worth[b] - worth[a] || hit(b) - hit(a) || a - b,
  );
  return order.slice(0, count).map((at) => lists.words[guesses[at]]);
}

/** The proposal of the book's guess, null where the steps have left its tree. @param {Game} game
 * @param {Place} place @returns {Proposal | null} */
export function tellMove(game, { steps, secrets }) {
  const { tree, lists, values } = game;
  const node = nodeAfter(tree, lists, steps);
  if (!tree || node < 0) return null;
  let total = 0;
  for (const secret of secrets) {
    const attempt = attemptOf(tree, lists, node, secret, steps.length, values.attempts);
    total += attempt < 0 ? values.missed : values.solved[attempt];
  }
  const [points, chance] = figures(values, total, secrets.length);
  const word = lists.words[tree.guesses[node]];
  return {
    ...partition(game, word, secrets),
    points,
    chance,
    exact: true,
    book: true,
  };
}

/** A word's bins over the candidates, in figures. @param {Game} game @param {string} word
 * @param {Int32Array} secrets @returns {Proposal} */
function partition({ lists }, word, secrets) {
  const sizes = binSizes(lists, word, secrets);
  const left = sizes.reduce((sum, size) => sum + size * size, 0) / secrets.length;
  const place = lists.places.get(word);
  const candidate = place !== undefined && secrets.includes(place);
  const counts = { bins: sizes.length, largest: Math.max(...sizes) };
  return {
    word,
    left,
    candidate,
    ...counts,
    points: 0,
    chance: null,
    exact: false,
    book: false,
  };
}

/** The sizes of a word's bins by ascending reply code; that of a hit is the last.
 * @param {Lists} lists @param {string} word @param {Int32Array} secrets */
export function binSizes(lists, word, secrets) {
  return [...parts(lists, word, secrets)]
    .sort(([a], [b]) => a - b)
    .map(([, members]) => members.length);
}

/** The candidates by their reply code to a word. @param {Lists} lists @param {string} word
 * @param {Int32Array} secrets */
function parts(lists, word, secrets) {
  /** @type {Map<number, number[]>} */
  const bins = new Map();
  codesOf(lists, word, secrets).forEach((code, index) => {
    const bin = bins.get(code);
    if (bin) bin.push(secrets[index]);
    else bins.set(code, [secrets[index]]);
  });
  return bins;
}

/** What a word is worth at a place; the list need not hold it. @param {Game} game
 * @param {Place} place @param {string} word @param {Proposal | null} own the book's guess here
 * @param {boolean} deep whether the word may be played out @returns {Proposal} */
export function valued(game, place, word, own, deep = true) {
  if (own && own.word === word) return own;
  const { secrets, steps } = place;
  const proposal = partition(game, word, secrets);
  if (deep && withinBudget(game, place)) {
    const total = playedOut(game, word, secrets, steps.length, new Map());
    const [points, chance] = figures(game.values, total, secrets.length);
    return { ...proposal, points, chance, exact: true };
  }
  const points = estimate(game, place, word) + correction(game, place, own);
  return { ...proposal, points };
}

/** Expected points of a word, estimated from its bin sizes. @param {Game} game
 * @param {Place} place @param {string} word */
function estimate({ lists, values }, { secrets, steps }, word) {
  const attempt = steps.length;
  const table = values.table(attempt + 1, secrets.length);
  const hit = secrets.includes(lists.places.get(word) ?? -1);
  const sum = binSizes(lists, word, secrets).reduce((total, size) => total + table[size], 0);
  return (sum + (hit ? gainOfHit(values, attempt) : 0)) / SCALE / secrets.length;
}

/** Points added to estimates: the value of the book's guess less its estimate, so that both are on one level.
 * @param {Game} game @param {Place} place @param {Proposal | null} own */
function correction(game, place, own) {
  if (!own || place.steps.length + 1 === game.values.attempts) return 0;
  return own.points - estimate(game, place, own.word);
}

/** @param {Game} game @param {Place} place */
function withinBudget({ lists, values }, { secrets, steps }) {
  return steps.length >= values.attempts - 2 || secrets.length * lists.words.length <= LOOK_AHEAD;
}

/** Expected points after a guess that tells nothing: the same candidates, one attempt fewer.
 * @param {Game} game @param {Place} place @param {Proposal | null} own */
export function wasted(game, place, own) {
  const { values } = game;
  const { secrets, steps } = place;
  const next = steps.length + 1;
  if (next === values.attempts) return 0;
  if (withinBudget(game, place)) {
    return figures(values, bestTotal(game, secrets, next, new Map()), secrets.length)[0];
  }
  const total = values.table(next, secrets.length)[secrets.length];
  return total / SCALE / secrets.length + correction(game, place, own);
}

/** The total payoff if the page plays on after a word. @param {Game} game @param {string} word
 * @param {Int32Array} secrets @param {number} attempt @param {Map<string, number>} cache */
function playedOut(game, word, secrets, attempt, cache) {
  const { values, lists } = game;
  const winning = 3 ** lists.length - 1;
  let total = 0;
  for (const [code, members] of parts(lists, word, secrets)) {
    if (code === winning) total += values.solved[attempt];
    else if (attempt + 1 === values.attempts) total += values.missed * members.length;
    else total += bestTotal(game, Int32Array.from(members), attempt + 1, cache);
  }
  return total;
}

/** The total payoff over candidates if at each attempt the best guess by bin sizes is made.
 * @param {Game} game @param {Int32Array} secrets @param {number} attempt
 * @param {Map<string, number>} cache @returns {number} */
function bestTotal(game, secrets, attempt, cache) {
  const { solved, missed, attempts } = game.values;
  const size = secrets.length;
  if (size === 1 || attempt === attempts - 1) return solved[attempt] + missed * (size - 1);
  if (size === 2) return solved[attempt] + solved[attempt + 1];
  const key = `${attempt}:${secrets.join()}`;
  let total = cache.get(key);
  if (total === undefined) {
    total = separates(game.lists, secrets)
      ? solved[attempt] + solved[attempt + 1] * (size - 1)
      : playedOut(game, bestGuess(game, secrets, attempt), secrets, attempt, cache);
    cache.set(key, total);
  }
  return total;
}

/** Whether one of few candidates leaves each of the others in a bin of its own: no guess has a larger total.
 * @param {Lists} lists @param {Int32Array} secrets */
function separates(lists, secrets) {
  if (secrets.length > Math.min(MOST_SEPARATED, 3 ** lists.length)) return false;
  return secrets.some(
    (secret) => parts(lists, lists.words[secret], secrets).size === secrets.length,
  );
}

/** The best guess by bin sizes. In hard mode it uses all that the candidates have in common, so that it is legal.
 * @param {Game} game @param {Int32Array} secrets @param {number} attempt */
function bestGuess(game, secrets, attempt) {
  const { lists, hard } = game;
  const all = Int32Array.from(lists.words, (_, index) => index);
  const guesses = hard ? all.filter(usable(lists, commonTo(lists, secrets))) : all;
  const work = ranking(game, attempt, guesses, secrets, 1);
  for (;;) {
    const { value, done } = work.next();
    if (done) return value[0];
  }
}

/** A generator's last value, computed at once. @param {Generator<Advice | null, Advice>} work */
export function finish(work) {
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
  }
}

/** Whether the game is over after the steps. @param {Game} game @param {Step[]} steps */
export function isOver({ values }, steps) {
  return steps.length >= values.attempts || steps.some(({ reply }) => won(reply));
}
