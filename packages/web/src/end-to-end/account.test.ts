import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Server } from '@plenum/testbed/server';
import type { Page } from 'playwright-core';
import { ann, enter, signIn, startCloud } from './account.fixture.ts';
import { openPage, type Watched } from './browser.fixture.ts';

const next = 'another house, another sea';

describe('the account in a browser', () => {
  const stack = new AsyncDisposableStack();
  let cloud: Server;
  let watched: Watched;
  let page: Page;

  before(async () => {
    cloud = stack.use(await startCloud());
    watched = stack.use(await openPage(`${cloud.url}/#/houses`));
    page = watched.page;
  });

  after(() => stack.disposeAsync());

  it('while no user is signed in, sends no request that would be refused', async () => {
    await using visitor = await openPage(`${cloud.url}/#/houses`);
    const refused: string[] = [];
    visitor.page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(answer.url());
    });
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(refused, []);
  });

  it('creates an account with the keyboard alone, and shows the reason if it is refused', async () => {
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Create one' }).press('Enter');
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type(ann.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('too short');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText('A password must have at least 10 characters; this one has 9.')
      .waitFor();
    assert.equal(await page.getByLabel('Password').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Password').fill(ann.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    await page.getByText(`npx plenum bridge --house flat --http-port 0 --cloud ${cloud.url}`).waitFor();
  });

  it('shows placeholders while an account loads', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/console/bridges', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Loading your houses').waitFor({ state: 'attached' });
    release();
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    await page.unroute('**/console/bridges');
  });

  it('keeps waiting if the cloud does not respond at all', async () => {
    await page.route('**/account', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'The cloud does not answer' }).waitFor();
    await page.unroute('**/account');
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
  });

  it('shows an error from the cloud on the account page, and retries on request', async () => {
    const detail =
      'Something went wrong in this cloud; its operator can find the cause in the log under 5f0d7a52.';
    const body = JSON.stringify({ requestId: '5f0d7a52', response: { result: 'Error', detail } });
    await page.route('**/console/links', (route) => route.fulfill({ status: 500, body }));
    await page.goto(`${cloud.url}/#/apps`);
    await page.getByRole('alert').getByText(detail).waitFor();
    await page.unroute('**/console/links');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'No app has access' }).waitFor();
    await page.getByText(detail).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Houses' }).click();
  });

  it('keeps the page open if the developer pages cannot be loaded, and reloads them', async () => {
    await using own = await openPage(cloud.url);
    const { page } = own;
    const files = '**/assets/developer-page-*.js';
    await page.route(files, (route) => route.abort());
    await enter(page);
    const go = (name: string) => page.getByRole('link', { name, exact: true }).click();
    const missing = page.getByRole('alert').getByText('This page could not be loaded.');
    await go('Developer');
    await missing.waitFor();
    await go('Account');
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    await go('Developer');
    await missing.waitFor();
    await page.unroute(files);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Developer' }).waitFor();
  });

  it('changes the password; another browser has to sign in again, and continues on the same page', async () => {
    await using elsewhere = await openPage(`${cloud.url}/#/apps`);
    await signIn(elsewhere.page, ann);
    await elsewhere.page.getByRole('heading', { name: 'No app has access' }).waitFor();
    await elsewhere.page.getByRole('link', { name: 'Houses' }).click();

    await page.goto(`${cloud.url}/#/account`);
    await page.getByLabel('Current password').fill('a guess');
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('That is not your current password.').waitFor();
    await page.getByLabel('Current password').fill(ann.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed', { exact: true }).waitFor();

    const ended = elsewhere.page.getByRole('alertdialog', { name: 'Your session has ended' });
    await ended.waitFor();
    assert.equal(await ended.getByLabel('E-mail address').inputValue(), ann.email);
    await ended.getByLabel('Password').fill(next);
    await elsewhere.page.keyboard.press('Enter');
    await ended.waitFor({ state: 'detached' });
    await elsewhere.page.getByRole('heading', { name: 'No house yet' }).waitFor();
    await elsewhere.page.getByRole('button', { name: 'Sign out' }).click();
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('shows the requested page after the user signs in again in the dialog for an ended session', async () => {
    await page.goto(`${cloud.url}/#/account`);
    await page.reload();
    await page.getByRole('heading', { name: 'Change the password' }).waitFor();
    await page.context().clearCookies();
    // Changes the hash instead of pressing the link, because the page also sends a request automatically, and the
    // dialog then blocks everything behind it.
    await page.evaluate(() => {
      window.location.hash = '#/apps';
    });
    const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password').fill(next);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No app has access' }).waitFor();
  });

  it('downloads the data of the account as a file', async () => {
    await page.goto(`${cloud.url}/#/account`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download your data' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^plenum-account-\d{4}-\d\d-\d\d\.json$/);
    const { account, format } = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
      account: { email: string };
      format: string;
    };
    assert.deepEqual([format, account.email], ['plenum-account-1', ann.email]);
    await page.getByText(`${download.suggestedFilename()} was downloaded.`).waitFor();
  });

  it('links to the guides for other systems if the cloud has its documentation', async () => {
    const guides = page.getByRole('region', { name: 'Connect other systems' });
    assert.equal(await guides.count(), 0);
    await page.goto(`${cloud.url}/#/apps`);
    await page.evaluate(() => {
      const help = document.createElement('link');
      Object.assign(help, { rel: 'help', href: '/docs/' });
      document.head.append(help);
    });
    await page.getByRole('link', { name: 'Account' }).click();
    const paths = await guides
      .getByRole('link')
      .evaluateAll((links) => (links as HTMLAnchorElement[]).map((one) => one.pathname));
    assert.deepEqual(
      paths,
      ['home-assistant', 'matter', 'assistants'].map((name) => `/docs/how-to/${name}/`),
    );
  });

  it('deletes an account only with its password', async () => {
    await page.goto(`${cloud.url}/#/account`);
    await page.getByRole('button', { name: 'Delete the account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
    await dialog.getByText('Your houses are released').waitFor();
    await dialog.getByLabel('Password').fill(ann.password);
    await page.keyboard.press('Enter');
    await dialog.getByText('That is not your current password.').waitFor();
    await dialog.getByLabel('Password').fill(next);
    await page.keyboard.press('Enter');
    const notice = page.getByText('The account and all its data have been deleted.');
    await page.locator('.toast[data-kind="success"]').filter({ has: notice }).waitFor();
    await page.goto(`${cloud.url}/#/sign-in`);
    await signIn(page, { ...ann, password: next });
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
  });

  it('the account pages sent requests only to their cloud, and logged no errors', () => {
    assert.deepEqual([...watched.hosts], [new URL(cloud.url).host]);
    assert.deepEqual(watched.complaints, []);
  });
});
