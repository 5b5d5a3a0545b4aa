import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { demo } from '@plenum/testbed/account';
import { type Everything, startEverything } from '@plenum/testbed/everything';
import type { Page } from 'playwright-core';
import { enter } from './account.fixture.ts';
import { axe, findInThemes } from './axe.fixture.ts';
import { openPage, until } from './browser.fixture.ts';
import { ask, goTo, type Receiver, startReceiver } from './console.fixture.ts';
import { sizes } from './every-page.fixture.ts';

/** Sends a change to the console from a signed-in page. */
const change = (page: Page, path: string, body?: object) => ask(page, `/console/apps${path}`, body);

describe("the developer's pages", () => {
  const stack = new AsyncDisposableStack();
  let all: Everything;
  let receiver: Receiver;
  const places: Record<string, string> = {};

  /**
   * Creates a demo account with an app that has sent requests, and an endpoint that has accepted and refused messages.
   */
  const prepare = async () => {
    await using watched = await openPage(all.cloud);
    const { page } = watched;
    await enter(page);
    const { app } = await change(page, '', { name: 'Evening Lights', redirectUri: 'https://example.org/' });
    const { endpoint } = await change(page, `/${app.clientId}/endpoints`, { url: receiver.url });
    const one = `${app.clientId}/endpoints/${endpoint.id}`;
    const attempts = () =>
      page.evaluate(async (path) => {
        const answer = await fetch(`/console/apps/${path}/deliveries`);
        return ((await answer.json()) as { deliveries: unknown[] }).deliveries.length;
      }, one);
    await change(page, `/${one}/test`);
    await until(attempts, 1);
    receiver.answer(500, 'the shelf is full');
    await change(page, `/${one}/deliveries/1/resend`);
    await until(attempts, 2);
    await change(page, `/${one}/secret`);
    await change(page, `/${app.clientId}/test-keys`);
    const { testUserId } = await ask(page, '/console/test-users', { name: 'Ann' });
    const house = await ask(page, `/console/test-users/${testUserId}/houses`, { house: 'flat' });
    const { testUserId: guest } = await ask(page, '/console/test-users', { name: 'Bob' });
    await ask(page, `/console/test-houses/${house.systemId}/guests/${guest}`, { access: 'view' });
    await change(page, `/${app.clientId}/test-users/${guest}/tokens`, {});
    const { accessToken } = await change(page, `/${app.clientId}/token`);
    for (const requestType of ['Discover', 'Discover', 'Nothing'])
      await fetch(`${all.cloud}/dev`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ requestId: crypto.randomUUID(), requestType }),
      });
    Object.assign(places, {
      apps: '',
      app: `app/${app.clientId}`,
      endpoint: `app/${app.clientId}/endpoint/${endpoint.id}`,
      attempt: `app/${app.clientId}/endpoint/${endpoint.id}/attempt/1`,
      explorer: `explorer/${app.clientId}`,
      house: `app/${app.clientId}/house/${house.systemId}`,
      missing: 'app/nobodys',
    });
  };

  /** Waits until the page has no pending requests. */
  const settle = (page: Page) =>
    page.waitForFunction(
      () =>
        document.querySelector('h1') !== null &&
        document.querySelector('.query-result__wait, .waiting') === null,
    );

  before(async () => {
    all = stack.use(await startEverything());
    receiver = stack.use(await startReceiver());
    await prepare();
  });

  after(() => stack.disposeAsync());

  it("passes axe on the developer's pages in either theme", async () => {
    await using watched = await openPage(all.cloud, { bypassCSP: true });
    const { page, complaints } = watched;
    await enter(page);
    await page.addScriptTag({ path: axe });
    const found: Record<string, readonly string[]> = {};
    const look = async (name: string) => {
      const violations = await findInThemes(page);
      if (violations.length > 0) found[name] = violations;
    };
    for (const [name, place] of Object.entries(places)) {
      await goTo(page, place);
      await settle(page);
      if (name === 'attempt') await page.getByRole('button', { name: 'Resend it' }).waitFor();
      await look(name);
    }
    await goTo(page, '');
    await page.getByRole('button', { name: 'Create an app' }).click();
    await look('create');
    await page.getByLabel('Name').fill('One');
    await page.getByLabel('Redirect URI').fill('nowhere');
    await page.getByRole('button', { name: 'Create the app' }).click();
    await page.getByText('The redirect URI is not a URI').waitFor();
    await look('refused');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await goTo(page, places.explorer!);
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByRole('radio', { name: 'Control' }).click();
    for (const command of ['SchedSettings', 'ZoneName', 'RetProgram']) {
      await page.getByLabel('Command', { exact: true }).selectOption(command);
      await look(command);
    }
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.answer').waitFor();
    await look('answer');
    assert.deepEqual(found, {});
    assert.deepEqual(complaints, []);
  });

  it("the developer's pages fit every screen without scrolling sideways", async () => {
    await using watched = await openPage(all.cloud);
    const { page } = watched;
    await enter(page);
    for (const [name, place] of Object.entries(places)) {
      await goTo(page, place);
      await settle(page);
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(over <= 0, `${name} is ${over} px too wide for a ${size}`);
      }
    }
  });

  it("the developer's pages work with the keyboard alone", async () => {
    await using watched = await openPage(all.cloud);
    const { page } = watched;
    await enter(page);
    await goTo(page, '');
    await page.getByRole('button', { name: 'Create an app' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('Manual');
    await page.keyboard.press('Tab');
    await page.keyboard.type('com.example.byhand:/callback');
    for (const key of ['Tab', 'Space', 'Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Manual' }).waitFor();
    await page.getByText('Public client, PKCE required').waitFor();

    // A switch keeps the focus, and can be switched back while other parts of the page still load.
    await goTo(page, places.endpoint!);
    const go = Promise.withResolvers<void>();
    const receive = page.getByRole('switch', { name: 'Receive: Sync of a user' });
    await receive.focus();
    await page.route('**/console/event-types', async (route) => {
      await go.promise;
      await route.continue();
    });
    for (const isOn of [false, true]) {
      await page.keyboard.press('Space');
      await until(() => receive.isChecked(), isOn);
    }
    go.resolve();
    for (const name of ['Disabled', 'Enabled']) {
      await page.getByRole('switch', { name: /^(En|Dis)abled$/ }).focus();
      await page.keyboard.press('Space');
      await page.locator('label:focus-within').getByText(name, { exact: true }).waitFor();
    }
  });

  it('explains the first steps if there is no app, and reports an app that was not found', async () => {
    await using watched = await openPage(all.cloud);
    const { page } = watched;
    await enter(page, { ...demo, email: 'somebody@example.org' });
    await goTo(page, '');
    await page.getByRole('heading', { name: 'No app yet' }).waitFor();
    await goTo(page, 'explorer');
    await page.getByRole('heading', { name: 'Create an app first' }).waitFor();
    await goTo(page, places.app!);
    await page.getByText('You have no such app.').waitFor();
    await goTo(page, places.endpoint!);
    await page.getByText('You have no such app.').waitFor();
  });

  it("shows placeholders on the developer's pages, and an error if the cloud does not respond", async () => {
    await using watched = await openPage(all.cloud);
    const { page } = watched;
    await enter(page);
    const go = Promise.withResolvers<void>();
    await page.route('**/deliveries', async (route) => {
      await go.promise;
      await route.abort();
    });
    await goTo(page, places.endpoint!);
    await page.getByText('Loading the endpoint').waitFor();
    go.resolve();
    await page.getByText('The cloud does not answer. Retrying automatically.').waitFor();
    await page.unroute('**/deliveries');
    await page.getByRole('link', { name: /^Delivered, 204/ }).waitFor();
  });

  it('loads older entries of the log', async () => {
    await using watched = await openPage(all.cloud);
    const { page } = watched;
    await enter(page);
    receiver.answer(204);
    const { app } = await change(page, '', { name: 'Many', redirectUri: 'https://example.org/' });
    const { endpoint } = await change(page, `/${app.clientId}/endpoints`, { url: receiver.url });
    for (let count = 1; count <= 52; count++) {
      const before = receiver.messages.length;
      await change(page, `/${app.clientId}/endpoints/${endpoint.id}/test`);
      // The message that was refused above may be sent again at any time.
      await until(async () => receiver.messages.length > before, true);
    }
    await goTo(page, `app/${app.clientId}/endpoint/${endpoint.id}`);
    const attempts = page.locator('.attempt');
    await until(() => attempts.count(), 50);
    await page.getByRole('button', { name: 'Older attempts' }).click();
    await until(() => attempts.count(), 52);
    assert.equal(await page.getByRole('button', { name: 'Older attempts' }).count(), 0);
  });

  it('keeps the input of a form behind a sign-in dialog if the session ends', async () => {
    await using watched = await openPage(all.cloud);
    const { page } = watched;
    await enter(page);
    await goTo(page, places.app!);
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByLabel('URL', { exact: true }).fill('https://example.org/events');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Add the endpoint' }).click();
    await page.getByLabel('Password').fill('demo house 24/7');
    await page.getByLabel('Password').press('Enter');
    await page.getByRole('button', { name: 'Add the endpoint' }).click();
    await page.getByText('This is the signing secret.').waitFor();
  });
});
