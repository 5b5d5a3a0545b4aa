import { toTerminalText } from '@plenum/protocol/text';

/** The input and output of a command. */
export interface Io {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Width of the terminal in characters; undefined if there is no terminal, in which case lines are not cut. */
  readonly columns: number | undefined;
  /** True if colours may be used (https://no-color.org). */
  readonly color: boolean;
  /** True if a terminal can prompt for input. */
  readonly isInteractive: boolean;
  /** Aborted when the command has to end. */
  readonly signal: AbortSignal;
}

const isSet = (value: string | undefined) => value !== undefined && value !== '';

/** The parts of a process that input and output need. */
interface ProcessStreams {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: { write(text: string): unknown };
  readonly stdin: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Returns the input and output of a process; default: this process. */
export function processIo(signal: AbortSignal, { stdout, stderr, stdin, env }: ProcessStreams = process): Io {
  const color = !isSet(env.NO_COLOR) && (isSet(env.FORCE_COLOR) || (stdout.isTTY ?? false));
  // All text from a bridge or a cloud is sanitized here, so that no command can omit it.
  const toText = (line: string) => `${toTerminalText(line, { styled: color })}\n`;
  return {
    out: (line) => void stdout.write(toText(line)),
    err: (line) => void stderr.write(toText(line)),
    env,
    // A terminal of unknown width has 0 columns.
    columns: stdout.isTTY && (stdout.columns ?? 0) > 0 ? stdout.columns : undefined,
    color,
    isInteractive: (stdin.isTTY ?? false) && (stdout.isTTY ?? false),
    signal,
  };
}
