/** What the program of the page finds in its file; lingo_bot/page/content.py writes it. */
export interface Content {
  title: string;
  /** Letters of a word. */
  length: number;
  attempts: number;
  objective: "points" | "guesses" | "worst";
  hard: boolean;
  /** Whether the first letter is shown. */
  shown: boolean;
  /** The first letter, where the file is for one. */
  letter: string | null;
  /** Letters whose marks are dropped, and what is left of them. */
  folded: [string, string][];
  /** The language of the words, by which tiles show them in capitals. */
  lang: string;
  /** Letters that the language reads in its own way, before they are lowered. */
  language: [string, string][];
  /** Groups that count as one letter, with the character that holds them. */
  groups: [string, string][];
  /** Data as JSON, deflated, in base64. */
  data: string;
  /** What a guess charges each candidate that it leaves open (codebreaker/objective.py). */
  charge: number;
  /** What a candidate pays besides if it is still open after the last guess. */
  miss: number;
  /** The best first guesses, the book's first. */
  openers: Proposal[];
  /** Changes with the words. */
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
  common: number[];
  /** attempts × words: the book's guesses by secret; index + 1, -1 for the secret, 0 for none; null without a book. */
  book: number[][] | null;
  /** By guesses left from 1 on, nothing for 0: second differences of the expected costs of bins of 0, 1, … words. */
  differences: number[][];
}

/** The words of a game, and those that can be the secret. */
export interface Game {
  /** As in Data. */
  words: string[];
  common: number[];
  book: number[][] | null;
  /** words × length: code points. */
  letters: Uint32Array;
  /** The index of each word. */
  index: Map<string, number>;
  /** Ascending indices of the words that may be guessed, and that can be the secret. */
  guesses: Int32Array;
  answers: Int32Array;
  /** By guesses left from 1 on: the expected costs of bins of 0, 1, … secrets, in 1/1024 of a point (SCALE). */
  expected: number[][];
}

/** A guess and its reply in marks. */
export interface Step {
  guess: string;
  reply: string;
}

/** A point of a game. */
export interface Position {
  game: Game;
  /** The first letter that is shown. */
  letter: string | null;
  steps: Step[];
  /** The candidates, ascending indices of words. */
  secrets: Int32Array;
  /** Whether all words count, because no answer fitted the replies. */
  wide: boolean;
  /** The position before the last step. */
  before: Position | null;
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
  bins: number;
  largest: number;
  /** Whether a book plays it here. */
  book: boolean;
  /** Of a book's guess: its value less its points by bin sizes. */
  correction?: number;
}

/** What estimates are measured from. A guess's promise is its points by bin sizes times its number of bins. */
export interface Scale {
  /** The largest promise, that of the guess that lingo-bot makes without a book. */
  promise: number;
  /** The value of that guess, and that of a guess that tells nothing: estimates lie between them. */
  most: number;
  least: number;
}

export interface Advice {
  best: Proposal[];
  final: boolean;
}

/** Letters that a guess must use: those in their places, counted from 0, and all of them, each as often as it must. */
export interface Required {
  placed: Map<number, string>;
  held: string[];
}

/** What the reply to a guess says of the secret. */
export interface Clue extends Required {
  guess: string;
  /** Letters that the secret holds no more often than in `held`. */
  spent: string[];
}

/** A guess of a finished game. */
export interface Reviewed extends Step {
  /** Candidates before the guess, after its reply, and the words themselves. */
  before: number;
  after: number;
  candidates: string[];
  own: Proposal;
  /** The best guesses, the best first. */
  best: Proposal[];
  /** 0 to 99; null for a forced guess. */
  skill: number | null;
  /** 0 to 99. */
  luck: number;
  /** Why the rules do not allow the guess. */
  remark: string | null;
}

/** The guess that is being typed. */
export interface Row {
  letters: string[];
  marks: string[];
  /** The place of the mark that the next key sets. */
  at: number;
  /** Whether keys set marks: after a blank, or a tap on a tile. */
  marking: boolean;
  /** Whether a mark was set. */
  touched: boolean;
  /** Whether it was asked if all letters are absent. */
  asked: boolean;
}

/** Of a text that was typed or pasted: a step, a word alone, a reply alone, or `undo`. */
export interface Entry {
  word?: string;
  reply?: string;
  undo?: boolean;
}

/** What is to stand on the board of Assist. */
export interface Draft {
  position: Position;
  row: Row;
  /** What is said of how it came about: a guess against the rules, or what Undo took back. */
  remark: string;
}

/** A draft that follows another one, or why there is none: then `error` says it, and the draft does not count. */
export interface Outcome {
  draft: Draft;
  error: string;
}

/** A game of Assist as the browser keeps it. */
export interface KeptGame {
  letter: string | null;
  steps: Step[];
  /** The row that is being typed; its marks count where they were set. */
  row: { word: string; marks: string };
  isMarked: boolean;
  /** The game that Undo brings back after New. */
  before: { letter: string | null; steps: Step[] } | null;
}

/** A word of Play: of a day, from a link, or at random. */
export interface Hidden {
  secret: string;
  guesses: string[];
  /** The day as in 2026-01-31, "" for another word. */
  day: string;
  /** Whether the finished game is in the statistics. */
  counted: boolean;
}

/** Finished games of one kind against lingo-bot. */
export interface Tally {
  /** By attempt: games that were solved there. */
  solved: number[];
  missed: number;
  /** Games in which you needed fewer guesses than lingo-bot, as many, more. */
  won: number;
  drawn: number;
  lost: number;
  /** Games that were solved one after the other, words of the day on successive days: now and at most; and the last day. */
  streak: number;
  longest: number;
  last: string;
}

/** The game in a link. */
export interface Linked {
  part: string;
  /** "" if the link cannot be read. */
  secret: string;
  guesses: string[];
}

/** Work for the worker; a new request ends an older one of its kind. */
export interface Request {
  kind: "advise" | "review" | "play";
  letter: string | null;
  /** Of advice: a position, and words that are valued too. */
  wide?: boolean;
  steps?: Step[];
  also?: string[];
  /** Of a game: it is reviewed, and lingo-bot plays it. */
  secret?: string;
  guesses?: string[];
}

export type Ask = (request: Request, answer: (value: any) => void) => void;
/** Waits where others shall have a turn; never ends for work that nobody waits for. */
export type Pause = () => Promise<void>;
