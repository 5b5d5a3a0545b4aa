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

it('shows how long a station is watered and until when, also after a reload', async () => {
  await using bridge = await startBridge();
  await bridge.post('/simulation/ClockPause', 1);
  await using watched = await openPage(sheet(bridge, 1));
  const { page } = watched;
  await page.getByRole('button', { name: '10 minutes' }).click();
  await page.getByText('10 min left, until 09:10').waitFor();
  await bridge.post('/simulation/ClockStep', 4 * 60);
  await page.getByText('6 min left, until 09:10').waitFor();
  await page.reload();
  await page.getByText('6 min left, until 09:10').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('left, until').waitFor({ state: 'detached' });

  // A station of a program is watered after those before it.
  await bridge.post('/iLightCommand', { RetRunProgram: { No: 0, Run: 1 } });
  await bridge.post('/simulation/ClockStep', 30);
  await page.goto(sheet(bridge, 0));
  await page.getByText(/^\d+ min left, until 09:\d\d$/).waitFor();
  assert.deepEqual(watched.complaints, []);
});

it('offers no start for a program that is disabled or waters nothing', async () => {
  await using bridge = await startBridge();
  const start = (name: string) => page.getByRole('button', { name: new RegExp(`^Run ${name}`) });
  await using watched = await openPage(`${bridge.url}/#/overview`);
  const { page } = watched;
  const programs = page.getByRole('list', { name: 'Run a program now' });
  await programs.waitFor();
  const labels = await programs.getByRole('button').allTextContents();
  const [first, second, third] = labels;
  assert.ok(third !== undefined, labels.join('; '));
  const nameOf = (label = '') => label.trim().replace(/, \d+ min$/, '');
  await bridge.post('/iLightCommand', { RetPrEnable: { No: 0, Enable: 0 } });
  await start(nameOf(first)).waitFor({ state: 'detached' });
  const RunTimes = Array.from({ length: 24 }, (_, No) => ({ No, RunTime: 0 }));
  for (const each of RunTimes) await bridge.post('/iLightCommand', { RetStRunTime: { Program: 1, ...each } });
  await start(nameOf(second)).waitFor({ state: 'detached' });
  await start(nameOf(third)).waitFor();
});
