import { plenumBin } from '@plenum/testbed/plenum';
import { type RunningProcess, startProcess } from '@plenum/testbed/process';

/** A program of Plenum in its own process, which is ended and started again with the same data. */
export interface Service extends AsyncDisposable {
  readonly name: string;
  pid(): number;
  /** Resolves once it serves; rejects with its output if it ends first. Does nothing if it is running. */
  start(): Promise<void>;
  /** Ends it as an operator does; throws if it ends with an error. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Resolves when it has ended by itself. */
  ended(): Promise<unknown>;
  /** Waits for matching output since its last start. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
}

interface ServiceConfig {
  readonly name: string;
  /** Returns its command line for each start. */
  readonly toWords: () => readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Matches its output once it serves. */
  readonly ready: RegExp;
  /** The program; that of the source, or of the whole run, by default. */
  readonly bin?: string | undefined;
  /** Called once it serves, and before it is ended. */
  readonly onRunning?: (isRunning: boolean) => void;
}

/** Creates a service that is not running yet. */
export function createService(config: ServiceConfig): Service {
  const { name, toWords, env, ready, bin = plenumBin, onRunning = () => {} } = config;
  let running: RunningProcess | undefined;
  const current = (): RunningProcess => {
    if (running === undefined) throw new Error(`${name} is not running`);
    return running;
  };
  const end = async (signal: NodeJS.Signals) => {
    onRunning(false);
    const ended = await running?.stop(signal);
    running = undefined;
    return ended;
  };
  const kill = async () => void (await end('SIGKILL'));
  return {
    name,
    pid: () => current().pid,
    ended: () => current().ended,
    start: async () => {
      if (running !== undefined) return;
      running = startProcess(bin, toWords(), env);
      await running.line(ready);
      onRunning(true);
    },
    stop: async () => {
      const ended = await end('SIGTERM');
      if (ended !== undefined && ended.code !== 0)
        throw new Error(`${name} ended with ${ended.code}: ${ended.out}${ended.err}`);
    },
    kill,
    line: (pattern) => current().line(pattern),
    [Symbol.asyncDispose]: kill,
  };
}
