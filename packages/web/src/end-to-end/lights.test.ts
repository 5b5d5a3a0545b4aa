import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { axe, findInThemes } from './axe.fixture.ts';
import { openPage, until, type Watched } from './browser.fixture.ts';

/** Lamp numbers in the demo house. */
const readingLamp = 4;
const loungeBlind = 17;
const garageDoor = 19;

describe('the lights of the demo house in a browser', { timeout: 240_000 }, () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;
  let page: Page;

  before(async () => {
    bridge = stack.use(await startBridge());
    watched = stack.use(await openPage(`${bridge.url}/#/lights`, { bypassCSP: true }));
    page = watched.page;
    await page.getByRole('heading', { name: 'Scenes' }).waitFor();
  });

  after(() => stack.disposeAsync());

  const lamp = async (no: number) => {
    const answer = await fetch(`${bridge.url}/iLightRequest`, {
      method: 'POST',
      body: JSON.stringify({ LiRequest: { Type: 1, No: no, No1: 0 } }),
    });
    return ((await answer.json()) as { iLight: Record<string, number> }).iLight;
  };
  const shown = async (no: number, ...keys: readonly string[]) => {
    const datagram = await lamp(no);
    return keys.map((key) => datagram[key]);
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

  it('shows the lights page by page, and passes axe in both themes, also on a phone', async () => {
    for (const title of ['Garage doors', 'Family', 'Bedrooms', 'Blinds', 'Wall switches', 'Layout'])
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findInThemes(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await findInThemes(page), []);
    const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(await isWider(), false);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('switches and dims a lamp, and sets its colour', async () => {
    await page
      .locator('label.toggle')
      .filter({ has: page.getByRole('switch', { name: 'Reading lamp' }) })
      .click();
    await until(() => shown(readingLamp, 'On'), [1]);
    await page.getByRole('slider', { name: 'Brightness of Reading lamp' }).fill('35');
    await until(() => shown(readingLamp, 'Brig'), [35]);
    const dark = card('Reading lamp').getByText('On, but dimmed to nothing');
    assert.equal(await dark.count(), 0);
    await page.getByRole('slider', { name: 'Brightness of Reading lamp' }).fill('0');
    await dark.waitFor();
    await page.getByRole('slider', { name: 'Brightness of Reading lamp' }).fill('35');
    await dark.waitFor({ state: 'detached' });
    // A slider move is sent even if the page is left before the delay of the slider is over.
    await page.getByRole('slider', { name: 'Brightness of Reading lamp' }).fill('40');
    await page.evaluate(() => window.location.replace('#/energy'));
    await until(() => shown(readingLamp, 'Brig'), [40]);
    await page.evaluate(() => window.location.replace('#/lights'));
    await card('Reading lamp').locator('summary').click();
    await page.getByLabel('Colour of Reading lamp', { exact: true }).fill('#ff8000');
    await until(() => shown(readingLamp, 'R', 'G', 'B'), [255, 128, 0]);
  });

  it('runs a scene, and switches all lights off', async () => {
    await press('Start the scene Film night');
    await until(() => shown(readingLamp, 'On', 'Brig', 'R'), [1, 25, 255]);
    await press('All off');
    await until(() => shown(readingLamp, 'On'), [0]);
  });

  it('stops a blind halfway', async () => {
    await press('Lounge blind up');
    await until(async () => (await lamp(loungeBlind)).Pos === 100, true);
    await press('Lounge blind down');
    await until(async () => (await lamp(loungeBlind)).Pos! < 95, true);
    const answered = page.waitForResponse((response) => response.url().endsWith('/iLightCommand'));
    await press('Lounge blind stop');
    assert.equal(await (await answered).text(), 'OK');
    const [at] = await shown(loungeBlind, 'Pos');
    assert.ok(at! > 0 && at! < 100, String(at));
    await card('Lounge blind').getByText(`${at} % open`).waitFor();
  });

  it('opens the garage door after confirmation, shows that it is moving, and closes it', async () => {
    // The clocks of the house and of the page are advanced, so that the door takes no real time.
    await page.clock.install();
    await page.reload();
    const pass = async (seconds: number) => {
      await bridge.post('/simulation/ClockStep', seconds);
      await page.clock.fastForward(seconds * 1_000);
    };
    await press('Open the door');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The house is open until the door is closed again.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // The button in the dialog has the same name as the one on the page.
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await shown(garageDoor, 'Reed'), [1]);
    await press('Open the door');
    await dialog.getByRole('button', { name: 'Open the door' }).click();
    await until(() => shown(garageDoor, 'Reed'), [0]);
    await card('Garage door').getByText('Opening').waitFor();
    await pass(16);
    await page.getByRole('button', { name: 'Close the door', exact: true, disabled: false }).click();
    await dialog.getByRole('button', { name: 'Close the door' }).click();
    await card('Garage door').getByText('Closing').waitFor();
    await bridge.post('/simulation/ClockStep', 16);
    await until(() => shown(garageDoor, 'Reed'), [1]);
    await card('Garage door').getByText('Shut', { exact: true }).waitFor();
  });

  it('shows the functions of wall switches, and the lamps on the layout', async () => {
    await card('Switch 3').getByText('switches Lounge ceiling, Reading lamp').waitFor();
    await card('Switch 1').getByText('switches the air conditioner').waitFor();
    await page.getByRole('button', { name: 'Study, off' }).click();
    await page.getByRole('button', { name: 'Study, on' }).waitFor();
  });

  it('presses a switch, cuts the power and blocks a door in the simulator', async () => {
    await page.goto(`${bridge.url}/#/simulator`);
    await press('Press switch 3, button 1');
    await until(() => shown(readingLamp, 'On'), [1]);
    await press('Cut the power');
    await until(() => shown(readingLamp, 'On'), [0]);
    await press('Restore the power');
    await press('Block Garage door');
    await press('Unblock Garage door');
  });

  it('the page logged no errors while lights were controlled', () =>
    assert.deepEqual(watched.complaints, []));
});
