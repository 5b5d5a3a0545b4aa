import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseEnv } from 'node:util';
import { connectCloud, verifyWebhook } from '@plenum/client';
import { overrides } from '@plenum/protocol/simulation';
import { ann, startCloud } from './account.fixture.ts';
import { openPage, until } from './browser.fixture.ts';
import { startReceiver } from './console.fixture.ts';

it('leads from sign-up to the first verified event in eight clicks, without any bridge', async () => {
  await using cloud = await startCloud();
  await using receiver = await startReceiver();
  await using watched = await openPage(cloud.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = watched;
  const clicks: string[] = [];
  const press = async (name: string, role: 'button' | 'link' = 'button') => {
    clicks.push(name);
    await page.getByRole(role, { name }).click();
  };
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await page.goto(`${cloud.url}/#/sign-up`);
  await page.getByLabel('E-mail address').fill(ann.email);
  await page.getByLabel('Password').fill(ann.password);
  await press('Create account');
  await press('Developer', 'link');
  await page.getByRole('textbox', { name: 'Name' }).fill('Evening Lights');
  await press('Create the app');
  await press('Copy the client secret');
  const clientSecret = await readClipboard();
  await press('I have stored it');

  await page.getByLabel('Webhook URL').fill(receiver.url);
  await press('Create a test house');
  await press('Copy Environment variables');
  const variables = parseEnv(await readClipboard());
  await press('I have stored it');
  await page.getByText(/Bridge \d{9}, running/).waitFor();
  assert.equal(clicks.length, 8, clicks.join(', '));

  const {
    PLENUM_ACCESS_TOKEN: accessToken,
    PLENUM_CLIENT_ID: clientId,
    PLENUM_ENDPOINT_SECRET: signingSecret,
  } = variables;
  assert.match(clientId!, /^test_/);
  assert.notEqual(variables.PLENUM_CLIENT_SECRET, clientSecret);
  const client = connectCloud({ url: cloud.url, tokens: { accessToken: accessToken! } });
  const { components } = await client.discover();
  assert.ok(components.length > 20, String(components.length));
  while (receiver.messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const { headers, body } of receiver.messages)
    verifyWebhook({ secrets: [signingSecret!], headers, body });
  await page.getByRole('link', { name: /[1-9]\d* delivered/ }).waitFor();
  await page.getByRole('heading', { name: 'Event endpoints Test' }).waitFor();

  await page.getByLabel('Speed').selectOption('60');
  await page.reload();
  await page.getByText(/Bridge \d{9}, running/).waitFor();
  assert.equal(await page.getByLabel('Speed').inputValue(), '60');

  // A developer without a house of their own tries requests with those of the test user.
  await page.getByRole('link', { name: 'Try it in the explorer' }).click();
  await page.getByRole('button', { name: 'Create a token' }).click();
  await page.getByText(/^A token of Evening Lights for the houses of Test user, valid until /).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page
    .getByText(/"componentId"/)
    .first()
    .waitFor();
  await page.getByRole('radio', { name: 'Query' }).click();
  const group = page.getByLabel('Component').locator('optgroup').first();
  assert.match((await group.getAttribute('label'))!, /^Banksia Street · \d{9}$/);

  // The house is shared with another test user, and goes offline.
  await page.goBack();
  const add = page.getByRole('button', { name: 'Add a test user' });
  await add.click();
  await page.getByLabel('Name').fill('Bob');
  await page.getByRole('button', { name: 'Create the test user' }).click();
  await page.getByRole('button', { name: 'Share Banksia Street' }).click();
  await page.getByRole('radio', { name: 'Control' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText(/^Bridge \d{9}, shared by Test user\. May view and control\.$/).waitFor();
  await page.getByRole('button', { name: 'Stop sharing Banksia Street with Bob' }).waitFor();

  // The app sees a fault and a step of the clock in the house; the page shows what the app asked, and why a step is refused.
  const kitchen = async () => {
    const all = (await client.discover()).components;
    const { componentId, datagram } = all.find(
      (one) => (one.datagram as { Name?: string }).Name === 'Kitchen',
    )!;
    return { componentId, ...(datagram as { DmpFlt: number; Setpoint: number }) };
  };
  const { componentId } = await kitchen();
  await client.control(componentId, { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
  await page.getByRole('link', { name: 'Simulator of Banksia Street' }).click();
  await page.getByText('{"ZoneSetpoint":{"Index":1,"Setpoint":2350}}').waitFor();
  const { summary } = overrides.get('ZoneDamperStuck')!;
  await page.getByLabel('Fault type').selectOption({ label: summary });
  const form = page.getByRole('form', { name: summary });
  await form.getByLabel('Zone').selectOption({ label: 'Kitchen' });
  await form.getByRole('button', { name: 'Inject' }).click();
  await page.locator('.active-fault', { hasText: 'Kitchen' }).waitFor();
  const dayOf = () => page.locator('.panel__clock small').textContent();
  const today = await dayOf();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.getByRole('button', { name: 'Skip ahead 1 day' }).click();
  await until(async () => (await kitchen()).DmpFlt, 1);
  await until(async () => (await dayOf()) === today, false);
  await page.getByText('Offline', { exact: true }).click();
  await page.getByText(/^Bridge \d{9}, offline$/).waitFor();
  await page.getByRole('button', { name: 'Skip ahead 1 year' }).click();
  const progress = page.getByRole('progressbar', { name: /^Simulating until / });
  const reached = () => progress.evaluate(({ value, max }: HTMLProgressElement) => value / max);
  const before = await reached();
  await until(async () => (await reached()) > before, true);
  await page.getByRole('button', { name: 'Skip ahead 1 day' }).click();
  await page.getByText(/houses have been stepped too far; nothing was done/).waitFor();
  await page.goBack();

  // The app loses its access to the test user.
  const revoke = page.getByRole('button', { name: 'Revoke access of Evening Lights' });
  await revoke.click();
  await revoke.waitFor({ state: 'detached' });
  await assert.rejects(client.discover());
});
