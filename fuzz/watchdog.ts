import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Number of bytes of a case that are shown. */
const maxShown = 16_384;
/** The positions in the shared memory: the number of the case, and the length of its text. */
const [count, length] = [0, 1];
const head = 8;

/** CPU time of one case, in µs, after which the process ends, because the case may never end. */
const endless = 120_000_000;
/** Time between two looks, in ms. */
const interval = 1_000;

/** Ends the process with a report if one case keeps it busy forever. */
export interface Watchdog extends Disposable {
  /** Call before each case, with a function that returns its text. */
  begin(show: () => string): void;
}

/** Starts a thread that watches this one, because a loop that never ends cannot be interrupted from inside. */
export function startWatchdog(name: string): Watchdog {
  const memory = new SharedArrayBuffer(head + maxShown);
  const numbers = new Int32Array(memory, 0, 2);
  const text = new Uint8Array(memory, head);
  const encoder = new TextEncoder();
  const worker = new Worker(new URL(import.meta.url), { workerData: { memory, name } });
  worker.unref();
  return {
    begin: (show) => {
      numbers[length] = encoder.encodeInto(show(), text).written;
      Atomics.add(numbers, count, 1);
    },
    [Symbol.dispose]: () => void worker.terminate(),
  };
}

const watch = ({ memory, name }: { readonly memory: SharedArrayBuffer; readonly name: string }): void => {
  const numbers = new Int32Array(memory, 0, 2);
  const workSoFar = () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };
  let [last, since] = [-1, workSoFar()];
  setInterval(() => {
    const now = Atomics.load(numbers, count);
    if (now !== last) [last, since] = [now, workSoFar()];
    if (workSoFar() - since < endless) return;
    const shown = Buffer.from(new Uint8Array(memory, head, numbers[length])).toString();
    writeSync(2, `${name}: case ${now} does not end\ninput: ${shown}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, interval);
};

if (!isMainThread) watch(workerData as Parameters<typeof watch>[0]);
