import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readUnit, readZone, startBridge } from '@plenum/testbed/bridge';
import { axe, findInThemes } from './axe.fixture.ts';
import { openPage, settle, until } from './browser.fixture.ts';

it('creates a group of rooms, sets and switches it, collapses, filters, renames and removes it', async () => {
  await using bridge = await startBridge('--house', 'large');
  await using watched = await openPage(bridge.url, { bypassCSP: true });
  const { page } = watched;
  const { post, url } = bridge;
  await post('/HvacCommandV2', { SysOn: 1 });
  const rows = page.locator('.room-row');
  await rows.nth(30).waitFor();
  const all = await rows.count();
  const name = async (place: number) => (await rows.nth(place).locator('h3').textContent())!;
  const [first, second] = [await name(0), await name(1)];

  await page.getByRole('button', { name: 'Groups', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('There are no groups yet.').waitFor();
  await dialog.getByRole('button', { name: 'New group' }).click();
  const save = dialog.getByRole('button', { name: 'Save the group' });
  assert.equal(await save.isDisabled(), true);
  await dialog.getByLabel('Name of the group').fill('Upstairs');
  for (const room of [first, second]) await dialog.getByText(room, { exact: true }).click();
  await save.click();
  await dialog.getByText('Upstairs 2 rooms').waitFor();
  // The bridge refuses a name that is too long in bytes, and the form stays open.
  await dialog.getByRole('button', { name: 'Change Upstairs' }).click();
  await dialog.getByLabel('Name of the group').fill('ä'.repeat(21));
  await save.click();
  await dialog.getByText('The name is 42 bytes long; it may have at most 40.').waitFor();
  await dialog.getByLabel('Name of the group').fill('Upper floor');
  await save.click();
  await dialog.getByText('Upper floor 2 rooms').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });

  // The group lists its rooms, each once.
  const group = page.getByRole('region', { name: 'Upper floor' });
  await until(() => group.locator('.room-row').count(), 2);
  assert.equal(await rows.count(), all);
  await group.getByRole('button', { name: 'Set Upper floor' }).click();
  await dialog.getByRole('button', { name: '21°', exact: true }).click();
  await page.getByText('Upper floor is set to 21°.').waitFor();
  for (const No of [0, 1]) await until(async () => (await readZone(url, No)).Setpoint, 2100);
  await group.getByRole('button', { name: 'Switch Upper floor off' }).click();
  await page.getByText('Upper floor is off.').waitFor();
  for (const No of [0, 1]) await until(async () => (await readZone(url, No)).Mode, 2);
  assert.equal((await readUnit(url)).SysOn, 1);
  await group.getByRole('button', { name: 'Switch Upper floor on' }).click();
  await page.getByText('Upper floor is on.').waitFor();
  await until(async () => (await readZone(url, 0)).Mode, 3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await readZone(url, 0)).Mode, 2);

  // The collapsed state is stored on this device; a search opens the group, and the filter shows only the group.
  await group.getByRole('heading', { name: 'Upper floor' }).click();
  await until(() => group.locator('.room-row').count(), 0);
  await page.reload();
  await until(() => rows.count(), all - 2);
  await page.getByLabel('Find a room').fill(first);
  await group.getByRole('link', { name: first, exact: true }).waitFor();
  await page.getByLabel('Find a room').fill('');
  await until(() => rows.count(), all - 2);
  const filter = page.getByRole('combobox', { name: 'Group' });
  await filter.selectOption({ label: 'Upper floor' });
  await until(() => rows.count(), 2);
  await settle(page);
  await page.addScriptTag({ path: axe });
  assert.deepEqual(await findInThemes(page), []);
  await filter.selectOption({ label: 'Without a group' });
  await until(() => rows.count(), all - 2);
  await filter.selectOption({ label: 'All rooms' });

  await page.getByRole('button', { name: 'Groups', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove Upper floor' }).click();
  await dialog.getByText('There are no groups yet.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await until(() => rows.count(), all);
  assert.equal(await (await fetch(`${url}/groups`)).text(), '{"groups":[]}');
  assert.deepEqual(watched.complaints, []);
});
