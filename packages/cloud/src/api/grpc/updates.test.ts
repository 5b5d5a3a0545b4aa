import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { changed, createHouse } from '../house.fixture.ts';
import { readUpdates } from './updates.ts';

withStore(
  'reads each bridge in its current state when its turn comes, so a slow reader holds only one bridge in memory',
  async (store) => {
    await insertAccount(store, 'ann');
    await createHouse({ store }, { accountId: 'ann', systemId: '000000001' });
    const second = await createHouse({ store }, { accountId: 'ann', systemId: '000000002' });
    const news = readUpdates(store.db, { accountId: 'ann', now: 0, cursors: new Map() });
    const one = await news.next();
    assert.equal(one.value?.systemId, '000000001');
    await second.change([changed('zone', 1, { Name: 'Later' })]);
    const two = await news.next();
    assert.equal(two.value?.systemId, '000000002');
    const zone = two.value?.components.find(({ componentId }) => componentId === '000000002_hvac_zone_1');
    assert.match(zone!.datagram, /"Name":"Later"/);
    assert.equal((await news.next()).done, true);
    // No update is sent twice.
    const places = new Map([one, two].map(({ value }) => [value!.systemId, value!.cursor!]));
    assert.equal(
      (await readUpdates(store.db, { accountId: 'ann', now: 0, cursors: places }).next()).done,
      true,
    );
  },
);
