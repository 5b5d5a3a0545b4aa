import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startFront } from '../../attached/front.fixture.ts';
import type { Bridge } from '../../bridge.ts';
import { post, send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

const read = async ({ http }: Bridge) => JSON.parse((await send(http.port, '/time-zone')).text);
const set = async ({ http }: Bridge, timeZone: string) => post(http.port, '/time-zone', { timeZone });
const zoneOf = async ({ http }: Bridge, path: string) =>
  JSON.parse((await send(http.port, path)).text).timeZone;

it('uses the machine’s time zone until the owner sets another, then uses that in sentences', async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = stack.use(createDataFolder()).path;
  const { device, front } = await startFront(stack, { dataDir });
  const machine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  assert.deepEqual(await read(front), { timeZone: machine, from: 'machine' });
  const other = machine === 'Asia/Tokyo' ? 'Europe/Berlin' : 'Asia/Tokyo';
  assert.equal((await set(front, other)).text, 'OK');
  const refused = await set(front, 'Mars/Base');
  assert.equal(refused.status, 400);
  for (const path of ['/time-zone', '/explain?component=zone.0', '/energy?by=day'])
    assert.equal(await zoneOf(front, path), other, path);
  await front[Symbol.asyncDispose]();
  const again = await startFront(stack, { dataDir, to: { port: device.http.port } });
  assert.deepEqual(await read(again.front), { timeZone: other, from: 'owner' });
});

it('always uses the time zone in the house file for a simulated house', async () => {
  await using bridge = await startSmallBridge();
  const answer = await set(bridge, 'Europe/Berlin');
  assert.equal(answer.status, 409);
  assert.match(
    answer.text,
    /Another time zone is not available: a simulated house uses the one in its file\./,
  );
  assert.deepEqual(await read(bridge), { timeZone: 'Australia/Sydney', from: 'house' });
});
