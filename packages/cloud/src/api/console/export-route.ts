import type { Clock } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { type AnswerOf, isRefused } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import type { Endpoints } from '../../delivery/endpoint/endpoint.ts';
import type { Sharing } from '../../fleet/sharing/sharing.ts';
import type { Uplinks } from '../../fleet/uplink/uplinks.ts';
import type { Accounts } from '../../identity/account/accounts.ts';
import { readAuditLines } from '../../identity/account/audit/audit-log.ts';
import type { Account } from '../../identity/account/shape.ts';
import type { Authorization } from '../../identity/oauth/authorization.ts';
import type { Db, Store } from '../../kernel/database/store.ts';
import { toTextBody } from '../../kernel/http/text-body.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { UsageOf } from '../usage/read-usage.ts';
import { readSignInMethods } from './account-routes.ts';
import { toApp } from './app-routes.ts';
import { type BindRoute, WrittenAnswer } from './bind-route.ts';
import { listBridges } from './owner-routes.ts';
import { createPace } from './pace.ts';
import { toInvitation, toMember } from './sharing-routes.ts';

interface ExportDeps {
  readonly bind: BindRoute;
  readonly store: Store;
  readonly accounts: Pick<Accounts, 'audit' | 'codes' | 'passkeys'>;
  readonly authorization: Pick<Authorization, 'grants' | 'apps'>;
  readonly uplinks: Pick<Uplinks, 'readPresence' | 'release'>;
  readonly sharing: Pick<Sharing, 'list' | 'listInvitations'>;
  readonly endpoints: Pick<Endpoints, 'list'>;
  readonly usageOf: UsageOf;
  readonly sandbox: Pick<Sandbox, 'list'> | undefined;
  readonly clock: Clock;
}

type Export = AnswerOf<'exportAccount'>;

const readAccount = async (db: Db, { id, email, createdAt }: Account): Promise<Export['account']> => {
  const verified = await db
    .selectFrom('verified_email')
    .select('verified_at')
    .where('account_id', '=', id)
    .executeTakeFirst();
  return {
    accountId: id,
    email,
    createdAt,
    ...(verified !== undefined && { emailVerifiedAt: verified.verified_at }),
  };
};

const readSessions = (db: Db, accountId: string): Promise<Export['sessions']> =>
  db
    .selectFrom('session')
    .select(['created_at as createdAt', 'used_at as usedAt', 'expires_at as expiresAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();

/** Reads the browsers that get push notifications, without the addresses with which anyone could send them. */
const readNotifications = async (db: Db, accountId: string): Promise<Export['notifications']> => {
  const rows = await db
    .selectFrom('push_subscription')
    .select(['choices', 'house_choices', 'reader', 'seen_at'])
    .where('account_id', '=', accountId)
    .orderBy('seen_at')
    .execute();
  return rows.map(({ choices, house_choices, reader, seen_at: seenAt }) => ({
    choices: JSON.parse(choices),
    houses: Object.entries(JSON.parse(house_choices ?? '{}')).map(([systemId, own]) => ({
      systemId,
      choices: own as Export['notifications'][number]['choices'],
    })),
    reader: JSON.parse(reader),
    seenAt,
  }));
};

const readApps = async (
  { authorization, endpoints, usageOf }: ExportDeps,
  accountId: string,
): Promise<Export['apps']> => {
  const apps: Export['apps'][number][] = [];
  for (const app of await authorization.apps.listOf(accountId)) {
    const { usage } = await usageOf(app.clientId);
    apps.push({ app: toApp(app), usage, endpoints: await endpoints.list(app.clientId) });
  }
  return apps;
};

/** Reads the parts that are short because their number is limited. */
const readHead = async (deps: ExportDeps, account: Account): Promise<Omit<Export, 'log' | 'houses'>> => {
  const { store, accounts, authorization, sharing, sandbox, clock } = deps;
  const { db } = store;
  const { id: accountId } = account;
  const links = await authorization.grants.listApps(accountId);
  return {
    format: 'plenum-account-1',
    exportedAt: clock.now(),
    account: await readAccount(db, account),
    signInMethods: await readSignInMethods(accounts, accountId),
    sessions: await readSessions(db, accountId),
    notifications: await readNotifications(db, accountId),
    bridges: await listBridges(deps, accountId),
    invitations: (await sharing.listInvitations(account)).map(toInvitation),
    links: links.map(({ clientId, name }) => ({ clientId, name })),
    apps: await readApps(deps, accountId),
    testUsers: (await sandbox?.list(accountId)) ?? [],
  };
};

type House = Export['houses'][number];

/** Yields the houses that belong to an account, one at a time, since a large one has megabytes. */
async function* readHouses({ store, sharing }: ExportDeps, accountId: string): AsyncGenerator<House> {
  const { db } = store;
  const own = await db
    .selectFrom('bridge')
    .select(['system_id', 'time_zone'])
    .where('account_id', '=', accountId)
    .orderBy('system_id')
    .execute();
  for (const { system_id: systemId, time_zone: timeZone } of own) {
    const members = await sharing.list({ accountId, systemId });
    // The house was released a moment ago.
    if (isRefused(members)) continue;
    const rows = await db
      .selectFrom('component')
      .select(['kind', 'idx', 'changed_at', 'datagram'])
      .where('system_id', '=', systemId)
      .where('datagram', 'is not', null)
      .orderBy('kind')
      .orderBy('idx')
      .execute();
    yield {
      systemId,
      ...(timeZone !== null && { timeZone }),
      members: members.map((member) => toMember(member, accountId)),
      components: rows.map(({ kind, idx: index, changed_at: changedAt, datagram }) => ({
        kind,
        index,
        changedAt,
        datagram: JSON.parse(datagram!),
      })),
    };
  }
}

async function* readLog(db: Db, accountId: string): AsyncGenerator<Export['log'][number]> {
  for await (const { at, act, address, facts } of readAuditLines(db, { accountId }))
    yield { at, act, address, facts };
}

/** Yields a list as JSON, item by item. */
async function* toList(items: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '[';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** Yields an export as JSON in pieces. */
async function* toPieces(deps: ExportDeps, account: Account): AsyncGenerator<string> {
  const head = JSON.stringify(await readHead(deps, account));
  yield `${head.slice(0, -1)},"log":`;
  yield* toList(readLog(deps.store.db, account.id));
  yield ',"houses":';
  yield* toList(readHouses(deps, account.id));
  yield '}';
}

/** Creates the route that exports everything that the cloud stores about an account (decisions/048). */
export const createExportRoute =
  (deps: ExportDeps): FastifyPluginAsync =>
  async (app) => {
    const { bind, store, accounts, clock } = deps;
    const exports = createPace('too-many-exports', limits.accountExports, clock);
    app.addHook('onClose', async () => exports[Symbol.dispose]());
    bind(app, 'exportAccount', ({ session: { account }, accountId, address }) =>
      exports.limited(accountId, async () => {
        await accounts.audit.record(store.db, { act: 'account-exported', accountId, address });
        const pieces = toPieces(deps, account);
        const { time: within } = limits.accountExports;
        return new WrittenAnswer(await toTextBody(pieces, { clock, within }));
      }),
    );
  };
