/** The input and output of a command. */
export interface Io {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Width of the terminal in characters; undefined if there is none, so that nothing is cut. */
  readonly columns: number | undefined;
  /** Whether colours may be used (https://no-color.org). */
  readonly color: boolean;
  /** Whether there is a terminal to ask for input. */
  readonly isInteractive: boolean;
  /** Aborted when the command has to end. */
  readonly signal: AbortSignal;
}

const isSet = (value: string | undefined) => value !== undefined && value !== '';

/** The input and output of this process. */
export const processIo = (signal: AbortSignal): Io => {
  const { stdout, stderr, stdin, env } = process;
  return {
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    env,
    // A terminal of unknown width has 0 columns.
    columns: stdout.isTTY && stdout.columns > 0 ? stdout.columns : undefined,
    color: !isSet(env.NO_COLOR) && (isSet(env.FORCE_COLOR) || (stdout.isTTY ?? false)),
    isInteractive: (stdin.isTTY ?? false) && (stdout.isTTY ?? false),
    signal,
  };
};
