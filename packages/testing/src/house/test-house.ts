import type { Bridge } from '@plenum/client';
import type { TestCloud, TestUser } from '../cloud/test-cloud.ts';
import type { Duration } from '../duration.ts';
import type { Expectations } from './expectations.ts';

/** The house of a test. The same options give the same house, to the bit. */
export interface HouseOptions {
  /** `demo` (default), `flat` or `large`, the path of a house file, or the content of one. */
  readonly file?: string | object;
  /** Replaces the seed of the house file: of its weather, its people, its system id and its quirks. */
  readonly seed?: number;
  /** The local time at which it starts; by default `2026-01-15T09:00`, a Thursday. */
  readonly at?: string;
  /** Time that is simulated before, and whose history it starts with; by default 5 minutes, which is one sample. */
  readonly past?: Duration;
}

/** The ports of a bridge on loopback; 0 chooses a free one. */
export interface Ports {
  readonly http: number;
  /** For discovery. */
  readonly udp: number;
  /** The port that change notices are sent to; by default 9, where nobody receives them. */
  readonly notifications: number;
}

export interface StartHouseOptions extends HouseOptions {
  /** True to serve the house over HTTP and UDP, on free ports of this machine unless others are given. */
  readonly bridge?: boolean | Partial<Ports>;
  /** A cloud that the house is connected to. */
  readonly cloud?: TestCloud;
  /** The user of the cloud who owns the house; by default the first one. */
  readonly user?: TestUser;
}

/** A house at an instant, with its history and settings. It belongs to its house and to the forks of that. */
export interface Snapshot {
  /** In ms UTC. */
  readonly at: number;
}

/** A simulated house inside a test. Its time stands still except for `advance` and the expectations. */
export interface TestHouse extends Expectations, AsyncDisposable {
  /** Sends queries and commands, and controls the simulation: faults, weather, windows, quirks. */
  readonly client: Bridge;
  /** The address of its bridge; undefined without `bridge`. */
  readonly url: string | undefined;
  /** The ports of its bridge; undefined without `bridge`. */
  readonly ports: Ports | undefined;
  /** Returns its time, in ms UTC. */
  at(): number;
  /** Lets time pass in the house, without waiting for it. */
  advance(duration: Duration): Promise<void>;
  snapshot(): Snapshot;
  /** Returns to a snapshot. Its client and its ports remain. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Starts a copy of the house that shares nothing with it: it has other ports, and is not connected to a cloud. */
  fork(): Promise<TestHouse>;
}
