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
  joined: [string, string][];
  /** Groups that count as one letter, with the character that holds them. */
  groups: [string, string][];
  /** Letters that the language reads in its own way, before they are lowered. */
  language: [string, string][];
  /** All words, one after the other, deflated, in base64. */
  words: string;
  /** A bit for each word, deflated, in base64; null for all words. */
  answers: string | null;
  /** The same for the secrets of Play; null for the answers. */
  common: string | null;
  /** By first letter, "" where the page asks for none: a book's section, bytes of a guess, bytes of a reply. */
  trees: Record<string, [string, number, number]>;
  /** The payoff of a hit at each attempt. */
  solved: number[];
  /** The payoff of a miss. */
  missed: number;
  /** For each attempt but the last: bin sizes, ascending, with the mean payoff of a secret. */
  breakpoints: [number, number][][];
  /** The best first guesses, the book's first. */
  openers: Proposal[];
  /** Changes with the words. */
  key: string;
}

/** The words of a game, and those that can be the secret. */
export interface Lists {
  length: number;
  /** Sorted, one character a letter. */
  words: string[];
  alphabet: Map<string, number>;
  /** words × length: numbers of the alphabet. */
  letters: Uint8Array;
  /** Ascending indices of words. */
  answers: Int32Array;
  /** The index of each word. */
  places: Map<string, number>;
}

/** A guess and its reply in marks. */
export interface Step {
  guess: string;
  reply: string;
}

/** The tree of a book: nodes breadth first; those of one parent follow one another, their replies ascend. */
export interface Tree {
  /** Indices of words. */
  guesses: Uint32Array;
  /** The code that leads to each node. */
  replies: Uint32Array;
  /** The first child of each node; one more entry ends the last. */
  first: Uint32Array;
}

/** Guesses of a list with their bins over some secrets, which count from 0 there (places). */
export interface BinTable {
  /** Ascending indices of words. */
  guesses: Int32Array;
  /** The place of each guess among the secrets; their number for a guess that is none of them. */
  own: Int32Array;
  /** guesses × secrets: numbers of bins. */
  bins: Uint16Array;
  /** How many secrets there are. */
  count: number;
}

/** The search for good trees over some candidates. */
export interface TreeSearch {
  game: Game;
  table: BinTable;
  secrets: Int32Array;
  /** The row of each candidate, by its place. */
  rows: Map<number, number>;
  attempt: number;
  /** How many guesses are played out at this attempt and at the next. */
  keep: number[];
  /** Total payoffs by attempt and places. */
  totals: Map<string, number>;
}

/** One game's words, rules and book. */
export interface Game {
  lists: Lists;
  tree: Tree | null;
  attempts: number;
  solved: number[];
  missed: number;
  /** The expected totals of bins of 0 … size secrets with an attempt next, in 1/1024 (SCALE). */
  values: (attempt: number, size: number) => Float64Array;
  hard: boolean;
  /** Whether guesses are ranked by their largest bin. */
  worst: boolean;
}

/** The games of the file. */
export interface Games {
  content: Content;
  /** All words of the file. */
  lists: Lists;
  /** The words that Play hides, ascending indices. */
  secrets: Int32Array;
  /** The game where that letter is shown. */
  of(letter: string | null): Game;
}

/** A point of a game. */
export interface Place {
  steps: Step[];
  /** The candidates, ascending indices of words. */
  secrets: Int32Array;
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
}

export interface Advice {
  best: Proposal[];
  final: boolean;
}

/** What one reply, or the first letter shown, says of the secret; places count from 0. */
export interface Clue {
  source: string;
  placed: Map<number, string>;
  /** For some places a letter that does not stand there. */
  elsewhere: Map<number, string>;
  least: Map<string, number>;
  most: Map<string, number>;
}

/** A game as it is played. */
export interface Played {
  game: Game;
  /** The first letter that is shown. */
  letter: string | null;
  steps: Step[];
  /** Before the first guess and after each. */
  candidates: Int32Array[];
  /** Whether all words count, because no answer fitted the replies. */
  wide: boolean;
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
  kind: "advise" | "review" | "own";
  letter: string | null;
  wide?: boolean;
  steps?: Step[];
  count?: number;
  also?: string[];
  secret?: string;
  guesses?: string[];
}

export type Ask = (request: Request, answer: (value: any) => void) => void;
export type Press = (key: string) => void;
