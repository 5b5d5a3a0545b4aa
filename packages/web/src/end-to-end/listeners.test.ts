import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listen } from '@plenum/protocol/cloud';
import { enter, startCloud } from './account.fixture.ts';
import { openPage } from './browser.fixture.ts';
import { ask, goTo } from './console.fixture.ts';

it('lists the listeners of test keys at their app, and removes one after a question', async () => {
  await using cloud = await startCloud();
  await using watched = await openPage(cloud.url);
  const { page } = watched;
  await enter(page);
  const { app } = (await ask(page, '/console/apps', {
    name: 'Evening Lights',
    redirectUri: 'https://lights.example.org/callback',
    confidential: true,
  })) as { app: { clientId: string } };
  const keys = (await ask(page, `/console/apps/${app.clientId}/test-keys`)) as Record<string, string>;
  const authorization = `Basic ${Buffer.from(`${keys.clientId}:${keys.secret}`).toString('base64')}`;
  for (const name of ['laptop', 'desk'])
    assert.equal(
      (
        await fetch(`${cloud.url}${listen.path}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ name }),
        })
      ).status,
      200,
    );
  await goTo(page, `app/${app.clientId}`);
  const list = page.getByRole('region', { name: 'Local listeners' });
  await list.getByText('laptop').waitFor();
  assert.match((await list.getByRole('listitem').first().textContent())!, /allowed by the test keys/);
  await list.getByRole('button', { name: 'Remove laptop' }).click();
  await page.getByRole('button', { name: 'Remove permanently' }).click();
  await list.getByText('laptop').waitFor({ state: 'detached' });
  assert.equal(await list.getByRole('listitem').count(), 1);
});
