import type { Clock } from '@plenum/machine';
import { checkAddress } from '@plenum/protocol/cloud';
import { checkCommand } from '@plenum/protocol/command';
import { fromComponentId } from '@plenum/protocol/component';
import { createComponentStateReader } from '../../fleet/component/component-state-reader.ts';
import { readComponents } from '../../fleet/component/read.ts';
import type { FoundComponent, StoredComponent } from '../../fleet/component/types.ts';
import { attemptControl, type ControlOutcome } from '../../fleet/controls/attempt-control.ts';
import type { ControlSender } from '../../fleet/controls/control-sender.ts';
import { type Failure, toInvalidRequest } from '../../fleet/controls/failure.ts';
import { hashControl, toControlKey } from '../../fleet/controls/idempotency-store.ts';
import { createIdempotentControls } from '../../fleet/controls/idempotent-controls.ts';
import { toPlace } from '../../identity/account/address.ts';
import type { Store } from '../../kernel/database/store.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { type Allowance, createRateLimit, defaultRate, type Rate } from '../../kernel/http/rate-limit.ts';
import type { Log } from '../../kernel/log/log.ts';
import { createCallers } from './callers.ts';
import { invalidUser, noSuchComponent, scopeMissing, tooMany, tooManyStrangers } from './failures.ts';
import type { Caller, CountRequest, Outcome, Tokens } from './shape.ts';

/** Whether somebody may make a request; `allowance` and `caller` are there for whoever has a token. */
export type Admission =
  | { readonly ok: true; readonly caller: Caller; readonly allowance: Allowance }
  | (Failure & { readonly allowance?: Allowance; readonly caller?: Caller });

/** The requests of interface 4.3, whatever door they come in by. */
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

export interface RequestDeps {
  readonly store: Store;
  readonly tokens: Tokens;
  readonly controls: ControlSender;
  readonly clock: Clock;
  readonly log: Log;
  readonly rate?: Rate;
  /** How long a bridge has to answer a control, ms. */
  readonly controlWithin?: number;
  readonly count?: CountRequest;
}

const scope = 'query-control';
/** How often an address may show no token, or none that is valid: each costs a look into the store. */
const strangerRate: Rate = { rate: 10, burst: 200 };
const defaultControlWithin = 10_000;

export const createRequests = (parts: RequestDeps): Requests => {
  const { store, tokens, controls, clock, log } = parts;
  const { rate = defaultRate, controlWithin = defaultControlWithin, count = () => {} } = parts;
  const callers = createCallers(tokens, clock);
  const readDatagram = createComponentStateReader(store.db);
  const rateLimit = createRateLimit(rate, clock);
  const strangers = createRateLimit(strangerRate, clock);
  const repeats = createIdempotentControls({ store, clock }, (error) =>
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
        attemptControl(controls, {
          systemId,
          command: command.value,
          now: clock.now(),
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
