import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectCloud, verifyWebhook } from '@plenum/client';
import { ann, enter, startCloud } from './account.fixture.ts';
import { openPage } from './browser.fixture.ts';
import { startReceiver } from './console.fixture.ts';

it('leads from sign-up to the first verified event of a living house, without any bridge', async () => {
  await using cloud = await startCloud();
  await using receiver = await startReceiver();
  await using watched = await openPage(cloud.url);
  const { page } = watched;
  let clicks = 0;
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    clicks++;
    await page.getByRole(role, { name }).click();
  };
  const readSecret = () => page.getByRole('alertdialog').locator('code').textContent() as Promise<string>;

  await enter(page, ann);
  clicks++;
  await press('Developer', 'link');
  await press('Create an app');
  await page.getByRole('textbox', { name: 'Name' }).fill('Evening Lights');
  await page.getByLabel('Redirect URI').fill('https://lights.example.org/callback');
  await press('Create the app');
  await press('I have stored it');

  await press('Create test keys');
  await page.getByText('The new test secret').waitFor();
  await press('I have stored it');
  await press('Add a test endpoint');
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await press('Add the endpoint');
  const signingSecret = await readSecret();
  await press('I have stored it');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.goBack();
  await press('Add a test user');
  await page.getByRole('textbox', { name: 'Name' }).fill('Kim');
  await press('Create the test user');
  await press('Create tokens for Kim');
  const accessToken = await readSecret();
  await press('I have stored it');
  await press('Add a house for Kim');
  await press('Create the house');
  await page.getByText(/Bridge \d{9}, running/).waitFor();

  const client = connectCloud({ url: cloud.url, tokens: { accessToken } });
  const { components } = await client.discover();
  assert.ok(components.length > 20, String(components.length));
  while (receiver.messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const { headers, body } of receiver.messages)
    verifyWebhook({ secrets: [signingSecret], headers, body });
  assert.ok(clicks <= 20, String(clicks));

  await page.getByLabel('Speed').selectOption('60');
  await page.reload();
  await page.getByText(/Bridge \d{9}, running/).waitFor();
  assert.equal(await page.getByLabel('Speed').inputValue(), '60');
});
