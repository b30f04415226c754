import type { Search } from "./search.js";

/** What the program of the page finds in its file; lingo_bot/page/content.py writes it. */
export interface Content {
  title: string;
  /** Letters of a word. */
  length: number;
  attempts: number;
  objective: "points" | "guesses" | "worst";
  hard: boolean;
  /** Whether the first letter is shown. */
  showsLetter: boolean;
  /** The first letter of every word in the game; null if no letter is shown, or if the page asks for it. */
  letter: string | null;
  /** Letters with accents that the words have lost, each with its plain letter: ["é", "e"]. */
  folded: [string, string][];
  /** The language of the tiles, as HTML has it: browsers need it to show an "i" as a capital. */
  tileLanguage: string;
  /** Letters that the language reads in its own way, each with its replacement: ["I", "ı"] in Turkish. */
  languageLetters: [string, string][];
  /** Groups that count as one letter, each with the character that stands for it in words. */
  groups: [string, string][];
  /** An object of the type Data as JSON, deflated, in base64. */
  data: string;
  /** What a guess charges each candidate that it leaves open (codebreaker/objective.py). */
  charge: number;
  /** What a candidate pays besides if it is still open after the last guess. */
  miss: number;
  /** The best first guesses, the book's first. */
  openers: Proposal[];
  /** Eight hexadecimal digits that change with the words. */
  key: string;
  /** The letters of all words. */
  alphabet: string;
}

/** What the file holds of its words. */
export interface Data {
  /** All words of the file, sorted, one character a letter. */
  words: string[];
  /** Ascending: the indices of words that can be the secret; null for all. */
  answers: number[] | null;
  /** The indices of words that Play hides, in the order of days. */
  secretsOfPlay: number[];
  /** attempts × words: the book's guesses by secret; index + 1, -1 for the secret, 0 for none; null without a book. */
  book: number[][] | null;
  /** The table `expected` of Game, as the second differences of its rows: they are smaller numbers. */
  differences: number[][];
  /** The same for widenedExpected; null if that is the table `expected`. */
  widenedDifferences: number[][] | null;
}

/** The words of a game, and those that can be the secret. */
export interface Game {
  /** As in Data. */
  words: string[];
  /** As in Data. */
  secretsOfPlay: number[];
  /** As in Data. */
  book: number[][] | null;
  /** words × length: code points. */
  letters: Uint32Array;
  /** The index of each word. */
  index: Map<string, number>;
  /** Ascending indices of the words that may be guessed. */
  guesses: Int32Array;
  /** Ascending indices of the words that can be the secret. */
  answers: Int32Array;
  /** expected[k][n]: the expected cost of n candidates with k guesses left, in 1/1024 of a point (SCALE); [] for k = 0. */
  expected: number[][];
  /** The table of a widened game, in which every word can be the secret. */
  widenedExpected: number[][];
}

/** A guess and its reply in marks. */
export interface Step {
  guess: string;
  reply: string;
}

/** The steps of a game so far, and what they leave. */
export interface Position {
  game: Game;
  /** The first letter that is shown, null for none. */
  letter: string | null;
  /** The guesses and replies so far. */
  steps: Step[];
  /** The candidates, ascending indices of words. */
  secrets: Int32Array;
  /** Whether every word can be the secret, because no answer fitted the replies. */
  isWidened: boolean;
  /** The position before the last step, null without steps. */
  before: Position | null;
  /** The end of the game that New has replaced by this one, null for none. */
  replaced: Position | null;
}

/** A guess and what it brings on average over the candidates. */
export interface Proposal {
  word: string;
  /** Expected points. */
  points: number;
  /** Expected guesses; null in a game for points. */
  guesses: number | null;
  /** Whether they are the mean of a whole tree; else an estimate from bin sizes. */
  exact: boolean;
  /** Expected remaining candidates. */
  left: number;
  /** Whether the word can be the secret. */
  candidate: boolean;
  /** The chance to solve within the attempts, where it is known. */
  chance: number | null;
  /** The number of bins. */
  bins: number;
  /** The size of the largest bin. */
  largest: number;
  /** Whether a book plays it here. */
  book: boolean;
  /** Only a book's guess has it: its points in the book minus its points by bin sizes. */
  correction?: number;
}

/** Estimates for the guesses at a position. A guess's promise is its points by bin sizes times its number of bins;
 * estimated points fall with the promise, from `most` down to `least`. */
export interface Scale {
  /** The promise of the guess that lingo-bot makes without a book; no guess has a larger one. */
  largestPromise: number;
  /** The points of that guess. */
  most: number;
  /** The points of a guess that gives no information. */
  least: number;
}

