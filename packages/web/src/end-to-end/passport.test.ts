import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { axe, findInThemes } from './axe.fixture.ts';
import { openPage, type Watched } from './browser.fixture.ts';

/** Seconds from 20 June to 4 August, so that a winter month is complete and rooms are known. */
const winter = 45 * 86_400;

describe('the thermal passport', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;
  let page: Page;

  before(async () => {
    bridge = stack.use(await startBridge('--house-time', '2026-06-20T09:00'));
    await bridge.post('/simulation/ClockPause', 1);
    await bridge.post('/simulation/ClockStep', winter);
    watched = stack.use(await openPage(bridge.url, { bypassCSP: true }));
    page = watched.page;
    await page.goto(`${bridge.url}/#/passport`);
  });
  after(() => stack.disposeAsync());

  const region = (name: string) => page.getByRole('region', { name });
  const valueIn = async (panel: string, label: RegExp) => {
    const line = region(panel).locator('.lines__one').filter({ hasText: label });
    return (await line.locator('dd').textContent())!;
  };

  it('states each figure with its interval and the number of its observations', async () => {
    await region('The house')
      .getByText(/\d days/)
      .waitFor();
    assert.match(await valueIn('The house', /Time constant/), /^\d+(\.\d)? \(.+ to .+\) h · \d+ drifts/);
    assert.match(
      await valueIn('The house', /Cooling, each/),
      /^[\d.]+ \([\d.-]+ to [\d.]+\) kWh · \d+ days$|not yet/,
    );
    const rooms = await region('The rooms').locator('.lines__one').allTextContents();
    assert.ok(
      rooms.some((line) => /°C\/h .*· \d+ recoveries, /.test(line)),
      rooms.join('\n'),
    );
  });

  it('divides the energy of each month by its degree-days', async () => {
    await region('The months').locator('.lines__one').nth(1).waitFor();
    const months = await region('The months').locator('.lines__one').allTextContents();
    assert.ok(months.length >= 2, months.join('\n'));
    for (const month of months)
      assert.match(month, /\d+ days? · \d+ kWh · \d+ heating and \d+ cooling degree-days/);
  });

  it('estimates what the last complete month would have cost with other rooms', async () => {
    const status = region('At another temperature').getByRole('status');
    await status.filter({ hasText: /At 23 °C it would have cost about AUD/ }).waitFor();
    const read = async () => (await status.textContent())!.match(/about AUD\s(\d+\.\d+)\.$/)![1];
    const before = await read();
    await region('At another temperature').getByRole('button').last().click();
    await status.filter({ hasText: /At 23.5/ }).waitFor();
    assert.notEqual(await read(), before);
  });

  it('is accessible in both themes', async () => {
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findInThemes(page), []);
    assert.deepEqual(watched.complaints, []);
  });
});
