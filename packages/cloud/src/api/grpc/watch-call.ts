import { createContextKey, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import type { FoundComponent } from '../../fleet/component/types.ts';
import type { Failure } from '../../fleet/controls/failure.ts';
import { tooManyStreams } from '../third-party/failures.ts';
import type { Caller } from '../third-party/shape.ts';
import type { Calls, RequestMessage } from './calls.ts';
import { readCursors, toCursor } from './cursor.ts';
import type { ClimateCloud } from './gen/cloud_pb.ts';
import { stopping } from './refusals.ts';
import { type WatchDeps, type WatchEvent, watch } from './watch.ts';

/** Cancels a call whose client does not read. */
export const cancelCall = createContextKey<() => void>(() => {});

/** Streams of one caller at once, on one node. */
const maxStreams = 20;
/** How long a client may take to read one message, ms. */
const writeTimeout = 60_000;

export const toComponent = ({ componentId, datagram }: FoundComponent) => ({ componentId, datagram });

const toMessage = ({ requestId }: RequestMessage, event: Exclude<WatchEvent, { failure: Failure }>) => {
  if ('keepAlive' in event) return { requestId };
  const { systemId, snapshot, components, removed, cursor } = event.update;
  return {
    requestId,
    systemId,
    snapshot,
    components: components.map(toComponent),
    removed: [...removed],
    cursor: cursor === undefined ? '' : toCursor(systemId, cursor),
  };
};

/** Counts the open streams of each caller. */
const createStreamCount = () => {
  const streams = new Map<string, number>();
  return {
    /** Counts a stream until disposed of; undefined where the caller has too many. */
    open: ({ accountId, clientId }: Caller): Disposable | undefined => {
      const name = `${accountId} ${clientId}`;
      const count = streams.get(name) ?? 0;
      if (count >= maxStreams) return undefined;
      streams.set(name, count + 1);
      return {
        [Symbol.dispose]: () => {
          const left = streams.get(name)! - 1;
          if (left === 0) streams.delete(name);
          else streams.set(name, left);
        },
      };
    },
  };
};

/** The call Watch: the changes for a caller, as a stream of messages. */
export const createWatchCall = (deps: WatchDeps, calls: Calls): ServiceImpl<typeof ClimateCloud>['watch'] => {
  const streams = createStreamCount();
  return async function* (message, context: HandlerContext) {
    const caller = await calls.admit(message, 'Watch', context);
    calls.check(message, { requestType: 'Discover' });
    const cursors = readCursors(message.cursors);
    if (!cursors.ok) return calls.fail(message, cursors);
    using stream = streams.open(caller);
    if (stream === undefined) return calls.fail(message, tooManyStreams(maxStreams));
    calls.succeed(message);
    const { signal } = context;
    const events = watch(deps, { caller, token: message.accessToken, cursors: cursors.value, signal });
    const next = () => calls.guard(message, () => events.next());
    let cancel = () => {};
    try {
      for (let event = await next(); !event.done; event = await next()) {
        if ('failure' in event.value) return calls.fail(message, event.value.failure);
        cancel = deps.clock.after(writeTimeout, context.values.get(cancelCall));
        yield toMessage(message, event.value);
        cancel();
      }
    } finally {
      cancel();
      await events.return(undefined);
    }
    if (signal.reason === stopping) throw stopping;
  };
};