/** What the words at a position are valued by. */
export interface Valuation {
  /** The proposal of the book's guess, null without one. */
  book: Proposal | null;
  /** The search for exact values, null for values from bin sizes. */
  search: Search | null;
  /** The scale of estimates; null where a search gives exact values. */
  scale: Scale | null;
}

/** Proposals at a position, best first. */
export interface Advice {
  best: Proposal[];
  /** Whether no better figures follow: false for a first look by bin sizes alone. */
  final: boolean;
}

/** What the reply to a guess says of the secret. */
export interface Clue {
  guess: string;
  /** By place, from 0: the letter that must stand there. */
  placed: Map<number, string>;
  /** All letters that must be used, with those that are placed; a letter that is needed twice is there twice. */
  held: string[];
  /** Letters of the guess that have an X: the secret holds them as often as `held` does, and not once more. */
  spent: string[];
}

/** A guess of a finished game with its figures. The keys are those of `lingo-bot --review --json`. */
export interface Reviewed extends Step {
  /** How many candidates there were before the guess. */
  before: number;
  /** How many candidates are left after the reply. */
  after: number;
  /** The candidates that are left after the reply. */
  candidates: string[];
  /** The figures of this guess. */
  own: Proposal;
  /** The best guesses, the best first. */
  best: Proposal[];
  /** 0 to 99; null for a forced guess. */
  skill: number | null;
  /** 0 to 99. */
  luck: number;
  /** Why the rules do not allow the guess, null if they do. */
  remark: string | null;
}

/** The guess that is being typed, with the marks of its reply. */
export interface Row {
  letters: string[];
  /** A mark for each letter, X where none was set. */
  marks: string[];
  /** The index of the mark that the next key sets; after the last one it is the length, for the first mark. */
  nextMark: number;
  /** Whether keys set marks: after a blank, or a tap on a tile. */
  isMarking: boolean;
  /** Whether any mark was set. */
  isMarked: boolean;
  /** Whether the page has asked if really no letter is in the secret. */
  isQuestioned: boolean;
}

/** Of a text that was typed or pasted: a step, a word alone, a reply alone, or `undo`. */
export interface Entry {
  word?: string;
  reply?: string;
  undo?: boolean;
}

/** The board of Assist: the game so far, and the row that is being typed. */
export interface Draft {
  position: Position;
  row: Row;
  /** A sentence on the last change: that a guess is against the rules, or what Undo took back. */
  remark: string;
}

/** A changed draft; or, with an error that is not "", why the change is refused: then the draft must not be used. */
export interface DraftChange {
  draft: Draft;
  error: string;
}

/** A game of Assist as the browser keeps it. */
export interface KeptGame {
  letter: string | null;
  steps: Step[];
  row: { word: string; marks: string };
  /** Whether the marks of the row were set. */
  isMarked: boolean;
  /** The game that Undo brings back after New. */
  before: { letter: string | null; steps: Step[] } | null;
}

/** A game of Play: its hidden word is that of a day, from a link, or a random one. */
export interface PlayedGame {
  secret: string;
  guesses: string[];
  /** The day as in 2026-01-31, "" for another word. */
  day: string;
  /** Whether the finished game is in the statistics. */
  counted: boolean;
}

/** Finished games of one kind against lingo-bot. */
export interface Tally {
  /** How many games were solved at the first attempt, the second, and so on. */
  solved: number[];
  /** Games that were not solved. */
  missed: number;
  /** Games in which you needed fewer guesses than lingo-bot. */
  won: number;
  /** Games in which you needed as many. */
  drawn: number;
  /** Games in which you needed more. */
  lost: number;
  /** The last games that were all solved; words of the day count if their days follow each other. */
  streak: number;
  /** The longest streak so far. */
  longest: number;
  /** The day of the last word of the day, "" for none. */
  last: string;
}

/** The game in a link. */
export interface Linked {
  part: string;
  /** "" if the link cannot be read. */
  secret: string;
  guesses: string[];
}

/** The work of giving advice at a position. A new request ends an older one of its kind. */
export interface AdviceRequest {
  kind: "advise";
  letter: string | null;
  isWidened: boolean;
  steps: Step[];
  /** Words that are valued besides the best guesses. */
  also: string[];
}

/** The work of reviewing a finished game and letting lingo-bot play its word. Play, which wants lingo-bot's game alone,
 * asks without guesses. */
export interface GameRequest {
  kind: "review" | "play";
  letter: string | null;
  secret: string;
  guesses: string[];
}

export type Request = AdviceRequest | GameRequest;
/** Hands a request to the worker; `answer` gets an Advice, maybe twice, or what reviewGame returns. */
export type Ask = (request: Request, answer: (value: any) => void) => void;
/** Called between two pieces of work: it lets other requests have a turn. The promise of work that a newer request has
 * replaced is never fulfilled, and so that work ends. */
export type Pause = () => Promise<void>;
