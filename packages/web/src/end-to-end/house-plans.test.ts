import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { demo } from '@plenum/testbed/account';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import { startEverything } from '@plenum/testbed/everything';
import type { Page } from 'playwright-core';
import { enter } from './account.fixture.ts';
import { openPage, settle, until } from './browser.fixture.ts';
import { sizes } from './every-page.fixture.ts';

describe('the plans of a house, and the running programs', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    // The simulation starts hours before midnight, because manual runs would disappear at the end of the day.
    bridge = stack.use(await startBridge('--house-time', '2026-02-03T10:00'));
  });

  after(() => stack.disposeAsync());

  const byHand = (page: Page, lane: string) =>
    page.locator('.day__one').filter({ hasText: lane }).locator('.lane__bar[data-by-hand]');

  it('draws a manual program in the day view at each of its stations', async () => {
    await using watched = await openPage(bridge.url);
    const { page } = watched;
    await settle(page);
    assert.equal(await byHand(page, 'Programs').count(), 0);
    await page.getByRole('button', { name: 'Run Everything' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await byHand(page, 'Programs').waitFor();
    const title = await byHand(page, 'Programs').getAttribute('title');
    assert.match(title ?? '', /^Everything \d\d:\d\d–\d\d:\d\d, manual$/);
    for (const station of ['Front lawn', 'Vegetables']) await byHand(page, station).first().waitFor();
    await page.getByText(/\. Manual: Everything \d\d:\d\d–\d\d:\d\d$/).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Stop Everything' }).click();
    await byHand(page, 'Programs').waitFor({ state: 'detached' });
  });

  it('draws a single station with its manual run time', async () => {
    await bridge.post('/iLightCommand', { RetSetManRunTime: 30 });
    await bridge.post('/iLightCommand', { RetStnMode: { No: 2, Mode: 1 } });
    await using watched = await openPage(bridge.url);
    const { page } = watched;
    await byHand(page, 'Rose bed').waitFor();
    const title = (await byHand(page, 'Rose bed').getAttribute('title')) ?? '';
    const [from, to] = [...title.matchAll(/(\d\d):(\d\d)/g)].map(([, h, m]) => Number(h) * 60 + Number(m));
    // A run that continues after midnight is drawn until the last minute of the day.
    assert.equal((to! - from! + 1_440) % 1_440, Math.min(30, 1_439 - from!));
    await bridge.post('/iLightCommand', { RetStnMode: { No: 2, Mode: 0 } });
    await byHand(page, 'Rose bed').waitFor({ state: 'detached' });
  });

  it('draws simultaneous favourites side by side, each of the nine in its own colour', async () => {
    await using watched = await openPage(`${bridge.url}/#/schedules`);
    const { page } = watched;
    const plan = page.getByRole('region', { name: 'Ducted favourites' });
    await plan.waitFor();
    const colours = await plan
      .locator('.plan__colour')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderColor));
    assert.equal(colours.length, 9);
    assert.equal(new Set(colours).size, 9);
    const over = await plan.locator('.week__lane').evaluateAll((lanes) =>
      lanes.flatMap((lane) => {
        const all = [...lane.querySelectorAll('.week__stretch')].map((one) => one.getBoundingClientRect());
        return all.flatMap((a, place) =>
          all
            .slice(place + 1)
            .filter(
              (b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom,
            ),
        );
      }),
    );
    assert.deepEqual(over, []);
  });

  it('leaves no gap on a wall display next to the garden of a house seen through the cloud', async () => {
    await using plenum = await startEverything();
    await using watched = await openPage(plenum.cloud, { viewport: sizes.wallDisplay });
    const { page } = watched;
    await enter(page, demo);
    const { places } = await (await fetch(`${plenum.cloud}/welcome`)).json();
    await page.goto(`${plenum.cloud}/house?id=${places.house.systemId}`);
    const power = page.getByRole('region', { name: 'Power' });
    await power.getByText('Outdoor unit').waitFor();
    const heightOf = async (name: string) =>
      (await page.getByRole('region', { name, exact: true }).boundingBox())!.height;
    await until(async () => (await heightOf('Power')) - (await heightOf('Garden')), 0);
    const last = (await power.locator(':scope > *').last().boundingBox())!;
    const card = (await power.boundingBox())!;
    assert.ok(card.y + card.height - (last.y + last.height) < 60, 'what it shows reaches to its foot');
  });
});
