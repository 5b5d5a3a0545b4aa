import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type BridgeProcess, startBridge } from './bridge.fixture.ts';
import { type OpenBrowser, openBrowser, openPage, settle } from './browser.fixture.ts';
import { everyPage, sizes, themes } from './every-page.fixture.ts';
import { prepare } from './prepare.fixture.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
}

const findViolations = async (page: Page): Promise<readonly string[]> => {
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} ${String(target)}: ${failureSummary}`),
  );
};

describe('every page', () => {
  let bridge: BridgeProcess;
  let opened: OpenBrowser;
  let browser: Browser;

  before(async () => {
    bridge = await startBridge();
    await prepare(bridge, 1);
    opened = await openBrowser();
    browser = opened.browser;
  });

  after(async () => {
    await opened?.[Symbol.asyncDispose]();
    await bridge?.[Symbol.asyncDispose]();
  });

  for (const colorScheme of themes) {
    it(`gives axe nothing to find in the ${colorScheme} theme, and complains of nothing`, async () => {
      await using watched = await openPage(browser, bridge.url, { colorScheme, bypassCSP: true });
      const { page, complaints } = watched;
      await page.getByText('Live', { exact: true }).waitFor();
      await page.addScriptTag({ path: axe });
      const found: Record<string, readonly string[]> = {};
      for (const [name, hash] of Object.entries(everyPage)) {
        await page.evaluate((to) => {
          window.location.hash = to;
        }, hash);
        if (name.includes('-')) await page.getByRole('dialog').waitFor();
        await settle(page);
        const violations = await findViolations(page);
        if (violations.length > 0) found[name] = violations;
      }
      assert.deepEqual(found, {});
      assert.deepEqual(complaints, []);
    });
  }

  for (const [size, viewport] of Object.entries(sizes)) {
    it(`fits a ${size} without scrolling sideways`, async () => {
      await using watched = await openPage(browser, bridge.url, { viewport });
      const { page } = watched;
      await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
      for (const [name, hash] of Object.entries(everyPage)) {
        await page.goto(`${bridge.url}/${hash}`);
        await settle(page);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(over <= 0, `${name} is ${over} px too wide`);
      }
    });
  }

  it('draws the history of a room and gives it as a table', async () => {
    await using watched = await openPage(browser, `${bridge.url}/#/history`);
    const { page } = watched;
    await settle(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Temperature' }).getByRole('button', { name: 'CSV' }).click();
    const file = await downloading;
    assert.equal(file.suggestedFilename(), 'zone-0.csv');
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    assert.equal(lines[0], 'time,Family room °C,Setpoint °C,Damper %,Outdoors °C');
    assert.equal(lines.length, 362);
    assert.match(lines.at(-3)!, /^20\d\d-\d\d-\d\dT[\d:.]+Z,\d+(\.\d+)?,22\.5,\d+,36$/);
  });

  it('shows degrees Fahrenheit to whom asks for them, and keeps to it', async () => {
    await using watched = await openPage(browser, bridge.url);
    const { page } = watched;
    const kitchen = page.getByRole('spinbutton', { name: 'Kitchen setpoint' });
    await page.getByRole('button', { name: '°C, change the scale' }).click();
    assert.equal(await kitchen.getAttribute('aria-valuetext'), '72.5 degrees Fahrenheit');
    await page.reload();
    await kitchen.waitFor();
    assert.equal(await kitchen.textContent(), '72.5°');
  });

  it('waits for a bridge that does not answer, and says so', async () => {
    await using watched = await openPage(browser, bridge.url);
    const { page } = watched;
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    await page.getByText('The bridge does not answer. This page joins it as soon as it does.').waitFor();
    await page.unroute('**/events');
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
  });

  it('asks for the access key of a bridge that wants one', async () => {
    await using locked = await startBridge('--access-key', 'open-sesame');
    await using watched = await openPage(browser, locked.url);
    const { page } = watched;
    await page.getByLabel('Access key').fill('wrong');
    await page.getByRole('button', { name: 'Open the house' }).click();
    await page.getByText('The bridge does not know that key.').waitFor();
    await page.getByLabel('Access key').fill('open-sesame');
    await page.getByRole('button', { name: 'Open the house' }).click();
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
  });
});
