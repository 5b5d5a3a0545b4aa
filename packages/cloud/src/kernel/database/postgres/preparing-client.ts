import pg from 'pg';

/** Maximum number of prepared statements of one connection. The cloud has fewer different statements. */
const maxStatements = 500;

/**
 * SQLSTATE of a prepared statement whose result now has different columns, because a node of a later release has
 * changed the schema.
 */
const planChanged = '0A000';

/** A connection that prepares each statement with parameters under a name, so that the database parses it once. */
export class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>();
  #prepared = 0;

  /**
   * Returns the name of a statement, or undefined if the connection has already prepared the maximum number of other
   * statements.
   */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#prepared === maxStatements) return known;
    const name = `s${this.#prepared++}`;
    this.#names.set(text, name);
    return name;
  }

  override query(...args: unknown[]): never {
    const [text, values] = args;
    const isParameterized = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isParameterized && args.length === 2 ? this.#nameOf(text) : undefined;
    if (name === undefined) return super.query(...(args as [never]));
    const result = super.query({ text, values, name } as pg.QueryConfig);
    // `pg.Client` has a signature for each form of the arguments; `never` fits all their results.
    return result.catch((error: { readonly code?: string }) => {
      if (error.code !== planChanged) throw error;
      // From now on all statements are prepared again. The database has not executed this one. It accepts the statement
      // unless the error has ended a transaction, which then has to be repeated as a whole.
      this.#names.clear();
      return (this.query(text, values) as Promise<unknown>).catch(() => {
        throw error;
      });
    }) as never;
  }
}
