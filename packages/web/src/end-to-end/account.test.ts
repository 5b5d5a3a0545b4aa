import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { showInstant } from '../reading/clock.ts';
import { type PairingBridge, startCloud, startPairingBridge, startPairingFleet } from './account.fixture.ts';
import { axe, findViolations } from './axe.fixture.ts';
import { type OpenBrowser, openBrowser, openPage, until, type Watched } from './browser.fixture.ts';
import { themes } from './every-page.fixture.ts';

const ann = { email: 'ann@example.org', password: 'a quiet house by the sea' };
const next = 'another house, another sea';
const ac = '/HvacCommandV2';

const signIn = async (page: Page, password: string) => {
  await page.getByLabel('E-mail address').fill(ann.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

describe('the account in a browser', () => {
  let cloud: Awaited<ReturnType<typeof startCloud>>;
  let bridge: PairingBridge;
  let opened: OpenBrowser;
  let browser: Browser;
  let watched: Watched;
  let page: Page;

  before(async () => {
    cloud = await startCloud();
    bridge = await startPairingBridge(cloud.url);
    opened = await openBrowser();
    browser = opened.browser;
    watched = await openPage(browser, `${cloud.url}/#/houses`, { timezoneId: 'Europe/Berlin' });
    page = watched.page;
  });

  after(async () => {
    await watched?.[Symbol.asyncDispose]();
    await opened?.[Symbol.asyncDispose]();
    await bridge?.[Symbol.asyncDispose]();
    await cloud?.[Symbol.asyncDispose]();
  });

  const card = () => page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  const zone = async (No: number) => {
    const answer = await bridge.post('/HvacRequestV2', { HvacV2Request: { Type: 2, No, No1: 0 } });
    return (JSON.parse(answer) as { ZonesV2: { Setpoint: number } }).ZonesV2;
  };

  it('is made by the keyboard alone, and says why it is not', async () => {
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Make one' }).press('Enter');
    await page.getByRole('heading', { name: 'Make an account' }).waitFor();
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type(ann.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('too short');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText('A password has at least 10 characters; this one has 9.')
      .waitFor();
    assert.equal(await page.getByLabel('Password').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Password').fill(ann.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    await page.getByText(`npx plenum bridge --cloud ${cloud.url}`).waitFor();
  });

  it('shows what it waits for', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/console/bridges', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Fetching your houses').waitFor({ state: 'attached' });
    release();
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    await page.unroute('**/console/bridges');
  });

  it('pairs a bridge by its code: a wrong one is refused, the right one says who asks', async () => {
    await page.getByRole('link', { name: 'Enter the code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pair a bridge' });
    await dialog.getByLabel('Code').fill('bbbbbbbb');
    await dialog.getByRole('button', { name: 'Look for it' }).click();
    await dialog.getByText(/^No bridge is waiting with this code\./).waitFor();
    await dialog.getByLabel('Code').fill(bridge.code.replace('-', '').toLowerCase());
    await page.keyboard.press('Enter');
    await dialog.getByText(`Bridge ${bridge.systemId}`).waitFor();
    assert.equal(await dialog.getByRole('status', { name: 'Its code' }).textContent(), bridge.code);
    await dialog.getByRole('button', { name: 'Yes, pair it' }).click();
    await dialog.getByText('Banksia Street is yours').waitFor({ timeout: 20_000 });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card().getByText('Connected', { exact: true }).waitFor();
  });

  it('shows the house through the cloud: what is changed here is changed there, and the other way', async () => {
    await page.getByRole('link', { name: 'Open Banksia Street' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    const { Setpoint } = await zone(1);
    await page.getByRole('button', { name: 'Kitchen setpoint: more' }).click();
    await until(async () => (await zone(1)).Setpoint, Setpoint + 50);
    await bridge.post(ac, { ZoneSetpoint: { Index: 0, Setpoint: 1750 } });
    const shown = page.getByRole('spinbutton', { name: 'Family room setpoint', exact: true });
    await until(() => shown.getAttribute('aria-valuenow'), '1750');
  });

  it('shows the clocks of the house, wherever its reader is', async () => {
    const clock = page.locator('.house-clock');
    await until(
      async () => (await clock.textContent()) === showInstant(Date.now(), 'Australia/Sydney'),
      true,
    );
  });

  it('shows and does not offer what is changed at home only', async () => {
    assert.equal(await page.getByRole('button', { name: 'Run Lawns' }).isDisabled(), true);
    assert.equal(await page.getByRole('switch', { name: 'Enabled' }).isDisabled(), true);
    await page.getByText('Changed at home only').first().waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    assert.deepEqual(await pages.allTextContents(), ['Overview', 'Schedules']);
    await page.goto(`${cloud.url}/house?id=${bridge.systemId}#/overview/irrigation/0`);
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByText('Changed at home only').waitFor();
    assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).count(), 0);
    await page.keyboard.press('Escape');
  });

  it('says that the bridge is away, refuses what cannot be done, and goes on when it is back', async () => {
    await bridge.kill();
    await page.getByRole('heading', { name: 'The bridge is not connected' }).waitFor();
    await page.getByText('Bridge away').waitFor();
    await page.getByRole('button', { name: 'Study setpoint: more' }).click();
    const notice = page.getByText('The bridge is not connected; nothing was done.');
    await page.locator('.notice[data-kind="refused"]').filter({ has: notice }).waitFor();
    await page.getByRole('link', { name: 'All houses' }).click();
    await card().getByText('Not connected, last heard just now').waitFor();
    await bridge.restart();
    await card().getByText('Connected', { exact: true }).waitFor({ timeout: 20_000 });
  });

  it('says that the cloud is away, keeps what it said last, and goes on when it is back', async () => {
    await cloud.kill();
    await page.getByText(/The cloud does not answer\. What stands here is what it said last\./).waitFor();
    assert.equal(await card().count(), 1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('The cloud does not answer; nothing was changed.').waitFor();
    await cloud.restart();
    await page.getByText('What stands here is what it said last.').waitFor({ state: 'detached' });
    await card().getByText('Connected', { exact: true }).waitFor({ timeout: 30_000 });
  });

  it('waits where not even who is signed in can be told', async () => {
    await page.route('**/account', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'The cloud does not answer' }).waitFor();
    await page.unroute('**/account');
    await card().getByText('Connected', { exact: true }).waitFor();
  });

  it('says what went wrong at the cloud, and asks again when told', async () => {
    const detail = 'Something went wrong here; the operator finds it under 5f0d7a52.';
    const body = JSON.stringify({ requestId: '5f0d7a52', response: { result: 'Error', detail } });
    await page.route('**/console/links', (route) => route.fulfill({ status: 500, body }));
    await page.goto(`${cloud.url}/#/apps`);
    await page.getByRole('alert').getByText(detail).waitFor();
    await page.unroute('**/console/links');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('heading', { name: 'No app has access' }).waitFor();
    await page.getByText(detail).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Houses' }).click();
  });

  it('gives axe nothing to find in its dialogs, in either theme', async () => {
    for (const colorScheme of themes) {
      await using own = await openPage(browser, `${cloud.url}/#/houses`, { colorScheme, bypassCSP: true });
      await signIn(own.page, ann.password);
      await own.page.addScriptTag({ path: axe });
      const look = async (title: string) => {
        await own.page.getByRole('dialog', { name: title }).waitFor();
        assert.deepEqual(await findViolations(own.page), [], `${title}, ${colorScheme}`);
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
    }
  });

  it('renames a house', async () => {
    await page.getByRole('button', { name: 'Rename Banksia Street' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename the house' });
    await dialog.getByLabel('Name of the house').fill(' ');
    await dialog.getByRole('button', { name: 'Save the name' }).click();
    await dialog.getByText('A bridge has a name of 1 to 60 characters.').waitFor();
    await dialog.getByLabel('Name of the house').fill('By the sea');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By the sea' }).waitFor();
  });

  it('takes access back from an app', async () => {
    const callback = 'http://127.0.0.1:8095/callback';
    const asked = { client_id: 'plenum-demo-app', scope: 'query-control', response_type: 'code' };
    const query = new URLSearchParams({ ...asked, state: 's', redirect_uri: callback });
    const tab = await page.context().newPage();
    await tab.goto(`${cloud.url}/login?${query}`);
    const back = tab.waitForRequest((request) => request.url().startsWith(callback));
    await tab.getByRole('button', { name: /^Allow/ }).click();
    const code = new URL((await back).url()).searchParams.get('code')!;
    await tab.close();
    const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: asked.client_id, code });
    assert.equal((await fetch(`${cloud.url}/token`, { method: 'POST', body })).status, 200);

    await page.goto(`${cloud.url}/#/apps`);
    await page.getByRole('button', { name: 'Take access back from Plenum demo app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('heading', { name: 'No app has access' }).waitFor();
  });

  it('changes the password; another browser is asked to sign in, and goes on where it was', async () => {
    await using elsewhere = await openPage(browser, `${cloud.url}/#/apps`);
    await signIn(elsewhere.page, ann.password);
    await elsewhere.page.getByRole('heading', { name: 'No app has access' }).waitFor();
    await elsewhere.page.getByRole('link', { name: 'Houses' }).click();

    await page.goto(`${cloud.url}/#/account`);
    await page.getByLabel('Present password').fill('a guess');
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('The present password is wrong.').waitFor();
    await page.getByLabel('Present password').fill(ann.password);
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('Changed', { exact: true }).waitFor();

    const ended = elsewhere.page.getByRole('alertdialog', { name: 'Your session has ended' });
    await ended.waitFor();
    assert.equal(await ended.getByLabel('E-mail address').inputValue(), ann.email);
    await ended.getByLabel('Password').fill(next);
    await elsewhere.page.keyboard.press('Enter');
    await ended.waitFor({ state: 'detached' });
    await elsewhere.page.getByRole('heading', { name: 'By the sea' }).waitFor();
    await elsewhere.page.getByRole('button', { name: 'Sign out' }).click();
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('releases a bridge when its owner has read what that means; its page says it is gone', async () => {
    await using house = await openPage(browser, `${cloud.url}/house?id=${bridge.systemId}`);
    await house.page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await house.page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(house.page, next);
    await house.page.getByRole('link', { name: 'Open By the sea' }).click();
    await house.page.getByText('Live', { exact: true }).waitFor();

    await page.goto(`${cloud.url}/#/houses`);
    await page.getByRole('button', { name: 'Release By the sea' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release By the sea?' });
    await dialog.getByText('The house leaves this account').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Release By the sea' }).click();
    await dialog.getByRole('button', { name: 'Release it' }).click();
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    await house.page.getByRole('heading', { name: 'This house is not in your account' }).waitFor();
  });

  it('says that a fleet asks for many bridges, and lets them all in', async () => {
    await using fleet = await startPairingFleet(cloud.url, 3);
    await page.getByRole('link', { name: 'Enter the code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pair a bridge' });
    await dialog.getByLabel('Code').fill(fleet.code);
    await page.keyboard.press('Enter');
    await dialog.getByText('Any number of bridges', { exact: true }).waitFor();
    await dialog.getByText(/for many simulated bridges\./).waitFor();
    await dialog.getByRole('button', { name: 'Yes, pair them all' }).click();
    await dialog.getByText('3 new bridges are yours').waitFor({ timeout: 20_000 });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await until(() => card().count(), 3);
  });

  it('is deleted with its password, and not without', async () => {
    await page.goto(`${cloud.url}/#/account`);
    await page.getByRole('button', { name: 'Delete the account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
    await dialog.getByText('Your houses are released').waitFor();
    await dialog.getByLabel('Password').fill(ann.password);
    await page.keyboard.press('Enter');
    await dialog.getByText('The present password is wrong.').waitFor();
    await dialog.getByLabel('Password').fill(next);
    await page.keyboard.press('Enter');
    const notice = page.getByText('The account is deleted, with everything that was in it.');
    await page.locator('.notice[data-kind="done"]').filter({ has: notice }).waitFor();
    await page.goto(`${cloud.url}/#/sign-in`);
    await signIn(page, next);
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
  });

  it('asked nobody but its cloud, and complained of nothing', () => {
    assert.deepEqual([...watched.hosts], [new URL(cloud.url).host]);
    assert.deepEqual(watched.complaints, []);
  });
});
