import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Server } from '@plenum/testbed/server';
import type { Page } from 'playwright-core';
import { ann, enter, loginOf, signIn, signOut, startCloud } from './account.fixture.ts';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, type Watched } from './browser.fixture.ts';

describe('codes from an authenticator app in a browser', () => {
  const stack = new AsyncDisposableStack();
  let cloud: Server;
  let watched: Watched;
  let page: Page;
  let recoveryCodes: readonly string[];

  before(async () => {
    cloud = stack.use(await startCloud());
    watched = stack.use(await openPage(cloud.url, { bypassCSP: true }));
    page = watched.page;
  });

  after(() => stack.disposeAsync());

  /** Returns the current code for a key, as an authenticator app computes it (RFC 6238). */
  const codeOf = (key: string): Promise<string> =>
    page.evaluate(async (base32) => {
      const bits = [...base32]
        .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
        .join('');
      const bytes = Uint8Array.from(bits.match(/.{8}/g)!, (byte) => Number.parseInt(byte, 2));
      const algorithm = { name: 'HMAC', hash: 'SHA-1' };
      const hmacKey = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 30_000)));
      const hmac = new DataView(await crypto.subtle.sign('HMAC', hmacKey, counter.buffer));
      const offset = hmac.getUint8(19) & 15;
      return String((hmac.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
    }, key);

  it('sets up an authenticator app with the password and a first code', async () => {
    await enter(page, ann);
    await page.goto(`${cloud.url}/#/account`);
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByText('That is not your current password.').waitFor();
    await dialog.getByLabel('Password').fill(ann.password);
    await page.keyboard.press('Enter');
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
    const key = (await dialog.locator('.settings__key').textContent())!.replaceAll(' ', '');
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('This code is wrong').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(await codeOf(key));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    // Recovery codes are shown once, so only their button closes the dialog.
    await page.keyboard.press('Escape');
    const shown = page.getByRole('alertdialog');
    recoveryCodes = await shown.locator('li code').allInnerTexts();
    assert.equal(recoveryCodes.length, 10);
    await shown.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 of 10 recovery codes left.').waitFor();
  });

  it('asks for an authenticator code after the password', async () => {
    await signOut(page);
    await page.goto(`${cloud.url}/#/sign-in`);
    await signIn(page, ann);
    await page.getByLabel('Code', { exact: true }).fill('123');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This code is wrong').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No house yet' }).waitFor();
    assert.deepEqual(watched.complaints, []);
  });

  it('asks for a code on a page without a script when an app requests a sign-in', async () => {
    await using app = await openPage(loginOf(cloud.url), { javaScriptEnabled: false });
    await signIn(app.page, ann);
    await app.page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await app.page.getByLabel('Code').fill(recoveryCodes[0]!);
    await app.page.getByRole('button', { name: 'Continue' }).click();
    await app.page.getByRole('alert').getByText('This code is wrong').waitFor();
    await app.page.getByLabel('Code').fill(recoveryCodes[1]!);
    await app.page.getByRole('button', { name: 'Continue' }).click();
    await app.page.getByRole('button', { name: /^Allow/ }).waitFor();
  });

  it('removes the authenticator app after asking for the password', async () => {
    await page.goto(`${cloud.url}/#/account`);
    await page.getByText('8 of 10 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill(ann.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
  });
});
