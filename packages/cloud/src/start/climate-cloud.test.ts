import assert from 'node:assert/strict';
import { it } from 'node:test';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startReceiver } from '@plenum/testbed/receiver';
import { Webhook } from 'standardwebhooks';
import { signUpOwner, startWholeCloud } from '../api/console/owner.fixture.ts';
import { onEachStore, type TestEngine } from '../fixture/with-store.fixture.ts';
import { leastCost } from '../identity/account/accounts.fixture.ts';
import { demo } from '../identity/oauth/app/demo.ts';
import { startClimateCloud } from './climate-cloud.ts';

/** Starts a cloud, the demo app with an endpoint, and an owner who allowed the app. */
const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const receiver = stack.use(await startReceiver());
  const { cloud } = stack.use(await startWholeCloud(engine));
  const developer = await enterAccount(cloud.publicUrl);
  await developer.allowApp();
  const path = `/console/apps/${demo.clientId}/endpoints`;
  const { secret } = await developer.call<{ secret: string }>(path, { url: receiver.url });
  const credentials = { email: 'ann@example.org', password: 'a quiet house by the sea' };
  const owner = await signUpOwner(cloud, credentials.email);
  const given = await (await enterAccount(cloud.publicUrl, credentials)).allowApp();
  // A Sync about the developer came with the endpoint, and one about the owner with the link.
  await receiver.came(2);
  receiver.messages.length = 0;
  /** Returns the next message after verifying its signature. */
  const heard = async () => {
    await receiver.came(1);
    const [{ body, headers }] = receiver.messages as [(typeof receiver.messages)[0]];
    assert.equal(receiver.messages.length, 1);
    const message = new Webhook(secret).verify(body, headers as Record<string, string>);
    assert.equal((message as { requestId: string }).requestId, headers['webhook-id']);
    return message as { requestType: string; userId: string };
  };
  return { cloud, owner, given, heard, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

onEachStore('Sync messages (interface 6) to an app', (engine) => {
  const acts: Readonly<Record<string, (world: Awaited<ReturnType<typeof start>>) => Promise<unknown>>> = {
    'sends an app a Sync when its user deletes the account': ({ owner }) =>
      owner.post('/account/remove', { password: 'a quiet house by the sea' }),
    'sends an app a Sync when its user revokes its access': ({ owner }) =>
      owner.post(`/console/links/${demo.clientId}/remove`),
    'sends an app a Sync when its user changes the password': ({ owner }) =>
      owner.post('/account/password', {
        present: 'a quiet house by the sea',
        next: 'another house, another sea',
      }),
    'sends an app a Sync when the app returns its token': ({ cloud, given }) =>
      fetch(`${cloud.publicUrl}/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: demo.clientId, token: given.refresh }),
      }),
  };
  for (const [what, act] of Object.entries(acts))
    it(what, { timeout: 20_000 }, async () => {
      await using world = await start(engine);
      await act(world);
      const { requestType, userId } = await world.heard();
      assert.deepEqual({ requestType, userId }, { requestType: 'Sync', userId: world.owner.accountId });
    });
});

it('queues no messages when an app renews its tokens', async () => {
  await using receiver = await startReceiver();
  using folder = createDataFolder();
  await using cloud = await startClimateCloud({
    store: { dataDir: folder.path },
    httpPort: 0,
    development: true,
    passwordCost: leastCost,
  });
  const developer = await enterAccount(cloud.publicUrl);
  const { refresh } = await developer.allowApp();
  const path = `/console/apps/${demo.clientId}/endpoints`;
  await developer.call(path, { url: receiver.url });
  const changes = async () =>
    (await developer.call<[{ ledger: { changes: number } }]>(path))[0].ledger.changes;
  const before = await changes();
  assert.equal(before, 1);
  const form = { client_id: demo.clientId, grant_type: 'refresh_token', refresh_token: refresh };
  const answer = await fetch(`${cloud.publicUrl}/token`, { method: 'POST', body: new URLSearchParams(form) });
  assert.equal(answer.status, 200);
  assert.equal(await changes(), before);
});

it('hashes the passwords of the demo account and of an owner at the full cost by default', async () => {
  using folder = createDataFolder();
  await using cloud = await startClimateCloud({
    store: { dataDir: folder.path },
    httpPort: 0,
    development: true,
  });
  await signUpOwner(cloud, 'ann@example.org');
  const rows = await cloud.store.db.selectFrom('account').select('password').execute();
  assert.equal(rows.length, 2);
  // The cost for argon2id with one lane in the OWASP Password Storage Cheat Sheet.
  for (const { password } of rows) assert.match(password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
