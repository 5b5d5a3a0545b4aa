import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { SetupVisitAnswer } from '@plenum/protocol/zone';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { type Bridge, startBridge } from '../bridge.ts';
import { smallHouse } from '../fixture/small-house.fixture.ts';

const installerKey = 'a-key-of-the-installer';
const ofInstaller = { 'plenum-installer-key': installerKey };

const ask = async (
  { http }: Bridge,
  path: string,
  body?: object,
  headers: Record<string, string> = ofInstaller,
) => {
  const response = await fetch(`http://127.0.0.1:${http.port}${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};

const visitOf = async (bridge: Bridge): Promise<SetupVisitAnswer> =>
  JSON.parse((await ask(bridge, '/setup-visit')).text);

const start = (dataDir: string, more: object = {}) =>
  startBridge({
    house: smallHouse,
    dataDir,
    ...onFreePorts,
    installerKey,
    clock: createFakeClock(),
    ...more,
  });

it('keeps the finished zones and the installer’s name for other browsers and over a restart', async () => {
  using folder = createDataFolder();
  const at = createFakeClock().now();
  {
    await using bridge = await start(folder.path);
    assert.deepEqual(await visitOf(bridge), { installer: '', done: [] });
    for (const [path, body] of [
      ['/setup-visit/zone', { zone: 1, isDone: true }],
      ['/setup-visit/zone', { zone: 0, isDone: true }],
      ['/setup-visit/zone', { zone: 0, isDone: true }],
      ['/setup-visit/zone', { zone: 1, isDone: false }],
      ['/setup-visit/installer', { installer: 'Kim Lee' }],
    ] as const)
      assert.deepEqual(await ask(bridge, path, body), { status: 200, text: 'OK' });
  }
  await using bridge = await start(folder.path);
  assert.deepEqual(await visitOf(bridge), { installer: 'Kim Lee', done: [{ zone: 0, at }] });
  assert.equal((await ask(bridge, '/setup-visit/end', {})).status, 200);
  assert.deepEqual(await visitOf(bridge), { installer: '', done: [] });
});

it('shows and changes the visit of an installer only for a caller with the installer key', async () => {
  using folder = createDataFolder();
  await using bridge = await start(folder.path);
  for (const [path, body] of [
    ['/setup-visit', undefined],
    ['/setup-visit/zone', { zone: 0, isDone: true }],
    ['/setup-visit/installer', { installer: 'Kim Lee' }],
    ['/setup-visit/end', {}],
  ] as const)
    assert.equal((await ask(bridge, path, body, {})).status, 401, path);
  assert.deepEqual(await visitOf(bridge), { installer: '', done: [] });
});

it('refuses a zone beyond the last, a name that is too long, and changes of a read-only bridge', async () => {
  using folder = createDataFolder();
  {
    await using bridge = await start(folder.path);
    for (const [zone, status] of [
      [13, 200],
      [14, 400],
      [-1, 400],
    ] as const)
      assert.equal((await ask(bridge, '/setup-visit/zone', { zone, isDone: true })).status, status);
    for (const [length, status] of [
      [240, 200],
      [241, 400],
    ] as const)
      assert.equal(
        (await ask(bridge, '/setup-visit/installer', { installer: 'x'.repeat(length) })).status,
        status,
      );
  }
  await using bridge = await start(folder.path, { readOnly: true });
  assert.equal((await ask(bridge, '/setup-visit/end', {})).status, 403);
});
