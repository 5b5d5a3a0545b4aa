import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ann, enter, startCloud, startPairingBridge } from './account.fixture.ts';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, until } from './browser.fixture.ts';
import { allowPairing, ask } from './console.fixture.ts';

const day = 86_400_000;

/** Returns the value of a date and time field, in the time zone of the pages. */
const toLocal = (at: number) => new Date(at).toISOString().slice(0, 16);

const check = async (page: Page, what: string) => {
  await page.addScriptTag({ path: axe });
  assert.deepEqual(await findViolations(page), [], what);
};

test('invites a guest who only views until the owner allows control, then ends the access', async () => {
  await using cloud = await startCloud();
  await using bridge = await startPairingBridge(cloud.url);
  const options = { timezoneId: 'UTC', bypassCSP: true };
  await using owner = await openPage(`${cloud.url}/#/houses`, options);
  const dialog = owner.page.getByRole('dialog');
  await enter(owner.page);
  await allowPairing(owner.page, bridge);
  await owner.page.getByRole('button', { name: /^Share/ }).click();
  await dialog.getByText('Nobody else has access to this house.').waitFor();

  const invite = async (email: string, end = '') => {
    await dialog.getByLabel('E-mail address').fill(email);
    await dialog.getByLabel('Ends (optional)').fill(end);
    await dialog.getByRole('button', { name: 'Invite' }).click();
  };
  await invite('kim@example.org', toLocal(Date.now() - day));
  assert.equal(
    await dialog.getByLabel('Ends (optional)').evaluate((field) => field.matches(':invalid')),
    true,
  );
  await invite('kim@example.org');
  await dialog.getByRole('heading', { name: 'Open invitations' }).waitFor();
  await dialog.getByText('Send this link to kim@example.org.').waitFor();
  await dialog.getByRole('button', { name: 'Withdraw kim@example.org' }).press('Enter');
  await dialog.getByText('Nobody else has access to this house.').waitFor();
  assert.equal(await dialog.getByLabel('Link', { exact: true }).count(), 0);
  // The focused element has disappeared; the focus is still in the dialog, so Escape closes the dialog.
  await until(() => dialog.locator(':focus').count(), 1);
  const end = Date.now() + day;
  await invite(ann.email, toLocal(end));
  await dialog.getByText(`Send this link to ${ann.email}.`).waitFor();
  const link = (await dialog.getByLabel('Link', { exact: true }).textContent())!;
  await dialog.getByText(/May view until .* at .*, once accepted\. The invitation expires on/).waitFor();
  await check(owner.page, 'sharing');

  await using guest = await openPage(link, options);
  const { page } = guest;
  await page.getByText('You have been invited to a house.').waitFor();
  await page.getByRole('button', { name: 'Create one' }).click();
  await page.getByLabel('E-mail address').fill(ann.email);
  await page.getByLabel('Password').fill(ann.password);
  await page.keyboard.press('Enter');
  await page.getByText(/demo@.* lets you view the house Banksia Street until/).waitFor();
  const failures: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) failures.push(`${answer.status()} ${answer.url()}`);
  });
  const change = async () => {
    await dialog.getByRole('button', { name: `Change ${ann.email}` }).click();
    await dialog.getByRole('radio', { name: 'Control' }).first().click();
  };
  const isControlChosen = () => dialog.getByRole('radio', { name: 'Control' }).first().isChecked();
  await change();
  await until(isControlChosen, true);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText(/Owned by .*\. You may view it until/).waitFor();
  assert.deepEqual(failures, []);
  // The page of the owner receives the change while the form is open. The form neither moves nor loses its input.
  await dialog
    .getByText(/^May view until .* at /)
    .filter({ hasNotText: 'once accepted' })
    .waitFor();
  await dialog.getByRole('heading', { name: 'Open invitations' }).waitFor();
  assert.equal(await isControlChosen(), true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('heading', { name: 'Guests' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Release|Rename|Share)/ }).count(), 0);

  await page.getByRole('link', { name: /^Open/ }).click();
  await page.getByText('You can view this house, but not control it.').waitFor();
  const setpoint = page.getByRole('spinbutton').first();
  const enabledControls = () =>
    page.locator(':is(main, .overview) :is(button, input, select):enabled').count();
  assert.equal(await enabledControls(), 0);
  const before = await setpoint.getAttribute('aria-valuenow');
  await setpoint.press('ArrowUp');
  assert.equal(await setpoint.getAttribute('aria-valuenow'), before);
  await check(page, 'a house to view');
  await page.evaluate(() => {
    window.location.hash = '#/overview/zone/0';
  });
  await page.getByRole('dialog').getByText('You can view this house, but not control it.').waitFor();
  assert.equal(await page.getByRole('dialog').locator('form').count(), 0);
  assert.equal(await page.getByRole('dialog').getByRole('region', { name: 'Controls' }).count(), 0);
  await page.keyboard.press('Escape');

  await change();
  assert.equal(await dialog.getByLabel('Ends (optional)').first().inputValue(), toLocal(end));
  await dialog.getByLabel('Ends (optional)').first().fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('May view and control.').waitFor();
  await page.getByText('You can view this house, but not control it.').waitFor({ state: 'detached' });
  await until(async () => (await enabledControls()) > 0, true);

  await dialog.getByRole('button', { name: `Remove ${ann.email}` }).click();
  await page.getByRole('heading', { name: 'This house is not in your account' }).waitFor();
  await page.getByText('is no longer shared with you').waitFor();
  assert.deepEqual([...owner.complaints, ...guest.complaints], []);
});

test('shows a waiting invitation to a person with an account, who can decline or accept it', async () => {
  await using cloud = await startCloud();
  await using bridge = await startPairingBridge(cloud.url);
  await using guest = await openPage(`${cloud.url}/#/houses`);
  const { page } = guest;
  await enter(page, ann);
  await using owner = await openPage(`${cloud.url}/#/houses`);
  await enter(owner.page);
  await allowPairing(owner.page, bridge);
  const invite = () =>
    ask(owner.page, `/console/bridges/${bridge.systemId}/members`, { email: ann.email, access: 'manage' });
  await invite();
  await page.reload();
  await page.getByText(/lets you view, control and share/).waitFor();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText(/lets you view, control and share/).waitFor({ state: 'detached' });
  const { member } = await invite();
  await page.reload();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText(/Owned by .*\. You may view, control and share it\./).waitFor();
  await page.getByRole('link', { name: /^Open/ }).click();
  await page.getByRole('spinbutton').first().waitFor();
  // The request is repeated because the cloud refuses it if the end has already passed, as can happen on a busy
  // machine.
  await until(async () => {
    const terms = { access: 'manage', until: Date.now() + 2_000 };
    return ask(owner.page, `/console/bridges/${bridge.systemId}/members/${member.id}`, terms);
  }, undefined);
  // The access ends without any action, and the page no longer shows the house.
  await page.getByRole('heading', { name: 'This house is not in your account' }).waitFor();
  await invite();
  await page.goto(`${cloud.url}/#/houses`);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: /^Leave/ }).click();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await page.getByRole('heading', { name: 'No house yet' }).waitFor();
});
