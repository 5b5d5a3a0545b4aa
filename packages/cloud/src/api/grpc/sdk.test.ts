import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CloudError, type CloudUpdate, connectCloud } from '@plenum/client';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { changed, createHouse, idsOf } from '../house.fixture.ts';
import { startRequestServer } from '../request-server.fixture.ts';

const systemId = '000000001';
const unit = `${systemId}_hvac_systemsettings_0`;

onEachStore('our SDK', (engine) => {
  const open = async () => {
    const stack = new AsyncDisposableStack();
    const { place } = stack.use(await engine.createPlace());
    const server = stack.use(await startRequestServer({ place }));
    await insertAccount(server.store, 'ann');
    const house = await createHouse(server, { accountId: 'ann', systemId });
    const accessToken = server.tokens.issue('ann');
    const client = connectCloud({ url: server.url, tokens: { accessToken } });
    return { ...server, house, client, accessToken, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it('discovers, queries and controls components with our SDK', async () => {
    await using cloud = await open();
    const { userId, components } = await cloud.client.discover();
    assert.equal(userId, 'ann');
    assert.deepEqual(new Set(components.map(({ componentId }) => componentId)), new Set(idsOf(systemId)));
    assert.equal((await cloud.client.query(unit)).datagram.SysOn, 1);
    await cloud.client.control(unit, { SysOn: 0 });
    assert.deepEqual(cloud.controls.sent, [{ systemId, command: { SysOn: 0 } }]);
    cloud.controls.answer({ answer: 'refused', status: 409, detail: 'No zone.' });
    const refused = cloud.client.control(unit, { SysOn: 1 });
    await assert.rejects(refused, (error) => error instanceof CloudError && error.code === 'refused');
  });

  it('follows changes with our SDK until the token is revoked', async () => {
    await using cloud = await open();
    const heard: CloudUpdate[] = [];
    const following = (async () => {
      for await (const news of cloud.client.watch()) {
        heard.push(news);
        if (news.snapshot) await cloud.house.change([changed('unit', 0, { SysOn: 0 })]);
        else cloud.tokens.revoke(cloud.accessToken);
      }
    })();
    await assert.rejects(following, (error) => error instanceof CloudError && error.code === 'signed-out');
    const [snapshot, change] = heard;
    assert.equal(snapshot?.components.length, idsOf(systemId).length);
    assert.deepEqual(
      change?.components.map(({ componentId, datagram }) => [componentId, datagram.SysOn]),
      [[unit, 0]],
    );
  });
});
