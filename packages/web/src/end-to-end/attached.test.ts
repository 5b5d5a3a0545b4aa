import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBridge } from '@plenum/testbed/bridge';
import { formatInstant } from '../reading/time/clock.ts';
import '../text/english.fixture.ts';
import { ann, enter, startCloud, startPairingBridge } from './account.fixture.ts';
import { axe, findInThemes } from './axe.fixture.ts';
import { openPage, settle, until, type Watched } from './browser.fixture.ts';

test('shows since when a real bridge is silent, even later, and hides the notice afterwards', async () => {
  await using device = await startBridge();
  await using front = await startBridge('--attach', new URL(device.url).host, '--no-attach-notifications');
  await using watched = await openPage(front.url);
  const notice = watched.page.getByRole('heading', { name: 'The real bridge does not answer' });
  await watched.page.getByRole('spinbutton').first().waitFor();
  assert.equal(await notice.count(), 0);
  const says = (word: string) => watched.page.getByRole('status').getByText(word, { exact: true }).waitFor();
  await says('Live');
  const failed: string[] = [];
  watched.page.on('response', (answer) => answer.status() >= 400 && failed.push(answer.url()));
  await watched.page.reload();
  await says('Live');
  for (const name of ['History', 'Schedules', 'Overview']) {
    await watched.page.getByRole('link', { name, exact: true }).first().click();
    await settle(watched.page);
  }
  assert.deepEqual(failed, []);

  await device.kill();
  const readDevice = async () =>
    ((await (await fetch(`${front.url}/healthz`)).json()) as { device: { state: string; since: number } })
      .device;
  await until(async () => (await readDevice()).state, 'silent');
  await notice.waitFor();
  await says('Device offline');
  const { since } = await readDevice();
  const at = new Date(since).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const told = watched.page.getByText(
    /^Last answer .*This page shows what it sent until then\. .* cannot be reached: nothing listens there\.$/,
  );
  assert.match((await told.textContent())!, new RegExp(`, ${at}\\.`));
  await using later = await openPage(front.url);
  await later.page.getByRole('heading', { name: 'The real bridge does not answer' }).waitFor();

  await device.restart();
  await until(async () => (await readDevice()).state, 'answering');
  await notice.waitFor({ state: 'detached' });
  await says('Live');
  assert.deepEqual([...watched.complaints, ...later.complaints], []);
});

test('hides the simulator page for a real bridge, even if the bridge before it is offline', async () => {
  await using device = await startBridge();
  await using front = await startBridge('--attach', new URL(device.url).host, '--no-attach-notifications');
  await using watched = await openPage(front.url);
  const { page } = watched;
  const links = async () => page.getByRole('navigation').first().getByRole('link').allTextContents();
  await page.getByRole('spinbutton').first().waitFor();
  assert.ok(!(await links()).includes('Simulator'));
  await page.route(/\/(events|simulation)$/, (route) => route.abort());
  await page.reload();
  await page.getByRole('status').getByText('Reconnecting', { exact: true }).waitFor();
  assert.ok(!(await links()).includes('Simulator'), (await links()).join());
});

test("asks for the time zone if the machine's differs, stores it, and uses it for times", async () => {
  const machine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const other = machine === 'Asia/Tokyo' ? 'Asia/Kolkata' : 'Asia/Tokyo';
  await using device = await startBridge();
  await using front = await startBridge('--attach', new URL(device.url).host, '--no-attach-notifications');
  const ask = `The clocks of this house are in ${machine}. Is that right?`;
  {
    await using same = await openPage(front.url, { timezoneId: machine });
    await same.page.getByRole('spinbutton').first().waitFor();
    await settle(same.page);
    assert.equal(await same.page.getByText(ask).count(), 0);
  }
  {
    await using simulated = await openPage(device.url, { timezoneId: other });
    await simulated.page.getByRole('spinbutton').first().waitFor();
    await settle(simulated.page);
    assert.equal(await simulated.page.getByText('Is that right?').count(), 0);
  }
  const shows = async ({ page }: Watched, zone: string) => {
    const clock = page.locator('.house-clock');
    await until(async () => (await clock.textContent()) === formatInstant(Date.now(), zone), true);
  };
  await using watched = await openPage(front.url, { timezoneId: other, bypassCSP: true });
  const { page } = watched;
  await page.getByText(ask).waitFor();
  await shows(watched, machine);
  await page.addScriptTag({ path: axe });
  assert.deepEqual(await findInThemes(page), []);
  await page.getByRole('button', { name: `Use ${other}` }).click();
  await page.getByText(ask).waitFor({ state: 'detached' });
  await shows(watched, other);
  // A reader who travels is not asked, and sees the local times of the house.
  await using traveller = await openPage(`${front.url}/#/schedules`, { timezoneId: 'America/New_York' });
  await shows(traveller, other);
  assert.equal(await traveller.page.getByText('Is that right?').count(), 0);
  await traveller.page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin');
  await shows(traveller, 'Europe/Berlin');
  const answer = await (await fetch(`${front.url}/time-zone`)).json();
  assert.deepEqual(answer, { timeZone: 'Europe/Berlin', from: 'owner' });
  assert.deepEqual([...watched.complaints, ...traveller.complaints], []);
});

test('shows a silent device’s age at the cloud, and its wall controller in an exception', async () => {
  await using cloud = await startCloud();
  await using device = await startBridge();
  const attach = ['--attach', new URL(device.url).host, '--no-attach-notifications'];
  await using front = await startPairingBridge(cloud.url, ...attach);
  await using watched = await openPage(cloud.url);
  const { page } = watched;
  await enter(page, ann);
  await page.getByRole('link', { name: 'Houses' }).click();
  await page.getByRole('link', { name: 'Enter the code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pair a bridge' });
  await dialog.getByLabel('Code').fill(front.code);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Yes, pair it' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('listitem').getByText('Connected', { exact: true }).waitFor();
  await page.goto(`${cloud.url}/house?id=${front.systemId}#/schedules`);
  await page.getByText(/^While an exception is in effect, the wall controller shows /).waitFor();

  await device.kill();
  const readState = async () =>
    ((await (await fetch(`${front.url}/healthz`)).json()) as { device: { state: string } }).device.state;
  await until(readState, 'silent');
  await page.reload();
  await page.getByRole('heading', { name: 'The real bridge does not answer' }).waitFor();
  await page.goto(cloud.url);
  await page.getByRole('link', { name: 'Houses' }).click();
  await page
    .getByRole('listitem')
    .getByText(/^Device offline, last values /)
    .waitFor();
});
