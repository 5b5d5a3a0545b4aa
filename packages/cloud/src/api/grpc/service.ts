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
import { tooManyStreams } from '../dev/failures.ts';
import type { Caller } from '../dev/shape.ts';
import type { Operation } from '../usage/shape.ts';
import { maxWatchBytes, readCursors, toCursor } from './cursor.ts';
import { ClimateCloud } from './gen/cloud_pb.ts';
import { stopping, toConnectError } from './refusals.ts';
import { type Told, type WatchDeps, watch } from './watch.ts';

/** Breaks a call off whose reader does not read. */
export const hangUp = createContextKey<() => void>(() => {});

/** Where a call comes from. */
export const callerAddress = createContextKey('');

export interface ServiceDeps extends WatchDeps {
  readonly log: Log;
}

/** Streams of one caller at once, on one node. */
const maxStreams = 20;
/** How long a reader may take for one message, ms. */
const patience = 60_000;

interface Asked {
  readonly accessToken: string;
  readonly requestId: string;
}

const toComponent = ({ componentId, datagram }: FoundComponent) => ({ componentId, datagram });

/** The calls of the gRPC interface over the same requests as `POST /dev`. */
const createImplementation = (parts: ServiceDeps): ServiceImpl<typeof ClimateCloud> => {
  const { requests, clock, log } = parts;
  const streams = new Map<string, number>();

  /** Whose call it is and what it asks for, once that is known. */
  const known = new WeakMap<Asked, { readonly caller: Caller; readonly operation: Operation }>();
  /** Counts a call once: a stream when it begins, not again when it breaks off. */
  const count = (asked: Asked, status: number): void => {
    const call = known.get(asked);
    known.delete(asked);
    if (call !== undefined) requests.count(call.caller.clientId, call.operation, status);
  };

  const fail = (asked: Asked, failure: Failure): never => {
    count(asked, failure.status);
    throw toConnectError(requestIdOf(asked) ?? '', failure);
  };
  const failHere = (asked: Asked, error: unknown): never => {
    const id = randomUUID();
    logFailure(log, { id, error }, 'a gRPC call failed');
    return fail(asked, toServerFailure(error, id));
  };
  const guarded = async <Value>(asked: Asked, work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      return failHere(asked, error);
    }
  };
  const enter = async (asked: Asked, operation: Operation, context: HandlerContext): Promise<Caller> => {
    const admission = await guarded(asked, () =>
      requests.admit(asked.accessToken, context.values.get(callerAddress)),
    );
    const { allowance, caller } = admission;
    if (caller !== undefined) known.set(asked, { caller, operation });
    const { responseHeader } = context;
    if (allowance !== undefined) responseHeader.set('ratelimit', toRateLimitText(allowance));
    if (allowance?.isAllowed === false) responseHeader.set('retry-after', String(allowance.wait));
    return admission.ok ? admission.caller : fail(asked, admission);
  };
  const check = (asked: Asked, rest: object): void => {
    const checked = checkCloudRequest({ requestId: asked.requestId, ...rest });
    if (!checked.ok) fail(asked, toInvalidRequest(checked.refusal));
  };
  /** One stream more of a caller, counted until it is disposed of. */
  const countStream = (asked: Asked, { accountId, clientId }: Caller): Disposable => {
    const name = `${accountId} ${clientId}`;
    const count = streams.get(name) ?? 0;
    if (count >= maxStreams) fail(asked, tooManyStreams(maxStreams));
    streams.set(name, count + 1);
    return {
      [Symbol.dispose]: () => {
        const left = streams.get(name)! - 1;
        if (left === 0) streams.delete(name);
        else streams.set(name, left);
      },
    };
  };
  const toMessage = ({ requestId }: Asked, told: Exclude<Told, { failure: Failure }>) => {
    if ('alive' in told) return { requestId };
    const { systemId, snapshot, components, removed, place } = told.news;
    return {
      requestId,
      systemId,
      snapshot,
      components: components.map(toComponent),
      removed: [...removed],
      cursor: place === undefined ? '' : toCursor(systemId, place),
    };
  };

  return {
    discover: async (asked, context) => {
      const caller = await enter(asked, 'Discover', context);
      check(asked, { requestType: 'Discover' });
      const devices = await guarded(asked, () => requests.discover(caller));
      count(asked, 200);
      return { requestId: asked.requestId, userID: caller.accountId, devices: devices.map(toComponent) };
    },

    query: async (asked, context) => {
      const caller = await enter(asked, 'Query', context);
      const { requestId, componentId } = asked;
      check(asked, { requestType: 'Query', componentId });
      const found = await guarded(asked, () => requests.query(caller, componentId));
      if (!found.ok) return fail(asked, found);
      count(asked, 200);
      return { requestId, component: toComponent(found.value) };
    },

    control: async (asked, context) => {
      const caller = await enter(asked, 'Control', context);
      const { requestId, componentId } = asked;
      const body = parseBody(asked.requestBody);
      if (!body.ok) return fail(asked, toInvalidRequest(body.refusal));
      check(asked, { requestType: 'Control', componentId, requestBody: body.value });
      const request = { requestId, componentId, requestBody: body.value };
      const outcome = await guarded(asked, () => requests.control(caller, request));
      if (!outcome.ok) return fail(asked, outcome);
      count(asked, 200);
      return { requestId, componentId, result: 'OK' };
    },

    watch: async function* (asked, context) {
      const caller = await enter(asked, 'Watch', context);
      check(asked, { requestType: 'Discover' });
      const places = readCursors(asked.cursors);
      if (!places.ok) return fail(asked, places);
      using _ = countStream(asked, caller);
      count(asked, 200);
      const { signal } = context;
      const told = watch(parts, { caller, token: asked.accessToken, places: places.value, signal });
      const next = () => guarded(asked, () => told.next());
      let cancel = () => {};
      try {
        for (let one = await next(); !one.done; one = await next()) {
          if ('failure' in one.value) return fail(asked, one.value.failure);
          cancel = clock.after(patience, context.values.get(hangUp));
          yield toMessage(asked, one.value);
          cancel();
        }
      } finally {
        cancel();
        await told.return(undefined);
      }
      if (context.signal.reason === stopping) throw stopping;
    },
  };
};

/** Declares the gRPC interface on a router of Connect. */
export const createService =
  (parts: ServiceDeps) =>
  (router: ConnectRouter): void => {
    const calls = createImplementation(parts);
    const { method } = ClimateCloud;
    router.rpc(method.discover, calls.discover);
    router.rpc(method.query, calls.query);
    router.rpc(method.control, calls.control);
    router.rpc(method.watch, calls.watch, { readMaxBytes: maxWatchBytes });
  };
