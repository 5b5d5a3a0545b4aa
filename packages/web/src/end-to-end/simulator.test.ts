import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { quirks } from '@plenum/protocol/quirks';
import type { SimulationStatus } from '@plenum/protocol/simulation';
import { faultNames, overrides } from '@plenum/protocol/simulation';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, until, type Watched } from './browser.fixture.ts';

const hour = 3_600_000;
const byHand: ReadonlySet<string> = new Set(
  [
    'FilterMonths',
    'SplitsOn',
    'UnitPanel',
    'SensorPairing',
    'UnitPowerCut',
    'LampPower',
    'LightingPairing',
  ].map((name) => overrides.get(name)!.summary),
);

describe('the simulator in a browser', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;
  let page: Page;

  before(async () => {
    bridge = stack.use(await startBridge());
    watched = stack.use(await openPage(`${bridge.url}/#/simulator`));
    page = watched.page;
    await page.getByRole('heading', { name: 'Time' }).waitFor();
  });

  after(() => stack.disposeAsync());

  const status = async () => (await (await fetch(`${bridge.url}/simulation`)).json()) as SimulationStatus;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const held = async () => (await status()).weather.held;

  it("pauses the house's clock, steps it forward, and resumes it", async () => {
    await press('Pause');
    await page.locator('.house-clock__pace', { hasText: 'paused' }).waitFor();
    const before = (await status()).clock;
    assert.equal(before.paused, true);
    await press('Skip ahead 1 hour');
    // The house's clock has a fraction of a millisecond that the page does not show.
    await until(async () => Math.abs((await status()).clock.at - before.at - hour) <= 1, true);
    await press('Resume');
    await until(async () => (await status()).clock.paused, false);
    await until(async () => (await status()).clock.at > before.at + hour + 1, true);
  });

  it('holds a downpour, releases it, and holds the value of a slider', async () => {
    await press('Downpour');
    await until(async () => (await status()).weather.Rain, 12);
    await page.getByRole('switch', { name: 'Hold: Rain', checked: true }).waitFor();
    await press('Release all');
    await until(held, []);
    await page.getByRole('switch', { name: 'Hold: Rain', checked: false }).waitFor();
    const slider = page.getByRole('slider', { name: 'Outdoor temperature' });
    await slider.press('End');
    await until(held, ['Temperature']);
    assert.equal((await status()).weather.Temperature, Number(await slider.getAttribute('max')));
    assert.equal(await slider.getAttribute('aria-valuetext'), '60.0 degrees Celsius');
    await press('°C, change the scale');
    assert.equal(await slider.getAttribute('aria-valuetext'), '140 degrees Fahrenheit');
    await press('°F, change the scale');
    const hold = page.getByRole('switch', { name: 'Hold: Outdoor temperature' });
    await page.locator('label').filter({ has: hold }).click();
    await until(held, []);
  });

  /** Delays the responses of the house by `ms` milliseconds. */
  const slowly = (ms: number) =>
    page.route('**/simulation{,/**}', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await route.continue();
    });

  it('holds a weather value that is moved after a release, and then two moved together', async () => {
    const slider = (name: string) => page.getByRole('slider', { name, exact: true });
    await press('Heat wave');
    await until(async () => (await held()).length, 5);
    await page.getByRole('switch', { name: 'Hold: Wind speed', checked: true }).waitFor();
    await slowly(300);
    await press('Release all');
    await slider('Outdoor temperature').press('End');
    await until(held, ['Temperature']);
    await slider('Sky covered by cloud').press('End');
    await slider('Rain').press('End');
    await until(async () => new Set(await held()), new Set(['Temperature', 'Cloud', 'Rain']));
    await page.unrouteAll({ behavior: 'wait' });
    await press('Release all');
    await until(held, []);
  });

  it('shows a placeholder for the simulator, and an error if the status cannot be loaded', async () => {
    await using other = await openPage('about:blank', { bypassCSP: true });
    const answer = Promise.withResolvers<void>();
    // Fails until the button is pressed, because the page also retries automatically, which would remove the button.
    const isPressed = () => other.page.evaluate(() => 'isPressed' in document.documentElement.dataset);
    await other.page.route('**/simulation', async (route) => {
      await answer.promise;
      if (await isPressed()) await route.continue();
      else await route.fulfill({ status: 503 });
    });
    await other.page.goto(`${bridge.url}/#/simulator`);
    await other.page.locator('main .waiting').waitFor();
    await other.page.evaluate(() => {
      const { dataset } = document.documentElement;
      addEventListener('pointerdown', () => Object.assign(dataset, { isPressed: '' }), { capture: true });
    });
    answer.resolve();
    await other.page
      .getByText('The state of the simulation cannot be loaded: The bridge answered with status 503.')
      .waitFor();
    await other.page.addScriptTag({ path: axe });
    assert.deepEqual(await findViolations(other.page), []);
    await other.page.getByRole('button', { name: 'Try again' }).click();
    await other.page.getByRole('heading', { name: 'Weather' }).waitFor();
  });

  it('lists the latest requests as they arrive, and copies one as a curl command', async () => {
    const body = '{"ZoneSetpoint":{"Index":1,"Setpoint":2151}}';
    await fetch(`${bridge.url}/HvacCommandV2`, {
      method: 'POST',
      body,
      headers: { 'user-agent': 'Heater/2.1' },
    });
    const request = page.getByRole('listitem').filter({ hasText: 'Heater/2.1' });
    await request.getByText('400 off-step').waitFor();
    // The time of the house, as in the head of the page.
    await request.getByText(/^\w{3} \d{1,2} \w{3}, \d{2}:\d{2}$/).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await request.getByRole('button', { name: 'Copy as cURL: POST /HvacCommandV2' }).click();
    await request.getByText('Copied', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, `curl '${bridge.url}/HvacCommandV2' -d '${body}'`);
  });

  it('sends people away and opens a window', async () => {
    await page.getByRole('radio', { name: 'Away' }).click();
    await until(async () => (await status()).people, 'away');
    await page.getByText('Kitchen window').click();
    await until(async () => (await status()).windows, [1]);
  });

  it('injects every fault by name, and clears it', async () => {
    const active = page.locator('.active-fault');
    for (const [place, name] of faultNames.entries()) {
      const { summary } = overrides.get(name)!;
      await page.getByLabel('Fault type').selectOption({ label: summary });
      await page.getByRole('form', { name: summary }).getByRole('button', { name: 'Inject' }).click();
      await until(() => active.count(), place + 1);
    }
    assert.deepEqual(new Set((await status()).faults.map(({ name }) => name)), new Set<string>(faultNames));
    for (let left = faultNames.length; left > 0; left--) {
      await active.first().getByRole('button', { name: 'Clear' }).click();
      await until(() => active.count(), left - 1);
    }
    assert.deepEqual((await status()).faults, []);
  });

  it('offers every manual action that has no other controls, and sends only changed values', async () => {
    const panel = page.getByRole('region', { name: 'By hand' });
    const doIt = async (name: string) => {
      const answered = page.waitForResponse((response) => response.url().endsWith(`/simulation/${name}`));
      await panel.getByRole('button', { name: 'Do it' }).click();
      const response = await answered;
      assert.equal(response.status(), 200, `${name}: ${await response.text()}`);
      return response.request().postDataJSON();
    };
    const what = panel.getByLabel('Action');
    const names = [...overrides.values()].filter(({ summary }) => byHand.has(summary));
    assert.deepEqual(new Set(await what.locator('option').allTextContents()), byHand);
    for (const { name, summary } of names) {
      await what.selectOption({ label: summary });
      if (name !== 'UnitPanel') await doIt(name);
    }
    const follow = JSON.stringify({ ExtOnOff: 1 });
    await fetch(`${bridge.url}/HvacCommandV2`, { method: 'POST', body: follow });
    await what.selectOption({ label: overrides.get('UnitPanel')!.summary });
    assert.deepEqual(await doIt('UnitPanel'), {});
    await panel
      .locator('label')
      .filter({ has: page.getByRole('switch') })
      .click();
    assert.deepEqual(Object.keys(await doIt('UnitPanel')), ['On']);
  });

  it('makes the bridge behave like a real device, and then as the interface defines', async () => {
    const { summary } = quirks['late-apply'];
    await page.getByLabel('Behaviour', { exact: true }).selectOption({ label: summary });
    const form = page.getByRole('form', { name: summary });
    await form.getByRole('button', { name: 'Apply' }).click();
    await until(async () => (await status()).quirks, { 'late-apply': 2 });
    const active = page.locator('.active-fault', { hasText: 'late-apply: 2 s' });
    await active.getByRole('button', { name: 'Clear' }).click();
    await until(async () => (await status()).quirks, {});
    await active.waitFor({ state: 'detached' });
  });

  it('shows an injected fault in the affected room', async () => {
    const { summary } = overrides.get('ZoneSensorFault')!;
    await page.getByLabel('Fault type').selectOption({ label: summary });
    const form = page.getByRole('form', { name: summary });
    await form.getByLabel('Zone').selectOption({ label: 'Kitchen' });
    await form.getByRole('button', { name: 'Inject' }).click();
    await page.locator('.active-fault', { hasText: 'Kitchen' }).waitFor();
    await press('Skip ahead 10 minutes');
    await page.getByRole('link', { name: 'Overview' }).click();
    const kitchen = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Kitchen' }) });
    await kitchen.getByText('Sensor fault: the temperature is not reliable', { exact: true }).waitFor();
    assert.deepEqual(watched.complaints, []);
  });
});
