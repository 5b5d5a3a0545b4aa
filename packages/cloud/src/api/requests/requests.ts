import {
  type Allowance,
  createTokenBucket,
  machineOf,
  type Rate,
  type Runtime,
  type TokenBucket,
  toClientNetwork,
} from '@plenum/platform';
import {
  type AppScope,
  type CloudRequestOf,
  checkAddress,
  limits,
  needsGarageScope,
  showsKind,
} from '@plenum/protocol/cloud';
import { checkCommand } from '@plenum/protocol/command';
import { fromComponentId } from '@plenum/protocol/component';
import { includesAccess } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import { isSampled, type Span, type Tracer, traceIdOf } from '@plenum/protocol/trace';
import {
  type ComponentState,
  createComponentStateReader,
} from '../../fleet/component/read-visible-component.ts';
import type { FoundComponent } from '../../fleet/component/types.ts';
import type { ControlContext, ControlSender } from '../../fleet/controls/bridge-requests.ts';
import { type Failed, type Failure, toInvalidRequest } from '../../fleet/controls/failure.ts';
import { hashControl, toControlKey } from '../../fleet/controls/idempotency-store.ts';
import { createIdempotentControls } from '../../fleet/controls/idempotent-controls.ts';
import {
  type Control,
  defaultControlWithin,
  type SentControl,
  sendControl,
} from '../../fleet/controls/send-control.ts';
import type { Store } from '../../kernel/database/store.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { RefusalPace } from '../../kernel/http/refusal-pace.ts';
import type { Log } from '../../kernel/log/log.ts';
import { type AccountLimits, toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { createCallerCache } from './caller-cache.ts';
import { createOriginReader } from './control-origin.ts';
import { createDiscover, type Discover, sizeOf } from './discover.ts';
import {
  garageNotAllowed,
  garageOfOthers,
  invalidUser,
  noSuchComponent,
  scopeMissing,
  tooMany,
  tooManyControls,
  tooManyUnauthenticated,
  tooMuchRead,
  viewOnly,
} from './failures.ts';
import type { Caller, CountRequest, Tokens } from './shape.ts';

/** The decision on a request. `allowance` and `caller` are set if the request has a token. */
export type AdmittedRequest =
  | { readonly ok: true; readonly caller: Caller; readonly allowance: Allowance }
  | (Failed & { readonly allowance?: Allowance; readonly caller?: Caller; readonly missing?: AppScope });

/** The requests of interface 4.3, for every transport. */
export interface Requests extends AsyncDisposable {
  readonly rate: Rate;
  /** Verifies a request's token and its scope, and counts the request against the token's rate or the address. */
  admit(token: string | undefined, address: string, needed?: AppScope): Promise<AdmittedRequest>;
  /**
   * Returns the caller of a token without counting a request, or `undefined` if the token no longer allows requests.
   */
  identify(token: string): Promise<Caller | undefined>;
  /** Calls `listen` when tokens may have been revoked on this node. Returns a function that unsubscribes. */
  onRevocation(listen: () => void): () => void;
  readonly discover: Discover;
  query(caller: Caller, componentId: string): Promise<Result<FoundComponent, Failure>>;
  control(caller: Caller, request: AppControl): Promise<Result<undefined, Failure>>;
  /** Called by each transport with the status of every response to an identified app. */
  readonly count: CountRequest;
  readonly accountLimits: AccountLimits;
  /** The quota of bytes that the apps of each account may read. */
  readonly read: TokenBucket;
}

/** A control as an app requests it. `trace` is its `traceparent` if that is valid. */
export interface AppControl extends Pick<CloudRequestOf<'Control'>, 'requestId' | 'componentId'> {
  readonly requestBody: unknown;
  readonly trace?: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
}

export interface RequestDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
  readonly tokens: Tokens;
  readonly controls: ControlSender;
  readonly refusals: RefusalPace;
  readonly rate?: Rate;
  readonly accountLimits?: AccountLimits | undefined;
  /** Time a bridge has to reply to a control, in ms. */
  readonly controlWithin?: number;
  readonly count?: CountRequest;
  readonly tracer?: Tracer | undefined;
  /** Called with the account of each request for a test user, and awaited before the request is admitted. */
  readonly useTestUser?: ((accountId: string) => Promise<void>) | undefined;
}

/** A component and the user's access to it. */
type Found = FoundComponent & Pick<ComponentState, 'access'>;

const scope: AppScope = 'query-control';

/** Logs a control if its caller records the trace. Logging every request would cost too much. */
const logTraced = (
  log: Log,
  { systemId, command, trace }: Pick<Control, 'systemId' | 'command'> & Pick<ControlContext, 'trace'>,
  { isTest }: Caller,
  { result }: SentControl,
): void => {
  if (trace === undefined || !isSampled(trace)) return;
  const facts = { trace: traceIdOf(trace), systemId, command: command.name, ...(isTest && { isTest }) };
  log.info(
    { ...facts, status: result.ok ? 200 : result.refusal.status },
    'a control with a sampled trace was sent to a bridge',
  );
};

/** Ends the span of a control; with a failure if it was not carried out. */
const endSpan = (span: Span | undefined, result: Result<undefined, Failure>): void =>
  result.ok
    ? span?.end({ status: 200 }, undefined)
    : span?.end({ status: result.refusal.status }, result.refusal.detail);

