import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import { readBridge } from '../../fleet/bridge/store.ts';
import { controlHouse } from '../../fleet/controls/control-house.ts';
import type { Uplinks } from '../../fleet/uplink/uplinks.ts';
import type { Browsers } from '../../identity/account/browser.ts';
import { refuse } from '../../identity/account/refusal.ts';
import { sendRefusal } from '../../identity/account/routes.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { createRateLimit, defaultRate, type Rate } from '../../kernel/http/rate-limit.ts';
import type { Log } from '../../kernel/log/log.ts';
import { done, type Guard, no } from './guard.ts';
import { type HouseStreamDeps, streamHouse } from './house-stream.ts';
import { noBridge } from './owner-routes.ts';

export interface HouseRoutesDeps extends HouseStreamDeps {
  readonly guard: Guard;
  readonly browsers: Pick<Browsers, 'findSession'>;
  readonly uplinks: Pick<Uplinks, 'isPresent' | 'control'>;
  readonly log: Log;
  /** How long a bridge has to answer a command, ms; 10,000 unless told. */
  readonly controlWithin?: number | undefined;
  /** How many commands one account may give, to all its houses together; as many as a token at `/dev` unless told. */
  readonly rate?: Rate | undefined;
}

/** Streams one account may listen to at once, on one node: its windows on its walls, phones and desks. */
export const maxStreams = 20;
const tooMany = no(429, 'too-many-streams', `This account looks at ${maxStreams} pages of houses already.`);

const tooManyCommands = (rate: number, wait: number) => ({
  ...no(
    429,
    'too-many-commands',
    `This account may give ${rate} commands a second; nothing was done. Come back in ${wait} s.`,
  ),
  retryAfter: wait,
});

/** Writes text as fast as it is taken; ends it when the text ends, or who reads it leaves. */
const pour = async (answer: ServerResponse, texts: AsyncIterable<string>, signal: AbortSignal) => {
  for await (const text of texts) if (!answer.write(text)) await once(answer, 'drain', { signal });
};

/**
 * A house seen through the cloud, for its owner: `GET .../events` is the live stream of a bridge with one event more (`house`),
 * `POST .../control` takes a command as on the local network, where it may be given over a cloud.
 */
export const createHouseRoutes = (parts: HouseRoutesDeps): FastifyPluginAsync => {
  const { guard, browsers, store, uplinks, clock, log, controlWithin = 10_000, rate = defaultRate } = parts;
  const commands = createRateLimit(rate, clock);
  const open = new Map<AbortController, string>();
  const countOf = (accountId: string) => [...open.values()].filter((one) => one === accountId).length;

  return async (app) => {
    app.addHook('preClose', async () => {
      for (const listening of open.keys()) listening.abort();
    });
    app.addHook('onClose', async () => commands[Symbol.dispose]());

    app.get<{ Params: { systemId: string } }>('/console/houses/:systemId/events', async (request, reply) => {
      const listening = new AbortController();
      const { signal } = listening;
      const { raw } = reply;
      // At once: whoever is gone before the stream begins is not announced again.
      raw.on('close', () => listening.abort());
      const session = await browsers.findSession(store.db, request);
      if (session === undefined) return sendRefusal(reply, refuse('not-signed-in').refusal);
      const accountId = session.account.id;
      const { systemId } = request.params;
      const send = ({ status, body }: typeof noBridge) => reply.code(status).send(body);
      if ((await readBridge(store.db, accountId, systemId)) === undefined) return send(noBridge);
      if (countOf(accountId) >= maxStreams) return send(tooMany);

      open.set(listening, accountId);
      reply.hijack();
      raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      const isSignedIn = async () => (await browsers.findSession(store.db, request)) !== undefined;
      try {
        await pour(raw, streamHouse(parts, { accountId, systemId, isSignedIn, signal }), signal);
      } catch (error) {
        if (!signal.aborted) logFailure(log, { error }, 'the stream of a house failed');
      } finally {
        open.delete(listening);
        raw.end();
      }
      return reply;
    });

    app.post(
      '/console/houses/:systemId/control',
      guard.change(async ({ accountId, params, body }) => {
        const systemId = params.systemId!;
        const { isAllowed, wait } = commands.take(accountId);
        if (!isAllowed) return tooManyCommands(rate.rate, wait);
        if ((await readBridge(store.db, accountId, systemId)) === undefined) return noBridge;
        const within = controlWithin;
        const outcome = await controlHouse(uplinks, { systemId, command: body, now: clock.now(), within });
        return outcome.ok ? done : no(outcome.status, outcome.result, outcome.detail);
      }),
    );
  };
};
