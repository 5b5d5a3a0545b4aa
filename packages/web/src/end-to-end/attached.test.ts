import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBridge } from '@plenum/testbed/bridge';
import { openPage, settle, until } from './browser.fixture.ts';

test('the page says since when the real bridge does not answer, also to who opens it then, and no more once it answers', async () => {
  await using device = await startBridge();
  await using front = await startBridge('--attach', new URL(device.url).host, '--no-attach-notifications');
  const options = { timezoneId: 'UTC' };
  await using watched = await openPage(front.url, options);
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
  const at = new Date(since).toISOString().slice(11, 16);
  const told = watched.page.getByText(
    /^Last answer .*This page shows what it sent until then\. .* cannot be reached: nothing listens there\.$/,
  );
  assert.match((await told.textContent())!, new RegExp(`, ${at}\\.`));
  await using later = await openPage(front.url, options);
  await later.page.getByRole('heading', { name: 'The real bridge does not answer' }).waitFor();

  await device.restart();
  await until(async () => (await readDevice()).state, 'answering');
  await notice.waitFor({ state: 'detached' });
  await says('Live');
  assert.deepEqual([...watched.complaints, ...later.complaints], []);
});

test('a page in front of a real bridge has no simulator, also while its own bridge is offline', async () => {
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
