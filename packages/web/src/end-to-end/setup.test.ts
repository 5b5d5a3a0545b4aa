import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, readZone, startBridge } from '@plenum/testbed/bridge';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { Locator, Page } from 'playwright-core';
import { axe, findInThemes } from './axe.fixture.ts';
import { openFurther, openPage, until, type Watched } from './browser.fixture.ts';

const key = 'open-sesame-please';

describe('the setup page in a browser', { timeout: 240_000 }, () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;
  let page: Page;

  before(async () => {
    const folder = stack.use(createDataFolder());
    const file = join(folder.path, 'installer-key');
    writeFileSync(file, `${key}\n`);
    bridge = stack.use(await startBridge('--installer-key', file));
    watched = stack.use(await openPage(bridge.url, { bypassCSP: true }));
    page = watched.page;
  });

  after(() => stack.disposeAsync());

  const read = async (path: string, body: object) => {
    const answer = await fetch(`${bridge.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, Record<string, unknown>>;
  };
  const unit = async () =>
    (await read('/HvacRequestV2', { HvacV2Request: { Type: 1, No: 0, No1: 0 } })).SystemV2!;
  const zone = async (No: number) =>
    (await read('/HvacRequestV2', { HvacV2Request: { Type: 2, No, No1: 0 } })).ZonesV2!;
  const lamp = async (No: number) =>
    (await read('/iLightRequest', { LiRequest: { Type: 1, No, No1: 0 } })).iLight!;

  const stop = async (name: string) => {
    await page
      .getByRole('navigation', { name: 'All rooms and settings' })
      .getByRole('link', { name })
      .click();
    await page.getByRole('heading', { level: 2, name }).waitFor();
  };
  /** Waits until a setting shows that it is saved. */
  const saved = (field: Locator) =>
    page.locator('.setting').filter({ has: field }).getByText('Saved', { exact: true }).waitFor();
  const setting = (name: string) => page.getByRole('group', { name, exact: true });

  it('asks for the installer key, and forgets it when the page is reloaded', async () => {
    await openFurther(page, 'Setup');
    for (const [typed, shown] of [
      ['wrong-key', 'This is not the installer key of this bridge.'],
      [key, 'Name of the house'],
    ] as const) {
      await page.getByLabel('Installer key').fill(typed);
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByText(shown).waitFor();
    }
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.ok(!stored.includes(key));
  });

  it('shows the Matter code of an unpaired house only after the installer key was entered', async () => {
    await page.getByRole('heading', { level: 2, name: 'House' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Matter' }).count(), 0);
    // Simulates `--matter`, whose package takes half a minute to start on a busy machine.
    const pairing = { paired: 0, manual: '3497-011-2332', qr: 'MT:Y.K90AFN00KA0648G00' };
    const other = await openPage('about:blank');
    await other.page.route('**/installer', async (route) => {
      const real = await (await route.fetch()).json();
      await route.fulfill({ json: real.access === 'allowed' ? { ...real, matter: pairing } : real });
    });
    await other.page.goto(`${bridge.url}/#/setup`);
    await other.page.getByLabel('Installer key').fill(key);
    await other.page.getByRole('button', { name: 'Set up' }).click();
    await other.page.getByRole('img', { name: 'Matter pairing code' }).waitFor();
    await other.page.getByText(pairing.manual).waitFor();
    await other.page.close();
  });

  it('leads through the house by rooms with temperature and damper, systems and report', async () => {
    const way = page.getByRole('navigation', { name: 'All rooms and settings' });
    const titles = await way.getByRole('heading').allTextContents();
    assert.deepEqual(titles, ['Start', 'Rooms', 'System', 'Finish']);
    const rooms = await way.getByRole('list', { name: 'Rooms' }).getByRole('link').allTextContents();
    assert.match(rooms[1]!, /^Kitchen\d+\.\d° · \d+ %to do$/);
    assert.match(rooms[5]!, /^Emma's room\d+ %to do$/);
    const finish = await way.getByRole('list', { name: 'Finish' }).getByRole('link').allTextContents();
    assert.deepEqual(finish, ['Check and report', 'Advanced']);
    await page.getByText('Australia/Sydney').waitFor();
  });

  it('changes the number of zones with the keyboard alone, and saves it without a button', async () => {
    for (const [press, count] of [
      ['ArrowDown', 7],
      ['ArrowUp', 8],
      ['ArrowUp', 9],
    ] as const) {
      const number = page.getByRole('spinbutton', { name: 'Number of zones' });
      await number.focus();
      await page.keyboard.press(press);
      await until(async () => (await unit()).NoOfZones, count);
      await saved(number);
    }
    const way = page.getByRole('navigation', { name: 'All rooms and settings' });
    await until(() => way.getByRole('list', { name: 'Rooms' }).getByRole('link').count(), 9);
  });

  it('saves each setting of a room immediately with a tick, and leads to the next room', async () => {
    await page.goto(`${bridge.url}/#/setup/room/8`);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Cellar');
    await name.press('Enter');
    await saved(name);
    assert.equal((await zone(8)).Name, 'Cellar');
    const sensor = page.getByLabel('Sensor', { exact: true });
    await sensor.selectOption({ label: 'Wireless' });
    await saved(sensor);
    assert.equal((await zone(8)).SensType, 3);
    const lowest = page.getByRole('slider', { name: 'Lowest opening' });
    await lowest.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await until(async () => (await zone(8)).MinAir, 10);
    await saved(lowest);
    await page.getByText('Further settings of this room').click();
    // A correction is typed in K, and sent in tenths.
    const correction = setting('Calibrate the sensor of a zone.').getByRole('spinbutton');
    await correction.fill('-1.5');
    await correction.press('Enter');
    await until(async () => (await zone(8)).Calibration, -15);
    await setting('Calibrate the sensor of a zone.').getByText('Saved', { exact: true }).waitFor();

    await page.goto(`${bridge.url}/#/setup/room/0`);
    await page.getByRole('link', { name: 'Room done, next room: Kitchen' }).click();
    await page.getByRole('heading', { level: 2, name: 'Kitchen' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'stop-title');
    await page.getByRole('link', { name: /^Family room.*done$/ }).waitFor();
  });

  it('makes a room constant and automatic again without asking for a number', async () => {
    await stop('Cellar');
    const before = (await unit()).NoOfConst as number;
    await page.getByRole('radio', { name: 'Constant' }).click();
    await until(async () => [(await unit()).NoOfConst, (await zone(8)).Const], [before + 1, before + 1]);
    await page.getByLabel('Order among constant rooms').waitFor();
    await page.getByRole('radio', { name: 'Auto' }).click();
    await until(async () => [(await unit()).NoOfConst, (await zone(8)).Const], [before, 255]);
    assert.equal(await page.getByLabel('Order among constant rooms').count(), 0);
  });

  it('shows a refusal in words at its field, and keeps the value of the house', async () => {
    const highest = page.getByRole('slider', { name: 'Highest opening' });
    await highest.focus();
    await page.keyboard.press('Home');
    await page.getByText('The lowest opening, 10 %, would be above the highest opening, 0 %.').waitFor();
    await until(() => highest.inputValue(), '100');
    assert.equal((await zone(8)).MaxAir, 100);
    await page.getByRole('button', { name: '°C, change the scale' }).click();
    await stop('Air conditioner');
    const economy = setting('Set the lowest setpoint under the economy lock.');
    const before = (await unit()).EcoMin;
    await economy.getByRole('spinbutton').focus();
    await page.keyboard.press('End');
    await economy.getByText(/The lowest economy setpoint, 86.00 °F, would be above the highest/).waitFor();
    assert.equal((await unit()).EcoMin, before);
    await page.getByRole('button', { name: '°F, change the scale' }).click();
  });

  it('shows a setting that is changed elsewhere, and sends the displayed values', async () => {
    await stop('Air conditioner');
    const heating = setting('Set the kind of heating and its stages.');
    const spin = (label: string) => heating.getByRole('spinbutton', { name: label });
    const { GasHeat: before } = (await unit()) as { GasHeat: Record<string, number> };
    const other = await fetch(`${bridge.url}/HvacCommandV2`, {
      method: 'POST',
      headers: { 'Plenum-Installer-Key': key },
      body: JSON.stringify({ GasHeatSettings: { ...before, StageDelay: 14 } }),
    });
    assert.equal(await other.text(), 'OK');
    const delay = spin('Time that the first stage burns before the second');
    await until(() => delay.getAttribute('aria-valuenow'), '14');
    await spin('Minimum run time').press('ArrowUp');
    const after = { ...before, MinRunTime: before.MinRunTime! + 1, StageDelay: 14 };
    await until(async () => (await unit()).GasHeat, after);
  });

  it('pairs a lamp, and then selects that lamp', async () => {
    await bridge.post('/simulation/LightingPairing', 1);
    await stop('Lamps and switches');
    await setting('Pair a device that is in pairing mode.').getByRole('button', { name: 'Run' }).click();
    await page.locator('select option[value="24"]').waitFor({ state: 'attached' });
    const name = setting('Name a lamp.').getByLabel(/name/i);
    await name.fill('Cellar stairs');
    await name.press('Enter');
    await until(async () => (await lamp(24)).Name, 'Cellar stairs');
  });

  it('finds settings by their words or the name of their command under Advanced', async () => {
    await stop('Advanced');
    const search = page.getByLabel('Search the settings');
    await search.fill('filter months');
    await page.getByText('One setting', { exact: true }).waitFor();
    assert.deepEqual(await page.locator('.command__name').allTextContents(), ['FilterWarn']);
    await search.fill('zonearea');
    await page.getByText('One setting', { exact: true }).waitFor();
    await page.getByLabel('Room', { exact: true }).selectOption({ label: 'Cellar' });
    const form = page.getByRole('form', { name: 'Set the area of a zone.' });
    await form.getByRole('spinbutton').fill('9');
    await form.getByRole('button', { name: 'Apply' }).click();
    await until(async () => (await zone(8)).Area, 9);
    await search.fill('xylophone');
    await page.getByText('No setting', { exact: true }).waitFor();
  });

  it('tests a damper, shows the air, and restores the room even if the page is closed', async () => {
    await bridge.post('/simulation/ClockScale', 600);
    await stop('Kitchen');
    await bridge.post('/HvacCommandV2', { SysOn: 0 });
    await page.getByText('Dampers move only while the air conditioner is on.').waitFor();
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await bridge.post('/HvacCommandV2', { ZoneMode: { Index: 1, Mode: 4 } });
    await page.getByRole('button', { name: 'Test this damper' }).click();
    await page.getByText('Opens and shuts', { exact: true }).waitFor();
    const rows = await page.locator('.test__table tbody tr').allTextContents();
    assert.match(rows[1]!, /^Open100 %\d+\.\d°\d+\.\d°/);
    assert.match(rows[2]!, /^Shut0 %\d+\.\d°\d+\.\d°\d+ s$/);
    assert.equal((await zone(1)).Mode, 4);

    await bridge.post('/simulation/ClockScale', 0);
    await page.getByRole('button', { name: 'Test again' }).click();
    await page.getByRole('button', { name: 'End the test' }).waitFor();
    await until(async () => (await zone(1)).Mode !== 4, true);
    await page.goto('about:blank');
    await bridge.post('/simulation/ClockScale', 600);
    await until(async () => (await zone(1)).Mode, 4);
    await bridge.post('/simulation/ClockScale', 1);
    await page.goto(`${bridge.url}/#/setup/report`);
    await page.getByLabel('Installer key').fill(key);
    await page.getByRole('button', { name: 'Set up' }).click();
  });

  it('names the room of a conflict, and shows no conflict once it is resolved', async () => {
    await stop('Check and report');
    await page.getByText('The setup has no conflicts.').waitFor();
    await stop('Dampers and constant rooms');
    const count = page.getByRole('spinbutton', { name: 'Number of constant zones' });
    await count.press('ArrowUp');
    await page.getByRole('link', { name: /Check and report.*one conflict/ }).click();
    await page.getByText(/There should be \d constant zones, but \d are set up\./).waitFor();
    await page.getByRole('status').getByRole('link', { name: 'Dampers and constant rooms' }).click();
    await count.press('ArrowDown');
    await stop('Check and report');
    await page.getByText('The setup has no conflicts.').waitFor();
    await bridge.post('/simulation/ZoneSensorFault', { Zone: 0, On: 1 });
    await bridge.post('/simulation/ZoneSensorBattery', { Zone: 0, Level: 2 });
    await bridge.post('/simulation/ClockStep', 120);
    await page.getByText('The sensor of zone Family room does not respond.').waitFor();
    await page.getByText(/^Family room: Sensor fault: [^.]*; Sensor battery \w+$/).waitFor();
    await bridge.post('/simulation/ZoneSensorBattery', { Zone: 0, Level: 0 });
    await bridge.post('/simulation/ZoneSensorFault', { Zone: 0, On: 0 });
    await bridge.post('/simulation/ClockStep', 120);
    await page.getByText('The setup has no conflicts.').waitFor();
  });

  it('prints a report with rooms, sensors, limits, balance, tests, faults, date and name', async () => {
    await page.getByLabel('Installer', { exact: true }).fill('Jo Santos, Coolair');
    await page.emulateMedia({ media: 'print' });
    const isShown = async (text: string) =>
      (await page.getByText(text).filter({ visible: true }).count()) > 0;
    for (const part of [
      'Banksia Street',
      'November 2026',
      'Signature',
      'Opens and shuts',
      '10–80 %',
      'Wireless',
      'No faults.',
      'Constant, number 1',
    ])
      assert.ok(await isShown(part), part);
    for (const part of ['Overview', 'Print the report', 'Advanced', 'Language'])
      assert.ok(!(await isShown(part)), part);
    await page.emulateMedia({ media: 'screen' });
  });

  it('shows another browser the finished rooms and the name, until a new visit begins', async () => {
    const visit = async () => {
      const answer = await fetch(`${bridge.url}/setup-visit`, { headers: { 'Plenum-Installer-Key': key } });
      const { installer, done } = (await answer.json()) as {
        installer: string;
        done: readonly { readonly zone: number }[];
      };
      return [installer, done.map((one) => one.zone)];
    };
    await until(visit, ['Jo Santos, Coolair', [0]]);
    await using other = await openPage(`${bridge.url}/#/setup/report`);
    await other.page.getByLabel('Installer key').fill(key);
    await other.page.getByRole('button', { name: 'Set up' }).click();
    const name = other.page.getByLabel('Installer', { exact: true });
    await until(() => name.inputValue(), 'Jo Santos, Coolair');
    await other.page.getByRole('link', { name: /^Family room.*done$/ }).waitFor();
    await other.page.getByRole('button', { name: 'Begin a new visit' }).click();
    await other.page.getByRole('link', { name: /^Family room.*to do$/ }).waitFor();
    await until(visit, ['', []]);
    await until(() => name.inputValue(), '');
  });

  it('the setup page passes axe in either theme, and fits a phone', async () => {
    await page.addScriptTag({ path: axe });
    for (const [width, paths] of [
      [360, ['room/1', 'room/6', 'lamps', 'report', 'advanced']],
      [1280, ['house', 'room/1', 'report']],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of paths) {
        await page.evaluate((to) => {
          window.location.hash = `#/setup/${to}`;
        }, path);
        await page.waitForFunction((to) => window.location.hash === `#/setup/${to}`, path);
        await page.locator('.setup__title').waitFor();
        assert.deepEqual(await findInThemes(page), [], path);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        assert.equal(isWide, false, path);
      }
    }
  });

  it('places a lamp on the layout of the lights with the arrow keys, with installer access', async () => {
    const { LocX, LocY, Name } = await lamp(4);
    await page.evaluate(() => {
      window.location.hash = '#/lights';
    });
    await page
      .locator('label.toggle')
      .filter({ has: page.getByRole('switch', { name: 'Move lamps' }) })
      .click();
    const spot = page.getByRole('button', { name: new RegExp(`^${Name}, \\d+ % from the left`) });
    await spot.focus();
    await page.keyboard.press('ArrowRight');
    await until(async () => [(await lamp(4)).LocX, (await lamp(4)).LocY], [(LocX as number) + 5, LocY]);

    await page.reload();
    await page.getByRole('heading', { name: 'Layout' }).waitFor();
    assert.equal(await page.getByRole('switch', { name: 'Move lamps' }).count(), 0);
  });

  it('explains over the network that setup without a key works only on the machine', async () => {
    await using open = await startBridge();
    await using own = await openPage(`${open.url}/#/setup`);
    await own.page.getByRole('heading', { level: 2, name: 'House' }).waitFor();
    await using other = await openPage(`${open.url}/#/setup`, {
      extraHTTPHeaders: { 'X-Forwarded-For': '192.168.1.20' },
    });
    await other.page.getByText(/only on its own machine: open this page there/).waitFor();
  });

  it('sets up a room and tests its damper in front of a real bridge', async () => {
    await using device = await startBridge();
    await device.post('/HvacCommandV2', { SysOn: 1 });
    await device.post('/HvacCommandV2', { ZoneMode: { Index: 3, Mode: 3 } });
    await device.post('/simulation/ClockScale', 600);
    await using front = await startBridge('--attach', new URL(device.url).host, '--no-attach-notifications');
    await using own = await openPage(`${front.url}/#/setup/room/3`);
    const sensor = own.page.getByLabel('Sensor', { exact: true });
    await sensor.selectOption({ label: 'Wired' });
    await own.page.locator('.setting').filter({ has: sensor }).getByText('Saved').waitFor();
    assert.equal((await readZone(device.url, 3)).SensType, 4);
    await own.page.getByRole('button', { name: 'Test this damper' }).click();
    await own.page.getByText('Opens and shuts', { exact: true }).waitFor();
    assert.equal((await readZone(device.url, 3)).Mode, 3);
    // A device that answers OK and does nothing has not saved the setting.
    assert.equal(await device.post('/simulation/Quirks', { 'ignore-writes': 1 }), 'OK');
    const name = own.page.getByLabel('Name', { exact: true });
    await name.fill('Library');
    await name.press('Enter');
    await own.page.getByText(/did not confirm ZoneName/).waitFor();
    assert.equal((await readZone(device.url, 3)).Name, 'Study');
    assert.deepEqual(own.complaints, []);
  });

  it('the setup page logged no errors', () => assert.deepEqual(watched.complaints, []));
});

const fanCoilHouse = `name: Harbour Street
place: { latitude: -33.86, longitude: 151.2, timeZone: Australia/Sydney }
rooms:
  - { name: Office, area: 24 }
vrf:
  units:
    - { number: 1, name: Office, room: Office, cooling: 2.8 }
`;

describe('the setup of a house with only a fan-coil unit', { timeout: 120_000 }, () => {
  it('leads from the house to a report that lists the unit, without anything about ducts', async () => {
    using folder = createDataFolder();
    const file = join(folder.path, 'house.yaml');
    writeFileSync(file, fanCoilHouse);
    await using bridge = await startBridge('--house', file);
    await using watched = await openPage(`${bridge.url}/#/setup`);
    const { page } = watched;
    const way = page.getByRole('navigation', { name: 'All rooms and settings' });
    await way.waitFor();
    assert.deepEqual(await way.getByRole('heading').allTextContents(), ['Start', 'Finish']);
    assert.deepEqual(await way.getByRole('link').allTextContents(), [
      'House',
      'Check and report',
      'Advanced',
    ]);
    await page.getByText('Time zone', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Next: Check and report' }).click();
    await page.getByText('The setup has no conflicts.').waitFor();
    const report = page.locator('.report');
    const shown = (await report.textContent()) ?? '';
    assert.match(shown, /^Harbour Street.*Fan-coilsOffice.*No faults\.$/);
    assert.doesNotMatch(shown, /damper|duct|undefined|NaN|Test the/i);
    await page.goto(`${bridge.url}/#/overview`);
    await page.getByRole('heading', { name: 'Fan-coils' }).waitFor();
    // One room needs neither groups nor a button for everything.
    assert.equal(await page.getByRole('button', { name: /^(All off|Groups|All rooms)$/ }).count(), 0);
    await page.goto(`${bridge.url}/#/schedules`);
    await page.getByText('This house has no schedules').waitFor();
    await page.goto(`${bridge.url}/#/setup/advanced`);
    await page.getByLabel('Search the settings').waitFor();
    const advanced = (await page.locator('.setup').textContent()) ?? '';
    assert.doesNotMatch(advanced, /damper|undefined|NaN/i);
    assert.deepEqual(watched.complaints, []);
  });
});
