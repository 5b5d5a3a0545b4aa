import { setTimeout as pause } from 'node:timers/promises';
import type { Ended, RunningProcess } from '@plenum/testbed/process';

/** A process that faults end, freeze and restart. Its operations run one after the other. */
export interface Member extends AsyncDisposable {
  readonly name: string;
  /** `undefined` while it is not running. */
  readonly pid: number | undefined;
  /** Number of times that it became ready. */
  readonly starts: number;
  /** Starts it like an operator, again and again until it is ready. Does nothing if it is running. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Ends it as an operator does (SIGTERM); throws if it does not end, or ends with an error. */
  stop(): Promise<void>;
  /** Its output if it has ended by itself. */
  crash(): string | undefined;
}

/** Longest time in which a process becomes ready, and in which it ends, in ms. */
const longest = { start: 90_000, stop: 35_000 };
/** Delay before a process that could not start is started again, in ms. */
const restartDelay = 500;
/** Maximum number of characters of an output in a finding. */
const maxOutput = 2_000;

const toText = ({ code, out, err }: Ended): string => `exit code ${code}: ${(out + err).slice(-maxOutput)}`;

/** Creates a process that is not running yet; `ready` matches its output once it serves. */
export function createMember(name: string, ready: RegExp, launch: () => RunningProcess): Member {
  let running: RunningProcess | undefined;
  let crash: string | undefined;
  let starts = 0;
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (operation: () => Promise<void>): Promise<void> => {
    const turn = queue.then(operation);
    queue = turn.catch(() => {});
    return turn;
  };
  const start = async () => {
    const end = Date.now() + longest.start;
    while (running === undefined) {
      const started = launch();
      try {
        await started.line(ready);
      } catch (error) {
        if (Date.now() > end) throw error;
        await pause(restartDelay);
        continue;
      }
      running = started;
      starts++;
      void started.ended.then((ended) => {
        if (running !== started) return;
        crash = toText(ended);
        running = undefined;
      });
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<Ended | undefined> => {
    const ending = running;
    running = undefined;
    const late = setTimeout(() => void ending?.stop('SIGKILL'), longest.stop);
    const ended = await ending?.stop(signal);
    clearTimeout(late);
    return ended;
  };
  const kill = async () => void (await end('SIGKILL'));
  return {
    name,
    get pid() {
      return running?.pid;
    },
    get starts() {
      return starts;
    },
    start: () => inTurn(start),
    kill: () => inTurn(kill),
    stop: () =>
      inTurn(async () => {
        const ended = await end('SIGTERM');
        if (ended !== undefined && ended.code !== 0)
          throw new Error(`${name} did not end properly on SIGTERM: ${toText(ended)}`);
      }),
    crash: () => crash,
    [Symbol.asyncDispose]: kill,
  };
}
