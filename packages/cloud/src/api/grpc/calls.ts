import { randomUUID } from 'node:crypto';
import { createContextKey, type HandlerContext } from '@connectrpc/connect';
import { type CloudResult, checkCloudRequest, requestIdOf } from '@plenum/protocol/cloud';
import { type Failure, toInvalidRequest } from '../../fleet/controls/failure.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { toServerFailure } from '../../kernel/http/server-failure.ts';
import type { WorkInProgress } from '../../kernel/http/work-in-progress.ts';
import type { Log } from '../../kernel/log/log.ts';
import { toRateLimitText } from '../requests/headers.ts';
import type { Requests } from '../requests/requests.ts';
import type { Caller } from '../requests/shape.ts';
import type { UsageOperation } from '../usage/store.ts';
import { toConnectError } from './refusals.ts';

/** The client address. */
export const callerAddress = createContextKey('');
/**
 * Aborted when the client disconnects. Not aborted when the server stops, because the server waits for calls in
 * progress.
 */
export const callerGone = createContextKey<AbortSignal | undefined>(undefined);

/** Fields of every request message. */
export interface RequestMessage {
  readonly accessToken: string;
  readonly requestId: string;
}

interface CallsDeps {
  readonly requests: Requests;
  readonly work: WorkInProgress;
  readonly log: Log;
}

/** Steps shared by all calls: verify the token, check the message, fail with a gRPC error, and count the call once. */
export interface Calls {
  /** Verifies the token of a call and sends its rate limit. Throws a failure if the call is not admitted. */
  admit(message: RequestMessage, operation: UsageOperation, context: HandlerContext): Promise<Caller>;
  /** Checks a message like the equivalent request of interface 4.3. Throws a failure if it is invalid. */
  check(message: RequestMessage, request: object): void;
  /** Runs work and reports its errors as internal failures of this server. */
  guard<Value>(message: RequestMessage, work: () => Promise<Value>): Promise<Value>;
  /** Counts a call as failed and throws its failure. */
  fail(message: RequestMessage, failure: Failure): never;
  /** Counts a call as successful. A stream counts when it begins, and is not counted again if it fails. */
  succeed(message: RequestMessage): void;
}

export function createCalls({ requests, work: inProgress, log }: CallsDeps): Calls {
  /** Caller and operation of each call that is verified but not counted yet. */
  const uncounted = new WeakMap<
    RequestMessage,
    { readonly caller: Caller; readonly operation: UsageOperation; readonly startedAt: number }
  >();
  const count = (message: RequestMessage, status: number, result: CloudResult): void => {
    const call = uncounted.get(message);
    uncounted.delete(message);
    if (call === undefined) return;
    const { caller, operation, startedAt } = call;
    const ms = performance.now() - startedAt;
    requests.count(caller.clientId, { over: 'grpc', operation, status, result, ms, request: undefined });
  };

  const fail = (message: RequestMessage, failure: Failure): never => {
    count(message, failure.status, failure.result);
    throw toConnectError(requestIdOf(message) ?? '', failure);
  };

  const guard: Calls['guard'] = async (message, work) => {
    const working = (async () => work())();
    inProgress.add(working);
    try {
      return await working;
    } catch (error) {
      const id = randomUUID();
      logFailure(log, { id, error }, 'a gRPC call failed');
      return fail(message, toServerFailure(error, id));
    }
  };

  return {
    admit: async (message, operation, { values, responseHeader }) => {
      const startedAt = performance.now();
      const address = values.get(callerAddress);
      const admission = await guard(message, () => requests.admit(message.accessToken, address));
      const { allowance, caller } = admission;
      if (caller !== undefined) uncounted.set(message, { caller, operation, startedAt });
      if (allowance !== undefined) responseHeader.set('ratelimit', toRateLimitText(allowance));
      if (allowance?.isAllowed === false) responseHeader.set('retry-after', String(allowance.wait));
      return admission.ok ? admission.caller : fail(message, admission.refusal);
    },
    check: (message, request) => {
      const checked = checkCloudRequest({ requestId: message.requestId, ...request });
      if (!checked.ok) fail(message, toInvalidRequest(checked.refusal).refusal);
    },
    guard,
    fail,
    succeed: (message) => count(message, 200, 'OK'),
  };
}
