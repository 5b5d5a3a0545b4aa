import { randomUUID } from 'node:crypto';
import {
  type ConnectRouter,
  createContextKey,
  type HandlerContext,
  type ServiceImpl,
} from '@connectrpc/connect';
import { parseBody } from '@plenum/protocol/check';
import { checkCloudRequest, requestIdOf } from '@plenum/protocol/cloud';
import type { FoundComponent } from '../../fleet/component/types.ts';
import { type Failure, toInvalidRequest } from '../../fleet/controls/failure.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { toRateLimitText } from '../../kernel/http/rate-limit.ts';
import { toServerFailure } from '../../kernel/http/server-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import { tooManyStreams } from '../third-party/failures.ts';
import type { Caller } from '../third-party/shape.ts';
import type { Operation } from '../usage/shape.ts';
import { maxWatchBytes, readCursors, toCursor } from './cursor.ts';
import { ClimateCloud } from './gen/cloud_pb.ts';
import { stopping, toConnectError } from './refusals.ts';
import { type WatchDeps, type WatchEvent, watch } from './watch.ts';

/** Cancels a call whose client does not read. */
export const cancelCall = createContextKey<() => void>(() => {});

/** The address of the client. */
export const callerAddress = createContextKey('');

export interface ServiceDeps extends WatchDeps {
  readonly log: Log;
}

/** Streams of one caller at once, on one node. */
const maxStreams = 20;
/** How long a client may take to read one message, ms. */
const writeTimeout = 60_000;

interface RequestMessage {
  readonly accessToken: string;
  readonly requestId: string;
}

const toComponent = ({ componentId, datagram }: FoundComponent) => ({ componentId, datagram });

/** The calls of the gRPC interface over the same requests as `POST /dev`. */
const createImplementation = (deps: ServiceDeps): ServiceImpl<typeof ClimateCloud> => {
  const { requests, clock, log } = deps;
  const streams = new Map<string, number>();

  /** Caller and operation of each call, once its token is verified. */
  const identified = new WeakMap<
    RequestMessage,
    { readonly caller: Caller; readonly operation: Operation }
  >();
  /** Counts a call once: a stream when it begins, not again when it fails. */
  const count = (message: RequestMessage, status: number): void => {
    const call = identified.get(message);
    identified.delete(message);
    if (call !== undefined) requests.count(call.caller.clientId, call.operation, status);
  };

  const fail = (message: RequestMessage, failure: Failure): never => {
    count(message, failure.status);
    throw toConnectError(requestIdOf(message) ?? '', failure);
  };
  const failHere = (message: RequestMessage, error: unknown): never => {
    const id = randomUUID();
    logFailure(log, { id, error }, 'a gRPC call failed');
    return fail(message, toServerFailure(error, id));
  };
  const guarded = async <Value>(message: RequestMessage, work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      return failHere(message, error);
    }
  };
  const enter = async (
    message: RequestMessage,
    operation: Operation,
    context: HandlerContext,
  ): Promise<Caller> => {
    const admission = await guarded(message, () =>
      requests.admit(message.accessToken, context.values.get(callerAddress)),
    );
    const { allowance, caller } = admission;
    if (caller !== undefined) identified.set(message, { caller, operation });
    const { responseHeader } = context;
    if (allowance !== undefined) responseHeader.set('ratelimit', toRateLimitText(allowance));
    if (allowance?.isAllowed === false) responseHeader.set('retry-after', String(allowance.wait));
    return admission.ok ? admission.caller : fail(message, admission);
  };
  const check = (message: RequestMessage, rest: object): void => {
    const checked = checkCloudRequest({ requestId: message.requestId, ...rest });
    if (!checked.ok) fail(message, toInvalidRequest(checked.refusal));
  };
  /** Counts a stream of a caller until disposed of. */
  const countStream = (message: RequestMessage, { accountId, clientId }: Caller): Disposable => {
    const name = `${accountId} ${clientId}`;
    const count = streams.get(name) ?? 0;
    if (count >= maxStreams) fail(message, tooManyStreams(maxStreams));
    streams.set(name, count + 1);
    return {
      [Symbol.dispose]: () => {
        const left = streams.get(name)! - 1;
        if (left === 0) streams.delete(name);
        else streams.set(name, left);
      },
    };
  };
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

  return {
    discover: async (message, context) => {
      const caller = await enter(message, 'Discover', context);
      check(message, { requestType: 'Discover' });
      const devices = await guarded(message, () => requests.discover(caller));
      count(message, 200);
      return { requestId: message.requestId, userID: caller.accountId, devices: devices.map(toComponent) };
    },

    query: async (message, context) => {
      const caller = await enter(message, 'Query', context);
      const { requestId, componentId } = message;
      check(message, { requestType: 'Query', componentId });
      const found = await guarded(message, () => requests.query(caller, componentId));
      if (!found.ok) return fail(message, found);
      count(message, 200);
      return { requestId, component: toComponent(found.value) };
    },

    control: async (message, context) => {
      const caller = await enter(message, 'Control', context);
      const { requestId, componentId } = message;
      const body = parseBody(message.requestBody);
      if (!body.ok) return fail(message, toInvalidRequest(body.refusal));
      check(message, { requestType: 'Control', componentId, requestBody: body.value });
      const request = { requestId, componentId, requestBody: body.value };
      const outcome = await guarded(message, () => requests.control(caller, request));
      if (!outcome.ok) return fail(message, outcome);
      count(message, 200);
      return { requestId, componentId, result: 'OK' };
    },

    watch: async function* (message, context) {
      const caller = await enter(message, 'Watch', context);
      check(message, { requestType: 'Discover' });
      const cursors = readCursors(message.cursors);
      if (!cursors.ok) return fail(message, cursors);
      using _ = countStream(message, caller);
      count(message, 200);
      const { signal } = context;
      const events = watch(deps, { caller, token: message.accessToken, cursors: cursors.value, signal });
      const next = () => guarded(message, () => events.next());
      let cancel = () => {};
      try {
        for (let event = await next(); !event.done; event = await next()) {
          if ('failure' in event.value) return fail(message, event.value.failure);
          cancel = clock.after(writeTimeout, context.values.get(cancelCall));
          yield toMessage(message, event.value);
          cancel();
        }
      } finally {
        cancel();
        await events.return(undefined);
      }
      if (context.signal.reason === stopping) throw stopping;
    },
  };
};

/** Declares the gRPC interface on a router of Connect. */
export const createService =
  (deps: ServiceDeps) =>
  (router: ConnectRouter): void => {
    const calls = createImplementation(deps);
    const { method } = ClimateCloud;
    router.rpc(method.discover, calls.discover);
    router.rpc(method.query, calls.query);
    router.rpc(method.control, calls.control);
    router.rpc(method.watch, calls.watch, { readMaxBytes: maxWatchBytes });
  };
