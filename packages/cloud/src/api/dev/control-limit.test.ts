import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { createHouse } from '../house.fixture.ts';
import { startRequestServer } from '../request-server.fixture.ts';
import { control } from './dev.fixture.ts';

it('limits the commands of all apps of a user together, regardless of their number of tokens', async () => {
  using folder = createDataFolder();
  const clock = createFakeClock(monday);
  await using cloud = await startRequestServer({
    place: { dataDir: folder.path },
    clock,
    accountLimits: toAccountLimits(1),
  });
  for (const [accountId, systemId] of [
    ['ann', '000000001'],
    ['ben', '000000002'],
  ] as const) {
    await insertAccount(cloud.store, accountId);
    await createHouse(cloud, { accountId, systemId });
  }
  const send = (accountId: string, componentId = control.componentId) =>
    cloud.post(
      { ...control, requestId: randomUUID(), componentId },
      cloud.tokens.issue(accountId, { clientId: randomUUID() }),
    );

  for (let count = 1; count <= 20; count++) assert.equal((await send('ann')).status, 200, String(count));
  const { status, headers, body } = await send('ann');
  assert.deepEqual([status, headers.get('retry-after')], [429, '1']);
  assert.deepEqual(body.response, {
    result: 'Error',
    detail: "This user's apps may send 2 commands a second; nothing was done. Try again in 1 s.",
  });
  assert.equal(cloud.controls.sent.length, 20);
  assert.equal((await send('ben', '000000002_hvac_systemsettings_0')).status, 200, 'another user');
  clock.advance(500);
  assert.equal((await send('ann')).status, 200, 'later');
  assert.equal((await send('ann')).status, 429);
});
