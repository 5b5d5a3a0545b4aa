/** The facts of an error: the named values in its sentence. */
export type ErrorFacts = object;

/**
 * The only error class: a stable `code`, the `facts`, one sentence as `message`, and the `cause` if there is one. A
 * code belongs to a table of errors, identified by `scope`: `bridge`, `cloud`, `command line` ...
 */
export class PlenumError<Code extends string = string, Facts extends ErrorFacts = ErrorFacts> extends Error {
  readonly scope: string;
  readonly code: Code;
  readonly facts: Facts;

  constructor(scope: string, code: Code, about: { sentence: string; facts: Facts; cause?: unknown }) {
    super(about.sentence, about.cause === undefined ? undefined : { cause: about.cause });
    this.name = 'PlenumError';
    this.scope = scope;
    this.code = code;
    this.facts = about.facts;
  }
}

/** The sentence of each code, created from its facts. */
type Sentences = Readonly<Record<string, (facts: never) => string>>;

type CodeOf<T extends Sentences> = keyof T & string;
type FactsOf<T extends Sentences, Code extends CodeOf<T>> =
  Parameters<T[Code]> extends [infer Facts] ? Facts & object : Readonly<Record<string, never>>;

/** The errors of one scope. */
export interface ErrorTable<T extends Sentences> {
  /** Creates the error of a code, with a sentence from the facts. */
  readonly error: <Code extends CodeOf<T>>(
    code: Code,
    ...about: Parameters<T[Code]> extends []
      ? [facts?: Readonly<Record<string, never>>, cause?: unknown]
      : [facts: FactsOf<T, Code>, cause?: unknown]
  ) => PlenumError<Code, FactsOf<T, Code>>;
  /** True if a value is an error of this table and, if codes are given, its code is among them. */
  readonly is: <Code extends CodeOf<T> = CodeOf<T>>(
    error: unknown,
    ...codes: readonly Code[]
  ) => error is PlenumError<Code, FactsOf<T, Code>>;
}

/** The codes of a table of errors. */
export type ErrorCode<Table> = Table extends ErrorTable<infer T> ? CodeOf<T> : never;

/** Creates the error table of a scope from the sentence of each code. */
export const errorTable = <const T extends Sentences>(scope: string, sentences: T): ErrorTable<T> => ({
  error: (code, ...about) => {
    const [facts = {}, cause] = about as [facts?: ErrorFacts, cause?: unknown];
    const sentence = (sentences[code] as (facts: ErrorFacts) => string)(facts);
    // The facts are those of the code, which TypeScript cannot see behind the optional parameters.
    return new PlenumError(scope, code, { sentence, facts: facts as never, cause });
  },
  is: (error, ...codes): error is never =>
    error instanceof PlenumError &&
    error.scope === scope &&
    (codes.length === 0 || (codes as readonly string[]).includes(error.code)),
});
