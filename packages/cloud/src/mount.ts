import type { Clock } from '@plenum/platform';
import type { FastifyPluginAsync } from 'fastify';
import type { Store } from './kernel/database/store.ts';
import type { Metrics } from './kernel/http/metrics.ts';
import type { Log } from './kernel/log/log.ts';

/** What a cloud passes to its modules. */
export interface CloudDeps {
  readonly store: Store;
  readonly metrics: Metrics;
  /** Public origin of this cloud, without a trailing slash. */
  readonly publicUrl: string;
  /** Identifies this process among the nodes; new at each start. */
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A mounted module: its routes, and how to dispose of it when the cloud has stopped and every request has ended. */
export interface Mounted extends Partial<AsyncDisposable> {
  /** Its `preClose` hook ends connections that would stay open (sockets, streams). */
  readonly routes: FastifyPluginAsync;
}

export type Mount = (deps: CloudDeps) => Mounted | Promise<Mounted>;
