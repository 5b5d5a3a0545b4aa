import type { Clock } from '@plenum/platform';
import { Counter } from '@prometheus-io/client';
import type { Metrics } from '../http/metrics.ts';
import type { Log } from '../log/log.ts';
import type { MessageRefusal } from './message-signature.ts';

/** Messages are logged at most once in so long, ms. */
export const refusedLogInterval = 60_000;

/** Counts ignored messages for `/metrics`, and logs the first at once and those of each further minute together. */
export const createRefusedMessages = ({
  clock,
  log,
  metrics,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'registry'>;
}): ((refusal: MessageRefusal) => void) => {
  const total = new Counter({
    name: 'plenum_cloud_bus_refused_total',
    help: 'Messages between nodes that were ignored, by reason.',
    labelNames: ['reason'],
    registers: [metrics.registry],
  });
  let unlogged: Partial<Record<MessageRefusal, number>> = {};
  let isQuiet = false;
  const write = () => {
    isQuiet = Object.keys(unlogged).length > 0;
    if (!isQuiet) return;
    log.warn(
      { refused: unlogged },
      'Messages on NATS were ignored: not signed by a node of this cloud, sent again, or by a clock that differs by more than 30 s.',
    );
    unlogged = {};
    clock.after(refusedLogInterval, write);
  };
  return (refusal) => {
    total.inc({ reason: refusal });
    unlogged[refusal] = (unlogged[refusal] ?? 0) + 1;
    if (!isQuiet) write();
  };
};
