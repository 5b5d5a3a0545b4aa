import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import { openBrowser } from '@plenum/testbed/browser';
import type { Locator, Page } from 'playwright-core';
import { openPage, settle, until } from './browser.fixture.ts';
import { prepare } from './prepare.fixture.ts';

describe('a chart of the history', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
    await prepare(bridge, 1);
    await bridge.post('/simulation/ClockPause', 1);
  });

  after(() => stack.disposeAsync());

  const climate = (page: Page) => page.getByRole('slider', { name: /: temperature over time$/ });
  const power = (page: Page) => page.getByRole('slider', { name: 'Power by channel over time' });
  const said = (chart: Locator) => chart.getAttribute('aria-valuetext');
  const open = async (hash: string) => {
    const watched = await openPage(`${bridge.url}/#/${hash}`);
    await settle(watched.page);
    return watched;
  };

  it('shows the time and each series with its unit at the pointer', async () => {
    await using watched = await open('history');
    const { page } = watched;
    await climate(page).hover({ position: { x: 600, y: 150 } });
    const tip = page.locator('.chart__tip');
    await tip.waitFor();
    assert.match((await tip.locator('p').textContent()) ?? '', /^\w{3} \d+ \w{3}, \d\d:\d\d$/);
    const lines = await tip.locator('dl > div').allTextContents();
    for (const [place, line] of [
      /^Family room[\d.]+ °C( \([\d.]+ to [\d.]+\))?$/,
      /^Family room, Setpoint[\d.]+ °C$/,
      /^Kitchen[\d.]+ °C( \([\d.]+ to [\d.]+\))?$/,
      /^Kitchen, Setpoint[\d.]+ °C$/,
      /^Outdoors[\d.−]+ °C$/,
      /^(Heating|Cooling)\d+ %$/,
    ].entries())
      assert.match(lines[place]!, line);
    await power(page).hover({ position: { x: 600, y: 150 } });
    assert.match((await tip.textContent()) ?? '', /Solar[\d.]+ k?W/);
    await page.getByRole('heading', { name: 'Temperature' }).hover();
    await tip.waitFor({ state: 'detached' });
  });

  it('renders a chart in a browser on a machine without a locale', async () => {
    const context = await (await openBrowser()).newContext();
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' }),
    );
    const page = await context.newPage();
    await page.goto(`${bridge.url}/#/history`);
    await climate(page).waitFor();
    await settle(page);
    await context.close();
  });

  it('a chart can be read with the keyboard alone', async () => {
    await using watched = await open('history');
    const { page } = watched;
    await page.getByRole('button', { name: 'What happened' }).focus();
    await page.keyboard.press('Tab');
    await page.locator('.chart__tip').waitFor();
    const last = await said(climate(page));
    assert.match(
      last ?? '',
      /^\w{3} \d+ \w{3}, \d\d:\d\d: Family room [\d.]+ °C.*, Family room, Setpoint .*, Cooling \d+ %/,
    );
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await said(climate(page))) === last, false);
    await page.keyboard.press('ArrowRight');
    await until(() => said(climate(page)), last);
    const place = () => climate(page).getAttribute('aria-valuenow');
    await page.keyboard.press('Home');
    await until(place, '0');
    await page.keyboard.press('PageUp');
    await until(place, '10');
  });

  const all = (page: Page) => page.getByRole('button', { name: 'Show all' });
  const clock = (chart: Locator) => async () => (await said(chart))?.match(/\d\d:\d\d/)?.[0];

  it('zooms a chart in with the plus key, and out with the Escape key', async () => {
    await using watched = await open('history');
    const { page } = watched;
    await climate(page).focus();
    await page.keyboard.press('Home');
    await until(() => climate(page).getAttribute('aria-valuenow'), '0');
    const before = await clock(climate(page))();
    for (let times = 0; times < 5; times++) await page.keyboard.press('+');
    await all(page).first().waitFor();
    assert.equal(await all(page).count(), 2, 'both charts show the same time');
    // 24 hours have 288 steps of 5 minutes; a 32nd of the day has 45 steps of one minute.
    await until(() => climate(page).getAttribute('aria-valuemax'), '44');
    await page.keyboard.press('Home');
    await until(clock(climate(page)), before);
    await page.keyboard.press('Escape');
    await all(page).first().waitFor({ state: 'detached' });
    await until(() => climate(page).getAttribute('aria-valuemax'), '287');
  });

  it('zooms a chart in by dragging, and out by double-clicking', async () => {
    await using watched = await open('history');
    const { page } = watched;
    const box = (await climate(page).boundingBox())!;
    const y = box.y + 150;
    await page.mouse.move(box.x + 300, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 500, y, { steps: 4 });
    await page.mouse.up();
    await all(page).first().waitFor();
    await page.mouse.dblclick(box.x + 500, y);
    await all(page).first().waitFor({ state: 'detached' });
  });

  it('shows a small chart in a room’s sheet, where Escape zooms out before it closes it', async () => {
    await using watched = await open('overview/zone/0');
    const { page } = watched;
    const sheet = page.getByRole('dialog', { name: 'Family room' });
    await climate(page).focus();
    await page.keyboard.press('+');
    await all(page).waitFor();
    await page.keyboard.press('Escape');
    await all(page).waitFor({ state: 'detached' });
    assert.equal(await sheet.count(), 1);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  it("draws a chart in the reader's temperature scale, with setpoints as on their control", async () => {
    await bridge.post('/HvacCommandV2', { ZoneSetpoint: { Index: 0, Setpoint: 2250 } });
    await bridge.post('/simulation/ClockStep', 1_200);
    await using watched = await open('history');
    const { page } = watched;
    await page.getByRole('button', { name: '°C, change the scale' }).click();
    const inFahrenheit = async () => /Family room \d+ °F/.test((await said(climate(page))) ?? '');
    await until(inFahrenheit, true);
    const words = (await said(climate(page)))!;
    assert.match(words, /Family room, Setpoint 72\.5 °F/);
    assert.doesNotMatch(words, /\((\d+) to \1\)/);
    await page.goto(`${bridge.url}/#/overview/zone/0`);
    const sheet = page.getByRole('dialog');
    assert.equal(await sheet.getByRole('spinbutton', { name: 'Setpoint' }).textContent(), '72.5°');
    await until(async () => /Setpoint 72\.5 °F/.test((await said(climate(page))) ?? ''), true);
  });

  it("keeps a chart current while the house's clock runs at 600 times speed", async () => {
    await using watched = await open('overview/zone/0');
    const { page } = watched;
    const before = await said(climate(page));
    await bridge.post('/simulation/ClockPause', 0);
    await bridge.post('/simulation/ClockScale', 600);
    await until(async () => (await said(climate(page))) === before, false);
    await bridge.post('/simulation/ClockScale', 1);
    assert.deepEqual(watched.complaints, []);
  });
});
