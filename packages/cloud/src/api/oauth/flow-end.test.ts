import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBrowser } from '@plenum/testbed/form-browser';
import {
  answerOn,
  bela,
  createApp,
  obtainTokens,
  owner,
  refresh,
  signInOn,
  signUp,
  startTestCloud,
  toLoginUrl,
} from '../../fixture/identity.fixture.ts';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import type { Accounts } from '../../identity/account/accounts.ts';
import { readAudit } from '../../identity/account/audit/audit.fixture.ts';
import type { AccountSession } from '../../identity/account/shape.ts';

onEachStore('the access of an app to an account', (engine) => {
  it('revokes the token that an app returns and all tokens of the same consent (RFC 7009)', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const { tokens, grants } = cloud.identity.authorization;
    const revoke = async (token: string, clientId = app.clientId) => {
      const body = new URLSearchParams({ token, client_id: clientId });
      return (await fetch(`${cloud.url}/revoke`, { method: 'POST', body })).status;
    };
    const heard: string[] = [];
    using _ = { [Symbol.dispose]: tokens.onRevoked(() => heard.push('revoked')) };
    for (const which of ['refresh', 'access'] as const) {
      const given = await obtainTokens(cloud, app);
      assert.deepEqual(
        (await grants.listApps(account.id)).map(({ clientId }) => clientId),
        [app.clientId],
      );
      assert.equal(await revoke(given[which]), 200);
      assert.equal(await tokens.identify(given.access), undefined);
      assert.equal((await refresh(cloud, app, given.refresh)).body.error, 'invalid_grant');
      assert.deepEqual(await grants.listApps(account.id), []);
    }
    assert.ok(heard.length >= 2);
    assert.equal(await revoke('unknown'), 200);
    const given = await obtainTokens(cloud, app);
    const { app: other } = await createApp(cloud);
    await revoke(given.refresh, other.clientId);
    assert.notEqual(await tokens.identify(given.access), undefined);
  });

  it('allows an owner to revoke the access of an app', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const { grants, tokens } = cloud.identity.authorization;
    const told: object[] = [];
    grants.onUnlink(async (_, link) => void told.push(link));
    const [one, two] = [await obtainTokens(cloud, app), await obtainTokens(cloud, app)];
    const link = { accountId: account.id, clientId: app.clientId };
    assert.deepEqual(await grants.listApps(account.id), [{ ...link, name: 'Evening Lights' }]);
    assert.equal(await grants.unlink(link, '192.0.2.1'), true);
    assert.deepEqual(told, [link, link]);
    const acts = (await readAudit(cloud.store, account.id, 3)).map(({ act }) => act);
    assert.deepEqual(new Set(acts), new Set(['app-unlinked', 'app-allowed']));
    for (const { access } of [one, two]) assert.equal(await tokens.identify(access), undefined);
    assert.deepEqual(await grants.listApps(account.id), []);
    assert.equal(await grants.unlink(link, '192.0.2.1'), false);
  });

  it('deletes the apps of a deleted account and all access that it granted', async () => {
    await using cloud = await startTestCloud(engine);
    const session = await signUp(cloud);
    const { app } = await createApp(cloud);
    const made = await cloud.identity.authorization.apps.create(
      {
        ownerAccountId: session.account.id,
        name: 'Own',
        redirectUri: app.redirectUris[0]!,
        confidential: false,
        pkceRequired: false,
      },
      '192.0.2.1',
    );
    assert.ok(made.ok);
    const own = made.value;
    await signUp(cloud, bela);
    const given = await obtainTokens(cloud, app);
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, own.app));
    await answerOn(browser, await signInOn(browser, login, bela), 'allow');
    await cloud.identity.accounts.remove(session, owner.password, '192.0.2.1');
    const { tokens, apps } = cloud.identity.authorization;
    assert.equal(await tokens.identify(given.access), undefined);
    assert.equal((await refresh(cloud, app, given.refresh)).body.error, 'invalid_grant');
    assert.equal(await apps.find(cloud.store.db, own.app.clientId), undefined);
    const items = () => cloud.store.db.selectFrom('authorization_item').select('kind');
    const others = await items().where('kind', 'not in', ['Session', 'Interaction']).execute();
    assert.deepEqual(others, []);
    assert.deepEqual(await items().where('account_id', '=', session.account.id).execute(), []);
  });

  it('deletes console tokens with the account and notifies listeners', async () => {
    await using cloud = await startTestCloud(engine);
    const session = await signUp(cloud);
    const { app } = await createApp(cloud);
    const { tokens, consoleTokens } = cloud.identity.authorization;
    const { accessToken } = await consoleTokens.make(
      { accountId: session.account.id, clientId: app.clientId },
      '192.0.2.1',
    );
    const heard: string[] = [];
    using _ = { [Symbol.dispose]: tokens.onRevoked(() => heard.push('revoked')) };
    assert.equal((await cloud.identity.accounts.remove(session, owner.password, '192.0.2.1')).ok, true);
    assert.equal(await tokens.identify(accessToken), undefined);
    assert.deepEqual(heard, ['revoked']);
  });

  for (const [what, act] of [
    ['is deleted', (accounts, session) => accounts.remove(session, owner.password, '192.0.2.1')],
    [
      'gets another password',
      (accounts, session) =>
        accounts.changePassword(
          session,
          { present: owner.password, next: 'another house, another sea' },
          '192.0.2.1',
        ),
    ],
  ] as readonly [string, (accounts: Accounts, session: AccountSession) => Promise<{ ok: boolean }>][])
    it(`leaves an app without access if the account ${what} during a refresh`, async () => {
      await using cloud = await startTestCloud(engine);
      const session = await signUp(cloud);
      const { app } = await createApp(cloud);
      const given = await Promise.all([1, 2, 3].map(() => obtainTokens(cloud, app)));
      const seen = given.map(({ access }) => access);
      let isOver = false;
      const ended = act(cloud.identity.accounts, session).finally(() => {
        isOver = true;
      });
      const chains = given.map(async (tokens) => {
        let token = tokens.refresh;
        for (;;) {
          const wasOver = isOver;
          const { status, body } = await refresh(cloud, app, token);
          if (status !== 200) return assert.equal(body.error, 'invalid_grant');
          assert.equal(wasOver, false);
          token = String(body.refresh_token);
          seen.push(String(body.access_token));
        }
      });
      await Promise.all(chains);
      assert.equal((await ended).ok, true);
      const { tokens } = cloud.identity.authorization;
      for (const token of seen) assert.equal(await tokens.identify(token), undefined);
      const kept = await cloud.store.db
        .selectFrom('authorization_item')
        .select('kind')
        .where('account_id', '=', session.account.id)
        .execute();
      assert.deepEqual(kept, []);
    });

  it('leaves an app without access if the access is revoked in several ways during a refresh', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const { grants, tokens } = cloud.identity.authorization;
    for (let round = 0; round < 5; round++) {
      const given = await obtainTokens(cloud, app);
      const give = (token: string) =>
        fetch(`${cloud.url}/revoke`, {
          method: 'POST',
          body: new URLSearchParams({ token, client_id: app.clientId }),
        });
      const [refreshed, ...revoked] = await Promise.all([
        refresh(cloud, app, given.refresh),
        give(given.access),
        give(given.refresh),
        give(given.access),
        grants.unlink({ accountId: account.id, clientId: app.clientId }, '192.0.2.1'),
      ]);
      assert.ok([200, 400].includes(refreshed.status), `${refreshed.status}`);
      for (const answer of revoked) if (typeof answer === 'object') assert.equal(answer.status, 200);
      assert.equal(await tokens.identify(given.access), undefined);
      assert.equal(await tokens.identify(String(refreshed.body.access_token)), undefined);
      assert.deepEqual(await grants.listApps(account.id), []);
    }
  });
});
