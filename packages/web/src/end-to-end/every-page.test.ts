import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import { isFullRun } from '@plenum/testbed/full-run';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { axe, findInThemes, findViolations } from './axe.fixture.ts';
import { openPage, settle, textOf } from './browser.fixture.ts';
import { everyPage, moreSheets, sizes } from './every-page.fixture.ts';
import { prepare } from './prepare.fixture.ts';

describe('every page', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
    await prepare(bridge, 1);
  });

  after(() => stack.disposeAsync());

  const pages = Object.entries({ ...everyPage, ...moreSheets });
  /** On all screens but a phone, a usual run leaves out the sheets that look like another one. */
  const usualPages = isFullRun ? pages : Object.entries(everyPage);

  const goTo = async (page: Page, [name, hash]: readonly [string, string]) => {
    await page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
    if (name.includes('-')) await page.getByRole('dialog').waitFor();
    await settle(page);
  };

  /** Returns by how many pixels a page, or a sheet on it, is too wide. */
  const widthOver = (page: Page) =>
    page.evaluate(() =>
      Math.max(
        document.documentElement.scrollWidth - window.innerWidth,
        ...[...document.querySelectorAll('.sheet')].map((one) => one.scrollWidth - one.clientWidth),
      ),
    );

  /**
   * Returns the controls that are too small for a finger, except those of a week, which are also in a list, and those
   * of a chart, which are also in a table.
   */
  const findSmall = (page: Page) =>
    page.evaluate(() => {
      const root = document.querySelector('[role="dialog"]') ?? document.body;
      const all = root.querySelectorAll('button:not(.week__stretch, .energy-bars__one), select, summary');
      return [...all].flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        const isSmall = one.checkVisibility() && Math.min(width, height) < 43.5;
        return isSmall ? [`${one.className} ${one.textContent}: ${width} x ${height}`] : [];
      });
    });

  const open = async (options: BrowserContextOptions) => {
    const watched = await openPage(bridge.url, { bypassCSP: true, ...options });
    await watched.page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
    return watched;
  };

  // An ordinary run examines each page in both sizes and both themes, but not in each combination.
  for (const [size, colorScheme] of [
    ['phone', 'dark'],
    ['laptop', 'light'],
  ] as const)
    it(`every page passes axe on a ${size} in ${isFullRun ? 'either' : `the ${colorScheme}`} theme, fits, and reports no problem`, async () => {
      await using watched = await open({ viewport: sizes[size], colorScheme });
      const { page, complaints } = watched;
      await page.addScriptTag({ path: axe });
      const found: Record<string, readonly string[]> = {};
      for (const one of size === 'phone' ? pages : usualPages) {
        await goTo(page, one);
        const over = await widthOver(page);
        assert.ok(over <= 0, `${one[0]} is ${over} px too wide`);
        if (size === 'phone') assert.deepEqual(await findSmall(page), [], one[0]);
        const violations = await (isFullRun ? findInThemes(page) : findViolations(page));
        if (violations.length > 0) found[one[0]] = violations;
      }
      assert.deepEqual(found, {});
      assert.deepEqual(complaints, []);
    });

  it('every page fits a wall display without scrolling sideways', async () => {
    await using watched = await open({ viewport: sizes.wallDisplay });
    for (const one of usualPages) {
      await goTo(watched.page, one);
      const over = await widthOver(watched.page);
      assert.ok(over <= 0, `${one[0]} is ${over} px too wide`);
    }
    await goTo(watched.page, ['wall', '#/wall']);
    const states = watched.page.getByRole('main').locator('.tile__state');
    await states.filter({ hasText: 'Sensor fault: the temperature is not reliable' }).waitFor();
    const cut = await states.evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
        .map(({ textContent }) => textContent),
    );
    assert.deepEqual(cut, []);
  });

  it('draws the history of a room and shows it as a table', async () => {
    await using watched = await openPage(`${bridge.url}/#/history`);
    const { page } = watched;
    await settle(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Temperature' }).getByRole('button', { name: 'CSV' }).click();
    const file = await downloading;
    assert.equal(file.suggestedFilename(), 'zone-0-zone-1.csv');
    const lines = (await textOf(file)).split('\r\n');
    assert.equal(
      lines[0],
      'time,Family room °C,Family room: Setpoint °C,Family room: Damper %,Kitchen °C,Kitchen: Setpoint °C,Kitchen: Damper %,Outdoors °C,Heating %,Cooling %',
    );
    assert.equal(lines.length, 290);
    assert.match(
      lines.at(-3)!,
      /^20\d\d-\d\d-\d\dT[\d:.]+Z,\d+(\.\d+)?,22\.5,\d+,\d+(\.\d+)?,22\.5,\d+,36,0,100$/,
    );
  });

  it('draws on the unit’s sheet the setpoint that it follows, not its own without effect', async () => {
    await using watched = await openPage(`${bridge.url}/#/overview/unit/0`);
    const sheet = watched.page.getByRole('dialog', { name: 'Air conditioner' });
    // Which of the two needs the unit more depends on the weather; both have the same setpoint.
    await sheet.getByText(/^(Family room|Kitchen) leads/).waitFor();
    await sheet.getByRole('listitem').filter({ hasText: 'Setpoint22.5 °C' }).waitFor();
  });

  it('shows degrees Fahrenheit when chosen, and remembers the choice', async () => {
    await using watched = await openPage(bridge.url);
    const { page } = watched;
    const kitchen = page.getByRole('spinbutton', { name: 'Kitchen setpoint' });
    await page.getByRole('button', { name: '°C, change the scale' }).click();
    assert.equal(await kitchen.getAttribute('aria-valuetext'), '72.5 degrees Fahrenheit');
    await page.reload();
    await kitchen.waitFor();
    assert.equal(await kitchen.textContent(), '72.5°');
  });
});
