import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect';
import { ClimateCloud } from '@plenum/contracts/grpc';
import { parseBody } from '@plenum/protocol/check';
import { limits } from '@plenum/protocol/cloud';
import { readTraceparent } from '@plenum/protocol/trace';
import type { StoredComponent } from '../../fleet/component/types.ts';
import { toInvalidRequest } from '../../fleet/controls/failure.ts';
import type { WorkInProgress } from '../../kernel/http/work-in-progress.ts';
import type { Log } from '../../kernel/log/log.ts';
import { type Discovered, sizeOf } from '../requests/discover.ts';
import { tooLargeForGrpc } from '../requests/failures.ts';
import { type Calls, callerGone, createCalls } from './calls.ts';
import { maxWatchBytes } from './cursor.ts';
import type { WatchDeps } from './watch.ts';
import { createWatchCall, toComponent } from './watch-call.ts';

export interface ServiceDeps extends WatchDeps {
  /** Gets the work of all calls. */
  readonly work: WorkInProgress;
  readonly log: Log;
}

/** Collects all components of a Discover. Returns `undefined` if they are too large for one message. */
const collect = async (discovered: Discovered): Promise<StoredComponent[] | undefined> => {
  const all: StoredComponent[] = [];
  let size = 0;
  for await (const components of discovered) {
    size += sizeOf(components);
    if (size > limits.grpcDiscover.most) return undefined;
    all.push(...components);
  }
  return all;
};

/** Implements the calls of the gRPC interface on top of the requests that `POST /dev` also uses. */
const createImplementation = (deps: ServiceDeps, calls: Calls): ServiceImpl<typeof ClimateCloud> => {
  const { requests } = deps;
  return {
    discover: async (message, context) => {
      const caller = await calls.admit(message, 'Discover', context);
      calls.check(message, { requestType: 'Discover' });
      const found = await calls.guard(message, () => requests.discover(caller));
      if (!found.ok) return calls.fail(message, found.refusal);
      const devices = await calls.guard(message, () => collect(found.value));
      if (devices === undefined)
        return calls.fail(message, tooLargeForGrpc(limits.grpcDiscover.most).refusal);
      calls.succeed(message);
      return { requestId: message.requestId, userID: caller.accountId, devices: devices.map(toComponent) };
    },

    query: async (message, context) => {
      const caller = await calls.admit(message, 'Query', context);
      const { requestId, componentId } = message;
      calls.check(message, { requestType: 'Query', componentId });
      const found = await calls.guard(message, () => requests.query(caller, componentId));
      if (!found.ok) return calls.fail(message, found.refusal);
      calls.succeed(message);
      return { requestId, component: toComponent(found.value) };
    },

    control: async (message, context) => {
      const caller = await calls.admit(message, 'Control', context);
      const { requestId, componentId } = message;
      const body = parseBody(message.requestBody);
      if (!body.ok) return calls.fail(message, toInvalidRequest(body.refusal).refusal);
      const request = { requestId, componentId, requestBody: body.value };
      calls.check(message, { requestType: 'Control', ...request });
      const trace = readTraceparent(context.requestHeader.get('traceparent'));
      const signal = context.values.get(callerGone);
      const result = await calls.guard(message, () =>
        requests.control(caller, { ...request, trace, signal }),
      );
      if (!result.ok) return calls.fail(message, result.refusal);
      calls.succeed(message);
      return { requestId, componentId, result: 'OK' };
    },

    watch: createWatchCall(deps, calls),
  };
};

/** The gRPC interface. */
export interface Service {
  register(router: ConnectRouter): void;
}

export function createService(deps: ServiceDeps): Service {
  const calls = createCalls(deps);
  const { discover, query, control, watch } = createImplementation(deps, calls);
  return {
    register: (router) => {
      const { method } = ClimateCloud;
      router.rpc(method.discover, discover);
      router.rpc(method.query, query);
      router.rpc(method.control, control);
      router.rpc(method.watch, watch, {
        readMaxBytes: maxWatchBytes(deps.requests.accountLimits.cursorBytes),
      });
    },
  };
}
