import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createTokenBucket, machineOf, type Rate, type TokenBucket } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { isRefused, refuseRequest } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import { controlForOwner } from '../../fleet/controls/control-for-owner.ts';
import { defaultControlWithin } from '../../fleet/controls/send-control.ts';
import { authorizePerson } from '../../fleet/sharing/authorize-person.ts';
import type { Uplinks } from '../../fleet/uplink/uplinks.ts';
import type { Browsers } from '../../identity/account/browser.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { BindRoute, RefusedCommand } from './bind-route.ts';
import { type HouseStreamDeps, streamHouse } from './house-stream.ts';
import { createRecordedRoutes, toSilence } from './recorded-routes.ts';

export interface HouseRoutesDeps extends HouseStreamDeps {
  readonly bind: BindRoute;
  readonly browsers: Pick<Browsers, 'findSession'>;
  readonly uplinks: Pick<Uplinks, 'isPresent' | 'control' | 'read' | 'write'>;
  readonly log: Log;
  /** Time a bridge has to reply to a command, in ms; 10,000 by default. */
  readonly controlWithin?: number | undefined;
  /**
   * Rate of commands from one account to all of its houses together. The default is the same as for a token at `/dev`.
   */
  readonly rate?: Rate | undefined;
}

/**
 * Maximum number of concurrent streams of one account on one node, for its pages on wall panels, phones and computers.
 */
export const maxStreams = 20;

/** Writes text as fast as the client reads, until the text ends or the signal is aborted. */
const writeAll = async (answer: ServerResponse, texts: AsyncIterable<string>, signal: AbortSignal) => {
  for await (const text of texts) if (!answer.write(text)) await once(answer, 'drain', { signal });
};

/** `GET .../events`: the live stream of a bridge, with the additional event `house`. */
const createStreamRoute = (deps: HouseRoutesDeps): FastifyPluginAsync => {
  const { bind, browsers, store, clock, log } = deps;
  /** The account of each open stream. The key is the controller that ends the stream. */
  const open = new Map<AbortController, string>();
  const countOf = (accountId: string) => [...open.values()].filter((one) => one === accountId).length;

  return async (app) => {
    app.addHook('preClose', async () => {
      for (const stream of open.keys()) stream.abort();
    });
    bind(app, 'houseEvents', async ({ accountId, parameters: { systemId }, ended, request, reply }) => {
      const own = await authorizePerson(store.db, { accountId, systemId, now: clock.now() }, 'view');
      if (isRefused(own)) return own;
      if (countOf(accountId) >= maxStreams)
        return refuseRequest('too-many-streams', { facts: { most: maxStreams } });
      const { signal } = ended;
      const isSignedIn = async () => (await browsers.findSession(store.db, request)) !== undefined;
      const { raw } = reply;
      open.set(ended, accountId);
      reply.hijack();
      raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      try {
        await writeAll(raw, streamHouse(deps, { accountId, systemId, isSignedIn, signal }), signal);
      } catch (error) {
        if (!signal.aborted) logFailure(log, { error }, 'the stream of a house failed');
      } finally {
        open.delete(ended);
        raw.end();
      }
      return undefined;
    });
  };
};

/** `POST .../control`: sends a command as on the local network, if the cloud is allowed to send it. */
const createCommandRoute = (
  deps: HouseRoutesDeps,
  commands: Pick<TokenBucket, 'take'>,
  rate: Rate,
): FastifyPluginAsync => {
  const { bind, store, uplinks, clock, controlWithin: within = defaultControlWithin } = deps;
  return async (app) => {
    bind(app, 'commandHouse', async ({ accountId, session, parameters: { systemId }, body }) => {
      const { isAllowed, wait: seconds } = commands.take(accountId);
      if (!isAllowed) return refuseRequest('too-many-commands', { facts: { rate: rate.rate, seconds } });
      const own = await authorizePerson(store.db, { accountId, systemId, now: clock.now() }, 'control');
      if (isRefused(own)) return own;
      // Only the owner can unlock the house. Guests cannot move a garage door.
      const by = { account: session.account.email, ...(own.access === 'owner' && { garage: true }) };
      const {
        result: sent,
        refusal,
        noReply,
      } = await controlForOwner(uplinks, {
        systemId,
        command: body,
        now: machineOf(clock).now(),
        within,
        by,
      });
      if (sent.ok) return undefined;
      const { result, status, detail } = sent.refusal;
      const silence = noReply === undefined ? {} : toSilence(noReply, 'control', within);
      const refused: RefusedCommand = {
        ...refuseRequest(result, { facts: { status, detail, ...silence } }),
        byBridge: refusal,
      };
      return refused;
    });
  };
};

/** Creates the cloud's routes for one house, for its owner and guests. */
export const createHouseRoutes =
  (deps: HouseRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    const { rate: commandRate = limits.tokenRequests, clock } = deps;
    const commands = createTokenBucket(commandRate, clock);
    app.addHook('onClose', async () => commands[Symbol.dispose]());
    await app.register(createStreamRoute(deps));
    await app.register(createCommandRoute(deps, commands, commandRate));
    await app.register(createRecordedRoutes({ ...deps, commands, commandRate }));
  };
