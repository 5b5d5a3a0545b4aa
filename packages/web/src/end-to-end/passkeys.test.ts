import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { demo } from '@plenum/testbed/account';
import { freePort } from '@plenum/testbed/free-port';
import { type Server, startInFolder } from '@plenum/testbed/server';
import type { Page } from 'playwright-core';
import { ann, enter, signOut, startCloud } from './account.fixture.ts';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, type Watched } from './browser.fixture.ts';

/** Adds a virtual security key, whose fingerprint check always succeeds, to the browser (CDP, "WebAuthn"). */
const addAuthenticator = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    setUserVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
};

/** Starts a cloud in development mode with a host name in its public URL, which passkeys require. */
const startNamedCloud = async () => {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const running = startInFolder('cloud', '--development', '--http-port', port, '--public-url', url);
  await running.line(new RegExp(`:${port}`));
  return { url, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
};

describe('passkeys in a browser', () => {
  const stack = new AsyncDisposableStack();
  let cloud: Server;
  let url: string;
  let watched: Watched;
  let page: Page;
  let key: Awaited<ReturnType<typeof addAuthenticator>>;

  before(async () => {
    cloud = stack.use(await startCloud());
    url = cloud.url.replace('127.0.0.1', 'localhost');
    watched = stack.use(await openPage(url, { bypassCSP: true }));
    page = watched.page;
    key = await addAuthenticator(page);
  });

  after(() => stack.disposeAsync());

  const leave = async () => {
    await signOut(page);
    await page.goto(`${url}/#/sign-in`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };
  const signIn = () => page.getByRole('button', { name: 'Sign in with a passkey' }).click();

  it('adds a passkey after asking for the password, and names the passkey', async () => {
    await enter(page, ann);
    await page.goto(`${url}/#/account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByText('That is not your current password.').waitFor();
    await dialog.getByLabel('Password').fill(ann.password);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await page.getByText('never used').waitFor();
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findViolations(page), []);
  });

  it('signs in by passkey without password, but not if the device did not verify its user', async () => {
    await leave();
    await key.setUserVerified(false);
    await signIn();
    await page.getByRole('alert').getByText('No passkey was chosen.').waitFor();
    await key.setUserVerified(true);
    await signIn();
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    await page.goto(`${url}/#/account`);
    await page.getByText('last used on').waitFor();
  });

  it('accepts the response of a passkey for one sign-in only', async () => {
    await leave();
    const sent = page.waitForRequest('**/account/sign-in/passkey');
    await signIn();
    const request = await sent;
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    const { cookie } = await request.allHeaders();
    const again = await fetch(request.url(), {
      method: 'POST',
      body: request.postData()!,
      headers: { cookie: cookie!, 'content-type': 'application/json' },
    });
    assert.equal(again.status, 403);
    assert.equal(((await again.json()) as { code: string }).code, 'passkey-unusable');
  });

  it('renames and removes a passkey, after which only the password can be used to sign in', async () => {
    await page.goto(`${url}/#/account`);
    await page.getByRole('button', { name: 'Rename Laptop' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Old laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('last used on').waitFor({ state: 'detached' });
    await leave();
    await signIn();
    await page.getByRole('alert').getByText('This passkey cannot be used here').waitFor();
    await page.getByLabel('E-mail address').fill(ann.email);
    await page.getByLabel('Password').fill(ann.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    assert.deepEqual(watched.complaints, []);
  });

  it('offers no passkeys at 127.0.0.1, but shows the address that supports them', async () => {
    await using numbers = await openPage(`${cloud.url}/#/sign-in`);
    const { page } = numbers;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByText('Sign in with a passkey').count(), 0);
    await enter(page);
    await page.goto(`${cloud.url}/#/account`);
    await page.getByRole('link', { name: url }).waitFor();
  });

  it('signs in by passkey when an app asks for access, and returns to its consent page', async () => {
    await using named = await startNamedCloud();
    await using watched = await openPage(named.url);
    const { page } = watched;
    await addAuthenticator(page);
    await enter(page, ann);
    await page.goto(`${named.url}/#/account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(ann.password);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await page.getByText('never used').waitFor();
    await signOut(page);

    const asked = new URLSearchParams({
      client_id: demo.clientId,
      scope: 'query-control',
      state: 'of the app',
      response_type: 'code',
      redirect_uri: demo.redirectUri,
    });
    await page.goto(`${named.url}/login?${asked}`);
    const question = page.url();
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('link', { name: 'Use your password' }).click();
    await page.getByLabel('Password').waitFor();
    assert.equal(page.url(), question, 'back to the password');
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    const allow = page.getByRole('button', { name: 'Allow', exact: true });
    await allow.waitFor();
    assert.equal(await page.getByLabel('Password').count(), 0);
    const [answer] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(demo.redirectUri)),
      allow.click(),
    ]);
    const given = new URL(answer.url()).searchParams;
    assert.equal(given.get('state'), 'of the app');
    assert.ok(given.get('code'));
  });
});
