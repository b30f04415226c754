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
  /** Whether marks of letters are dropped. */
  fold: boolean;
  /** Letters that are read as others when marks are dropped. */
  joined: Record<string, string>;
  /** Letters that the language reads in its own way, before they are lowered. */
  language: [string, string][];
  /** Groups that count as one letter, with the character that holds them. */
  groups: [string, string][];
  /** All words, sorted, a line each; this and all other data are deflated, in base64. */
  words: string;
  /** int32, ascending: the indices of words that can be the secret; null for all. */
  answers: string | null;
  /** int32: the indices of words that Play hides, in the order of days. */
  common: string;
  /** int32, attempts × words: the book's guesses by secret; index + 1, -1 for the secret, 0 for none. */
  games: string | null;
  /** The payoff of a hit at each attempt. */
  solved: number[];
  /** The payoff of a miss. */
  missed: number;
  /** float64, attempts but the first × (words + 1): second differences of expected totals by bin size. */
  totals: string;
  /** The best first guesses, the book's first. */
  openers: Proposal[];
  /** Changes with the words. */
  key: string;
}

/** The words of a game, and those that can be the secret. */
export interface Game {
  /** All words of the file, sorted, one character a letter. */
  words: string[];
  /** words × length: code points. */
  letters: Uint32Array;
  /** The index of each word. */
  index: Map<string, number>;
  /** Ascending indices of the words that may be guessed, and that can be the secret. */
  guesses: Int32Array;
  answers: Int32Array;
  /** As in Content. */
  common: Int32Array;
  /** A book's guesses, as in Content. */
  book: Int32Array | null;
  /** By attempt but the first, the expected totals of bins of 0 … n secrets with it next, in 1/1024 (SCALE). */
  totals: Float64Array[];
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
  /** Of a book's guess: points added to estimates of others, its value less its own estimate. */
  level?: number;
}

export interface Advice {
  best: Proposal[];
  final: boolean;
}

/** Letters that a guess must use: those in their places, counted from 0, and how many of each. */
export interface Required {
  placed: Map<number, string>;
  least: Map<string, number>;
}

/** What the reply to a guess says of the secret. */
export interface Clue extends Required {
  guess: string;
  most: Map<string, number>;
}

/** A guess of a finished game. */
export interface Reviewed extends Step {
  before: string[];
  after: string[];
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