export function createRequests(deps: RequestDeps): Requests {
  const { store, tokens, controls, clock, log, refusals, tracer } = deps;
  const { rate = limits.tokenRequests, controlWithin = defaultControlWithin, count = () => {} } = deps;
  const { accountLimits = toAccountLimits(), useTestUser } = deps;
  const read = createTokenBucket(accountLimits.read, clock);
  const tokenCache = createCallerCache(tokens, clock);
  const readState = createComponentStateReader(store.db, clock.now);
  const readOrigin = createOriginReader(store.db, clock);
  const rateLimit = createTokenBucket(rate, clock);
  const controlLimit = createTokenBucket(accountLimits.controls, clock);
  const unauthenticated = createTokenBucket(limits.requestsWithoutToken, clock);
  const idempotentControls = createIdempotentControls({ store, clock }, (error) =>
    logFailure(log, { error }, 'the results of controls could not be stored'),
  );

  const find = async (
    { accountId, scopes }: Caller,
    componentId: string,
  ): Promise<Result<Found, Failure>> => {
    const ref = fromComponentId(componentId);
    if (ref === undefined || !showsKind(scopes, ref.kind)) return noSuchComponent;
    const state = await readState({ accountId, systemId: ref.systemId, componentId });
    return state === undefined ? noSuchComponent : ok({ ...ref, componentId, ...state });
  };
  const query: Requests['query'] = async (caller, componentId) => {
    const wait = read.wait(caller.accountId);
    if (wait > 0) return tooMuchRead(wait);
    const found = await find(caller, componentId);
    read.spend(caller.accountId, Math.max(limits.read.least, found.ok ? sizeOf([found.value]) : 0));
    return found;
  };

  /** Carries out a control; `trace` is the one to pass on, and that of the request the one to log. */
  const control = async (
    caller: Caller,
    { requestId, componentId, requestBody, trace: requestTrace, signal }: AppControl,
    trace: string | undefined,
  ): Promise<Result<undefined, Failure>> => {
    const command = checkCommand(requestBody);
    if (!command.ok) return toInvalidRequest(command.refusal);
    const { isAllowed, wait } = controlLimit.take(caller.accountId);
    if (!isAllowed) return tooManyControls(accountLimits.controls.rate, wait);
    const found = await find(caller, componentId);
    if (!found.ok) return found;
    if (!includesAccess(found.value.access, 'control')) return viewOnly;
    const address = checkAddress(command.value, found.value);
    if (!address.ok) return toInvalidRequest(address.refusal);
    const movesDoor = needsGarageScope(command.value, JSON.parse(found.value.datagram));
    if (movesDoor && !caller.scopes.includes('garage')) return garageNotAllowed;
    if (movesDoor && found.value.access !== 'owner') return garageOfOthers;
    const key = toControlKey(caller, requestId);
    const hash = hashControl(componentId, command.value);
    const { systemId } = found.value;
    const send = async (allGone: AbortSignal) => {
      const by = await readOrigin(caller);
      const allowed = movesDoor ? { ...by, garage: true } : by;
      const span = tracer?.start({
        name: 'send to bridge',
        kind: 'client',
        parent: trace,
        facts: { systemId },
      });
      const passedOn = span?.traceparent ?? trace;
      const context = { ...allowed, ...(passedOn !== undefined && { trace: passedOn }), signal: allGone };
      const sending = { systemId, command: command.value, within: controlWithin, by: context };
      const sent = await sendControl(controls, { ...sending, now: machineOf(clock).now() });
      endSpan(span, sent.result);
      const traced = { ...sending, ...(requestTrace !== undefined && { trace: requestTrace }) };
      logTraced(log, traced, caller, sent);
      return sent;
    };
    return idempotentControls.once({ key, hash, within: controlWithin }, send, signal);
  };

  return {
    rate,
    count,
    accountLimits,
    read,
    admit: async (token, address, needed = scope) => {
      const network = toClientNetwork(address);
      // Counted before the lookup, so that concurrent requests count too. A token that was valid before needs no
      // allowance, because its requests are admitted even if others from the same address are limited.
      const isRemembered = token !== undefined && tokenCache.isRemembered(token);
      const allowed = isRemembered ? undefined : unauthenticated.take(network);
      if (allowed?.isAllowed === false) {
        await refusals.pace(network);
        return { ...tooManyUnauthenticated(allowed.wait), allowance: allowed };
      }
      const caller = token === undefined ? undefined : await tokenCache.identify(token);
      if (caller === undefined) {
        if (isRemembered) unauthenticated.take(network);
        return invalidUser;
      }
      if (!isRemembered) unauthenticated.giveBack(network);
      if (!caller.scopes.includes(needed)) return { ...scopeMissing(needed), caller, missing: needed };
      const allowance = rateLimit.take(token!);
      if (!allowance.isAllowed) {
        await refusals.pace(token!);
        return { ...tooMany(rate.rate, allowance.wait), allowance, caller };
      }
      if (caller.isTest) await useTestUser?.(caller.accountId);
      return { ok: true, caller, allowance };
    },
    identify: async (token) => {
      const caller = await tokenCache.identify(token);
      return caller?.scopes.includes(scope) ? caller : undefined;
    },
    onRevocation: tokenCache.onRevocation,
    discover: createDiscover({ db: store.db, clock, read }),
    query,
    control: async (caller, request) => {
      const { trace: parent, componentId } = request;
      const span = tracer?.start({ name: 'control', kind: 'server', parent, facts: { componentId } });
      const controlled = control(caller, request, span?.traceparent ?? parent);
      const result = await controlled.catch((error: Error) => {
        span?.end({}, error.message);
        throw error;
      });
      endSpan(span, result);
      return result;
    },
    [Symbol.asyncDispose]: async () => {
      tokenCache[Symbol.dispose]();
      rateLimit[Symbol.dispose]();
      controlLimit[Symbol.dispose]();
      unauthenticated[Symbol.dispose]();
      read[Symbol.dispose]();
      await idempotentControls[Symbol.asyncDispose]();
    },
  };
}
