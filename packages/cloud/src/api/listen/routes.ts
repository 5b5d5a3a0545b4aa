import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createTokenBucket, machineOf } from '@plenum/platform';
import {
  isListenerName,
  type ListenRefusalCode,
  limits,
  listen,
  listenRefusals,
  type OpenedListener,
} from '@plenum/protocol/cloud';
import { chosenTypes } from '@plenum/protocol/console';
import type { RefusalOf } from '@plenum/protocol/refusal';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { createIdentify, IdentifiedApp } from '../../delivery/listener/identify.ts';
import type { Listeners } from '../../delivery/listener/listeners.ts';
import { refuseEntry } from '../../fleet/uplink/entry/refuse-entry.ts';
import type { Audit } from '../../identity/account/audit/audit.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import type { RefusalPace } from '../../kernel/http/refusal-pace.ts';
import type { Log } from '../../kernel/log/log.ts';
import { createTrigger, type TriggerDeps } from './trigger.ts';

interface ListenRoutesDeps extends TriggerDeps {
  readonly listeners: Listeners;
  readonly identify: ReturnType<typeof createIdentify>;
  readonly audit: Pick<Audit, 'record'>;
  readonly refusals: RefusalPace;
  readonly log: Log;
}

type Refusal = { readonly ok: false; readonly refusal: RefusalOf<ListenRefusalCode> };
type Body = Readonly<Record<string, unknown>>;

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refusal' in value;

/** Reads the body of a request, which has only some members, all of them texts. */
const readBody = (body: unknown, members: readonly string[]): Body | Refusal => {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const isKnown =
    isObject &&
    Object.entries(body).every(([member, value]) => members.includes(member) && typeof value === 'string');
  return isKnown
    ? (body as Body)
    : listenRefusals.refuse('body-malformed', { facts: { members: members.join(', ') } });
};

/** Largest result of a message, in bytes. */
const maxResultBytes = 32_768;

const readDraft = (asked: unknown) => {
  const body = readBody(asked, ['name', 'only']);
  if (isRefusal(body)) return body;
  const { name, only } = body;
  if (typeof name !== 'string' || !isListenerName(name)) return listenRefusals.refuse('name-malformed');
  const types = chosenTypes.filter((type) => type === only);
  if (only !== undefined && types.length === 0)
    return listenRefusals.refuse('kind-malformed', { facts: { kinds: chosenTypes.join(' or ') } });
  return { name, types: only === undefined ? undefined : types };
};

/** Serves the WebSocket of a ticket. */
const createUpgrade = ({ listeners, clock, log }: ListenRoutesDeps) => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxResultBytes,
    perMessageDeflate: false,
    handleProtocols: () => listen.subprotocol,
  });
  const refuse = (socket: Duplex, status: number, error: string) =>
    refuseEntry(socket, { status, error }, machineOf(clock).now());
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {});
    if (!listeners.hasRoom()) return refuse(socket, 503, 'node-full');
    const entered = await listeners.enter(bearerOf(request) ?? '');
    if (entered === undefined) return refuse(socket, 401, 'invalid-token');
    let isServed = false;
    server.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      isServed = true;
      listeners.serve(webSocket, entered);
    });
    if (!isServed) await listeners.leave(entered);
  };
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.url !== listen.path) return;
    upgrade(request, socket, head).catch((error) => {
      logFailure(log, { error }, 'a listener could not be connected');
      refuse(socket, 503, 'busy');
    });
  };
};

/** Creates the routes of `plenum listen`. */
export const createListenRoutes =
  (deps: ListenRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    const { store, listeners, identify, audit, refusals, clock } = deps;
    const pace = createTokenBucket(limits.listenRequests, clock);
    app.addHook('onClose', async () => pace[Symbol.dispose]());
    app.addHook('preClose', async () => listeners.stop());
    app.server.on('upgrade', createUpgrade(deps));

    const answer = async (request: FastifyRequest, reply: FastifyReply, result: unknown) => {
      if (!isRefusal(result)) return result;
      const { refusal } = result;
      await refusals.paceAddress(request.ip);
      const { seconds } = refusal.facts;
      if (typeof seconds === 'number') reply.header('retry-after', seconds);
      const sentence = listenRefusals.toSentence(refusal);
      return reply.code(listenRefusals.statusOf(refusal)).send({ error: refusal.code, sentence });
    };

    const on = (path: string, act: (app: IdentifiedApp, request: FastifyRequest) => Promise<unknown>) =>
      app.post(path, async (request, reply) => {
        const found = await identify(request.headers.authorization);
        if (isRefusal(found)) return answer(request, reply, found);
        const { isAllowed, wait: seconds } = pace.take(found.clientId);
        const refused = listenRefusals.refuse('too-many-requests', { facts: { seconds } });
        return answer(request, reply, isAllowed ? await act(found, request) : refused);
      });

    on(listen.path, async ({ clientId, appName, isTest, developerId, right }, { body, ip }) => {
      const draft = readDraft(body);
      if (isRefusal(draft)) return draft;
      const { name } = draft;
      const opened = await listeners.open({ ...draft, clientId, right });
      if (isRefusal(opened)) return opened;
      const { endpointId, secret, ticket, isNew, missedSince } = opened;
      const facts = { clientId, endpointId, name };
      if (isNew)
        await audit.record(store.db, { act: 'listener-made', accountId: developerId, address: ip, facts });
      return {
        name,
        clientId,
        appName,
        isTest,
        secret,
        ticket,
        now: clock.now(),
        ...(missedSince !== undefined && { missedSince }),
      } satisfies OpenedListener;
    });

    on(listen.resendPath, async ({ clientId }, request) => {
      const body = readBody(request.body, ['name', 'id']);
      if (isRefusal(body)) return body;
      const { name = '', id = '' } = body;
      return listeners.resend({ clientId, name: String(name), messageId: String(id) });
    });

    const trigger = createTrigger(deps);
    on(listen.triggerPath, async (found, request) => {
      const body = readBody(request.body, ['event', 'house']);
      if (isRefusal(body)) return body;
      const { event, house } = body as { readonly event?: string; readonly house?: string };
      return trigger(found, { event, systemId: house });
    });
  };
