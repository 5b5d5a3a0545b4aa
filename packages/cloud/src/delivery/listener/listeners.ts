import type { Send } from '@plenum/outbound';
import { machineOf, type Runtime } from '@plenum/platform';
import { type ListenEnd, limits } from '@plenum/protocol/cloud';
import type { WebSocket } from 'ws';
import type { Bus } from '../../kernel/bus/bus.ts';
import { startRoutine } from '../../kernel/database/routine.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { LeaseDue, NextDue } from '../outbox/lease-due.ts';
import type { RecordAttempt } from '../worker/record-attempt.ts';
import { createWorker, defaultLimits, type Worker } from '../worker/worker.ts';
import {
  beatInterval,
  type EnteredListener,
  type ListenerConnection,
  type ListenerDraft,
  type ListenerStore,
} from './listener-store.ts';
import { createSession, type ListenerSession } from './session.ts';

/** Tells the nodes that a listener has a later connection, or (the highest epoch) that it was removed. */
interface MovedListener {
  readonly endpointId: string;
  readonly epoch: number;
  readonly why: ListenEnd;
}

const movedSubject = 'listener.moved';

interface ListenersDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly listenerStore: ListenerStore;
  readonly leaseDue: LeaseDue;
  readonly nextDue: NextDue;
  readonly recordAttempt: RecordAttempt;
  readonly bus: Bus;
  /** Returns why a connection may not continue, or undefined if it may. */
  readonly findEnd: (of: EnteredListener) => Promise<ListenEnd | undefined>;
}

/** The listeners of apps, and those that are connected to this node. */
export interface Listeners extends Pick<Worker, 'wake'>, AsyncDisposable {
  open(draft: ListenerDraft): ReturnType<ListenerStore['open']>;
  /** Begins the connection of a ticket; undefined if the ticket is not valid. The caller must serve it or end it. */
  enter(ticket: string): Promise<EnteredListener | undefined>;
  serve(socket: WebSocket, entered: EnteredListener): void;
  /** Records that a connection ended that was not served. */
  leave(connection: ListenerConnection): Promise<void>;
  /** True if this node can serve another connection. */
  hasRoom(): boolean;
  readonly resend: ListenerStore['resend'];
  readonly list: ListenerStore['list'];
  /** Deletes a listener of an app, and ends its connection at whichever node. Resolves as in the store. */
  readonly remove: ListenerStore['remove'];
  /** Checks again if the connections to this node may continue, because access was revoked. */
  checkSoon(): void;
  /** Closes every connection to this node. */
  stop(): void;
}

interface Connected {
  readonly entered: EnteredListener;
  readonly session: ListenerSession;
}

const most = limits.listeners.maxConcurrent;

/** All listeners of a node can receive a message at the same time, so that a slow one delays no other. */
const workerLimits = {
  ...defaultLimits,
  healthy: most,
  strained: most,
  maxConcurrent: most,
  developer: { healthy: most, strained: most, maxConcurrent: most },
};

export async function startListeners(deps: ListenersDeps): Promise<Listeners> {
  const { listenerStore, bus, log, clock, findEnd } = deps;
  /** The connections to this node, by endpoint. */
  const connected = new Map<string, Connected>();
  /** Connections whose end is not stored yet. */
  const lasting = new Set<Promise<void>>();

  const failed = (what: string) => (error: unknown) => logFailure(log, { error }, what);
  const isCurrent = ({ endpointId, epoch }: ListenerConnection) =>
    connected.get(endpointId)?.entered.epoch === epoch;

  /** A connection that is being closed gets no message: it would be leased and released until the socket has closed. */
  const isReady = (endpointId: string) => connected.get(endpointId)?.session.isOpen() === true;

  const leave = (connection: ListenerConnection) =>
    listenerStore
      .leave(connection)
      .catch(failed('the end of the connection of a listener could not be stored'));

  const send: Send = async ({ url, headers, body }, stop) => {
    const session = connected.get(url.slice(url.indexOf(':') + 1))?.session;
    if (session === undefined) return { problem: 'stopped', detail: 'not connected', latency: 0 };
    return session.post({ headers, body: String(body) }, stop);
  };

  const worker = createWorker({
    ...deps,
    leaseDue: async ({ endpointIds, ...filter }) =>
      deps.leaseDue({
        ...filter,
        isPoll: endpointIds === undefined,
        endpointIds: (endpointIds ?? [...connected.keys()]).filter(isReady),
      }),
    send,
    limits: workerLimits,
    onAttempt: (_, { disabled }, { endpointId }) => {
      if (disabled !== undefined) connected.get(endpointId)?.session.close(4003);
    },
  });

  const check = async ({ entered, session }: Connected) => {
    const lasts = await listenerStore.beat(entered);
    const why = lasts ? await findEnd(entered) : lasts === undefined ? 4001 : 4000;
    if (why !== undefined) session.close(why);
  };

  const serve: Listeners['serve'] = (socket, entered) => {
    const { endpointId } = entered;
    connected.get(endpointId)?.session.close(4000);
    const left = Promise.withResolvers<void>();
    lasting.add(left.promise);
    void left.promise.then(() => lasting.delete(left.promise));
    const session = createSession({
      socket,
      clock: machineOf(clock),
      onClosed: () => {
        if (isCurrent(entered)) connected.delete(endpointId);
        left.resolve(leave(entered));
      },
    });
    connected.set(endpointId, { entered, session });
    // It may have been removed, revoked or replaced since its ticket was used.
    void check({ entered, session }).catch(failed('the connection of a listener could not be checked'));
    worker.wake([endpointId]);
  };

  const checkAll = async () => {
    for (const one of [...connected.values()]) await check(one);
  };

  const unsubscribe = await bus.subscribe(movedSubject, (message) => {
    const { endpointId, epoch, why } = message as MovedListener;
    const found = connected.get(endpointId);
    if (found !== undefined && found.entered.epoch < epoch) found.session.close(why);
  });
  const announce = (message: MovedListener) => bus.publish(movedSubject, message);

  const beating = startRoutine({
    clock,
    each: beatInterval,
    work: async () => {
      await checkAll();
      await listenerStore.sweep();
    },
    failed: failed('the listeners of apps could not be checked; will try again'),
  });

  const stop = () => {
    for (const { session } of connected.values()) session.close();
  };
  return {
    wake: (endpointIds) => worker.wake(endpointIds.filter(isReady)),
    open: listenerStore.open,
    enter: async (ticket) => {
      const entered = await listenerStore.enter(ticket);
      if (entered !== undefined) {
        const { endpointId, epoch } = entered;
        announce({ endpointId, epoch, why: 4000 });
      }
      return entered;
    },
    serve,
    leave,
    hasRoom: () => connected.size < most,
    resend: listenerStore.resend,
    list: listenerStore.list,
    remove: async (of) => {
      const name = await listenerStore.remove(of);
      const { endpointId } = of;
      if (name !== undefined) announce({ endpointId, epoch: Number.MAX_SAFE_INTEGER, why: 4001 });
      return name;
    },
    checkSoon: () => void checkAll().catch(failed('the listeners of this node could not be checked')),
    stop,
    [Symbol.asyncDispose]: async () => {
      stop();
      await Promise.all([beating[Symbol.asyncDispose](), worker[Symbol.asyncDispose]()]);
      await Promise.all(lasting);
      await unsubscribe();
    },
  };
}
