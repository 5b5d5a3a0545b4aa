import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect';
import { parseBody } from '@plenum/protocol/check';
import { toInvalidRequest } from '../../fleet/controls/failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import { createCalls } from './calls.ts';
import { maxWatchBytes } from './cursor.ts';
import { ClimateCloud } from './gen/cloud_pb.ts';
import type { WatchDeps } from './watch.ts';
import { createWatchCall, toComponent } from './watch-call.ts';

export interface ServiceDeps extends WatchDeps {
  readonly log: Log;
}

/** The calls of the gRPC interface over the same requests as `POST /dev`. */
const createImplementation = (deps: ServiceDeps): ServiceImpl<typeof ClimateCloud> => {
  const { requests } = deps;
  const calls = createCalls(deps);
  return {
    discover: async (message, context) => {
      const caller = await calls.admit(message, 'Discover', context);
      calls.check(message, { requestType: 'Discover' });
      const devices = await calls.guard(message, () => requests.discover(caller));
      calls.succeed(message);
      return { requestId: message.requestId, userID: caller.accountId, devices: devices.map(toComponent) };
    },

    query: async (message, context) => {
      const caller = await calls.admit(message, 'Query', context);
      const { requestId, componentId } = message;
      calls.check(message, { requestType: 'Query', componentId });
      const found = await calls.guard(message, () => requests.query(caller, componentId));
      if (!found.ok) return calls.fail(message, found);
      calls.succeed(message);
      return { requestId, component: toComponent(found.value) };
    },

    control: async (message, context) => {
      const caller = await calls.admit(message, 'Control', context);
      const { requestId, componentId } = message;
      const body = parseBody(message.requestBody);
      if (!body.ok) return calls.fail(message, toInvalidRequest(body.refusal));
      const request = { requestId, componentId, requestBody: body.value };
      calls.check(message, { requestType: 'Control', ...request });
      const outcome = await calls.guard(message, () => requests.control(caller, request));
      if (!outcome.ok) return calls.fail(message, outcome);
      calls.succeed(message);
      return { requestId, componentId, result: 'OK' };
    },

    watch: createWatchCall(deps, calls),
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
