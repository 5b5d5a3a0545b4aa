import type { Clock } from '@plenum/machine';
import type { FastifyPluginAsync } from 'fastify';
import type { Store } from './kernel/database/store.ts';
import type { Metrics } from './kernel/http/metrics.ts';
import type { Log } from './kernel/log/log.ts';

/** What a cloud has for its nouns. */
export interface CloudDeps {
  readonly store: Store;
  readonly metrics: Metrics;
  /** Origin under which the world reaches this cloud, without a slash at its end. */
  readonly publicUrl: string;
  /** Names this process among the nodes; a new one at each start. */
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A noun at work: its routes, and what it gives back when the cloud stops, after every request has ended. */
export interface Mounted extends Partial<AsyncDisposable> {
  /** Connections that do not end by themselves (sockets, streams) are ended in its `preClose` hook. */
  readonly routes: FastifyPluginAsync;
}

export type Mount = (parts: CloudDeps) => Mounted | Promise<Mounted>;
