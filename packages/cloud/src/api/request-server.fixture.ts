import { randomUUID } from 'node:crypto';
import { type Clock, type Rate, systemClock } from '@plenum/platform';
import type { BridgeReply } from '../fleet/controls/bridge-reply.ts';
import type { BridgeRead, BridgeReader, ControlSender } from '../fleet/controls/bridge-requests.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import { createMemoryBus } from '../kernel/bus/memory-bus.ts';
import type { StorePlace } from '../kernel/database/store.ts';
import { defaultLimits } from '../kernel/http/limits.ts';
import { type Log, silent } from '../kernel/log/log.ts';
import type { AccountLimits } from '../kernel/quota/account-limits.ts';
import { type Host, startHost } from '../start/host.ts';
import { createRequestRoutes } from './request-routes.ts';
import { createRequests, type RequestDeps } from './requests/requests.ts';
import type { Caller, CountRequest, Tokens } from './requests/shape.ts';

const year = 365 * 86_400_000;

/** Creates a token store in which a test can issue and revoke tokens. */
export function createTokenTable(now: () => number = Date.now) {
  const callers = new Map<string, Caller>();
  const listeners = new Set<() => void>();
  let asked = 0;
  const tokens: Tokens = {
    identify: async (token) => {
      asked++;
      const caller = callers.get(token);
      return caller !== undefined && caller.expiresAt > now() ? caller : undefined;
    },
    onRevoked: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
  return {
    ...tokens,
    issue: (accountId: string, about: Partial<Caller> = {}): string => {
      const token = randomUUID();
      const expiresAt = now() + year;
      const scopes = ['query-control', 'lighting'];
      callers.set(token, { accountId, clientId: 'app', scopes, expiresAt, ...about });
      return token;
    },
    /** Revokes a token; `elsewhere` means on another node, which does not notify this one. */
    revoke: (token: string, { elsewhere = false } = {}) => {
      callers.delete(token);
      if (!elsewhere) for (const listen of listeners) listen();
    },
    asked: () => asked,
  };
}

/** Creates bridges with scripted replies, and records the commands that the bridges receive. */
export function createScriptedControls() {
  const sent: { systemId: string; command: object }[] = [];
  const signals: AbortSignal[] = [];
  let next: (command: object) => Promise<BridgeReply> = async () => ({ answer: 'done' });
  const read: (BridgeRead & { systemId: string })[] = [];
  const controls: ControlSender & Pick<BridgeReader, 'read'> = {
    read: async (systemId, what) => {
      read.push({ systemId, ...what });
      return next(what);
    },
    control: (systemId, command, _, by) => {
      sent.push({ systemId, command });
      if (by?.signal !== undefined) signals.push(by.signal);
      return next(command);
    },
  };
  return {
    ...controls,
    sent,
    /** The signal of each command, aborted when no caller is waiting for it. */
    signals,
    /** The reads received by the bridges. */
    asked: read,
    answer: (with_: BridgeReply | ((command: object) => Promise<BridgeReply>)) => {
      next = typeof with_ === 'function' ? with_ : async () => with_;
    },
  };
}

export interface RequestServerConfig {
  readonly place: StorePlace;
  readonly rate?: Rate;
  readonly controlWithin?: number;
  readonly accountLimits?: AccountLimits;
  readonly clock?: Clock;
  readonly count?: CountRequest;
  readonly log?: Log;
  /** Longest time in ms that the server waits for requests when it stops. */
  readonly shutdownTimeout?: number;
}

export interface RequestPorts extends Omit<RequestDeps, 'store' | 'clock' | 'log' | 'refusals'> {
  readonly controls: ControlSender & Pick<BridgeReader, 'read'>;
  readonly bus: Bus;
}

/** Adds the requests of interface 4.3 to a host. */
export async function addRequests({ deps, app, modules }: Host, { bus, ...ports }: RequestPorts) {
  const requests = modules.use(createRequests({ ...deps, ...ports }));
  const { controls: bridges, controlWithin } = ports;
  await app.register(createRequestRoutes({ ...deps, requests, bridges, bus, controlWithin }));
}

/** Starts a cloud with only the requests of interface 4.3, on a real port. */
export async function startRequestServer({
  place,
  clock = systemClock,
  log = silent,
  shutdownTimeout = defaultLimits.shutdownTimeout,
  ...limits
}: RequestServerConfig) {
  const tokens = createTokenTable(clock.now);
  const controls = createScriptedControls();
  const bus = createMemoryBus({ clock, log });
  const cloud = await startHost(
    { store: place, httpPort: 0, clock, log, limits: { shutdownTimeout } },
    async (host) => {
      await addRequests(host, { tokens, controls, bus, ...limits });
      return {};
    },
  );
  const url = `http://127.0.0.1:${cloud.http.port}`;
  const post = async (body: unknown, token?: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/dev`, {
      method: 'POST',
      headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
  };
  return {
    cloud,
    store: cloud.store,
    port: cloud.http.port,
    url,
    bus,
    tokens,
    controls,
    post,
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  };
}

export type RequestServer = Awaited<ReturnType<typeof startRequestServer>>;
