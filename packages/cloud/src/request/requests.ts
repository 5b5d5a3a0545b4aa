import type { Wall } from '@plenum/machine';
import { checkAddress, checkCommand, fromComponentId, ok } from '@plenum/protocol';
import { readComponent, readComponents } from '../component/read.ts';
import type { StoredComponent } from '../component/shape.ts';
import { toErrorFacts } from '../log/error-facts.ts';
import type { Log } from '../log/log.ts';
import type { Store } from '../store/store.ts';
import { createCallers } from './callers.ts';
import {
  invalidUser,
  noSuchComponent,
  scopeMissing,
  toControlFailure,
  toInvalidRequest,
  tooMany,
} from './failures.ts';
import { type Allowance, createRateLimit, type Rate, usualRate } from './rate-limit.ts';
import { hashControl, toControlKey } from './remember.ts';
import { type Attempt, type ControlOutcome, createRepeats } from './repeat.ts';
import type { Caller, Controls, Failure, Outcome, Tokens } from './shape.ts';

/** Whether somebody may make a request; `allowance` is there for whoever has a token. */
export type Admission =
  | { readonly ok: true; readonly caller: Caller; readonly allowance: Allowance }
  | (Failure & { readonly allowance?: Allowance });

/** The requests of document 4.3, whatever door they come in by. */
export interface Requests extends Disposable {
  readonly rate: Rate;
  /** Whom a token stands for, and whether there is one request left to it. */
  admit(token: string | undefined): Promise<Admission>;
  /** Whom a token stands for, without counting a request; undefined where it does not allow requests any more. */
  identify(token: string): Promise<Caller | undefined>;
  /** Says whenever a token may have been revoked on this node. */
  onForgotten(listen: () => void): () => void;
  discover(caller: Caller): Promise<readonly StoredComponent[]>;
  query(caller: Caller, componentId: string): Promise<Outcome<StoredComponent>>;
  control(
    caller: Caller,
    request: { readonly requestId: string; readonly componentId: string; readonly requestBody: unknown },
  ): Promise<ControlOutcome>;
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
}

const scope = 'query-control';
const usualControlWithin = 10_000;

export const createRequests = (parts: RequestParts): Requests => {
  const { store, tokens, controls, wall, log } = parts;
  const { rate = usualRate, controlWithin = usualControlWithin } = parts;
  const callers = createCallers(tokens, wall);
  const rateLimit = createRateLimit(rate, wall);
  const repeats = createRepeats({ store, wall }, (error) =>
    log.error({ err: toErrorFacts(error) }, 'the answers of controls could not be kept'),
  );

  const query: Requests['query'] = async ({ accountId }, componentId) => {
    const systemId = fromComponentId(componentId)?.systemId;
    if (systemId === undefined) return noSuchComponent;
    const component = await readComponent(store.db, accountId, { systemId, componentId });
    return component === undefined ? noSuchComponent : (ok(component) as Outcome<StoredComponent>);
  };

  const attempt = async (systemId: string, command: object): Promise<Attempt> => {
    const answer = await controls.control(systemId, command, wall.now() + controlWithin);
    if (answer.answer === 'done') return { outcome: { ok: true }, isUndone: false };
    const isUndone = answer.answer === 'absent' || answer.answer === 'unreachable';
    return { outcome: toControlFailure(answer, controlWithin / 1_000), isUndone };
  };

  return {
    rate,
    admit: async (token) => {
      const caller = token === undefined ? undefined : await callers.identify(token);
      if (caller === undefined) return invalidUser;
      if (!caller.scopes.includes(scope)) return scopeMissing;
      const allowance = rateLimit.take(token!);
      if (!allowance.isAllowed) return { ...tooMany(rate.rate, allowance.wait), allowance };
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
      const { name, body } = command.value;
      const key = toControlKey(caller, requestId);
      const hash = hashControl(componentId, command.value);
      return repeats.once({ key, hash, within: controlWithin }, () =>
        attempt(found.value.systemId, { [name]: body }),
      );
    },
    [Symbol.dispose]: () => {
      callers[Symbol.dispose]();
      rateLimit[Symbol.dispose]();
      repeats[Symbol.dispose]();
    },
  };
};
