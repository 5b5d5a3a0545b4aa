import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Server, Socket } from 'node:net';
import { runInThisContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { clearTimeout, setTimeout } from './turn.ts';

/** A cloud, an inbox or a bridge with ports or a cloud, which a test has to dispose of. */
interface Attended extends AsyncDisposable {
  /** Its name in the warning, and that of the variable in the advice. */
  readonly what: 'cloud' | 'bridge' | 'inbox';
  /** The line of the test that created it. */
  readonly line: string;
}

/** The process itself: tests in Jest have a copy of it, whose events never happen. */
const ownProcess: NodeJS.Process = runInThisContext('process');

const open = new Set<Attended>();

/** True in code that belongs to a cloud or bridge of a test: its sockets do not keep the process alive. */
const isOwn = new AsyncLocalStorage<true>();

/** Real time in ms for which the process stays alive after the last call to something that is open. */
const lapse = 5_000;
let pending = 0;
let keepAlive: NodeJS.Timeout | undefined;
const setKeepAlive = () => {
  clearTimeout(keepAlive);
  // A pending call can take any time.
  keepAlive =
    pending > 0 ? setTimeout(setKeepAlive, lapse) : open.size > 0 ? setTimeout(() => {}, lapse) : undefined;
};

/** Keeps the process alive during a call to a cloud or bridge, and a little longer: what it sends may be expected. */
export async function duringCall<T>(call: () => Promise<T>): Promise<T> {
  pending++;
  setKeepAlive();
  try {
    return await call();
  } finally {
    pending--;
    setKeepAlive();
  }
}

const unref = (message: unknown) => {
  const { socket, server } = message as { readonly socket?: Socket; readonly server?: Server };
  if (isOwn.getStore()) (socket ?? server)?.unref();
};

/** Warns once of everything that nobody disposed of when nothing else keeps the process alive, and disposes of it. */
const endAll = () => {
  if (open.size === 0) return;
  const all = [...open];
  open.clear();
  const list = all.map(({ what, line }) => `the ${what} created at ${line}`).join(', ');
  const { what } = all[0]!;
  ownProcess.emitWarning(
    `A test did not dispose of ${list}. Create it with "await using ${what} = ...", or call "await ${what}[Symbol.asyncDispose]()" after the test.`,
    'PlenumWarning',
  );
  // The last one first: a house before its cloud.
  const end = async () => {
    for (const one of all.reverse()) await one[Symbol.asyncDispose]();
  };
  end().catch(() => {});
};

/** Vitest ends the process or thread of a test file from outside, after a message, so `beforeExit` does not happen. */
const endBeforeVitest = (message: unknown) => {
  const { type, __vitest_worker_request__: isOfVitest } = Object(message) as Readonly<
    Record<string, unknown>
  >;
  if (isOfVitest === true && type === 'stop') endAll();
};

let isWatching = false;
const watch = () => {
  if (isWatching) return;
  isWatching = true;
  for (const channel of [
    'net.client.socket',
    'net.server.socket',
    'udp.socket',
    'tracing:net.server.listen:asyncEnd',
  ])
    subscribe(channel, unref);
  ownProcess.on('beforeExit', endAll);
  if (ownProcess.env.VITEST !== undefined) (parentPort ?? ownProcess).on('message', endBeforeVitest);
};

/** Returns the line that called a function of this package: `file:///app/kitchen.test.mjs:5:20`. */
export function lineThatCalled(called: (...args: never[]) => unknown): string {
  const at: { stack?: string } = {};
  Error.captureStackTrace(at, called);
  const frame = at.stack?.split('\n').find((line) => /:\d+:\d+\)?$/.test(line)) ?? '';
  return /(?:\(|at )?(?:async )?([^\s(]+:\d+:\d+)\)?$/.exec(frame)?.[1] ?? 'an unknown line';
}

/**
 * Starts something with sockets that do not keep the process alive, so that a test file ends although a test forgot to
 * dispose of it.
 */
export function startUnattended<T>(start: () => Promise<T>): Promise<T> {
  watch();
  return duringCall(() => isOwn.run(true, start));
}

/** Expects something to be disposed of before the process ends. Call the returned function when it is. */
export function expectEnd(attended: Attended): () => void {
  open.add(attended);
  setKeepAlive();
  return () => {
    open.delete(attended);
    setKeepAlive();
  };
}
