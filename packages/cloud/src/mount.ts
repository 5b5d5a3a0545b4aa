import type { Wall } from '@plenum/machine';
import type { FastifyPluginAsync } from 'fastify';
import type { Metrics } from './http/metrics.ts';
import type { Log } from './log/log.ts';
import type { Store } from './store/store.ts';

/** What a cloud has for its nouns. */
export interface CloudParts {
  readonly store: Store;
  readonly metrics: Metrics;
  /** Origin under which the world reaches this cloud, without a slash at its end. */
  readonly publicUrl: string;
  /** Names this process among the nodes; a new one at each start. */
  readonly nodeId: string;
  readonly wall: Wall;
  readonly log: Log;
}

/** A noun at work: its routes, and what it gives back when the cloud stops, after every request has ended. */
export interface Mounted extends Partial<AsyncDisposable> {
  /** Connections that do not end by themselves (sockets, streams) are ended in its `preClose` hook. */
  readonly routes: FastifyPluginAsync;
}

export type Mount = (parts: CloudParts) => Mounted | Promise<Mounted>;
