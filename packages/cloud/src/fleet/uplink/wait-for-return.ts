import { type Clock, maxClockDifference } from '@plenum/platform';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Store } from '../../kernel/database/store.ts';
import { lastSeen } from '../bridge/last-seen.ts';
import type { BridgeReply } from '../controls/bridge-reply.ts';
import { presenceSubject } from './bus-subjects.ts';

export interface WaitForReturnDeps {
  readonly store: Pick<Store, 'db'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  /** Aborted when no bridge can come back, because the only node is stopping. */
  readonly stopping: AbortSignal;
}

/** A request to a bridge that was not connected. */
interface HeldRequest {
  readonly systemId: string;
  /** Sends the request. It was certainly not executed if the reply is `absent`. */
  readonly send: () => Promise<BridgeReply>;
  /** Instant until which the client waits, ms UTC. */
  readonly deadline: number;
  /** Aborted when the client hangs up. */
  readonly signal?: AbortSignal | undefined;
}

/** Time for which a bridge that left is expected back, ms. Most reconnect within seconds, for example to another node. */
export const expectedBack = 10_000;

/**
 * Creates a function that sends a request again when its bridge is back, until the deadline. If the bridge left too long
 * ago to be expected back, the reply is immediately `absent`.
 */
export function createWaitForReturn({ store, bus, clock, stopping }: WaitForReturnDeps) {
  const isExpected = async (systemId: string): Promise<boolean> => {
    const bridge = await store.db
      .selectFrom('bridge')
      .select(lastSeen.as('seen'))
      .where('system_id', '=', systemId)
      .executeTakeFirst();
    const ago = clock.now() - (bridge?.seen ?? 0);
    // One that was seen in the future left before the clock of the machine went back.
    return ago < expectedBack && ago >= -maxClockDifference;
  };

  return async ({ systemId, send, deadline, signal }: HeldRequest): Promise<BridgeReply> => {
    if (stopping.aborted || !(await isExpected(systemId))) return { answer: 'absent' };
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    const cancel = clock.after(Math.max(0, deadline - clock.now()), end);
    stopping.addEventListener('abort', end);
    signal?.addEventListener('abort', end);
    let wake = () => {};
    const unsubscribe = await bus.subscribe(presenceSubject(systemId), () => wake());
    try {
      for (;;) {
        const { promise: changed, resolve: report } = Promise.withResolvers<'changed'>();
        wake = () => report('changed');
        if (signal?.aborted) return { answer: 'dropped' };
        const reply = await send();
        if (reply.answer !== 'absent') return reply;
        if ((await Promise.race([over, changed])) !== 'changed')
          return { answer: signal?.aborted ? 'dropped' : 'absent' };
      }
    } finally {
      unsubscribe();
      cancel();
      stopping.removeEventListener('abort', end);
      signal?.removeEventListener('abort', end);
    }
  };
}
