import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Download, Locator, Page, Route } from 'playwright-core';
import { dayOf } from '../reading/time/calendar.ts';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, settle, textOf, until, type Watched } from './browser.fixture.ts';
import { prepare } from './prepare.fixture.ts';

const reads = '**/history?*';
const energyReads = '**/energy?*';
const minute = 60_000;

describe('the history in a browser', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  /** A page on which each test selects its own range. */
  let shared: Watched;

  before(async () => {
    bridge = stack.use(await startBridge());
    await prepare(bridge, 8);
    await bridge.post('/simulation/ClockPause', 1);
    shared = stack.use(await openPage(`${bridge.url}/#/history`));
    await settle(shared.page);
  });

  after(() => stack.disposeAsync());

  const region = (page: Page, name: string) => page.getByRole('region', { name });
  /** Presses a button that downloads a file; Chromium drops files if a page downloads more than ten in a second. */
  const save = async (page: Page, button: Locator, attempts = 10): Promise<Download> => {
    const saving = page.waitForEvent('download', { timeout: 3_000 }).catch((error: Error) => error);
    await button.click();
    const saved = await saving;
    if (!(saved instanceof Error)) return saved;
    if (attempts === 1) throw saved;
    return save(page, button, attempts - 1);
  };
  const csvOf = async (page: Page, name: string) => {
    const file = await save(page, region(page, name).getByRole('button', { name: 'CSV' }));
    const lines = (await textOf(file)).split('\r\n');
    return { name: file.suggestedFilename(), head: lines[0]!, rows: lines.slice(1, -1) };
  };
  /** Returns the table in a region once it has the expected content. */
  const csvOnce = async (page: Page, name: string, isExpected: (rows: readonly string[]) => boolean) => {
    let table = await csvOf(page, name);
    const read = async () => {
      if (!isExpected(table.rows)) table = await csvOf(page, name);
      return isExpected(table.rows);
    };
    await until(read, true);
    return table;
  };
  const showDay = async (page: Page) => {
    await page.getByRole('radio', { name: '24 hours' }).click();
    return csvOnce(page, 'Power by channel', (rows) => rows.length === 288);
  };
  const instantOf = (row: string) => Date.parse(row.split(',')[0]!);

  for (const [range, step, count] of [
    ['24 hours', 5 * minute, 288],
    ['7 days', 30 * minute, 336],
    ['30 days', 120 * minute, 360],
  ] as const)
    it(`shows the history of ${range} in steps that the bridge records, with the recorded values`, async () => {
      const { page, complaints } = shared;
      await page.getByRole('radio', { name: range }).click();
      const chart = page.getByRole('slider', { name: /: temperature over time$/ });
      const isInSteps = (all: readonly string[]) =>
        all.slice(1).every((row, place) => instantOf(row) - instantOf(all[place]!) === step);
      const { rows } = await csvOnce(page, 'Temperature', isInSteps);
      assert.equal(rows.length, count);
      const filled = rows.filter((row) => /Z,[\d.]+,/.test(row));
      // The record covers eight days, and the hours up to the next afternoon.
      const days = range === '24 hours' ? 1 : Math.min(Number.parseInt(range, 10), 8);
      assert.ok(filled.length * step >= days * 86_400_000 - step, `${filled.length} steps are filled`);
      assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /Family room [\d.]+ °C/);
      assert.deepEqual(complaints, []);
    });

  it('downloads the power of each channel as a table', async () => {
    const { page } = shared;
    const { name, head, rows } = await showDay(page);
    assert.equal(name, 'power.csv');
    assert.match(head, /^time,(?:[^,]+ W,)*Solar W(?:,[^,]+ W)*,(?:[^,]+ kWh,)*Solar kWh(?:,[^,]+ kWh)*$/);
    assert.equal(rows.length, 288);
    const cells = rows.at(-2)!.split(',');
    assert.equal(cells.length, head.split(',').length);
    for (const watts of cells.slice(1)) assert.match(watts, /^-?\d+(\.\d+)?$/);
  });

  /**
   * Calculates the energy of a channel independently: from its recorded readings, in the longest periods that the
   * bridge allows.
   */
  const fromReadings = async ({ from, to }: { from: number; to: number }): Promise<number> => {
    let kilowattHours = 0;
    for (let start = from; start < to; start += 1_000 * minute) {
      const end = Math.min(to, start + 1_000 * minute);
      const query = `series=power.0.0.Pwr&from=${start}&to=${end}&points=${(end - start) / minute}`;
      const { series } = await (await fetch(`${bridge.url}/history?${query}`)).json();
      for (const watts of series['power.0.0.Pwr']) kilowattHours += (watts ?? 0) / 60_000;
    }
    return kilowattHours;
  };

  it('shows the same energy for the same day in figures and table, zoomed out and zoomed in', async () => {
    const { page } = shared;
    const day = await showDay(page);
    const figure = async () => {
      const figures = await region(page, 'Power by channel').locator('.figure').allTextContents();
      return Number(/^Whole house([\d.]+) kWh$/.exec(figures.find((text) => text.startsWith('Whole'))!)![1]);
    };
    const sumOf = ({ head, rows }: Awaited<ReturnType<typeof csvOf>>, from: number, to: number) => {
      const column = head.split(',').indexOf('Whole house kWh');
      const inside = rows.filter((row) => instantOf(row) >= from && instantOf(row) < to);
      return inside.reduce((sum, row) => sum + Number(row.split(',')[column]), 0);
    };
    const near = (actual: number, expected: number, what: string) =>
      assert.ok(Math.abs(actual / expected - 1) < 0.001, `${what}: ${actual} instead of ${expected}`);
    const [first, last] = [instantOf(day.rows[0]!), instantOf(day.rows.at(-1)!) + 5 * minute];
    const shown = sumOf(day, first, last);
    near(shown, await fromReadings({ from: first, to: last }), 'the table');
    assert.ok(Math.abs((await figure()) - shown) <= 0.05, 'the figure');
    // The start and the end fit the steps of every zoom level.
    const from = Math.ceil(first / (120 * minute)) * 120 * minute;
    const to = from + 20 * 60 * minute;
    const truth = sumOf(day, from, to);
    for (const [range, count] of [
      ['7 days', 336],
      ['30 days', 360],
    ] as const) {
      await page.getByRole('radio', { name: range }).click();
      const table = await csvOnce(page, 'Power by channel', (rows) => rows.length === count);
      near(sumOf(table, from, to), truth, range);
    }
  });

  const chart = (page: Page) => page.getByRole('slider', { name: /: temperature over time$/ });
  const rooms = (page: Page) => page.getByRole('toolbar', { name: 'Rooms' });

  it('compares the chosen rooms in one chart, with any number of other series', async () => {
    await using watched = await openPage(`${bridge.url}/#/history`);
    const { page } = watched;
    await settle(page);
    await rooms(page).getByRole('button', { name: 'Lounge' }).click();
    await rooms(page).getByRole('button', { name: 'Kitchen' }).click();
    await page.getByRole('button', { name: 'Damper' }).click();
    await page.getByRole('button', { name: 'Outdoors' }).click();
    await until(() => chart(page).getAttribute('aria-label'), 'Family room, Lounge: temperature over time');
    const said = async () => (await chart(page).getAttribute('aria-valuetext')) ?? '';
    await until(async () => /Lounge [\d.]+ °C.*Lounge, Damper \d+ %/.test(await said()), true);
    assert.doesNotMatch(await said(), /Kitchen|Outdoors/);
    assert.equal(await rooms(page).getByRole('button', { name: 'Hall' }).count(), 0, 'it has no sensor');
    for (const name of ['Air conditioner', 'Study', 'Main bedroom', 'Reception'])
      await rooms(page).getByRole('button', { name, exact: true }).click();
    assert.ok(await rooms(page).getByRole('button', { name: 'Kitchen' }).isDisabled(), 'six are enough');
    assert.deepEqual(watched.complaints, []);
  });

  it('lists events with the people and apps that caused them, also at the pointer of the chart', async () => {
    await bridge.post('/HvacCommandV2', { ZoneSetpoint: { Index: 0, Setpoint: 2400 } });
    const times = { StartH: 6, StartM: 45, StopH: 31, StopM: 63 };
    await fetch(`${bridge.url}/HvacCommandV2`, {
      method: 'POST',
      headers: { 'Plenum-App': 'page' },
      body: JSON.stringify({ SchedSettings: { Index: 0, ...times } }),
    });
    await using watched = await openPage(`${bridge.url}/#/history`);
    const { page } = watched;
    await settle(page);
    const events = region(page, 'What happened');
    const line = events.getByText('Family room: set to 24 °C').first();
    await line.waitFor();
    assert.match((await line.textContent()) ?? '', /on the local network$/);
    await events
      .getByText(/by the favourite .*, on schedule/)
      .first()
      .waitFor();
    const starts = events.getByText(/^Wake up now starts at 0?6:45/).first();
    assert.match((await starts.textContent()) ?? '', /on the local network, as the dashboard$/);
    await events.getByText(/^Senders on the local network are named as they name themselves/).waitFor();
    await chart(page).focus();
    await page.keyboard.press('End');
    assert.match(
      (await chart(page).getAttribute('aria-valuetext')) ?? '',
      /set to 24 °C.*on the local network/,
    );
  });

  it('accepts any dates within the recorded period', async () => {
    await using watched = await openPage(`${bridge.url}/#/history`);
    const { page } = watched;
    await settle(page);
    await page.getByRole('radio', { name: 'Dates' }).click();
    const dates = page.getByRole('group', { name: 'From and to' });
    await dates.getByRole('button', { name: 'Open the calendar' }).click();
    const days = page.getByRole('dialog').getByRole('button', { disabled: false });
    const enabled = page.locator('.calendar__day:not([data-disabled], [data-outside-month])');
    await enabled.first().waitFor();
    assert.ok((await days.count()) > 1);
    await enabled.first().click();
    await enabled.first().click();
    // One day of the house has 23 to 25 hours, for which the recorder has blocks of 15 minutes by now.
    const distances = async () => {
      const { rows } = await csvOf(page, 'Temperature');
      const [first, last] = [instantOf(rows[0]!), instantOf(rows.at(-1)!)];
      const { from, to } = dayOf(first, 'Australia/Sydney');
      return { fromMidnight: first - from, toMidnight: to - last };
    };
    await until(distances, { fromMidnight: 0, toMidnight: 15 * minute });
    assert.deepEqual(watched.complaints, []);
  });

  it('shows no gap when zooming in on an earlier day', async () => {
    await using watched = await openPage(`${bridge.url}/#/history`);
    const { page } = watched;
    await settle(page);
    await page.getByRole('radio', { name: '7 days' }).click();
    const chart = page.getByRole('slider', { name: /: temperature over time$/ });
    await until(() => chart.getAttribute('aria-valuemax'), '335');
    await chart.focus();
    await page.keyboard.press('Home');
    for (let times = 0; times < 3; times++) await page.keyboard.press('+');
    // An eighth of seven days, for which the recorder has blocks of 15 minutes by now.
    await until(async () => Number(await chart.getAttribute('aria-valuemax')) < 90, true);
    const { rows } = await csvOf(page, 'Temperature');
    assert.ok(rows.length >= 84, `${rows.length} rows`);
    assert.deepEqual(
      rows.filter((row) => !/Z,[\d.]+,[\d.]+,\d+,/.test(row)),
      [],
    );
  });

  it('shows that the history cannot be loaded, and reloads it with a button', async () => {
    await using watched = await openPage('about:blank', { bypassCSP: true });
    const { page } = watched;
    // The page also retries automatically after a while; its requests fail until the button is pressed.
    const isPressed = () => page.evaluate(() => 'isPressed' in window);
    await page.route(reads, async (route) =>
      (await isPressed()) ? route.continue() : route.fulfill({ status: 503 }),
    );
    await page.goto(`${bridge.url}/#/history`);
    const why = 'The history cannot be loaded: The bridge answered with status 503.';
    for (const name of ['Temperature', 'Power by channel']) await region(page, name).getByText(why).waitFor();
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findViolations(page), []);
    await page.evaluate(() =>
      window.addEventListener('click', () => Object.assign(window, { isPressed: true }), { capture: true }),
    );
    await region(page, 'Temperature').getByRole('button', { name: 'Try again' }).click();
    await region(page, 'Temperature').getByText(why).waitFor({ state: 'detached' });
    await settle(page);
  });

  it('reloads the history with a button while an earlier request has no response', async () => {
    await using watched = await openPage('about:blank');
    const { page } = watched;
    const answers: ((route: Route) => unknown)[] = [(route) => route.fulfill({ status: 503 }), () => {}];
    const waiting = Promise.withResolvers<void>();
    await page.route('**/history?series=zone*', async (route) => {
      const answer = answers.shift();
      if (answer === undefined) return route.continue();
      await answer(route);
      if (answers.length === 0) waiting.resolve();
    });
    await page.goto(`${bridge.url}/#/history`);
    const temperature = region(page, 'Temperature');
    await temperature.getByText('The history cannot be loaded').waitFor();
    await waiting.promise;
    await temperature.getByRole('button', { name: 'Try again' }).click();
    await temperature.locator('canvas').waitFor();
    await settle(page);
  });

  it('keeps the loaded history with a note, and reloads it automatically', async () => {
    await using watched = await openPage(`${bridge.url}/#/history`);
    const { page } = watched;
    await settle(page);
    await page.route(reads, (route) => route.abort());
    await page.getByRole('radio', { name: '7 days' }).click();
    const why = region(page, 'Temperature').getByText(
      'Showing the history loaded earlier; it cannot be refreshed: The bridge does not answer.',
    );
    await why.waitFor();
    await region(page, 'Temperature').locator('canvas').waitFor();
    await page.unroute(reads);
    await why.waitFor({ state: 'detached' });
  });

  it('shows dashes for the day on the overview until its values are loaded', async () => {
    await using watched = await openPage('about:blank');
    const { page } = watched;
    for (const path of [reads, energyReads]) await page.route(path, (route) => route.abort());
    await page.goto(bridge.url);
    const power = region(page, 'Power');
    const figures = () => power.locator('.figure dd').allTextContents();
    await power.getByText('The history cannot be loaded: The bridge does not answer.').waitFor();
    assert.deepEqual(await figures(), ['– kWh', '– kWh', '– at 34.5 cents a kWh']);
    for (const path of [reads, energyReads]) await page.unroute(path);
    await power.getByRole('button', { name: 'Try again' }).click();
    await until(async () => (await figures()).every((text) => /^(AUD\s)?\d+\.\d+/.test(text)), true);
  });
});
