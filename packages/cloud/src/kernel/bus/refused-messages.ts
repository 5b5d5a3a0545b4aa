import type { Clock } from '@plenum/platform';
import { Counter } from '@prometheus-io/client';
import type { Metrics } from '../http/metrics.ts';
import type { Log } from '../log/log.ts';
import { busVersion, type MessageRefusal } from './message-signature.ts';

/** Minimum time between log lines, ms. */
export const refusedLogInterval = 60_000;

const reasons: Readonly<Record<MessageRefusal, string>> = {
  unsigned: 'not signed',
  forged: 'not signed by a node of this cloud',
  'other-version': `from a node whose protocol version is not ${busVersion} (run the same release on all nodes)`,
  stale: 'from a node whose clock differs by more than 30 s',
  late: 'older than 30 s, because this node was frozen or its machine was suspended',
  replayed: 'repeats of an earlier message',
};

/** Counts ignored messages for `/metrics`. Logs the first immediately, and later ones together once a minute. */
export function createRefusedMessages({
  clock,
  log,
  metrics,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'registry'>;
}): (refusal: MessageRefusal) => void {
  const total = new Counter({
    name: 'plenum_cloud_bus_refused_total',
    help: 'Messages between nodes that were ignored, by reason.',
    labelNames: ['reason'],
    registers: [metrics.registry],
  });
  // A rate needs a value before the first refusal.
  for (const reason of Object.keys(reasons)) total.inc({ reason }, 0);
  let unlogged: Partial<Record<MessageRefusal, number>> = {};
  let isQuiet = false;
  const write = () => {
    isQuiet = Object.keys(unlogged).length > 0;
    if (!isQuiet) return;
    const why = (Object.keys(unlogged) as MessageRefusal[]).map((refusal) => reasons[refusal]);
    log.warn({ refused: unlogged }, `Messages on NATS were ignored: ${why.join('; ')}.`);
    unlogged = {};
    clock.after(refusedLogInterval, write);
  };
  return (refusal) => {
    total.inc({ reason: refusal });
    unlogged[refusal] = (unlogged[refusal] ?? 0) + 1;
    if (!isQuiet) write();
  };
}
