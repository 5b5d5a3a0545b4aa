import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { axe, findInThemes } from './axe.fixture.ts';
import { assertRed, openFurther, openPage, settle, until } from './browser.fixture.ts';
import { sizes } from './every-page.fixture.ts';

/** Returns the height of a page in window heights, and whether the page is wider than the window. */
const extentOf = (page: Page) =>
  page.evaluate(() => ({
    screens: document.documentElement.scrollHeight / window.innerHeight,
    isWide: document.documentElement.scrollWidth > window.innerWidth,
  }));

/** Returns the elements in the wall's tiles that are cut off or animated. */
const cutOf = (page: Page) =>
  page.locator('.tile').evaluateAll((tiles) =>
    tiles
      .filter((tile) => {
        const box = tile.getBoundingClientRect();
        return box.bottom > window.innerHeight || box.right > window.innerWidth;
      })
      .map((tile) => tile.textContent),
  );

describe('the house on a wall, on a phone, and with the maximum number of rooms', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let large: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
    large = stack.use(await startBridge('--house', 'large'));
  });

  after(() => stack.disposeAsync());

  it('shows a stopped unit on a wall display in red, readable from across the room', async () => {
    await using own = await startBridge();
    await own.post('/HvacCommandV2', { ZoneMode: { Index: 2, Mode: 2 } });
    await own.post('/HvacCommandV2', { SysOn: 1 });
    await own.post('/simulation/UnitFault', 'E05');
    await using watched = await openPage(`${own.url}/#/wall`, { viewport: sizes.wallDisplay });
    const { page } = watched;
    const fault = page.getByRole('status').filter({ hasText: 'Fault E05: the unit has stopped' });
    await assertRed(fault, 'background-color');
    const height = await fault.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    assert.ok(height >= 34, `a message of ${height} px`);
    const tile = (name: string) => page.locator('.tile').filter({ hasText: name });
    await assertRed(tile('Kitchen').getByText('Unit fault E05'));
    const state = tile('Lounge').getByText('Closed');
    await state.waitFor();
    await assert.rejects(assertRed(state), 'a closed room has no fault');
    assert.deepEqual(await cutOf(page), []);
  });

  it('shows all rooms on a wall display without scrolling or movement, and again after a restart', async () => {
    await using watched = await openPage(`${bridge.url}/`, {
      viewport: sizes.wallDisplay,
      reducedMotion: 'no-preference',
    });
    const { page } = watched;
    await openFurther(page, 'Wall display');
    const tile = page.locator('.tile').filter({ hasText: 'Kitchen' });
    await tile.waitFor();
    await bridge.post('/HvacCommandV2', { SysOn: 1 });
    assert.equal(Math.round((await extentOf(page)).screens), 1);
    assert.deepEqual(await cutOf(page), []);
    const height = await tile
      .locator('.tile__temperature')
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    assert.ok(height >= 80, `figures of ${height} px`);
    const endless = () =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter((each) => each.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY).length,
      );
    assert.equal(await endless(), 0);
    await page.goto('about:blank');
    await page.goto(`${bridge.url}/`);
    await tile.click();
    await page.getByRole('dialog', { name: 'Kitchen' }).getByRole('link', { name: 'Why?' }).click();
    await page.getByRole('dialog', { name: 'Kitchen: why?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Leave the wall display' }).click();
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
    assert.equal(await endless(), 0, 'nothing moves on the overview either');
    await page.goto('about:blank');
    await page.goto(`${bridge.url}/`);
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
    await page.goto(`${large.url}/#/wall`);
    await page.locator('.tile').nth(30).waitFor();
    assert.deepEqual(await cutOf(page), []);
    assert.deepEqual(watched.complaints, []);
  });

  it('keeps the phone’s overview to three screens, rooms first and the rest collapsed', async () => {
    await using watched = await openPage(bridge.url, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      bypassCSP: true,
    });
    const { page } = watched;
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
    const { screens, isWide } = await extentOf(page);
    assert.ok(screens <= 3, `${screens} screens`);
    assert.equal(isWide, false);
    const less = page.getByRole('button', { name: 'Kitchen setpoint: less' });
    const shown = page.getByRole('spinbutton', { name: 'Kitchen setpoint', exact: true });
    const before = Number(await shown.getAttribute('aria-valuenow'));
    await less.click();
    await until(
      async () =>
        Number(
          (
            (await bridge.query('/HvacRequestV2', { HvacV2Request: { Type: 2, No: 1, No1: 0 } })) as {
              ZonesV2: { Setpoint: number };
            }
          ).ZonesV2.Setpoint,
        ),
      before - 50,
    );
    // The header stays in view, and the favourites are not collapsed.
    await page.getByRole('region', { name: 'Indoors', exact: true }).getByRole('button').waitFor();
    assert.equal(await page.locator('summary').filter({ hasText: 'Favourites' }).count(), 0);
    assert.equal(await page.getByRole('region', { name: 'Power' }).count(), 0);
    await page.locator('summary').filter({ hasText: 'Power' }).click();
    await page.getByRole('region', { name: 'Power' }).waitFor();
    await settle(page);
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findInThemes(page), []);
    // An expanded section scrolls within itself, so the page is not wider than the phone.
    for (const title of ['Air conditioner', 'Garden']) {
      await page.locator('summary').filter({ hasText: title }).click();
      await settle(page);
      assert.equal((await extentOf(page)).isWide, false, title);
    }
    assert.deepEqual(watched.complaints, []);
  });

  it('links each page on a phone to the wall display, the setup and the simulator', async () => {
    await using watched = await openPage(bridge.url, {
      viewport: { width: 360, height: 780 },
      isMobile: true,
      hasTouch: true,
      bypassCSP: true,
    });
    const { page } = watched;
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    const more = navigation.getByText('More', { exact: true });
    await more.click();
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findInThemes(page), []);
    await page.keyboard.press('Escape');
    await navigation.getByRole('link', { name: 'Simulator' }).waitFor({ state: 'hidden' });
    for (const [name, heading] of [
      ['Simulator', 'Weather'],
      ['Setup', 'House'],
    ] as const) {
      await more.tap();
      await navigation.getByRole('link', { name }).tap();
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await navigation.getByRole('link', { name }).waitFor({ state: 'hidden' });
      assert.equal((await extentOf(page)).isWide, false, name);
    }
    await more.tap();
    await navigation.getByRole('link', { name: 'Wall display' }).tap();
    await page.locator('.tile').first().waitFor();
    assert.deepEqual(watched.complaints, []);
  });

  it('finds a room of a large house by its name or by its status', async () => {
    await using watched = await openPage(large.url, { viewport: sizes.laptop });
    const { page } = watched;
    const rows = page.locator('.room-row');
    await rows.nth(30).waitFor();
    const all = await rows.count();
    const first = (await rows.first().locator('h3').textContent()) ?? '';
    await page.getByLabel('Find a room').fill(first.toUpperCase());
    await until(async () => (await rows.count()) < all, true);
    await page.getByRole('link', { name: first }).first().waitFor();
    await page.getByLabel('Find a room').fill('no such room');
    await page.getByText('No room matches “no such room”.').waitFor();
    await page.getByLabel('Find a room').fill('');
    await until(() => rows.count(), all);
    assert.equal((await extentOf(page)).isWide, false);
    assert.deepEqual(watched.complaints, []);
  });

  it('a large house has a power card without a gap, and a legend of distinguishable channels', async () => {
    for (const size of ['phone', 'tablet', 'laptop', 'wallDisplay'] as const) {
      const viewport = size === 'tablet' ? { width: 820, height: 1_180 } : sizes[size];
      await using watched = await openPage(large.url, { viewport });
      const { page } = watched;
      if (size === 'phone') await page.locator('summary').filter({ hasText: 'Power' }).click();
      await page.locator('.energy canvas').waitFor();
      await settle(page);
      const { gaps, looks } = await page.locator('.energy').evaluate((card) => {
        const box = (of: string) => card.querySelector(of)!.getBoundingClientRect();
        return {
          gaps: [
            box('.chart').top - box('.figures').bottom,
            card.getBoundingClientRect().bottom - box('.chart__marks').bottom,
          ],
          looks: [...card.querySelectorAll('.chart__swatch')].map((swatch) => {
            const { backgroundColor, backgroundImage } = getComputedStyle(swatch);
            return `${backgroundColor} ${backgroundImage}`;
          }),
        };
      });
      for (const gap of gaps) assert.ok(gap <= 90, `${size}: ${gap} px of nothing`);
      assert.ok(looks.length > 9, `${looks.length} channels`);
      assert.equal(new Set(looks).size, looks.length, looks.join('; '));
      assert.deepEqual(watched.complaints, []);
    }
  });
});
