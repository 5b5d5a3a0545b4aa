import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type BridgeProcess, readUnit, startBridge } from '@plenum/testbed/bridge';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { Page } from 'playwright-core';
import { openAdvanced } from './advanced.fixture.ts';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, settle, until } from './browser.fixture.ts';

const flat = fileURLToPath(new URL('../../../simulator/houses/flat.yaml', import.meta.url));

const ac = '/HvacCommandV2';
const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const setpoint = (page: Page, name: string) =>
  page.getByRole('spinbutton', { name: `${name} setpoint`, exact: true });

describe('the page', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
  });

  after(() => stack.disposeAsync());

  it('shows placeholders while the house loads', async () => {
    await using watched = await openPage('about:blank');
    const { page } = watched;
    const go = Promise.withResolvers<void>();
    await page.route('**/events', async (route) => {
      await go.promise;
      await route.continue();
    });
    await page.goto(bridge.url);
    await page.getByRole('status').getByText('Loading the house').waitFor({ state: 'attached' });
    assert.equal(await page.locator('.waiting__block').count(), 5);
    await page.getByText('Connecting').waitFor();
    go.resolve();
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
    assert.equal(await page.locator('.waiting').count(), 0);
  });

  it('keeps the outdoor air within its card on a phone whose scrollbar takes up space', async () => {
    await using watched = await openPage(bridge.url, { viewport: { width: 345, height: 780 } });
    const { page } = watched;
    const rightOf = async (part: string) => {
      const { x, width } = (await page.locator(part).boundingBox())!;
      return x + width;
    };
    await page.locator('summary').filter({ hasText: 'Air conditioner' }).click();
    await page.locator('.climate__out').waitFor();
    assert.ok((await rightOf('.climate__out')) <= (await rightOf('.unit:not(.phone-head)')) - 18);
  });

  it('shows that the bridge does not respond, and connects once it does', async () => {
    // Opens a new page, because a page that has already been loaded would show its last state.
    await using watched = await openPage('about:blank');
    const { page } = watched;
    await page.route('**/events', (route) => route.abort());
    await page.goto(bridge.url);
    await page.getByText('The bridge does not answer. This page connects as soon as it does.').waitFor();
    await page.unroute('**/events');
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
  });

  it('shows a house with two splits and nothing else, and explains the empty pages', async () => {
    await using small = await startBridge('--house', flat);
    await using watched = await openPage(small.url);
    const { page, complaints } = watched;
    await page.getByRole('heading', { name: 'Splits' }).waitFor();
    for (const heading of ['Rooms', 'Favourites', 'Fan-coils', 'Power', 'Garden'])
      assert.equal(await page.getByRole('heading', { name: heading }).count(), 0, heading);
    await page.getByRole('region', { name: 'Outdoors' }).waitFor();
    await page.goto(`${small.url}/#/history`);
    await page.getByText('This house has no temperature sensors').waitFor();
    await page.goto(`${small.url}/#/lights`);
    await page.getByText('This house has no lighting.').waitFor();
    await page.goto(`${small.url}/#/schedules`);
    await page.getByRole('heading', { name: 'Split favourites' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Irrigation programs' }).count(), 0);
    await page.goto(`${small.url}/#/simulator`);
    const faults = page.getByLabel('Fault type');
    await faults.waitFor();
    assert.deepEqual(await faults.locator('option').allTextContents(), ['A split does not respond.']);
    assert.deepEqual(complaints, []);
  });

  it('shows the name of an empty house, and no text about parts that it does not have', async () => {
    using folder = createDataFolder();
    const hut = join(folder.path, 'hut.yaml');
    const place = { latitude: 41.4, longitude: 2.16, timeZone: 'Europe/Madrid' };
    await writeFile(hut, JSON.stringify({ name: 'Hut', place, rooms: [{ name: 'Lounge', area: 24 }] }));
    await using empty = await startBridge('--house', hut);
    await using watched = await openPage(empty.url);
    const { page, complaints } = watched;
    await page.getByRole('heading', { level: 1, name: 'Hut' }).waitFor();
    await page.getByText('Nothing is installed in this house yet.').waitFor();
    for (const where of ['overview', 'history', 'schedules']) {
      await page.goto(`${empty.url}/#/${where}`);
      await settle(page);
      const shown = await page.locator('main').textContent();
      assert.doesNotMatch(
        shown ?? '',
        /air conditioner|splits? |fan-coil|garden|rain delay|tank|favourites? starts/i,
        where,
      );
    }
    await page.goto(`${empty.url}/#/simulator`);
    await page.getByRole('heading', { name: 'People', exact: true }).waitFor();
    for (const part of ['Faults', 'Hot water', 'By hand', 'Lights'])
      assert.equal(await page.getByRole('heading', { name: part }).count(), 0, part);
    assert.equal(await page.getByText('An open window').count(), 0);
    await using front = await startBridge(
      ...['--attach', new URL(empty.url).host, '--no-attach-notifications'],
    );
    await page.goto(front.url);
    await page.getByRole('heading', { level: 1, name: 'House' }).waitFor();
    await page.getByText('Nothing is installed in this house yet.').waitFor();
    for (const where of ['overview', 'history', 'schedules', 'wall', 'setup', 'backup']) {
      await page.goto(`${front.url}/#/${where}`);
      await settle(page);
      const shown = await page.locator('main').textContent();
      assert.doesNotMatch(
        shown ?? '',
        /air conditioner|splits? |fan-coil|garden|rain delay|tank|favourites? starts/i,
        where,
      );
    }
    assert.deepEqual(complaints, []);
  });

  it('keeps the last state with a banner while the bridge is away, then updates', async () => {
    await using watched = await openPage(bridge.url);
    const { page } = watched;
    await live(page);
    const before = await setpoint(page, 'Kitchen').getAttribute('aria-valuenow');
    await bridge.kill();
    await page.getByText('Reconnecting').waitFor();
    await page.getByText('The bridge does not answer. Showing the last known state').waitFor();
    assert.equal(await setpoint(page, 'Kitchen').getAttribute('aria-valuenow'), before);
    await bridge.restart();
    await live(page);
    await page.getByText('Showing the last known state').waitFor({ state: 'detached' });
  });

  it('asks for the access key, stores the right one, and undoes a read-only change', async () => {
    await using locked = await startBridge('--access-key', 'open-sesame-please', '--read-only');
    await using watched = await openPage(locked.url);
    const { page } = watched;
    await page.getByRole('heading', { name: 'Access key required' }).waitFor();
    const open = page.getByRole('button', { name: 'Open the house' });
    assert.equal(await open.isDisabled(), true);
    await page.getByLabel('Access key').fill('wrong');
    await open.click();
    await page.getByRole('alert').getByText('The bridge does not accept this key.').waitFor();
    await page.getByLabel('Access key').fill('open-sesame-please');
    await open.click();
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
    await page.reload();
    await live(page);
    const before = await setpoint(page, 'Kitchen').getAttribute('aria-valuenow');
    await page.getByRole('button', { name: 'Kitchen setpoint: more' }).click();
    await page.getByText('This bridge is read-only.').waitFor();
    await until(() => setpoint(page, 'Kitchen').getAttribute('aria-valuenow'), before);
  });

  it("shows a refusal from the bridge in the reader's temperature scale", async () => {
    await bridge.post(ac, { EconomyLock: 1 });
    await using watched = await openPage(bridge.url);
    const { page } = watched;
    await live(page);
    await page.getByRole('button', { name: '°C, change the scale' }).click();
    await setpoint(page, 'Kitchen').focus();
    await page.keyboard.press('End');
    await page.getByText('86.00 °F is outside the economy limits 64.40 to 78.80 °F.').waitFor();
    await page.getByRole('button', { name: '°F, change the scale' }).click();
    await page.keyboard.press('Home');
    await setpoint(page, 'Kitchen').focus();
    await page.keyboard.press('Home');
    await page.getByText('15.00 °C is outside the economy limits 18.00 to 26.00 °C.').waitFor();
    await bridge.post(ac, { EconomyLock: 0 });
  });

  it('shows an accessible error in place of a page that fails, and reloads the page', async () => {
    await using watched = await openPage('about:blank', { bypassCSP: true });
    const { page } = watched;
    // A value that no bridge sends: a split whose name is not a text.
    const components = [{ kind: 'split', index: 0, datagram: { Index: 0, Att: 1, Name: {} } }];
    const body = `event: snapshot\ndata: ${JSON.stringify({ at: 0, components })}\n\n`;
    await page.route('**/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
    await page.goto(bridge.url);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findViolations(page), []);
    await page.unroute('**/events');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Rooms' }).waitFor();
  });

  it('shows the expected range if a number field is submitted empty, and sends nothing', async () => {
    await using watched = await openPage(bridge.url);
    const { page } = watched;
    const form = await openAdvanced(page, bridge.url, 'SysSleepTimer');
    const asked = form.getByText('Enter a whole number from 0 to 1440 min.');
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    const minutes = form.getByRole('spinbutton');
    await minutes.fill('');
    await asked.waitFor();
    await form.getByRole('button', { name: 'Apply' }).click();
    assert.equal(await minutes.evaluate((one) => one === document.activeElement), true);
    assert.deepEqual(posts, []);
    await minutes.fill('90');
    await asked.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Apply' }).click();
    await until(async () => (await readUnit(bridge.url)).SleepTimer, 90);
    assert.deepEqual(watched.complaints, []);
  });

  it('refuses a number out of range with the sentence of the protocol, and sends nothing', async () => {
    await using watched = await openPage(bridge.url, { bypassCSP: true });
    const { page } = watched;
    const form = await openAdvanced(page, bridge.url, 'SysSleepTimer');
    assert.equal(await form.evaluate((one) => (one as HTMLFormElement).noValidate), true);
    const minutes = form.getByRole('spinbutton');
    const refused = form.getByText('1441 min is above the maximum of 1440 min.');
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await minutes.fill('1441');
    assert.equal(await refused.count(), 0, 'nobody is told off while they type');
    await minutes.press('Enter');
    await refused.waitFor();
    assert.equal(await minutes.getAttribute('aria-invalid'), 'true');
    assert.equal(
      await minutes.evaluate(
        (one) => document.getElementById(one.getAttribute('aria-describedby')!)?.textContent,
      ),
      '1441 min is above the maximum of 1440 min.',
    );
    assert.equal(await minutes.evaluate((one) => one === document.activeElement), true);
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(posts, []);
    await minutes.fill('1440');
    await refused.waitFor({ state: 'detached' });
    await minutes.fill('-1');
    await form.getByRole('button', { name: 'Apply' }).click();
    await form.getByText('-1 min is below the minimum of 0 min.').waitFor();
    assert.equal(await minutes.evaluate((one) => one === document.activeElement), true);
    assert.deepEqual(posts, []);
    assert.deepEqual(watched.complaints, []);
  });

  it('has no endless animations, and no animations at all if the reader prefers reduced motion', async () => {
    // The house is ventilated, so that air flows through its dampers.
    await bridge.post(ac, { SysOn: 1 });
    await bridge.post(ac, { SysMode: 3 });
    await bridge.post('/simulation/ClockStep', 600);
    const endless = (page: Page) =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY).length,
      );
    /** Returns the number of elements that would be animated at their next change. */
    const movable = (page: Page) =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('main *')].filter((one) =>
            getComputedStyle(one)
              .transitionDuration.split(',')
              .some((duration) => Number.parseFloat(duration) > 0),
          ).length,
      );
    await using still = await openPage(bridge.url, { reducedMotion: 'reduce' });
    await live(still.page);
    assert.deepEqual([await endless(still.page), await movable(still.page)], [0, 0]);
    await using lively = await openPage(bridge.url, { reducedMotion: 'no-preference' });
    await live(lively.page);
    assert.equal(await endless(lively.page), 0);
    await until(async () => (await movable(lively.page)) > 0, true);
  });
});
