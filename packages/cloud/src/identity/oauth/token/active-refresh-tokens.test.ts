import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createLinkedApps } from '../../../delivery/outbox/linked-apps.ts';
import {
  askToken,
  codeForm,
  createApp,
  obtainCode,
  refresh,
  signUp,
  startTestCloud,
  type TestCloud,
} from '../../../fixture/identity.fixture.ts';
import { onEachStore } from '../../../fixture/with-store.fixture.ts';
import { selectActiveRefreshTokens } from './active-refresh-tokens.ts';

const day = 24 * 60 * 60_000;

/**
 * True if the app has access to the account. Asserts that the queries for owners, events and event receivers agree.
 */
const isLinked = async (
  { store, identity }: TestCloud,
  { accountId, clientId }: { accountId: string; clientId: string },
): Promise<boolean> => {
  const { grants } = identity.authorization;
  const linkedApps = createLinkedApps(() => Date.now());
  const answers = [
    (await grants.listApps(accountId)).some((link) => link.clientId === clientId),
    (await linkedApps.clientsOf(store.db, [accountId])).get(accountId)?.includes(clientId) ?? false,
    (await linkedApps.accountsOf(store.db, clientId)).includes(accountId),
    (await linkedApps.filterLinked(store.db, clientId, [accountId, 'another'])).has(accountId),
  ];
  assert.equal(new Set(answers).size, 1, answers.join());
  return answers[0]!;
};

onEachStore('the link between an app and an account', (engine) => {
  it('links an app and an account from the exchange of the code until its last token is revoked', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const link = { accountId: account.id, clientId: app.clientId };
    const code = await obtainCode(cloud, app);
    assert.equal(await isLinked(cloud, link), false, 'a code that was not exchanged is not a link');
    const form = codeForm(app, code);
    const { body } = await askToken(cloud, form);
    assert.equal(await isLinked(cloud, link), true);
    assert.equal((await refresh(cloud, app, String(body.refresh_token))).status, 200);
    assert.equal(await isLinked(cloud, link), true);
    await askToken(cloud, form);
    assert.equal(await isLinked(cloud, link), false, 'a code that was used twice');
  });

  it('ends the link between an app and an account when its refresh token expires', async (t) => {
    const start = 1_800_000_000_000;
    t.mock.timers.enable({ apis: ['Date'], now: start });
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const link = { accountId: account.id, clientId: app.clientId };
    const code = await obtainCode(cloud, app);
    await askToken(cloud, codeForm(app, code));
    t.mock.timers.setTime(start + 180 * day - 1);
    assert.equal(await isLinked(cloud, link), true);
    t.mock.timers.setTime(start + 180 * day);
    assert.equal(await isLinked(cloud, link), false);
  });

  it('reads active refresh tokens from an index that contains only those tokens', async () => {
    await using cloud = await startTestCloud(engine);
    const { store } = cloud;
    const numbers =
      engine.name === 'sqlite'
        ? sql`(WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) SELECT i FROM c) AS n`
        : sql`generate_series(1, 20000) AS n(i)`;
    await sql`INSERT INTO authorization_item (kind, id_hash, payload, account_id, client_id, consumed_at, expires_at)
      SELECT 'RefreshToken', 't' || i, '{}', 'n' || (i / 1000), 'n' || (i / 1000), CASE WHEN i % 100 = 0 THEN NULL ELSE 1 END, 9
      FROM ${numbers}`.execute(store.db);
    await sql`ANALYZE`.execute(store.db);
    for (const column of ['account_id', 'client_id'] as const) {
      const { sql: text, parameters } = selectActiveRefreshTokens(store.db, 1)
        .select(['account_id', 'client_id'])
        .where(column, '=', 'n3')
        .compile();
      let place = 0;
      const written = text.replace(/\?|\$\d+/g, () => {
        const value = parameters[place++];
        return typeof value === 'number' ? String(value) : `'${value}'`;
      });
      const explain = engine.name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
      const plan = await sql.raw(`${explain} ${written}`).execute(store.db);
      assert.match(JSON.stringify(plan.rows), / authorization_item_link/);
    }
  });
});
