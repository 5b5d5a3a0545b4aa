import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '@plenum/testbed/chromium';
import { ann, enter, startCloud, startPairingBridge } from './account.fixture.ts';
import { openPage } from './browser.fixture.ts';
import { ask } from './console.fixture.ts';

test('a guest accepts the invitation at its link, sees whose house it is, and leaves', async () => {
  await using cloud = await startCloud();
  await using bridge = await startPairingBridge(cloud.url);
  await using chromium = await openBrowser();
  await using owner = await openPage(chromium.browser, `${cloud.url}/#/houses`);
  await enter(owner.page);
  await ask(owner.page, '/console/pairings/allow', { code: bridge.code });
  await owner.page.getByText(`Bridge ${bridge.systemId}`).waitFor();
  await owner.page.getByRole('button', { name: /^Share/ }).click();
  await owner.page.getByLabel('E-mail address').fill(ann.email);
  await owner.page.getByRole('button', { name: 'Invite' }).click();
  const link = (await owner.page.getByLabel('Link').textContent())!;
  await owner.page.getByText(`${ann.email} is invited to view`).waitFor();

  await using guest = await openPage(chromium.browser, link);
  const { page } = guest;
  await page.getByRole('link', { name: 'Create one' }).waitFor();
  await enter(page, ann);
  await page.goto(`${cloud.url}/#/houses`);
  await page.goto(link);
  await page.getByText(/lets you view the house/).waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText(/The house of .*\. You may view it\./).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Release|Rename)/ }).count(), 0);
  await page.getByRole('button', { name: /^Leave/ }).click();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await page.getByRole('heading', { name: 'No house yet' }).waitFor();
});
