import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBridge } from '@plenum/testbed/bridge';
import { openPage, until } from './browser.fixture.ts';

test('the page says since when the real bridge does not answer, also to who opens it then, and no more once it answers', async () => {
  await using device = await startBridge();
  await using front = await startBridge('--attach', new URL(device.url).host, '--no-attach-notifications');
  const options = { timezoneId: 'UTC' };
  await using watched = await openPage(front.url, options);
  const notice = watched.page.getByRole('heading', { name: 'The real bridge does not answer' });
  await watched.page.getByRole('spinbutton').first().waitFor();
  assert.equal(await notice.count(), 0);

  await device.kill();
  const readDevice = async () =>
    ((await (await fetch(`${front.url}/healthz`)).json()) as { device: { state: string; since: number } })
      .device;
  await until(async () => (await readDevice()).state, 'silent');
  await notice.waitFor();
  const { since } = await readDevice();
  const at = new Date(since).toISOString().slice(11, 16);
  const told = watched.page.getByText(
    /^Last answer .*This page shows what it sent until then\. .* cannot be reached\.$/,
  );
  assert.match((await told.textContent())!, new RegExp(`, ${at}\\.`));
  await using later = await openPage(front.url, options);
  await later.page.getByRole('heading', { name: 'The real bridge does not answer' }).waitFor();

  await device.restart();
  await until(async () => (await readDevice()).state, 'answering');
  await notice.waitFor({ state: 'detached' });
  assert.deepEqual([...watched.complaints, ...later.complaints], []);
});
