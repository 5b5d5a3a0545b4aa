import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import { openPage, until } from './browser.fixture.ts';

const ask = async (bridge: BridgeProcess, Type: number, No = 0) =>
  bridge.query('/iLightRequest', { RetRequest: { Type, No, No1: 0 } });
const runTime = async (bridge: BridgeProcess) =>
  ((await ask(bridge, 1)).RetSystem as Record<string, number>).ManualRunTime;
const station = async (bridge: BridgeProcess, No: number) =>
  (await ask(bridge, 3, No)).RetStation as Record<string, number>;
const isWatering = async (bridge: BridgeProcess, No: number) => (await station(bridge, No)).State !== 0;

const sheet = (bridge: BridgeProcess, No: number) => `${bridge.url}/#/overview/station/${No}`;

it('waters a station for ten minutes, then restores the manual run time, also after a crash', async () => {
  await using bridge = await startBridge();
  const before = await runTime(bridge);
  assert.notEqual(before, 10);
  await using watched = await openPage(sheet(bridge, 1));
  const { page } = watched;
  await page.getByRole('button', { name: '10 minutes' }).click();
  await until(() => isWatering(bridge, 1), true);
  assert.equal(await runTime(bridge), 10);
  await bridge.kill();
  await bridge.restart();
  assert.equal(await runTime(bridge), 10);
  await bridge.post('/simulation/ClockStep', 11 * 60);
  await until(() => isWatering(bridge, 1), false);
  await until(() => runTime(bridge), before);
  // A value that is set during a watering is kept.
  await page.goto(sheet(bridge, 2));
  await page.getByRole('button', { name: '5 minutes' }).click();
  await until(() => isWatering(bridge, 2), true);
  await bridge.post('/iLightCommand', { RetSetManRunTime: 44 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await until(() => isWatering(bridge, 2), false);
  assert.equal(await runTime(bridge), 44);
});

it('restores the manual run time of a real bridge when the station stops', async () => {
  await using device = await startBridge();
  await using front = await startBridge('--attach', new URL(device.url).host, '--no-attach-notifications');
  const before = await runTime(device);
  await using watched = await openPage(sheet(front, 1));
  await watched.page.getByRole('button', { name: '20 minutes' }).click();
  await until(() => isWatering(device, 1), true);
  assert.equal(await runTime(device), 20);
  await device.post('/iLightCommand', { RetStnMode: { No: 1, Mode: 0 } });
  await until(() => runTime(device), before);
});
