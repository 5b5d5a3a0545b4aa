/** Where a command writes and what it knows of its surroundings. */
export interface Io {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Characters in a line; undefined where nobody looks, so that nothing is cut. */
  readonly columns: number | undefined;
  /** Whether colours may be used (https://no-color.org). */
  readonly color: boolean;
  /** Whether somebody can be asked. */
  readonly isInteractive: boolean;
  /** Aborted when the command is told to end. */
  readonly signal: AbortSignal;
}

const isSet = (value: string | undefined) => value !== undefined && value !== '';

/** The surroundings of this process. */
export const processIo = (signal: AbortSignal): Io => {
  const { stdout, stderr, stdin, env } = process;
  return {
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    env,
    // A terminal that does not know its width says 0.
    columns: stdout.isTTY && stdout.columns > 0 ? stdout.columns : undefined,
    color: !isSet(env.NO_COLOR) && (isSet(env.FORCE_COLOR) || (stdout.isTTY ?? false)),
    isInteractive: (stdin.isTTY ?? false) && (stdout.isTTY ?? false),
    signal,
  };
};
