import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, readZone, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { openPage, settle, until } from './browser.fixture.ts';
import { sizes } from './every-page.fixture.ts';
import { readShifts, watchShifts } from './shift.fixture.ts';

const ac = '/HvacCommandV2';

describe('a person at the page', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
  });

  after(() => stack.disposeAsync());

  const open = async (hash: string, options = {}) => {
    const watched = await openPage(`${bridge.url}/#/${hash}`, options);
    await watched.page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
    await settle(watched.page);
    return watched;
  };
  const setpoint = async (No: number) => (await readZone(bridge.url, No)).Setpoint!;
  const shown = (page: Page, name: string) => () =>
    page.getByRole('spinbutton', { name: `${name} setpoint`, exact: true }).getAttribute('aria-valuenow');

  /** Presses Tab until an element with this name has the focus. */
  const tabTo = async (page: Page, name: string) => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
      });
    for (let presses = 0; presses < 120; presses++) {
      await page.keyboard.press('Tab');
      if ((await focused()) === name) return;
    }
    assert.fail(`Tab never comes to ${name}.`);
  };

  it('changes a setpoint by Tab, Enter and arrows, and returns the focus', async () => {
    await using watched = await open('overview');
    const { page } = watched;
    const before = await setpoint(1);
    await tabTo(page, 'Kitchen');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Kitchen' });
    await sheet.waitFor();
    await tabTo(page, 'Setpoint');
    await page.keyboard.press('ArrowUp');
    await until(() => setpoint(1), before + 50);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await until(() => page.evaluate(() => document.activeElement?.textContent), 'Kitchen');
  });

  it('skips to the content with the first Tab', async () => {
    await using watched = await open('overview');
    const { page } = watched;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  });

  it('closes a sheet with the Back button of a phone', async () => {
    await using watched = await open('schedules', { viewport: sizes.phone });
    const { page } = watched;
    await page
      .getByRole('button', { name: /^Good morning/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog', { name: 'Good morning' });
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Split favourites' }).waitFor();
  });

  it('shows the settings of a split favourite for each split', async () => {
    await using watched = await open('schedules/splitFavourite/0');
    const { page } = watched;
    const workshop = page.getByRole('group', { name: 'Workshop' });
    const entries = async () => {
      const answer = await bridge.query('/SplitSystemRequest', {
        SplitSystemRequest: { Type: 2, No: 0, No1: 0 },
      });
      const [favourite] = answer.SplitSystemFavourites as { Zones: number[][] }[];
      return favourite?.Zones.find(([index]) => index === 3);
    };
    if ((await entries()) === undefined) await workshop.locator('label').first().click();
    await workshop.getByLabel('Mode').selectOption({ label: 'Heat' });
    await workshop.getByRole('radio', { name: 'Quiet' }).click();
    await workshop.getByRole('button', { name: 'Setpoint: more' }).click();
    await until(async () => (await entries())?.slice(2, 5), [2, 2, 2150]);
    await workshop.locator('label').first().click();
    await until(entries, undefined);
  });

  it('shows the settings of a fan-coil favourite without controls, since no command changes them', async () => {
    await using watched = await open('schedules/vrfFavourite/0', { locale: 'en-US' });
    const sheet = watched.page.getByRole('dialog', { name: 'Open' });
    await sheet.getByText(/, 7:30\sAM to 6:30\sPM$/).waitFor();
    await sheet.getByText('This favourite can be changed only on').waitFor();
    const lines = sheet.getByRole('region', { name: 'Fan-coils' }).locator('.lines__one');
    assert.match((await lines.first().textContent()) ?? '', /^Reception(Off|\w+, [\d.]+°, fan \w+)$/);
  });

  it('shows the name of a power channel next to its reading', async () => {
    await using watched = await open('overview/power/0');
    const meter = watched.page.getByRole('region', { name: 'Meter box' });
    await meter.getByLabel(/^Channel 3, \d/).fill('Fridge');
    await meter.getByRole('button', { name: 'Rename' }).nth(2).click();
    await until(async () => {
      const answer = await bridge.query('/PowerRequest', { PowerRequest: { Type: 1, No: 0, No1: 0 } });
      const { Devices } = answer.PowerMonitorConfig as { Devices: { Channels: { Name: string }[] }[] };
      return Devices[0]?.Channels[2]?.Name;
    }, 'Fridge');
    await watched.page.keyboard.press('Escape');
    await watched.page.getByRole('region', { name: 'Power' }).getByText('Fridge').waitFor();
  });

  it('sends the last step of a stepper even if the page is left right afterwards', async () => {
    await using watched = await open('overview');
    const { page } = watched;
    const before = await setpoint(1);
    await page.getByRole('button', { name: 'Kitchen setpoint: more', exact: true }).click();
    await page.getByRole('link', { name: 'Schedules', exact: true }).click();
    await until(() => setpoint(1), before + 50);
  });

  it('shows in one tab a setpoint that was changed in another tab', async () => {
    await using watched = await open('overview');
    const { page } = watched;
    const other = await page.context().newPage();
    await other.goto(bridge.url);
    const before = await setpoint(2);
    for (const [place, tab] of [page, other].entries()) {
      const now = String(before + 50 * (place + 1));
      await tab.getByRole('button', { name: 'Lounge setpoint: more', exact: true }).click();
      await until(shown(page, 'Lounge'), now);
      await until(shown(other, 'Lounge'), now);
    }
  });

  it('updates a page after the computer has slept', async () => {
    await using watched = await open('overview');
    const { page } = watched;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    assert.equal(await bridge.post(ac, { ZoneSetpoint: { Index: 3, Setpoint: 1850 } }), 'OK');
    await bridge.kill();
    await bridge.restart();
    assert.equal(await bridge.post(ac, { ZoneSetpoint: { Index: 1, Setpoint: 1950 } }), 'OK');
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await until(shown(page, 'Study'), '1850');
    await until(shown(page, 'Kitchen'), '1950');
  });

  it('describes the fault of the unit, with the remedy', async () => {
    await bridge.post('/simulation/UnitFault', 'E05');
    await bridge.post('/simulation/ClockStep', 60);
    await using watched = await open('overview');
    const { page } = watched;
    await page.getByRole('link', { name: 'Air conditioner: Fault E05: the unit has stopped' }).click();
    const sheet = page.getByRole('dialog', { name: 'Air conditioner' });
    await sheet.getByText(/E05 is a manufacturer code of the unit; its service manual explains it/).waitFor();
    await sheet.getByRole('region', { name: 'Faults' }).getByText('E05').waitFor();
    await bridge.post('/simulation/UnitFault', '');
    await bridge.post('/simulation/ClockStep', 60);
    await sheet.getByText('Fault E05').waitFor({ state: 'detached' });
  });

  it('lists a fault of 20 seconds under Health, as soon as it begins and with its end', async () => {
    await using watched = await open('overview/health');
    const { page } = watched;
    const sheet = page.getByRole('dialog', { name: 'Health' });
    await sheet.waitFor();
    await bridge.post('/simulation/ClockStep', 300);
    await bridge.post('/simulation/UnitFault', 'E42');
    await sheet.getByText(/: fault E42$/).waitFor();
    await bridge.post('/simulation/ClockStep', 20);
    await bridge.post('/simulation/UnitFault', '');
    await bridge.post('/simulation/ClockStep', 120);
    await page.reload();
    await sheet.getByText(/: fault E42 – resolved$/).waitFor();
    const past = sheet.getByRole('region', { name: 'Past problems' });
    assert.match((await past.textContent()) ?? '', /: fault E42 – resolved.+: fault E42(?! –)/);
    const answer = await fetch(`${bridge.url}/history/events?what=fault`);
    const { events } = (await answer.json()) as { events: { at: number; code?: string }[] };
    const [began, over] = events.filter(({ code }) => code === 'E42');
    const seconds = (over!.at - began!.at) / 1_000;
    assert.ok(seconds >= 20 && seconds < 60, `${seconds} s`);
  });

  it("draws each station at its watering time in today's garden plan", async () => {
    await using watched = await open('overview');
    const day = watched.page.getByRole('figure').filter({ hasText: 'Programs' });
    const bars = day.getByRole('listitem').filter({ hasText: 'Vegetables' }).locator('.lane__bar');
    assert.ok((await bars.count()) > 0);
    assert.match((await bars.first().getAttribute('title')) ?? '', /^Vegetables \d\d:\d\d–\d\d:\d\d$/);
  });

  for (const [size, viewport] of Object.entries(sizes))
    it(`the page does not jump on a ${size}, neither while it loads nor while the house changes`, async () => {
      await using watched = await openPage('about:blank', { viewport });
      const { page } = watched;
      await watchShifts(page);
      await page.goto(bridge.url);
      await settle(page);
      const { sum: loaded } = await readShifts(page);
      assert.ok(loaded < 0.05, `it came with shifts of ${loaded}`);
      const temperature = page.locator('.zone__temperature, .room-row__temperature').first();
      const before = await temperature.textContent();
      await bridge.post('/simulation/ClockScale', 3_600);
      await until(async () => (await temperature.textContent()) === before, false);
      await bridge.post('/simulation/ClockScale', 1);
      const lived = (await readShifts(page)).sum - loaded;
      assert.ok(lived < 0.01, `it shifted by ${lived} while the house lived`);
    });

  it('shows temperatures on a wall display large enough to be read from across the room', async () => {
    await using watched = await open('overview', { viewport: sizes.wallDisplay });
    const { page } = watched;
    const sizeOf = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    assert.ok((await sizeOf('.climate__value')) >= 150);
    assert.ok((await sizeOf('.zone__temperature')) >= 64);
    assert.ok((await sizeOf('.zone__name')) >= 17);
  });
});
