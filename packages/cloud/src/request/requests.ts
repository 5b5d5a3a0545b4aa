import type { Wall } from '@plenum/machine';
import { checkAddress, checkCommand, fromComponentId } from '@plenum/protocol';
import { toPlace } from '../account/address.ts';
import { createDatagramReader } from '../component/datagram-reader.ts';
import { readComponents } from '../component/read.ts';
import type { FoundComponent, StoredComponent } from '../component/shape.ts';
import { logFailure } from '../failure/log-failure.ts';
import type { Log } from '../log/log.ts';
import type { Store } from '../store/store.ts';
import { attemptCommand, type ControlOutcome } from './attempt-command.ts';
import { createCallers } from './callers.ts';
import {
  invalidUser,
  noSuchComponent,
  scopeMissing,
  toInvalidRequest,
  tooMany,
  tooManyStrangers,
} from './failures.ts';
import { type Allowance, createRateLimit, type Rate, usualRate } from './rate-limit.ts';
import { hashControl, toControlKey } from './remember.ts';
import { createRepeats } from './repeat.ts';
import type { Caller, Controls, CountRequest, Failure, Outcome, Tokens } from './shape.ts';

/** Whether somebody may make a request; `allowance` and `caller` are there for whoever has a token. */
export type Admission =
  | { readonly ok: true; readonly caller: Caller; readonly allowance: Allowance }
  | (Failure & { readonly allowance?: Allowance; readonly caller?: Caller });

/** The requests of document 4.3, whatever door they come in by. */
export interface Requests extends AsyncDisposable {
  readonly rate: Rate;
  /** Whom a token shown from an address stands for, and whether there is one request left to it. */
  admit(token: string | undefined, address: string): Promise<Admission>;
  /** Whom a token stands for, without counting a request; undefined where it does not allow requests any more. */
  identify(token: string): Promise<Caller | undefined>;
  /** Says whenever a token may have been revoked on this node. */
  onForgotten(listen: () => void): () => void;
  discover(caller: Caller): Promise<readonly StoredComponent[]>;
  query(caller: Caller, componentId: string): Promise<Outcome<FoundComponent>>;
  control(
    caller: Caller,
    request: { readonly requestId: string; readonly componentId: string; readonly requestBody: unknown },
  ): Promise<ControlOutcome>;
  /** To be told by each door how a request of a known app was answered. */
  readonly count: CountRequest;
}

export interface RequestParts {
  readonly store: Store;
  readonly tokens: Tokens;
  readonly controls: Controls;
  readonly wall: Wall;
  readonly log: Log;
  readonly rate?: Rate;
  /** How long a bridge has to answer a control, ms. */
  readonly controlWithin?: number;
  readonly count?: CountRequest;
}

const scope = 'query-control';
/** How often an address may show no token, or none that is valid: each costs a look into the store. */
const strangerRate: Rate = { rate: 10, burst: 200 };
const usualControlWithin = 10_000;

export const createRequests = (parts: RequestParts): Requests => {
  const { store, tokens, controls, wall, log } = parts;
  const { rate = usualRate, controlWithin = usualControlWithin, count = () => {} } = parts;
  const callers = createCallers(tokens, wall);
  const readDatagram = createDatagramReader(store.db);
  const rateLimit = createRateLimit(rate, wall);
  const strangers = createRateLimit(strangerRate, wall);
  const repeats = createRepeats({ store, wall }, (error) =>
    logFailure(log, { error }, 'the answers of controls could not be kept'),
  );

  const query: Requests['query'] = async ({ accountId }, componentId) => {
    const ref = fromComponentId(componentId);
    if (ref === undefined) return noSuchComponent;
    const datagram = await readDatagram({ accountId, systemId: ref.systemId, componentId });
    return datagram === undefined ? noSuchComponent : { ok: true, value: { ...ref, componentId, datagram } };
  };

  return {
    rate,
    count,
    admit: async (token, address) => {
      const place = toPlace(address);
      const allowed = strangers.look(place);
      // Those who are known are let through beside a stranger at the same address.
      if (!allowed.isAllowed && (token === undefined || !callers.isRemembered(token)))
        return { ...tooManyStrangers(allowed.wait), allowance: allowed };
      const caller = token === undefined ? undefined : await callers.identify(token);
      if (caller === undefined) {
        strangers.take(place);
        return invalidUser;
      }
      if (!caller.scopes.includes(scope)) return { ...scopeMissing, caller };
      const allowance = rateLimit.take(token!);
      if (!allowance.isAllowed) return { ...tooMany(rate.rate, allowance.wait), allowance, caller };
      return { ok: true, caller, allowance };
    },
    identify: async (token) => {
      const caller = await callers.identify(token);
      return caller?.scopes.includes(scope) ? caller : undefined;
    },
    onForgotten: callers.onForgotten,
    discover: ({ accountId }) => readComponents(store.db, accountId),
    query,
    control: async (caller, { requestId, componentId, requestBody }) => {
      const command = checkCommand(requestBody);
      if (!command.ok) return toInvalidRequest(command.refusal);
      const found = await query(caller, componentId);
      if (!found.ok) return found;
      const address = checkAddress(command.value, found.value);
      if (!address.ok) return toInvalidRequest(address.refusal);
      const key = toControlKey(caller, requestId);
      const hash = hashControl(componentId, command.value);
      const { systemId } = found.value;
      return repeats.once({ key, hash, within: controlWithin }, () =>
        attemptCommand(controls, {
          systemId,
          command: command.value,
          now: wall.now(),
          within: controlWithin,
        }),
      );
    },
    [Symbol.asyncDispose]: async () => {
      callers[Symbol.dispose]();
      rateLimit[Symbol.dispose]();
      strangers[Symbol.dispose]();
      await repeats[Symbol.asyncDispose]();
    },
  };
};
