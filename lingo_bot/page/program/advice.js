// Advice (lingo_bot/assistant/advice.py): the best guesses at a position, best first. What each of them is worth is in
// guess_values.js.
import { guessesLeftAt } from "./game.js";
import { bookProposal, evaluate, scaleOf } from "./guess_values.js";
import { legalGuesses, searchAt, searchOfShortlist } from "./shortlist.js";
import { content } from "./words.js";
/** @import {Search} from "./search.js" */
/** @import {Advice, Pause, Position, Proposal, Valuation} from "./types" */

/** Points that a miss costs in the order of proposals, where misses count before points: more than a game can win. */
const POINTS_A_MISS = 10_000;

/** The proposals at a position: the best guesses, and any word that a person asks about.
 * @param {Position} position @param {number} count how many of the best guesses
 * @param {string[]} also the words that a person asks about
 * @param {Pause} pause is called between two guesses whose trees are searched
 * @param {(advice: Advice) => void} showFirstLook gets estimates by bins before trees are searched
 * @returns {Promise<Advice>} */
export async function advise(position, count, also, pause, showFirstLook = () => {}) {
  const { secrets } = position;
  const guessesLeft = guessesLeftAt(position);
  const book = bookProposal(position);
  // Null for many candidates or few guesses, where bins alone rank the guesses.
  const search = searchAt(position);
  const wanted = { count, also };

  // With the last guess, and with two candidates, no guess is better than a candidate. All values are exact, so there is
  // no Scale of estimates (types.d.ts).
  if (guessesLeft === 1 || secrets.length <= 2) {
    const best = proposalsOf(position, secrets, wanted, { book, search, scale: null });
    return { best, final: true };
  }

  // No guess beats a candidate that separates all the others. The table of a search has a row for each guess and a column
  // for each candidate.
  const column = search?.separatingColumn(search.columns);
  const separating = column === undefined ? [] : [secrets[column]];

  // Without a search bins rank the guesses. For the best worst case they do even if there is one.
  if (!search || content.objective === "worst") {
    const { guesses, scale } = rankedByBins(position, count, book);
    const ranked = [...separating, ...guesses];
    const best = proposalsOf(position, ranked, wanted, { book, search, scale });
    return { best, final: true };
  }

  // Bins rank the guesses whose trees are searched. The person sees their estimates meanwhile.
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

/** The best guesses by the sizes of their bins, best first, and the Scale of their estimates.
 * @param {Position} position @param {number} count @param {Proposal | null} book */
function rankedByBins(position, count, book) {
  const guessesLeft = guessesLeftAt(position);
  const byLargestBin = content.objective === "worst";
  // This search is asked to rank guesses and not for trees, so it may have any number of candidates.
  const shortlist = searchOfShortlist(position.game, position.secrets, legalGuesses(position));
  const rows = shortlist.rank(shortlist.columns, guessesLeft, count, { byLargestBin });

  // A scale begins at the guess with the largest promise. In a ranking by largest bins it need not be the first guess.
  const byPromise = byLargestBin ? shortlist.rank(shortlist.columns, guessesLeft, 1) : rows;
  const mostPromising = byPromise[0];
  const scale = scaleOf(position, shortlist.guesses[mostPromising], book);
  return { guesses: rows.map((row) => shortlist.guesses[row]), scale };
}

/** The rows of a search, the one whose tree costs least first. @param {Search} search @param {number[]} rows
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
  // A candidate that separates all others can stand among the guesses twice: first, and at its place by cost.
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
    pointsLessMisses(b) - pointsLessMisses(a) ||
    Number(b.exact) - Number(a.exact) ||
    Number(b.candidate) - Number(a.candidate) ||
    (a.word < b.word ? -1 : 1)
  );
}

/** The points of a proposal minus POINTS_A_MISS times its chance to miss; just the points where its chance to solve is null.
 * @param {Proposal} proposal */
export function pointsLessMisses({ points, chance }) {
  const chanceToMiss = chance === null ? 0 : 1 - chance;
  return points - POINTS_A_MISS * chanceToMiss;
}
