import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Server, startServerWith } from '@plenum/testbed/server';
import { type SmtpReceiver, startSmtpReceiver } from '@plenum/testbed/smtp';
import type { Page } from 'playwright-core';
import { ann, enter, loginOf, signIn, signOut, startCloud } from './account.fixture.ts';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, type Watched } from './browser.fixture.ts';

const next = 'another house, another sea';

describe('e-mail in a browser', () => {
  const stack = new AsyncDisposableStack();
  let smtp: SmtpReceiver;
  let cloud: Server;
  let watched: Watched;
  let page: Page;

  before(async () => {
    smtp = stack.use(await startSmtpReceiver());
    const env = { PLENUM_SMTP_URL: smtp.url, PLENUM_SMTP_FROM: 'Plenum <plenum@example.org>' };
    cloud = stack.use(await startServerWith(env, 'cloud', '--development'));
    watched = stack.use(await openPage(cloud.url, { bypassCSP: true }));
    page = watched.page;
  });

  after(() => stack.disposeAsync());

  const linkOf = async (count: number) => /^http.*$/m.exec((await smtp.came(count)).text)![0];
  const check = async (...hashes: readonly string[]) => {
    for (const hash of hashes) {
      await page.goto(`${cloud.url}/${hash}`);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.addScriptTag({ path: axe });
      assert.deepEqual(await findViolations(page), [], hash);
    }
  };

  it('confirms an e-mail address with the link from the sign-up e-mail', async () => {
    await enter(page, ann);
    const link = await linkOf(1);
    await page.goto(`${cloud.url}/#/account`);
    await page.getByText('Not confirmed yet').waitFor();
    await page.getByRole('button', { name: 'Send another link' }).click();
    await page.getByText('Sent', { exact: true }).waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Address confirmed' }).waitFor();
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.getByText('Confirmed', { exact: true }).waitFor();
    await page.goto(link);
    await page.reload();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('alert').getByText('This link has expired or has been used.').waitFor();
    await linkOf(2);
  });

  it('replaces a lost password by e-mail, after which the old one is rejected', async () => {
    await signOut(page);
    await page.goto(`${cloud.url}/#/sign-in`);
    await page.getByRole('link', { name: 'Lost your password?' }).click();
    await page.getByRole('heading', { name: 'Lost password' }).waitFor();
    await page.getByLabel('E-mail address').fill('no address');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('That is not an e-mail address').waitFor();
    await page.getByLabel('E-mail address').fill(ann.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
    await page.goto(await linkOf(3));
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('A password must have at least 10 characters').waitFor();
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, ann);
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await signIn(page, { ...ann, password: next });
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    assert.match((await smtp.came(4)).text, /Every browser was signed out\./);
  });

  it('offers a password reset by e-mail when an app requests a sign-in', async () => {
    await using app = await openPage(loginOf(cloud.url));
    await app.page.getByRole('link', { name: 'Lost your password?' }).click();
    await app.page.getByRole('heading', { name: 'Lost password' }).waitFor();
  });

  it('the e-mail pages pass axe', async () => {
    await check('#/account', '#/verify-email/x', '#/reset-password/x');
    await signOut(page);
    await check('#/lost-password', '#/sign-in');
    assert.deepEqual(watched.complaints, []);
  });

  it('offers no e-mail features at a cloud without e-mail', async () => {
    await using silent = await startCloud();
    for (const url of [`${silent.url}/#/sign-in`, loginOf(silent.url)]) {
      await using own = await openPage(url);
      await own.page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await own.page.waitForLoadState('networkidle');
      assert.equal(await own.page.getByText('Lost your password?').count(), 0, url);
    }
  });
});
