import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import { isFullRun } from '@plenum/testbed/full-run';
import { openPage, settle } from './browser.fixture.ts';
import { everyPage, moreSheets, sizes } from './every-page.fixture.ts';
import { maxShift, readShifts, slowDown, watchShifts } from './shift.fixture.ts';

/** In an ordinary run without the sheets that look like another one. */
const pages = { ...everyPage, ...(isFullRun && moreSheets) };

// For the pages of the cloud, see `cloud-pages.test.ts`.
describe('no page of the house jumps while it loads', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
    // The clock is paused because a change in the house may move parts of the page while it loads.
    await bridge.post('/simulation/ClockPause', 1);
  });

  after(() => stack.disposeAsync());

  for (const [size, viewport] of Object.entries({ phone: sizes.phone, wallDisplay: sizes.wallDisplay }))
    it(`a page of the house does not jump while it loads on a ${size}`, async () => {
      await using watched = await openPage('about:blank', { viewport });
      const { page } = watched;
      await watchShifts(page);
      await slowDown(page);
      const found: Record<string, unknown> = {};
      for (const [name, hash] of Object.entries(pages)) {
        await page.goto('about:blank');
        await page.goto(`${bridge.url}/${hash}`);
        await page.locator('h1, h2').first().waitFor();
        await settle(page);
        const shifted = await readShifts(page);
        if (shifted.sum >= maxShift) found[name] = shifted;
      }
      assert.deepEqual(found, {});
    });

  it('shows the health page in its own styles before other pages’ scripts are loaded', async () => {
    await using watched = await openPage('about:blank');
    const { page } = watched;
    // The scripts of other pages are loaded when the browser is idle, which it never is in this test.
    await page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0;
    });
    await page.goto(`${bridge.url}/${everyPage['overview-health']}`);
    const line = page.locator('.lines__one').first();
    await line.waitFor();
    assert.equal(await line.evaluate((one) => getComputedStyle(one).display), 'flex');
  });
});
