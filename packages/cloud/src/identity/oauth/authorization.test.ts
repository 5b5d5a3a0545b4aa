import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  obtainTokens,
  owner,
  signUp,
  startCloudWithApp,
  startTestCloud,
} from '../../fixture/identity.fixture.ts';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { insertApp, insertItem } from './oauth-rows.fixture.ts';

const address = '192.0.2.1';

onEachStore('apps of an account', (engine) => {
  it('apps lose their access with the account, or with its password unless the owner keeps them', async () => {
    await using cloud = await startTestCloud(engine);
    const { store, identity } = cloud;
    const session = await signUp(cloud);
    const accountId = session.account.id;
    await insertApp(store, 'lights');
    const link = async () => {
      const of = { accountId, clientId: 'lights', grantId: 'grant', expiresAt: 8_640_000_000_000_000 };
      await insertItem(store.db, { kind: 'Grant', ...of, idHash: 'grant' });
      await insertItem(store.db, { kind: 'RefreshToken', ...of, idHash: 'refresh' });
    };
    const linked = async () =>
      (
        await store.db
          .selectFrom('authorization_item')
          .select('client_id')
          .where('account_id', '=', accountId)
          .where('kind', '=', 'RefreshToken')
          .execute()
      ).map(({ client_id }) => client_id);
    await link();
    assert.deepEqual(await linked(), ['lights']);
    const words = [owner.password, 'another house, another sea', 'a third house, no sea at all'] as const;
    const change = (from: number, keepApps: boolean) =>
      identity.accounts.changePassword(
        session,
        { present: words[from]!, next: words[from + 1]!, keepApps },
        address,
      );
    assert.ok((await change(0, true)).ok);
    assert.deepEqual(await linked(), ['lights']);
    assert.ok((await change(1, false)).ok);
    assert.deepEqual(await linked(), []);
    await link();
    assert.ok((await identity.accounts.remove(session, words[2], address)).ok);
    assert.deepEqual(await linked(), []);
  });

  it('a node hears of a revoked access token, so that it forgets what it knows of it', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { tokens } = cloud.identity.authorization;
    const { access } = await obtainTokens(cloud, cloud.app);
    assert.equal((await tokens.identify(access))?.clientId, cloud.app.clientId);
    let heard = 0;
    using stack = new DisposableStack();
    stack.defer(tokens.onRevoked(() => heard++));
    const body = new URLSearchParams({ token: access, client_id: cloud.app.clientId });
    assert.equal((await fetch(`${cloud.url}/revoke`, { method: 'POST', body })).status, 200);
    assert.equal(await tokens.identify(access), undefined);
    assert.ok(heard > 0);
  });
});
