import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, readZone, startBridge } from '@plenum/testbed/bridge';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { Page } from 'playwright-core';
import { axe, findInThemes } from './axe.fixture.ts';
import { openFurther, openPage, until, type Watched } from './browser.fixture.ts';

const key = 'open-sesame-please';
const passphrase = 'four words chosen here';

describe('the backup page in a browser', { timeout: 240_000 }, () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;
  let page: Page;
  let file: string;

  before(async () => {
    const folder = stack.use(createDataFolder());
    const keyFile = join(folder.path, 'installer-key');
    writeFileSync(keyFile, `${key}\n`);
    bridge = stack.use(await startBridge('--installer-key', keyFile));
    watched = stack.use(await openPage(bridge.url, { bypassCSP: true }));
    page = watched.page;
  });

  after(() => stack.disposeAsync());

  const nameOfRoom = async () => String((await readZone(bridge.url, 0)).Name);
  const rename = (Name: string) => bridge.post('/HvacCommandV2', { ZoneName: { Index: 0, Name } });
  const region = (name: string) => page.getByRole('region', { name });

  it('asks for the installer key, and downloads a file if both passphrases are the same', async () => {
    await openFurther(page, 'Backup');
    await page.getByLabel('Installer key').fill(key);
    await page.getByRole('button', { name: 'Continue' }).click();
    await rename('Before');
    const download = region('Download a backup');
    for (const [first, again, problem] of [
      ['short', 'short', 'The passphrase needs at least 12 characters.'],
      [passphrase, 'another passphrase', 'The two passphrases are not the same.'],
    ] as const) {
      await download.getByLabel('Passphrase', { exact: true }).fill(first);
      await download.getByLabel('Passphrase again').fill(again);
      await download.getByRole('button').click();
      await download.getByText(problem).waitFor();
    }
    await download.getByLabel('Passphrase again').fill(passphrase);
    const [saved] = await Promise.all([page.waitForEvent('download'), download.getByRole('button').click()]);
    assert.match(saved.suggestedFilename(), /^plenum-\d{9}-[\dT-]{16}\.backup$/);
    file = await saved.path();
    await page.getByText(`${saved.suggestedFilename()} was downloaded.`).waitFor();
  });

  it('shows what a restore changes, changes nothing before it is confirmed, and can be undone', async () => {
    await rename('After');
    const restore = region('Restore a backup');
    await restore.getByLabel('Backup file').setInputFiles(file);
    await restore.getByLabel('Passphrase').fill('not the passphrase');
    await restore.getByRole('button', { name: 'Show what changes' }).click();
    await restore.getByText('The backup cannot be used: the passphrase is wrong.').waitFor();
    await restore.getByLabel('Passphrase').fill(passphrase);
    await restore.getByRole('button', { name: 'Show what changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('One event of the log is lost.').waitFor();
    await dialog.getByText('The state of the house').waitFor();
    assert.equal(await dialog.getByText('Prices of energy').count(), 0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await nameOfRoom(), 'After');
    await restore.getByRole('button', { name: 'Show what changes' }).click();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The backup was restored.').waitFor();
    assert.equal(await nameOfRoom(), 'Before');
    await region('Data before the restore').getByRole('button').click();
    await page.getByText('The data before the restore is back.').waitFor();
    await until(nameOfRoom, 'After');
  });

  it('explains how to get daily copies, and has no barriers in either theme or on a phone', async () => {
    await region('Daily copies').getByText('--backup-folder').waitFor();
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findInThemes(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await findInThemes(page), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${width}`);
    assert.deepEqual(watched.complaints, []);
  });
});
