import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, settle } from './browser.fixture.ts';

const history = '**/assets/history-page-*.js';

describe('a lazy part of the page', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
  });

  after(() => stack.disposeAsync());

  const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
  const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
  const missing = (page: Page, what: string) =>
    page.getByRole('alert').getByText(`${what} could not be loaded.`);
  const temperature = (page: Page) => page.getByRole('region', { name: 'Temperature' });

  /** Opens a page of a bridge with requests for some files blocked. */
  const openWithout = async (files: string) => {
    const watched = await openPage('about:blank', { bypassCSP: true });
    await watched.page.route(files, (route) => route.abort());
    await watched.page.goto(bridge.url);
    await live(watched.page);
    return watched;
  };

  it('keeps the rest of the page if a lazy part fails to load, and offers a button to load it', async () => {
    await using watched = await openWithout(history);
    const { page } = watched;
    await go(page, 'History');
    await missing(page, 'This page').waitFor();
    await live(page);
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findViolations(page), []);
    await go(page, 'Schedules');
    await page.getByRole('heading', { name: 'Ducted favourites' }).waitFor();
    await go(page, 'History');
    await missing(page, 'This page').waitFor();
    await page.unroute(history);
    await page.getByRole('button', { name: 'Reload' }).click();
    await temperature(page).waitFor();
  });

  it('loads a lazy part automatically when the bridge is back', async () => {
    await using watched = await openWithout(history);
    const { page } = watched;
    await go(page, 'History');
    await missing(page, 'This page').waitFor();
    await bridge.kill();
    await page.getByText('The page reloads as soon as the bridge answers.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await missing(page, 'This page').waitFor();
    await page.unroute(history);
    await bridge.restart();
    await temperature(page).waitFor();
  });

  it('does not show a lazy part without its style', async () => {
    const style = '**/assets/schedule-page-*.css';
    await using watched = await openWithout(style);
    const { page } = watched;
    await go(page, 'Schedules');
    await missing(page, 'This page').waitFor();
    await page.unroute(style);
    await page.getByRole('button', { name: 'Reload' }).click();
    const week = page.locator('.week').first();
    await week.waitFor();
    assert.equal(await week.evaluate((one) => getComputedStyle(one).display), 'grid');
  });

  it('keeps the rest of the overview if a chart or a sheet cannot be loaded', async () => {
    await using watched = await openWithout('**/assets/{stack-chart,details}-*.js');
    const { page } = watched;
    await missing(page, 'The chart').waitFor();
    await go(page, 'Kitchen');
    await missing(page, 'These details').waitFor();
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
    await page.unroute('**/assets/{stack-chart,details}-*.js');
    await page.getByRole('button', { name: 'Reload' }).first().click();
    await page.getByRole('dialog', { name: 'Kitchen' }).waitFor();
  });

  it('keeps the page working if the bridge stops right after the page was loaded', async () => {
    await using watched = await openPage(bridge.url);
    const { page } = watched;
    await live(page);
    await bridge.kill();
    for (const name of ['History', 'Schedules', 'Simulator', 'Overview']) {
      await go(page, name);
      await page.locator('main .page, main .panels, main .overview, main .retry-notice').first().waitFor();
    }
    assert.equal(await page.getByText('Something went wrong').count(), 0);
    await go(page, 'History');
    await bridge.restart();
    await temperature(page).waitFor();
  });

  it('preloads lazy parts, so that they can be opened even after the bridge has stopped', async () => {
    await using watched = await openPage('about:blank');
    const { page } = watched;
    const names = ['history-page', 'schedule-page', 'simulator-page', 'details', 'stack-chart'];
    const came = names.map((name) =>
      page.waitForResponse((response) => new RegExp(`/${name}-.*\\.js$`).test(response.url())),
    );
    await page.goto(bridge.url);
    for (const response of await Promise.all(came)) await response.finished();
    await settle(page);
    await bridge.kill();
    await page.getByText('Reconnecting').waitFor();
    await go(page, 'Schedules');
    await page.getByRole('heading', { name: 'Ducted favourites' }).waitFor();
    await go(page, 'Simulator');
    await page.getByRole('heading', { name: 'Weather' }).waitFor();
    await go(page, 'History');
    await temperature(page).waitFor();
    await go(page, 'Overview');
    await go(page, 'Kitchen');
    await page.getByRole('dialog', { name: 'Kitchen' }).waitFor();
  });
});
