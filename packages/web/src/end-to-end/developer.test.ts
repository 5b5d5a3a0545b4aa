import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verifyWebhook } from '@plenum/client';
import { openWebFolder, type WebFile } from '@plenum/platform';
import { type Everything, startEverything } from '@plenum/testbed/everything';
import type { Page } from 'playwright-core';
import { builtFolder } from '../index.ts';
import { enter } from './account.fixture.ts';
import { openPage, until, type Watched } from './browser.fixture.ts';
import { goTo, type Receiver, startReceiver, type WebhookMessage } from './console.fixture.ts';

const redirectUri = 'https://lights.example.org/callback';

describe("the developer's console", () => {
  const stack = new AsyncDisposableStack();
  let all: Everything;
  let watched: Watched;
  let receiver: Receiver;
  let page: Page;

  before(async () => {
    all = stack.use(await startEverything());
    receiver = stack.use(await startReceiver());
    watched = stack.use(await openPage(all.cloud));
    page = watched.page;
    await enter(page);
  });

  after(() => stack.disposeAsync());

  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const dialog = () => page.getByRole('alertdialog');
  const readSecret = () => dialog().locator('code').textContent() as Promise<string>;

  /** Returns the cloud's response to an app that presents a secret with an invalid code. */
  const askForToken = async (clientId: string, secret: string) => {
    const form = { grant_type: 'authorization_code', code: 'none', redirect_uri: redirectUri };
    const answer = await fetch(`${all.cloud}/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, client_id: clientId, client_secret: secret }),
    });
    return ((await answer.json()) as { error: string }).error;
  };

  const verified = (secret: string, { headers, body }: WebhookMessage) =>
    verifyWebhook({ secrets: [secret], headers, body }).message;

  it('creates an app and shows its secret once, and shows the reason if an app is refused', async () => {
    await goTo(page, '');
    await press('Create an app');
    await page.getByLabel('Name').fill('Evening Lights');
    await page.getByLabel('Redirect URI').fill('nowhere');
    await press('Create the app');
    await page.getByText('The redirect URI is not a URI. Enter one like').waitFor();
    await page.getByLabel('Redirect URI').fill(redirectUri);
    await press('Create the app');
    await page.getByText('It is shown only once').waitFor();
    const secret = await readSecret();
    await page.keyboard.press('Escape');
    assert.equal(await readSecret(), secret);
    await press('I have stored it');
    await page.getByRole('heading', { name: 'Evening Lights' }).waitFor();
    const clientId = (await page.locator('.facts .copyable-text code').first().textContent())!;
    assert.equal(await askForToken(clientId, secret), 'invalid_grant');
    await page.reload();
    await page.getByText(clientId, { exact: true }).waitFor();
    assert.doesNotMatch(await page.content(), new RegExp(secret));

    await press('Replace the client secret');
    await press('Replace it');
    const next = await readSecret();
    await press('I have stored it');
    assert.equal(await askForToken(clientId, secret), 'invalid_client');
    assert.equal(await askForToken(clientId, next), 'invalid_grant');
  });

  it('adds a redirect URI by keyboard, explains a refusal, and removes all but the last', async () => {
    const uris = page.getByRole('region', { name: 'Redirect URIs' });
    const listed = () => uris.locator('li code').allTextContents();
    const remove = (uri: string) => uris.getByRole('button', { name: `Remove ${uri}` });
    const next = 'http://127.0.0.1:4567/callback';
    await uris.getByText('One of at most 10. Requests may omit redirect_uri.').waitFor();
    assert.ok(await remove(redirectUri).isDisabled());

    await uris.getByRole('button', { name: 'Add a redirect URI' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(redirectUri);
    await page.keyboard.press('Enter');
    await page.getByText('The app already has this redirect URI.').waitFor();
    await page.locator('input:focus').fill(next);
    await page.keyboard.press('Enter');
    await uris.getByText('2 of at most 10. Each request has to name one as redirect_uri.').waitFor();
    assert.deepEqual(await listed(), [redirectUri, next]);

    await remove(next).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`Requests that name ${next} are refused from now on.`).waitFor();
    await press('Remove it');
    await until(listed, [redirectUri]);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focused button disappears, and the focus moves to the next one.
    await uris.locator('button:focus', { hasText: 'Add a redirect URI' }).waitFor();
  });

  let secret = '';

  it('adds an endpoint, sends a signed test event, shows its payload and sends it again', async () => {
    await press('Add an endpoint');
    await page.getByLabel('URL', { exact: true }).fill('not one');
    await press('Add the endpoint');
    await page.getByText('This is not a URL.').waitFor();
    await page.getByLabel('URL', { exact: true }).fill(receiver.url);
    await press('Add the endpoint');
    await page.getByText('This is the signing secret.').waitFor();
    secret = await readSecret();
    await press('I have stored it');
    await page.getByText('Nothing sent yet.').waitFor();
    await press('Send a test event');
    const attempts = page.locator('.attempt');
    await attempts.first().waitFor();
    const [message] = receiver.messages;
    assert.deepEqual(verified(secret, message!), {
      requestId: message!.headers['webhook-id'],
      requestType: 'Event',
      requestBody: { devices: [] },
    });

    await attempts.first().click();
    await page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
    const sheet = page.getByRole('dialog');
    const payload = await sheet.getByRole('region', { name: 'Payload sent' }).textContent();
    assert.deepEqual(JSON.parse(payload!), JSON.parse(message!.body));
    const headers = await sheet.getByRole('region', { name: 'Headers sent' }).textContent();
    assert.ok(headers!.includes(`webhook-signature: ${message!.headers['webhook-signature']}`));
    await press('Resend it');
    await page.getByText('Sent as a new message with the current state.').waitFor();
    await until(async () => receiver.messages.length, 2);
    assert.notEqual(receiver.messages[1]!.headers['webhook-id'], message!.headers['webhook-id']);
    await press('Close');
  });

  it('shows the response to a failed attempt, and retries the same message', async () => {
    receiver.answer(500, 'the shelf is full');
    await press('Send a test event');
    const failed = page.getByRole('link', { name: /Failed, 500/ });
    await failed.first().waitFor();
    receiver.answer(204);
    await failed.first().click();
    await page.getByText('The endpoint answered 500; only 2xx counts as delivered.').waitFor();
    const answer = page.getByRole('dialog').getByRole('region', { name: /^Response 500/ });
    assert.equal(await answer.textContent(), 'the shelf is full');
    const before = receiver.messages.length;
    await press('Retry now');
    await until(async () => receiver.messages.length, before + 1);
    assert.equal(
      receiver.messages.at(-1)!.headers['webhook-id'],
      receiver.messages.at(-2)!.headers['webhook-id'],
    );
    const sheet = page.getByRole('dialog');
    await sheet.getByText(/^Delivered since, by attempt \d+ at /).waitFor();
    await press('Close');
    await page.getByText('on attempt 2').waitFor();
  });

  let id = '';

  it("sends a test event with a component of the developer's house, under its name", async () => {
    const carried = page.getByLabel('Component in the test event');
    const group = carried.locator('optgroup').first();
    assert.doesNotMatch((await group.getAttribute('label'))!, /^(Bridge|House)? ?[0-9]{9}$/);
    id = (await group.locator('option').first().getAttribute('value'))!;
    await carried.selectOption(id);
    const before = receiver.messages.length;
    await press('Send a test event');
    await until(async () => receiver.messages.length, before + 1);
    const message = verified(secret, receiver.messages.at(-1)!);
    assert.ok('requestBody' in message);
    assert.deepEqual(
      message.requestBody.devices.map(({ componentId }) => componentId),
      [id],
    );
    const { Name, Tag1 } = message.requestBody.devices[0]!.datagram as { Name?: string; Tag1?: string };
    await page
      .getByText(`Test event · ${Name ?? Tag1} · ${id}`)
      .first()
      .waitFor();
    await carried.selectOption('');
  });

  it('finds deliveries by result, event type, component and time, and resends the matches', async () => {
    const attempts = page.locator('.attempt');
    const all = await attempts.count();
    const verdicts = () => attempts.locator('.attempt__verdict').allTextContents();
    await page.getByLabel('Result').selectOption('Failed');
    await until(async () => [...new Set(await verdicts())], ['Failed, 500']);
    await page.getByLabel('Event type', { exact: true }).selectOption('Sync of a user');
    await page.getByText('No attempt matches the filter.').waitFor();
    await press('Clear the filter');
    await until(() => attempts.count(), all);

    await page.getByText('More filters').click();
    await page.getByLabel('Status').fill('5xx');
    await until(async () => [...new Set(await verdicts())], ['Failed, 500']);
    await page.getByLabel('Status').fill('600');
    await page.getByText('The status must be a number such as 404, or a class such as 5xx.').waitFor();
    await press('Clear the filter');
    await page.getByLabel('Kind of component').selectOption('vrf');
    await page.getByText('No attempt matches the filter.').waitFor();
    await press('Clear the filter');
    await until(() => attempts.count(), all);

    await page.getByLabel('Component or message id').fill(id.slice(3).toUpperCase());
    await until(() => attempts.count(), 1);
    const before = receiver.messages.length;
    await press('Resend matching');
    await page.getByText('1 change sent again.').waitFor();
    await until(async () => receiver.messages.length, before + 1);
    await press('Clear the filter');
    await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00');
    await page.getByText('No attempt matches the filter.').waitFor();
    await press('Clear the filter');
    await until(() => attempts.count(), all + 1);
  });

  it('resends all matches as a job, and shows its progress and its end', async () => {
    await page.getByLabel('Component or message id').fill(id.slice(3));
    const before = receiver.messages.length;
    await press('Resend all matching');
    await page.getByText('1 change sent again.').last().waitFor();
    await until(async () => receiver.messages.length, before + 1);
    await press('Clear the filter');
  });

  it('shows each event type with a sample, and links the reference', async () => {
    const types = page.getByRole('region', { name: 'Event types' });
    await types.getByText('Change of components').click();
    const sample = await types.getByRole('region', { name: 'Sample payload' }).first().textContent();
    const [device] = JSON.parse(sample!).requestBody.devices;
    assert.equal(device.componentId, '000000001_hvac_zone_3');
    assert.match(
      (await types.getByRole('link', { name: 'Reference' }).getAttribute('href'))!,
      // The server serves the page if this checkout has built the documentation.
      /\/docs\/interface\/reference\.md$|\/docs\/reference\/commands\/$/,
    );
  });

  it('links the documentation if the server has it, as the page of a house does', async () => {
    const web = openWebFolder(builtFolder);
    const other = await page.context().newPage();
    const house = `${all.bridge}/`;
    const visit = async (address: string, served: WebFile | undefined) => {
      const { pathname, origin } = new URL(address);
      const { bytes, headers } = served ?? assert.fail('not built');
      const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      await other.route(
        (url) => url.origin === origin && url.pathname === pathname,
        (route) => route.fulfill({ body: bytes, headers: Object.fromEntries(texts) }),
      );
      await other.goto('about:blank');
      await other.goto(address);
      // The link to the reference, and the links in the footer.
      const links = { name: /^(Reference|Documentation)$/ };
      const types = other.getByRole('region', { name: 'Event types' });
      await (address === house ? other.getByRole('contentinfo') : types).waitFor();
      const found = await other.getByRole('link', links).all();
      await other.unrouteAll();
      return Promise.all(found.map((link) => link.getAttribute('href')));
    };
    assert.deepEqual(await visit(page.url(), await web.pageWithDocs('cloud.html')), [
      `${all.cloud}/docs/reference/commands/`,
      `${all.cloud}/docs/`,
    ]);
    assert.deepEqual(await visit(house, await web.pageWithDocs('index.html')), [`${all.bridge}/docs/`]);
    const [reference, ...more] = await visit(page.url(), await web.page('cloud.html'));
    assert.match(reference!, /\/docs\/interface\/reference\.md$/);
    assert.deepEqual(more, []);
    assert.deepEqual(await visit(house, await web.page('index.html')), []);
    await other.close();
  });

  it('replaces the signing secret, shows how long both are valid, and signs with both', async () => {
    await press('Replace the secret');
    await press('Replace it');
    await page.getByText(/^The previous one is valid until /).waitFor();
    const next = await readSecret();
    await press('I have stored it');
    await page.getByText(/^Messages carry two signatures until /).waitFor();
    const before = receiver.messages.length;
    await press('Send a test event');
    await until(async () => receiver.messages.length, before + 1);
    for (const one of [secret, next]) verified(one, receiver.messages.at(-1)!);
    await page.getByText('Queued.').waitFor();
  });

  it('shows a message that failed after the last attempt, and retries it', async () => {
    receiver.answer(503);
    await press('Send a test event');
    const failed = page.getByRole('link', { name: /^Failed, 503/ });
    for (let attempt = 1; attempt < 12; attempt++) {
      await until(async () => failed.count(), attempt);
      await failed.first().click();
      await press('Retry now');
      await page.getByText('Sent again as the same message.').waitFor();
      await press('Close');
    }
    await page.getByRole('button', { name: 'Retry Test event' }).waitFor();
    await page.getByText('no more attempts').first().waitFor();
    receiver.answer(204);
    const count = receiver.messages.length;
    await press('Retry Test event');
    await until(async () => receiver.messages.length, count + 1);
    await page.getByText('1 message queued again.').waitFor();
    await page.getByText('None. A message is listed here after 12 failed attempts over 3 days').waitFor();
  });

  it('disables and enables an endpoint, and removes it', async () => {
    await page.getByText('Enabled').last().click();
    await page.getByText(/^You disabled it; changes in the meantime are not stored for it\./).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Send a test event' }).isDisabled());
    await page.getByText('Disabled').last().click();
    await page.locator('.health[data-health="well"]').waitFor();
    await press('Remove …');
    await press('Remove it');
    await page.getByText('None yet. An endpoint is a URL on your server').waitFor();
  });

  it('stays usable if Back is pressed in the moment in which the dialog with a secret closes', async () => {
    await press('Add an endpoint');
    await page.getByLabel('URL', { exact: true }).fill(receiver.url);
    await press('Add the endpoint');
    const button = dialog().getByRole('button', { name: 'I have stored it' });
    // As a press of Back that the browser carries out before it reports the new address to the page.
    await button.evaluate((element: HTMLButtonElement) => {
      const before = window.location.hash;
      element.click();
      window.location.hash = before;
    });
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: receiver.url }).waitFor();
  });

  it('removes an app, without errors in the browser', async () => {
    await press('Remove the app …');
    await press('Remove permanently');
    await page.getByRole('heading', { name: 'Developer' }).waitFor();
    await until(async () => page.getByText('Evening Lights').count(), 0);
    assert.deepEqual(watched.complaints, []);
    assert.deepEqual([...watched.hosts], [new URL(all.cloud).host]);
  });
});
