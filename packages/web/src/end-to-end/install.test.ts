import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { ann, enter, startCloud, startPairingBridge } from './account.fixture.ts';
import { openPage, until } from './browser.fixture.ts';
import { allowPairing } from './console.fixture.ts';

const key = 'open-sesame-please';
const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const lastKnown = (page: Page) => page.getByRole('heading', { name: 'Last known state' });
const workerReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
const enabledControls = (page: Page) => page.locator('main :is(button, input, select):enabled').count();
const openDialog = (page: Page) => page.getByRole('button', { name: 'On this device' }).click();

/** Returns the URLs of all stored responses in this browser, by cache name. */
const readStored = (page: Page) =>
  page.evaluate(async () => {
    const stored: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      stored[name.replace(/[0-9a-f]{12}$/, '')] = requests.map(({ url }) => new URL(url).pathname);
    }
    return stored;
  });
const keptHouses = async (page: Page) => (await readStored(page))['plenum-houses'] ?? [];

describe('an installed page', () => {
  it('installs a bridge’s page, opens it offline with the state’s age, and deletes the state', async () => {
    await using bridge = await startBridge('--access-key', key);
    await using watched = await openPage(bridge.url, { serviceWorkers: 'allow' });
    const { page, complaints } = watched;
    await page.getByLabel('Access key').fill(key);
    await page.keyboard.press('Enter');
    await live(page);
    await workerReady(page);

    const devtools = await page.context().newCDPSession(page);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
      [],
    );
    const { icons } = JSON.parse(data!) as { icons: { src: string; sizes: string }[] };
    const drawn = await page.evaluate(
      (all) =>
        Promise.all(
          all.map(async ({ src }) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      icons,
    );
    assert.deepEqual(drawn, ['192x192', '512x512', '512x512']);

    await until(() => keptHouses(page), ['/kept-house/bridge']);
    const stored = await readStored(page);
    const application = stored['plenum-application-']!;
    assert.deepEqual(
      application.filter((path) => !path.startsWith('/assets/')),
      ['/'],
    );
    assert.ok(application.length > 50);
    const rooms = await page.getByRole('heading', { level: 3 }).allTextContents();
    assert.ok(rooms.length > 3);

    await bridge.kill();
    await page.reload();
    await lastKnown(page).waitFor();
    await page
      .getByText(/^The bridge does not answer\. This page shows what this device received .*, on /)
      .waitFor();
    assert.deepEqual(await page.getByRole('heading', { level: 3 }).allTextContents(), rooms);
    assert.equal(await enabledControls(page), 0);
    await page.getByRole('link', { name: 'Schedules' }).click();
    await page.getByRole('heading', { level: 2 }).nth(1).waitFor();
    assert.equal(await page.getByText('cannot be loaded').count(), 0);
    await page.getByRole('link', { name: 'Overview' }).click();

    await bridge.restart();
    await live(page);
    await lastKnown(page).waitFor({ state: 'detached' });
    await until(async () => (await enabledControls(page)) > 0, true);

    await openDialog(page);
    await page.getByText('Without a connection, the page still opens').waitFor();
    await page.getByRole('button', { name: 'Forget this house' }).click();
    await page.getByLabel('Access key').waitFor();
    assert.deepEqual(await keptHouses(page), []);
    assert.equal(await page.evaluate(() => localStorage.getItem('plenum.key')), null);
    await bridge.kill();
    await page.reload();
    await page.getByText('This page connects as soon as it does.').waitFor();
    assert.equal(await lastKnown(page).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('lists the houses of a cloud that does not respond; signing out removes them in every tab', async () => {
    await using cloud = await startCloud();
    await using bridge = await startPairingBridge(cloud.url);
    const account = `${cloud.url}/#/houses`;
    await using watched = await openPage(account, { serviceWorkers: 'allow' });
    const { page } = watched;
    await enter(page);
    await allowPairing(page, bridge);
    await workerReady(page);
    const house = await page.context().newPage();
    await house.goto(`${cloud.url}/house?id=${bridge.systemId}`);
    await live(house);
    const kept = [`/kept-house/${bridge.systemId}`];
    await until(() => keptHouses(page), kept);
    const application = (await readStored(page))['plenum-application-']!;
    assert.deepEqual(application.filter((path) => !path.startsWith('/assets/')).toSorted(), ['/', '/house']);

    await cloud.kill();
    await page.reload();
    await page.getByRole('heading', { name: 'The cloud does not answer' }).waitFor();
    await page.getByRole('link', { name: bridge.systemId }).click();
    await lastKnown(page).waitFor();
    await page.getByText(/^The cloud does not answer\. This page shows/).waitFor();
    assert.equal(await enabledControls(page), 0);

    await cloud.restart();
    await live(page);
    await page.goto(account);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await until(() => keptHouses(page), []);
    await house.getByRole('link', { name: 'Sign in' }).waitFor();
    await house.close();
    assert.deepEqual(await keptHouses(page), []);

    await enter(page, ann);
    await cloud.kill();
    await page.reload();
    await page.getByRole('heading', { name: 'The cloud does not answer' }).waitFor();
    assert.equal(await lastKnown(page).count(), 0);
  });

  it('cannot install a page from a plain HTTP address, and explains why', async () => {
    await using bridge = await startBridge();
    await using watched = await openPage('about:blank');
    const { page } = watched;
    // An address for documentation (RFC 5737), which is neither HTTPS nor this machine.
    const plain = 'http://192.0.2.1';
    await page.route(`${plain}/**`, async (route) => {
      const url = route.request().url().replace(plain, bridge.url);
      if (url.endsWith('/events')) return route.abort();
      return route.fulfill({ response: await route.fetch({ url, headers: {} }) });
    });
    await page.goto(plain);
    await openDialog(page);
    await page.getByText(`this page came from ${plain}. Open the house through the cloud`).waitFor();
    await page.getByText('A browser shows notifications only on pages with HTTPS').waitFor();
    await page.getByText('To get them, open the house through the cloud').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Install' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Forget this house' }).count(), 0);
    assert.deepEqual(await page.evaluate(() => [isSecureContext, 'caches' in window]), [false, false]);
  });
});
