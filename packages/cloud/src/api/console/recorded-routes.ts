import { type Clock, createTokenBucket, machineOf, type Rate, type TokenBucket } from '@plenum/platform';
import { check } from '@plenum/protocol/check';
import { limits } from '@plenum/protocol/cloud';
import {
  houseWrites,
  includesAccess,
  isRefused,
  type Refused,
  type Right,
  refuseRequest,
} from '@plenum/protocol/console';
import { extensionEndpoints } from '@plenum/protocol/extension';
import { readPath, readQuery } from '@plenum/protocol/uplink';
import type { FastifyPluginAsync } from 'fastify';
import type { BridgeReply, NoReply } from '../../fleet/controls/bridge-reply.ts';
import type { BridgeRead, BridgeReader, BridgeWrite } from '../../fleet/controls/bridge-requests.ts';
import { createKeptAnswers } from '../../fleet/controls/read-cache.ts';
import { type Asked, noReplyOf, resultOf } from '../../fleet/controls/reply-result.ts';
import { defaultControlWithin } from '../../fleet/controls/send-control.ts';
import { authorizePerson } from '../../fleet/sharing/authorize-person.ts';
import type { Store } from '../../kernel/database/store.ts';
import type { BindRoute, RefusedCommand } from './bind-route.ts';

interface RecordedRoutesDeps {
  readonly bind: BindRoute;
  readonly store: Store;
  readonly uplinks: BridgeReader;
  readonly clock: Clock;
  /** Time a bridge has to reply, in ms; 10,000 by default. */
  readonly controlWithin?: number | undefined;
  /** The rate limit for changes. The commands of the account also count towards it. */
  readonly commands: Pick<TokenBucket, 'take'>;
  readonly commandRate: Rate;
}

const toJson = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Facts about a request that got no reply from a bridge. A page puts them into words for its reader. `within` is in
 * seconds.
 */
interface Silence {
  readonly bridge: NoReply;
  readonly asked: Asked;
  readonly within: number;
}

/** Converts a missing reply to facts. `within` is in ms. */
export const toSilence = (bridge: NoReply, asked: Asked, within: number): Silence => ({
  bridge,
  asked,
  within: within / 1_000,
});

/**
 * Converts a bridge's reply to a read or write to a result or a refusal. `Answer` is the response of the route, whose
 * members are not checked. `within` is the time the bridge had to reply, in ms.
 */
export function toResult<Answer extends object>(
  reply: BridgeReply,
  asked: 'read' | 'write',
  within: number,
): Answer | RefusedCommand {
  if (reply.answer === 'cannot') return refuseRequest('bridge-cannot', { facts: { asked } });
  const answered = resultOf(reply, asked, within / 1_000);
  if (answered.ok) {
    const detail = 'The bridge sent a reply that cannot be read.';
    return (
      (toJson(answered.value) as Answer | undefined) ??
      refuseRequest('Error', { facts: { status: 502, detail } })
    );
  }
  const { result, status, detail } = answered.refusal;
  const noReply = noReplyOf(reply);
  const silence = noReply === undefined ? {} : toSilence(noReply, asked, within);
  return {
    ...refuseRequest(result, { facts: { status, detail, ...silence } }),
    byBridge: reply.answer === 'read' ? reply.refusal : undefined,
  };
}

/** True for data that is read without the cache, because it can be changed, or is the health of the bridge. */
const isCurrent = (path: string): boolean =>
  houseWrites.has(path) || path === extensionEndpoints.readHealth.path;

/** Parses a read into the form that a frame of the uplink carries. */
const readRequest = ({ path, query }: Partial<BridgeRead>): BridgeRead | Refused => {
  const [checkedPath, checkedQuery] = [check(readPath, path), check(readQuery, query)];
  if (checkedPath.ok && checkedQuery.ok) return { path: checkedPath.value, query: checkedQuery.value };
  const detail = checkedPath.ok
    ? 'The query is longer than 4,000 characters or is not a query string.'
    : 'This is not a path of a bridge.';
  return refuseRequest('InvalidRequest', { facts: { detail } });
};

/** Parses a change and determines the access that the change requires. */
const writeRequest = ({ path, body }: Partial<BridgeWrite>): (BridgeWrite & { needed: Right }) | Refused => {
  const needed = path === undefined ? undefined : houseWrites.get(path);
  if (path !== undefined && body !== undefined && needed !== undefined) return { path, body, needed };
  const facts = { detail: 'This cannot be changed on a bridge through its cloud.' };
  return refuseRequest('InvalidRequest', { facts });
};

/**
 * `GET .../recorded`: data that a bridge records about its house, for everybody with access to the house. `POST
 * .../recorded` changes some of it, for everybody with the right to do so.
 */
export function createRecordedRoutes(deps: RecordedRoutesDeps): FastifyPluginAsync {
  const {
    bind,
    store,
    uplinks,
    clock,
    commands,
    commandRate,
    controlWithin: within = defaultControlWithin,
  } = deps;
  const reads = createTokenBucket(limits.houseReads, clock);
  const answers = createKeptAnswers<BridgeReply>(
    machineOf(clock),
    (reply) => reply.answer === 'read' && reply.status === 200,
  );

  return async (app) => {
    app.addHook('onClose', async () => reads[Symbol.dispose]());
    bind(app, 'readHouse', async ({ accountId, parameters: { systemId }, query }) => {
      const { isAllowed, wait: seconds } = reads.take(accountId);
      if (!isAllowed)
        return refuseRequest('too-many-reads', { facts: { rate: limits.houseReads.rate, seconds } });
      const own = await authorizePerson(store.db, { accountId, systemId, now: clock.now() }, 'view');
      if (isRefused(own)) return own;
      const what = readRequest(query);
      if (isRefused(what)) return what;
      const key = `${systemId} ${what.path}?${what.query}`;
      const read = () => uplinks.read(systemId, what, machineOf(clock).now() + within);
      const reply = await (isCurrent(what.path) ? read() : answers.get(accountId, key, read));
      return toResult(reply, 'read', within);
    });
    bind(app, 'writeHouse', async ({ accountId, session, parameters: { systemId }, body }) => {
      const { isAllowed, wait: seconds } = commands.take(accountId);
      if (!isAllowed)
        return refuseRequest('too-many-commands', { facts: { rate: commandRate.rate, seconds } });
      const now = clock.now();
      const own = await authorizePerson(store.db, { accountId, systemId, now }, 'view');
      if (isRefused(own)) return own;
      const what = writeRequest(body);
      if ('refusal' in what) return what;
      if (!includesAccess(own.access, what.needed))
        return refuseRequest('access-missing', { facts: { needed: what.needed } });
      const { path, body: change } = what;
      const by = { account: session.account.email };
      const reply = await uplinks.write(
        systemId,
        { path, body: change, by },
        machineOf(clock).now() + within,
      );
      const written = toResult(reply, 'write', within);
      answers.drop(accountId, `${systemId} `);
      return isRefused(written) ? written : undefined;
    });
  };
}
