import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, readUnit, readZone, startBridge } from '@plenum/testbed/bridge';
import { openAdvanced } from './advanced.fixture.ts';
import { openPage, textOf, until, type Watched } from './browser.fixture.ts';

const ac = '/HvacCommandV2';

describe('the house in a browser', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;

  before(async () => {
    bridge = stack.use(await startBridge());
    watched = stack.use(await openPage(bridge.url));
    await watched.page.getByText('Live', { exact: true }).waitFor();
  });

  after(() => stack.disposeAsync());

  const zone = (No: number) => readZone(bridge.url, No);
  const unit = () => readUnit(bridge.url);
  const setpoint = (name: string) =>
    watched.page.getByRole('spinbutton', { name: `${name} setpoint`, exact: true });
  const shown = (name: string) => () => setpoint(name).getAttribute('aria-valuenow');

  it('changes a setpoint, which can then be read over HTTP', async () => {
    const { page } = watched;
    const { Setpoint } = await zone(1);
    await page.getByRole('button', { name: 'Kitchen setpoint: more' }).click();
    await until(async () => (await zone(1)).Setpoint, Setpoint! + 50);
    await until(shown('Kitchen'), String(Setpoint! + 50));
  });

  it('controls the house with the keyboard', async () => {
    await setpoint('Lounge').focus();
    await watched.page.keyboard.press('End');
    await until(async () => (await zone(2)).Setpoint, 3000);
    await watched.page.keyboard.press('ArrowDown');
    await until(async () => (await zone(2)).Setpoint, 2950);
  });

  it('shows a change made over HTTP', async () => {
    assert.equal(await bridge.post(ac, { ZoneSetpoint: { Index: 0, Setpoint: 1750 } }), 'OK');
    await until(shown('Family room'), '1750');
    assert.equal(await bridge.post(ac, { ZoneName: { Index: 0, Name: 'Great hall' } }), 'OK');
    await watched.page.getByRole('link', { name: 'Great hall' }).waitFor();
    assert.equal(await bridge.post(ac, { ZoneName: { Index: 0, Name: 'Family room' } }), 'OK');
  });

  it('shows why a command was refused, and restores the previous value', async () => {
    const { page } = watched;
    const form = await openAdvanced(page, bridge.url, 'ZoneMode', 5);
    await form.getByLabel('Zone mode').selectOption({ label: 'Auto' });
    await form.getByRole('button', { name: 'Apply' }).click();
    await page
      .getByText(/Mode auto is not available: zone Emma.s room, of type open\/close, has open, close/)
      .waitFor();
    assert.equal((await zone(5)).Mode, 1);
    await page.goto(`${bridge.url}/#/overview`);
    const mode = page.getByRole('radiogroup', { name: "Emma's room mode" });
    await until(() => mode.getByRole('radio', { name: 'Open' }).getAttribute('aria-checked'), 'true');
  });

  it('explains the state of a room, and applies a suggested change', async () => {
    const { page } = watched;
    assert.equal(await bridge.post(ac, { SysOn: 0 }), 'OK');
    await page.goto(`${bridge.url}/#/overview`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Kitchen' }) });
    await card.getByRole('link', { name: 'Why?' }).click();
    const sheet = page.getByRole('dialog', { name: 'Kitchen: why?' });
    await sheet.getByText('It is in auto: its damper follows its temperature.').waitFor();
    await sheet.getByText(/^Overall, .* W more (comes in|goes out) than/).waitFor();
    await sheet.getByText(/^Next, .* (starts|stops) \(/).waitFor();
    const change = sheet.getByRole('listitem').filter({ hasText: 'Switch the system on.' });
    await change.getByRole('button', { name: 'Do it' }).click();
    await until(async () => (await unit()).SysOn, 1);
    await sheet.getByText(/^The system is on and/).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  it('shows problems and remedies, and creates a diagnostics bundle without names', async () => {
    const { page } = watched;
    assert.equal(await bridge.post('/simulation/ZoneDamperStuck', { Zone: 1, On: 1 }), 'OK');
    assert.equal(await bridge.post('/simulation/ZoneSensorBattery', { Zone: 2, Level: 2 }), 'OK');
    // The controller detects the low battery at the next simulation step of the house.
    assert.equal(await bridge.post('/simulation/ClockStep', 60), 'OK');
    await page.goto(`${bridge.url}/#/overview`);
    await page
      .getByText(/needs? attention/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Health', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Health' });
    await sheet.getByText('Sensor battery empty').waitFor();
    await sheet.getByText(/Replace the batteries/).waitFor();
    const downloading = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Download diagnostics' }).click();
    const text = await textOf(await downloading);
    assert.equal(JSON.parse(text).format, 'plenum-diagnostics');
    assert.doesNotMatch(text, /Kitchen|Banksia/);
    await bridge.post('/simulation/ZoneDamperStuck', { Zone: 1, On: 0 });
    await bridge.post('/simulation/ZoneSensorBattery', { Zone: 2, Level: 0 });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  it('starts a favourite with one click', async () => {
    await bridge.post(ac, { SysOn: 0 });
    await watched.page.getByRole('button', { name: /^Fresh air/ }).click();
    await until(async () => (await unit()).SysMode, 3);
    assert.equal((await unit()).SysOn, 1);
    const mode = watched.page.getByRole('radiogroup', { name: 'Mode', exact: true });
    await until(() => mode.getByRole('radio', { name: 'Vent' }).getAttribute('aria-checked'), 'true');
  });

  it('edits the week of a favourite', async () => {
    const { page } = watched;
    await page.goto(`${bridge.url}/#/schedules`);
    await page.getByRole('button', { name: /^Wake up 06:15/ }).click();
    await page.getByLabel('Start, empty for none').fill('05:45');
    await page.getByRole('button', { name: 'Sat', exact: true }).click();
    await until(
      async () => {
        const answer = await bridge.query('/HvacRequestV2', { HvacV2Request: { Type: 3, No: 0, No1: 0 } });
        const { StartH, StartM, DaysEnabled } = answer.SchedulesV2 as Record<string, unknown>;
        return { StartH, StartM, Sa: (DaysEnabled as Record<string, number>).Sa };
      },
      { StartH: 5, StartM: 45, Sa: 1 },
    );
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Wake up, Sat 05:45/ }).waitFor();
  });

  it('waters a lawn at 600 times speed', async () => {
    const { page } = watched;
    // Prevents any other program from starting, at any time of day.
    const programs = [0, 1, 2, 3];
    const enable = async (Enable: number) => {
      for (const No of programs) await bridge.post('/iLightCommand', { RetPrEnable: { No, Enable } });
    };
    await enable(0);
    for (const No of programs) await bridge.post('/iLightCommand', { RetRunProgram: { No, Run: 0 } });
    await page.goto(`${bridge.url}/#/simulator`);
    await page.getByRole('radio', { name: '600×', exact: true }).click();
    await page.locator('.house-clock__pace', { hasText: '600×' }).waitFor();
    await page.goto(`${bridge.url}/#/overview`);
    // At this speed a station is watered for about a second, so the page records its own text for the test.
    await page.locator('.garden__state').evaluate((state) => {
      const said = new Set<string | null>();
      Object.assign(globalThis, { said });
      const write = () => said.add(state.textContent);
      new MutationObserver(write).observe(state, { subtree: true, childList: true, characterData: true });
    });
    const said = () =>
      page.evaluate(() => [...(globalThis as unknown as { said: Set<string> }).said].join('; '));
    // A disabled program has no start button.
    await bridge.post('/iLightCommand', { RetPrEnable: { No: 0, Enable: 1 } });
    await page.getByRole('button', { name: 'Run Lawns' }).click();
    await page.getByRole('dialog', { name: 'Start Lawns?' }).getByRole('button', { name: 'Start' }).click();
    await until(async () => /Watering Front lawn.*Watering Back lawn/.test(await said()), true);
    await until(async () => {
      const answer = await bridge.query('/iLightRequest', { RetRequest: { Type: 3, No: 1, No1: 0 } });
      return (answer.RetStation as Record<string, number>).LastRun;
    }, 0);
    await bridge.post('/simulation/ClockScale', 1);
    await enable(1);
  });

  it('edits the week of an irrigation program', async () => {
    const { page } = watched;
    await page.goto(`${bridge.url}/#/schedules/program/0`);
    const sheet = page.getByRole('dialog', { name: 'Lawns' });
    await sheet.getByLabel('Start 1', { exact: true }).fill('04:20');
    const sunday = sheet.getByRole('button', { name: 'Sun', exact: true });
    const wasOn = (await sunday.getAttribute('aria-pressed')) === 'true';
    await sunday.click();
    await sheet.getByRole('spinbutton', { name: 'Front lawn minutes' }).press('Home');
    const program = async () => {
      const answer = await bridge.query('/iLightRequest', { RetRequest: { Type: 2, No: 0, No1: 0 } });
      const { StartTimes, Days, RunTimes } = answer.RetProgram as {
        StartTimes: { h: number; m: number }[];
        Days: Record<string, number>;
        RunTimes: { t: number }[];
      };
      return { first: StartTimes[0], Su: Days.Su, minutes: RunTimes[0]?.t };
    };
    await until(program, { first: { h: 4, m: 20 }, Su: wasOn ? 0 : 1, minutes: 0 });
  });

  it('reconnects to a bridge that was killed, and shows the changes made in the meantime', async () => {
    const { page } = watched;
    await page.goto(`${bridge.url}/#/overview`);
    await bridge.kill();
    await page.getByText('Reconnecting').waitFor();
    await page.getByRole('button', { name: 'Study setpoint: more' }).click();
    await page.getByText('The bridge does not answer; the change may or may not').waitFor();
    await bridge.restart();
    await bridge.post(ac, { ZoneSetpoint: { Index: 3, Setpoint: 2750 } });
    await page.getByText('Live', { exact: true }).waitFor();
    await until(shown('Study'), '2750');
  });

  it('shows the same house in a second tab', async () => {
    await using other = await openPage(`${bridge.url}/#/overview`);
    await other.page.getByRole('button', { name: 'Study setpoint: less' }).click();
    await until(shown('Study'), '2700');
  });

  it('the house page sent requests only to its bridge, and logged no errors', () => {
    assert.deepEqual([...watched.hosts], [new URL(bridge.url).host]);
    assert.deepEqual(watched.complaints, []);
  });
});
