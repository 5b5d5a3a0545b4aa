import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { axe, findInThemes } from './axe.fixture.ts';
import { openPage, until, type Watched } from './browser.fixture.ts';

describe('automatic actions on the pages', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;
  let page: Page;

  before(async () => {
    bridge = stack.use(await startBridge('--house-time', '2026-07-08T15:20'));
    await bridge.post('/simulation/ClockPause', 1);
    watched = stack.use(await openPage(bridge.url, { bypassCSP: true }));
    page = watched.page;
    await page.goto(`${bridge.url}/#/schedules`);
  });
  after(() => stack.disposeAsync());

  const panel = () => page.getByRole('region', { name: 'Automatic actions' });
  const read = async () => await (await fetch(`${bridge.url}/automation`)).json();
  const settings = async () => (await read()).settings as object;
  const choose = (kind: string, consent: string) =>
    panel().getByRole('radiogroup', { name: kind }).getByRole('radio', { name: consent }).click();

  it('lets the owner choose what the bridge may do, and for which rooms', async () => {
    await choose('Rest while every room is satisfied', 'Suggest');
    await choose('Fan alone while rooms differ', 'Suggest');
    await panel().locator('.toggle', { hasText: 'Study' }).click();
    await until(settings, {
      rest: 'suggest',
      mix: 'suggest',
      window: 'off',
      dry: 'off',
      filter: 'off',
      filterHours: 500,
      roomsOff: [3],
      leastRun: 10,
      leastRest: 5,
    });
    assert.equal(
      await panel()
        .getByRole('radiogroup', { name: 'Fan alone while rooms differ' })
        .getByRole('radio', { name: 'Do it' })
        .count(),
      0,
    );
  });

  it('is accessible in both themes', async () => {
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findInThemes(page), []);
  });

  it('shows a suggestion with its reason on the overview, does it and undoes it on request', async () => {
    const hasRest = async () =>
      ((await read()).actions as { kind: string }[]).some(({ kind }) => kind === 'rest');
    for (let minutes = 0; minutes < 300 && !(await hasRest()); minutes++)
      await bridge.post('/simulation/ClockStep', 60);
    await page.goto(`${bridge.url}/#/overview`);
    await page.reload();
    const status = panel().getByRole('status').filter({ hasText: 'Every room' });
    await status.filter({ hasText: /the air goes where none is needed: / }).waitFor();
    await panel().getByRole('button', { name: 'Do it now' }).click();
    await status.filter({ hasText: /the unit rests until a room needs it\. Until/ }).waitFor();
    const isOn = async () => (await read()).actions[0]?.state;
    assert.equal(await isOn(), 'acting');
    await panel().getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await read()).past.at(-1)?.ending, 'undone');
    assert.deepEqual(watched.complaints, []);
  });
});
