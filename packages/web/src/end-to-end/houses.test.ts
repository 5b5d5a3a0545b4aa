import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readUnit, readZone } from '@plenum/testbed/bridge';
import type { Server } from '@plenum/testbed/server';
import type { Page } from 'playwright-core';
import { formatInstant } from '../reading/time/clock.ts';
import '../text/english.fixture.ts';
import {
  ann,
  enter,
  letDemoAppIn,
  type PairingBridge,
  signIn,
  startCloud,
  startPairingBridge,
  startPairingFleet,
} from './account.fixture.ts';
import { axe, findInThemes } from './axe.fixture.ts';
import { instantOf, openPage, textOf, until, type Watched } from './browser.fixture.ts';

const ac = '/HvacCommandV2';

describe('the houses of an account in a browser', () => {
  const stack = new AsyncDisposableStack();
  let cloud: Server;
  let bridge: PairingBridge;
  let watched: Watched;
  let page: Page;

  before(async () => {
    cloud = stack.use(await startCloud());
    bridge = stack.use(await startPairingBridge(cloud.url, '--house-time', 'now'));
    watched = stack.use(await openPage(cloud.url, { timezoneId: 'Europe/Berlin' }));
    page = watched.page;
    await enter(page, ann);
    await page.getByRole('link', { name: 'Houses' }).click();
  });

  after(() => stack.disposeAsync());

  const card = () => page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  const zone = (No: number) => readZone(bridge.url, No);

  it('pairs a bridge by its code: refuses a wrong code, and shows which bridge has the right one', async () => {
    await page.getByRole('link', { name: 'Enter the code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pair a bridge' });
    await dialog.getByLabel('Code').fill('bbbbbbbb');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText(/^No bridge is waiting with this code\./).waitFor();
    await dialog.getByLabel('Code').fill(bridge.code.replace('-', '').toLowerCase());
    await page.keyboard.press('Enter');
    await dialog.getByText(`Bridge ${bridge.systemId}`).waitFor();
    assert.equal(await dialog.getByRole('status', { name: 'Its code' }).textContent(), bridge.code);
    await dialog.getByRole('button', { name: 'Yes, pair it' }).click();
    await dialog.getByText('Banksia Street is paired').waitFor({ timeout: 20_000 });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card().getByText('Connected', { exact: true }).waitFor();
  });

  it('shows the house through the cloud, with changes in both directions', async () => {
    await page.getByRole('link', { name: 'Open Banksia Street' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    const { Setpoint } = await zone(1);
    await page.getByRole('button', { name: 'Kitchen setpoint: more' }).click();
    await until(async () => (await zone(1)).Setpoint, Setpoint! + 50);
    await bridge.post(ac, { ZoneSetpoint: { Index: 0, Setpoint: 1750 } });
    const shown = page.getByRole('spinbutton', { name: 'Family room setpoint', exact: true });
    await until(() => shown.getAttribute('aria-valuenow'), '1750');
  });

  it('shows times of the house in the time zone of the house, wherever the reader is', async () => {
    const clock = page.locator('.house-clock');
    await until(
      async () => (await clock.textContent()) === formatInstant(Date.now(), 'Australia/Sydney'),
      true,
    );
  });

  it('shows settings without controls if they can be changed only at home', async () => {
    assert.equal(await page.getByRole('button', { name: /^(Run|Stop) Lawns\b/ }).isDisabled(), true);
    assert.equal(await page.getByRole('switch', { name: 'Enabled' }).isDisabled(), true);
    await page.getByText('Can be changed only at home').first().waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    assert.deepEqual(await pages.allTextContents(), ['Overview', 'Lights', 'Energy', 'History', 'Schedules']);
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/overview/irrigation/0`);
    await page.getByRole('dialog').waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^\s*Can be changed only at home/).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Apply' }).count(), 0);
    await page.keyboard.press('Escape');
    // Most of a unit's settings can be changed through the cloud.
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/overview/unit/0`);
    await dialog.getByText(/^\s*Some settings can be changed only at home/).waitFor();
    await page.keyboard.press('Escape');
    // The setup page is not available through a cloud.
    assert.equal(await page.getByRole('link', { name: 'Setup' }).count(), 0);
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/setup`);
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
  });

  it('shows the history and the energy that the bridge has recorded', async () => {
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/history`);
    const events = page.getByRole('region', { name: 'What happened' });
    await events.getByText('by ann@example.org, through the cloud').first().waitFor();
    await page.getByRole('slider', { name: /: temperature over time$/ }).waitFor();
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/energy`);
    const used = page.locator('.energy-total__value').first();
    await used.waitFor();
    assert.match((await used.textContent()) ?? '', /^[\d.]+ kWh$/);
  });

  it('shows the kWh and cost of the bridge’s page and counter, at prices set at the cloud', async () => {
    await bridge.post('/simulation/ClockStep', 5 * 3_600);
    await bridge.post('/simulation/ClockPause', 1);
    const { at } = (await (await fetch(`${bridge.url}/simulation`)).json()).clock;
    const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
    await fill('Currency', 'aud');
    await fill('Per kWh, price 1', '1,5');
    await page.getByRole('button', { name: 'Save prices' }).click();
    await page.getByText('Saved.').waitFor();
    const { tariff } = await (await fetch(`${bridge.url}/energy/tariff`)).json();
    assert.deepEqual([tariff.currency, tariff.prices], ['AUD', [{ from: '00:00', price: 1.5 }]]);

    await using own = await openPage(`${bridge.url}/#/energy`);
    // Before 3 o'clock the day does not contain the two recorded hours, so the previous day is opened.
    const hour = { hour: 'numeric', hourCycle: 'h23', timeZone: 'Australia/Sydney' } as const;
    const isNight = Number(new Intl.DateTimeFormat('en', hour).format(at)) < 3;
    const rowsOf = async (shown: Page) => {
      await shown.getByRole('radio', { name: 'Day' }).click();
      if (isNight) await shown.getByRole('button', { name: 'Earlier: the day before' }).click();
      await until(() => shown.locator('.energy-bars__one').count(), 24);
      await until(() => shown.getByRole('button', { name: 'CSV' }).isEnabled(), true);
      const downloading = shown.waitForEvent('download');
      await shown.getByRole('button', { name: 'CSV' }).click();
      return (await textOf(await downloading))
        .trim()
        .split('\r\n')
        .map((row) => row.split(','));
    };
    await page.reload();
    const [head = [], ...rows] = await rowsOf(page);
    assert.deepEqual(await rowsOf(own.page), [head, ...rows]);
    const column = (name: string) => head.indexOf(name);
    const hours = rows.filter((row) => row[column('used kWh')] !== '' && instantOf(row[1]!) <= at);
    assert.ok(hours.length >= 2);
    const [from, to] = [instantOf(hours[0]![0]!), instantOf(hours.at(-1)![1]!)];
    const query = `series=power.0.0.Wh&from=${from}&to=${to}&step=3600000`;
    const counted = (await (await fetch(`${bridge.url}/history?${query}`)).json()).series['power.0.0.Wh'];
    const inCounter = counted.map((wattHours: number | null) => (wattHours ?? 0) / 1_000);
    for (const [place, row] of hours.entries()) {
      const [used, bought, cost] = ['used kWh', 'from grid kWh', 'cost AUD'].map((name) =>
        Number(row[column(name)]),
      );
      assert.ok(Math.abs(used! - inCounter[place]) <= 0.001 * used! + 0.0011, `${row}: ${inCounter[place]}`);
      assert.ok(Math.abs(cost! - 1.5 * bought!) <= 0.011, `${row}`);
    }
    await bridge.post('/simulation/ClockPause', 0);
  });

  it('skips a favourite on one date through the cloud and undoes it, also at the bridge', async () => {
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/schedules/schedule/0`);
    const sheet = page.getByRole('dialog');
    const kept = async () =>
      (await (await fetch(`${bridge.url}/favourites/exceptions`)).json()).exceptions.length;
    await sheet.getByRole('button', { name: /^Skip / }).click();
    await sheet.getByText(/^Skipped on /).waitFor();
    assert.equal(await kept(), 1);
    const toggle = sheet.getByRole('switch', { name: 'Run on schedule' });
    const isWeekOn = await toggle.isChecked();
    await page.keyboard.press('Escape');
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/overview`);
    await page.locator('.scene__next', { hasText: /Skipped on/ }).waitFor();
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/schedules/schedule/0`);
    await sheet.getByText(/^Skipped on /).waitFor();
    assert.deepEqual([isWeekOn, await toggle.isChecked()], [true, true], 'it is not off in its week');
    await sheet.getByRole('button', { name: /^Undo / }).click();
    await sheet.getByRole('button', { name: /^Skip / }).waitFor();
    assert.equal(await kept(), 0);
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/overview`);
  });

  it('creates a group of rooms, which the bridge stores', async () => {
    await page.getByRole('button', { name: 'Groups', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New group' }).click();
    await dialog.getByLabel('Name of the group').fill('Downstairs');
    await dialog.getByText('Kitchen', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save the group' }).click();
    await dialog.getByText('Downstairs one room').waitFor();
    assert.equal(
      await (await fetch(`${bridge.url}/groups`)).text(),
      '{"groups":[{"name":"Downstairs","rooms":[{"kind":"zone","index":1}]}]}',
    );
    await page.keyboard.press('Escape');
    const group = page.getByRole('region', { name: 'Downstairs' });
    await group.getByRole('heading', { name: 'Kitchen' }).waitFor();
  });

  it("shows a bridge’s refusal in the reader's scale and language through the cloud too", async () => {
    await bridge.post(ac, { EconomyLock: 1 });
    const { EcoLock, EcoMin, EcoMax } = await readUnit(bridge.url);
    assert.equal(EcoLock, 1);
    const toRead = (wire: number, digits: string) => (wire / 100).toFixed(2).replace('.', digits);
    const toFahrenheit = (wire: number) => Math.round(wire * 1.8) + 3_200;
    await page.getByRole('button', { name: '°C, change the scale' }).click();
    const raise = async (name: string) => {
      await page.getByRole('spinbutton', { name, exact: true }).focus();
      await page.keyboard.press('End');
    };
    await raise('Kitchen setpoint');
    const [lowest, highest] = [EcoMin!, EcoMax!].map((wire) => toRead(toFahrenheit(wire), '.'));
    await page.getByText(`86.00 °F is outside the economy limits ${lowest} to ${highest} °F.`).waitFor();
    await page.getByRole('button', { name: '°F, change the scale' }).click();

    await using german = await openPage(`${cloud.url}/#/houses`, { locale: 'de-DE' });
    await german.page.context().addCookies(await page.context().cookies());
    // A room shown before its group would lose the focus and the press when it moves into the group.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await german.page.route(/path=%2Fgroups/, (route) => held.then(() => route.continue()));
    const kitchen = german.page.getByRole('spinbutton', { name: /Kitchen/ }).first();
    const asked = german.page.waitForRequest(/path=%2Fgroups/);
    await german.page.goto(`${cloud.url}/house?id=${bridge.systemId}#/overview`);
    await german.page.getByText('Live', { exact: true }).waitFor();
    await asked;
    assert.equal(await kitchen.count(), 0);
    release();
    await german.page.getByRole('region', { name: 'Downstairs' }).waitFor();
    await kitchen.focus();
    await german.page.keyboard.press('End');
    await german.page
      .getByText(
        `30,00 °C liegt außerhalb der Sparsperre von ${toRead(EcoMin!, ',')} bis ${toRead(EcoMax!, ',')} °C.`,
      )
      .waitFor();
    assert.deepEqual(german.complaints, []);
    await bridge.post(ac, { EconomyLock: 0 });
  });

  it('shows that the bridge is offline, refuses commands, and continues when the bridge is back', async () => {
    await bridge.kill();
    await page.getByRole('heading', { name: 'The bridge is not connected' }).waitFor();
    await page.getByText('Bridge offline').waitFor();
    await page.getByRole('button', { name: 'Study setpoint: more' }).click();
    const notice = page.getByText('The bridge is not connected; nothing was done.');
    await page.locator('.toast[data-kind="error"]').filter({ has: notice }).waitFor();
    await page.getByRole('link', { name: 'All houses' }).click();
    await card().getByText('Offline, last seen just now').waitFor();
    await bridge.restart();
    await card().getByText('Connected', { exact: true }).waitFor({ timeout: 20_000 });
  });

  it('shows that the cloud is unreachable, keeps the last state, and continues afterwards', async () => {
    await cloud.kill();
    await page.getByText(/The cloud does not answer\. Showing the last known data\./).waitFor();
    assert.equal(await card().count(), 1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('The cloud does not answer; the change may or may not have been made.').waitFor();
    await cloud.restart();
    await page.getByText('Showing the last known data.').waitFor({ state: 'detached' });
    await card().getByText('Connected', { exact: true }).waitFor({ timeout: 30_000 });
  });

  it('the dialogs of a house pass axe in either theme', async () => {
    await using own = await openPage(`${cloud.url}/#/houses`, { bypassCSP: true });
    await signIn(own.page, ann);
    await own.page.addScriptTag({ path: axe });
    const look = async (title: string) => {
      await own.page.getByRole('dialog', { name: title }).waitFor();
      assert.deepEqual(await findInThemes(own.page), [], title);
      await own.page.keyboard.press('Escape');
    };
    await own.page.getByRole('button', { name: 'Rename Banksia Street' }).click();
    await look('Rename the house');
    await own.page.getByRole('button', { name: 'Release Banksia Street' }).click();
    await look('Release Banksia Street?');
    await own.page.getByRole('link', { name: 'Pair a bridge' }).click();
    await look('Pair a bridge');
    await own.page.getByRole('link', { name: 'Account' }).click();
    await own.page.getByRole('button', { name: 'Delete the account' }).click();
    await look('Delete this account?');
    assert.deepEqual(own.complaints, []);
  });

  it('renames a house', async () => {
    await page.getByRole('button', { name: 'Rename Banksia Street' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename the house' });
    await dialog.getByLabel('Name of the house').fill(' ');
    await dialog.getByRole('button', { name: 'Save the name' }).click();
    await dialog.getByText('The name of a bridge must have 1 to 60 characters.').waitFor();
    await dialog.getByLabel('Name of the house').fill('By the sea');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By the sea' }).waitFor();
  });

  it('sends a change once, even if its button is pressed again before the change shows', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
    await page.getByRole('button', { name: 'Rename By the sea' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename the house' });
    await dialog.getByLabel('Name of the house').fill('By the lake');
    await page.route('**/console/bridges', async (route) => {
      await held;
      await route.continue();
    });
    const answered = page.waitForResponse((response) => response.url().endsWith('/name'));
    for (const time of [1, 2]) {
      // A busy button ignores presses.
      await dialog.getByRole('button', { name: 'Save the name' }).click({ force: time === 2 });
      if (time === 1) await answered;
    }
    release();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(asked.length, 1);
    await page.unroute('**/console/bridges');
    await page.getByRole('heading', { name: 'By the lake' }).waitFor();
  });

  it('revokes the access of an app', async () => {
    await letDemoAppIn(page, cloud.url);
    await page.goto(`${cloud.url}/#/apps`);
    await page.getByRole('button', { name: 'Revoke access of Plenum demo app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click();
    await page.getByRole('heading', { name: 'No app has access' }).waitFor();
  });

  it('releases a bridge after its owner read the consequences, and shows it at the bridge', async () => {
    await using house = await openPage(`${cloud.url}/house?id=${bridge.systemId}`);
    await house.page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await house.page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(house.page, ann);
    await house.page.getByRole('link', { name: 'Open By the lake' }).click();
    await house.page.getByText('Live', { exact: true }).waitFor();

    await page.goto(`${cloud.url}/#/houses`);
    await page.getByRole('button', { name: 'Release By the lake' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release By the lake?' });
    await dialog.getByText('The house leaves this account').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Release By the lake' }).click();
    await dialog.getByRole('button', { name: 'Release it' }).click();
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    await house.page.getByRole('heading', { name: 'This house is not in your account' }).waitFor();
  });

  it('warns that one code pairs many bridges, and pairs all of them', async () => {
    await using fleet = await startPairingFleet(cloud.url, 3);
    await page.getByRole('link', { name: 'Enter the code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pair a bridge' });
    await dialog.getByLabel('Code').fill(fleet.code);
    await page.keyboard.press('Enter');
    await dialog.getByText('Any number of bridges', { exact: true }).waitFor();
    await dialog.getByText(/for many simulated bridges\./).waitFor();
    await dialog.getByRole('button', { name: 'Yes, pair them all' }).click();
    await dialog.getByText('3 new bridges paired').waitFor({ timeout: 20_000 });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await until(() => card().count(), 3);
  });

  it('the pages sent requests only to the cloud of the houses, and logged no errors', () => {
    assert.deepEqual([...watched.hosts], [new URL(cloud.url).host]);
    assert.deepEqual(watched.complaints, []);
  });
});
