import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { SnapshotsAnswer } from '@plenum/protocol/simulation';
import { bridgeFailures } from '../bridge-failures.ts';
import type { HouseSnapshot } from './house-snapshot.ts';

/** The snapshots of a running house by name, and the bridges that run copies of it. Disposing of it stops these. */
export interface Snapshots extends AsyncDisposable {
  list(): SnapshotsAnswer;
  /** Replaces the snapshot of the same name. */
  save(name: string): Result<undefined>;
  restore(name: string): Result<undefined>;
  /** Succeeds if there is no such snapshot. */
  remove(name: string): Result<undefined>;
  /** Starts a fork of a snapshot, or of the current house if no name is given. */
  startFork(fork: { readonly name?: string; readonly port: number }): Promise<Result<undefined>>;
  /** Succeeds if there is no such fork. */
  endFork(port: number): Promise<Result<undefined>>;
}

/** A bridge that runs a copy of a house. */
export interface Fork extends AsyncDisposable {
  /** Returns the time of its house, in ms UTC. */
  at(): number;
}

interface SnapshotsDeps {
  readonly take: () => HouseSnapshot;
  readonly restore: (snapshot: HouseSnapshot) => Result<undefined>;
  /** Throws one of `bridgeFailures`. */
  readonly startFork: (from: HouseSnapshot, port: number) => Promise<Fork>;
  readonly limits: { readonly snapshots: number; readonly snapshotBytes: number; readonly forks: number };
}

const tooMany = (what: string, length: number, max: number) =>
  refuse('too-many', { path: [what], facts: { length, max } });

/** Refuses a port with the sentence of a failed start. */
const refusePort = (port: number, { message }: Error) => {
  const reason = { reason: 'told', told: message.replace(/\.$/, '') } as const;
  return refuse('not-available', {
    path: ['port'],
    input: port,
    facts: { what: 'named', name: String(port), ...reason },
  });
};

/** The failure of a port on which a fork runs already: the same as for any other port that is in use. */
const portTaken = (port: number) =>
  bridgeFailures.error('port-taken', { protocol: 'TCP', host: '127.0.0.1', port });

export function createSnapshots({ take, restore, startFork, limits }: SnapshotsDeps): Snapshots {
  const snapshots = new Map<string, HouseSnapshot>();
  /** The forks by port; undefined while one starts. */
  const forks = new Map<number, Fork | undefined>();
  /** The forks that are starting. They have to be stopped too when the bridge stops. */
  const starting = new Set<Promise<void>>();

  const find = (name: string): Result<HouseSnapshot> => {
    const found = snapshots.get(name);
    return found === undefined
      ? refuse('not-a-choice', { path: ['name'], input: name, facts: { choices: [...snapshots.keys()] } })
      : ok(found);
  };

  const bytesWithout = (name: string) =>
    [...snapshots].reduce((sum, [other, { store }]) => sum + (other === name ? 0 : store.byteLength), 0);

  const endFork = async (port: number) => {
    const fork = forks.get(port);
    if (fork === undefined) return;
    forks.delete(port);
    await fork[Symbol.asyncDispose]();
  };

  return {
    list: () => ({
      snapshots: Array.from(snapshots, ([name, { at, store }]) => ({ name, at, bytes: store.byteLength })),
      forks: Array.from(forks).flatMap(([port, fork]) => (fork === undefined ? [] : { port, at: fork.at() })),
    }),
    save: (name) => {
      if (!snapshots.has(name) && snapshots.size >= limits.snapshots)
        return tooMany('snapshots', snapshots.size + 1, limits.snapshots);
      const snapshot = take();
      const bytes = bytesWithout(name) + snapshot.store.byteLength;
      if (bytes > limits.snapshotBytes)
        return refuse('too-high', {
          path: ['snapshots'],
          input: bytes,
          facts: { max: limits.snapshotBytes, unit: 'bytes' },
        });
      snapshots.delete(name);
      snapshots.set(name, snapshot);
      return ok(undefined);
    },
    restore: (name) => {
      const found = find(name);
      return found.ok ? restore(found.value) : found;
    },
    remove: (name) => {
      snapshots.delete(name);
      return ok(undefined);
    },
    startFork: async ({ name, port }) => {
      if (forks.size >= limits.forks) return tooMany('forks', forks.size + 1, limits.forks);
      const from = name === undefined ? ok(take()) : find(name);
      if (!from.ok) return from;
      if (forks.has(port)) return refusePort(port, portTaken(port));
      forks.set(port, undefined);
      try {
        const start = startFork(from.value, port).then((fork) => void forks.set(port, fork));
        starting.add(start);
        await start.finally(() => starting.delete(start));
        return ok(undefined);
      } catch (error) {
        forks.delete(port);
        if (!bridgeFailures.is(error)) throw error;
        return refusePort(port, error);
      }
    },
    endFork: async (port) => {
      await endFork(port);
      return ok(undefined);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled(starting);
      await Promise.all(Array.from(forks.keys(), endFork));
    },
  };
}
