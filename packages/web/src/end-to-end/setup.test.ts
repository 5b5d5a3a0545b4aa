import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { Page } from 'playwright-core';
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

  const step = async (name: string) => {
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 2, name }).waitFor();
  };
  const form = (name: string) => page.getByRole('form', { name, exact: true });
  /** Submits a form; resolves once the bridge has responded. */
  const apply = async (name: string) => {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await form(name)
      .getByRole('button', { name: /^(Apply|Run)$/ })
      .click();
    return (await answered).text();
  };

  it('asks for the installer key, and forgets it when the page is reloaded', async () => {
    await openFurther(page, 'Setup');
    for (const [typed, shown] of [
      ['wrong-key', 'This is not the installer key of this bridge.'],
      [key, 'What an installer sets once, step by step.'],
    ] as const) {
      await page.getByLabel('Installer key').fill(typed);
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByText(shown).waitFor();
    }
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.ok(!stored.includes(key));
  });

  it('shows the Matter code of an unpaired house only after the installer key was entered', async () => {
    await page.getByRole('heading', { level: 2, name: 'Room by room' }).waitFor();
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

  it('the setup page shows the tasks for a room and the time zone first, and every command last', async () => {
    const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('link');
    const names = await steps.allTextContents();
    assert.deepEqual([names.slice(0, 2), names.at(-1)], [['Room by room', 'Time zone'], 'Advanced']);
    for (const [task, count] of [
      ['Sensor', 2],
      ['Damper limits', 2],
      ['Balance', 2],
    ] as const)
      assert.equal(await page.getByRole('region', { name: task }).getByRole('form').count(), count, task);
    const lowest = form('Limit how far the damper of a zone closes.');
    await lowest.getByRole('button', { name: /more/ }).click();
    const before = (await zone(0)).MinAir as number;
    assert.equal(await apply('Limit how far the damper of a zone closes.'), 'OK');
    assert.equal((await zone(0)).MinAir, before + 5);
    await step('Time zone');
    await page.getByText('Australia/Sydney').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Time zone' }).count(), 0);
  });

  it('increases and decreases the number of zones, with the keyboard alone', async () => {
    await step('Zones');
    for (const [press, count] of [
      ['ArrowDown', 7],
      ['ArrowUp', 8],
      ['ArrowUp', 9],
    ] as const) {
      const number = form('Set how many zones the installation has.').getByRole('spinbutton');
      await number.focus();
      await page.keyboard.press(press);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await form('Set how many zones the installation has.').getByRole('button', { name: 'Apply' }).focus();
      await page.keyboard.press('Enter');
      assert.equal(await (await answered).text(), 'OK');
      assert.equal((await unit()).NoOfZones, count);
      await page.locator('select option', { hasText: `${count - 1}:` }).waitFor({ state: 'attached' });
    }
    // The next step selects the new zone.
    await page.getByLabel('Zone name').fill('Cellar');
    assert.equal(await apply('Name a zone.'), 'OK');
    assert.equal((await zone(8)).Name, 'Cellar');
  });

  it('sets up a sensor, a damper, the fan and the unit', async () => {
    await step('Room by room');
    await page.getByLabel('Zone', { exact: true }).selectOption({ label: '8: Cellar' });
    const setting = 'Set the sensor, the type and the constant number of a zone.';
    await form(setting).getByLabel('Sensor type').selectOption({ label: 'Wireless' });
    assert.equal(await apply(setting), 'OK');
    assert.equal((await zone(8)).SensType, 3);

    // A correction is typed in K, and sent in tenths.
    await form('Calibrate the sensor of a zone.').getByRole('spinbutton').fill('-1.5');
    assert.equal(await apply('Calibrate the sensor of a zone.'), 'OK');
    assert.equal((await zone(8)).Calibration, -15);

    // The next step continues with the same zone.
    await step('Dampers');
    await page.getByRole('option', { name: '8: Cellar', selected: true }).waitFor({ state: 'attached' });
    await step('Room by room');
    await form('Set the upper balance limit of a zone.').getByRole('button', { name: /less/ }).click();
    assert.equal(await apply('Set the upper balance limit of a zone.'), 'OK');
    assert.equal((await zone(8)).BalanceMax, 95);

    await step('Fan');
    await form('Set the airflow that fan auto assumes.').getByRole('spinbutton').fill('910');
    assert.equal(await apply('Set the airflow that fan auto assumes.'), 'OK');
    assert.equal((await unit()).FanCapacity, 910);

    await step('Unit');
    await form('Set the number of months until the filter needs cleaning.')
      .getByRole('combobox')
      .selectOption({ label: '6 months' });
    assert.equal(await apply('Set the number of months until the filter needs cleaning.'), 'OK');
    assert.equal((await unit()).FilterWarn, 6);
  });

  it('shows a setting that is changed elsewhere while a form is being filled in, and sends the displayed values', async () => {
    const name = 'Set the kind of heating and its stages.';
    const spin = (label: string) => form(name).getByRole('spinbutton', { name: label });
    const { GasHeat: before } = (await unit()) as { GasHeat: Record<string, number> };
    await spin('Minimum run time').press('ArrowUp');
    const other = await fetch(`${bridge.url}/HvacCommandV2`, {
      method: 'POST',
      headers: { 'Plenum-Installer-Key': key },
      body: JSON.stringify({ GasHeatSettings: { ...before, StageDelay: 14 } }),
    });
    assert.equal(await other.text(), 'OK');
    const delay = spin('Time that the first stage burns before the second');
    await until(() => delay.getAttribute('aria-valuenow'), '14');
    assert.equal(await apply(name), 'OK');
    const after = { ...before, MinRunTime: before.MinRunTime! + 1, StageDelay: 14 };
    assert.deepEqual((await unit()).GasHeat, after);
  });

  it('pairs a lamp, and then selects that lamp in the form for naming a lamp', async () => {
    await bridge.post('/simulation/LightingPairing', 1);
    await step('Lamps and switches');
    const pair = 'Pair a device that is in pairing mode.';
    assert.match(await apply(pair), /"Type":1,"No":24/);
    await page.locator('select option[value="24"]').waitFor({ state: 'attached' });
    await form('Name a lamp.').getByLabel(/name/i).fill('Cellar stairs');
    assert.equal(await apply('Name a lamp.'), 'OK');
    assert.equal((await lamp(24)).Name, 'Cellar stairs');
  });

  it('refuses a setup value in the units of the reader, and changes nothing', async () => {
    await page.getByRole('button', { name: '°C, change the scale' }).click();
    await step('Unit');
    const lowest = form('Set the lowest setpoint under the economy lock.');
    await form('Set the highest setpoint under the economy lock.').waitFor();
    const before = (await unit()).EcoMin;
    const spin = lowest.getByRole('spinbutton');
    await spin.focus();
    await page.keyboard.press('End');
    await apply('Set the lowest setpoint under the economy lock.');
    await page.getByText(/The lowest economy setpoint, 86.00 °F, would be above the highest/).waitFor();
    assert.equal((await unit()).EcoMin, before);
    await page.getByRole('button', { name: '°F, change the scale' }).click();
  });

  it('reports a conflict in the last step of the setup, and no conflict once it is fixed', async () => {
    await step('Check');
    await page.getByText('The setup has no conflicts.').waitFor();
    await step('Constant zones');
    const count = form('Set how many constant zones the installation has.');
    await count.getByRole('button', { name: /more/ }).click();
    assert.equal(await apply('Set how many constant zones the installation has.'), 'OK');
    await page.getByRole('link', { name: /Check.*one conflict/ }).click();
    await page.getByText(/There should be \d constant zones, but \d are set up as such\./).waitFor();
    await page.getByRole('status').getByRole('link', { name: 'Constant zones' }).click();
    await count.getByRole('button', { name: /less/ }).click();
    assert.equal(await apply('Set how many constant zones the installation has.'), 'OK');
    await step('Check');
    await page.getByText('The setup has no conflicts.').waitFor();
  });

  it('the setup page passes axe in either theme, and fits a phone', async () => {
    await page.addScriptTag({ path: axe });
    for (const [width, names] of [
      [360, ['Room by room', 'Lamps and switches', 'Check']],
      [1280, ['Room by room', 'Time zone']],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of names) {
        await step(name);
        assert.deepEqual(await findInThemes(page), [], name);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        assert.equal(isWide, false, name);
      }
    }
  });

  it('with installer access, places a lamp on the layout of the lights with the arrow keys', async () => {
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

  it("explains on a page opened over the network that setup without a key works only on the bridge's machine, and requires no key on that machine", async () => {
    await using open = await startBridge();
    await using own = await openPage(`${open.url}/#/setup`);
    await own.page.getByRole('heading', { name: 'Room by room' }).waitFor();
    await using other = await openPage(`${open.url}/#/setup`, {
      extraHTTPHeaders: { 'X-Forwarded-For': '192.168.1.20' },
    });
    await other.page.getByText(/only on its own machine: open this page there/).waitFor();
  });

  it('the setup page logged no errors', () => assert.deepEqual(watched.complaints, []));
});
