/** The facts in a sentence: numbers on the wire's scale, words, lists of words. */
export type RefusalFacts = Readonly<Record<string, number | string | readonly string[] | undefined>>;

/** The content of a refusal besides its code: the refused value and its facts. */
export interface RefusedInput {
  readonly input?: unknown;
  readonly facts: RefusalFacts;
}

/** A refusal of the table: its HTTP status, and its sentence in the reader's units. */
export interface RefusalEntry {
  readonly status: number | ((refused: RefusedInput) => number);
  readonly sentence: (refused: RefusedInput) => string;
}

/**
 * The reason why a request was refused, as data. `path` leads to the refused value in the body, `input` is that value,
 * and `facts` are the other values in the sentence.
 */
export interface RefusalOf<Code extends string> extends RefusedInput {
  readonly code: Code;
  readonly path: readonly string[];
}

/** A table of refusals, each with a code, a status and a sentence, and a function that creates a refusal as data. */
export interface RefusalTable<Code extends string> {
  readonly refuse: <C extends Code>(
    code: C,
    about?: { readonly path?: readonly string[]; readonly input?: unknown; readonly facts?: RefusalFacts },
  ) => { readonly ok: false; readonly refusal: RefusalOf<C> };
  /** The HTTP status of a refusal. */
  readonly statusOf: (refusal: RefusalOf<Code>) => number;
  /** The sentence of a refusal. */
  readonly toSentence: (refusal: RefusalOf<Code>) => string;
}

/** Creates a table of refusals. */
export const refusalTable = <Code extends string>(
  entries: Readonly<Record<Code, RefusalEntry>>,
): RefusalTable<Code> => ({
  refuse: (code, { path = [], input, facts = {} } = {}) => ({
    ok: false,
    refusal: { code, path, input, facts },
  }),
  statusOf: (refusal) => {
    const { status } = entries[refusal.code];
    return typeof status === 'number' ? status : status(refusal);
  },
  toSentence: (refusal) => entries[refusal.code].sentence(refusal),
});
