import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { catalogue } from '@plenum/protocol/command';
import { readZone } from '@plenum/testbed/bridge';
import { type Everything, startEverything } from '@plenum/testbed/everything';
import { times } from '@plenum/testbed/full-run';
import type { Page } from 'playwright-core';
import { enter } from './account.fixture.ts';
import { openPage, until, type Watched } from './browser.fixture.ts';
import { goTo } from './console.fixture.ts';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program with an access token in its environment; returns its output. */
const run = async (program: string, args: readonly string[], accessToken: string): Promise<string> => {
  const env = { ...process.env, PLENUM_ACCESS_TOKEN: accessToken };
  const child = spawn(program, args, { cwd: packageFolder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

describe('the API explorer', () => {
  const stack = new AsyncDisposableStack();
  let all: Everything;
  let watched: Watched;
  let page: Page;
  let accessToken = '';

  before(async () => {
    all = stack.use(await startEverything());
    watched = stack.use(await openPage(all.cloud));
    page = watched.page;
    await enter(page);
    await goTo(page, 'explorer/plenum-demo-app');
  });

  after(() => stack.disposeAsync());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const choose = (name: string) => page.getByRole('radio', { name, exact: true }).click();
  const shown = async (name: string) =>
    (await page.getByRole('region', { name, exact: true }).textContent()) ?? '';
  const answered = (status: number) => page.locator('.answer__status', { hasText: String(status) }).waitFor();

  const setpointOf = async (No: number) => (await readZone(all.bridge, No)).Setpoint!;

  it('builds a request in the API explorer before components load, and needs a token', async () => {
    await choose('Control');
    await page.getByLabel('Command', { exact: true }).selectOption('ZoneSetpoint');
    await page.getByText('None of your houses has such a component; this one is an example.').waitFor();
    const { requestBody } = JSON.parse(await shown('POST /dev')) as { requestBody: object };
    assert.deepEqual(Object.keys(requestBody), ['ZoneSetpoint']);
    assert.ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
    await choose('Discover');
  });

  it('creates a token for the app in the API explorer, and loads the components', async () => {
    const making = page.waitForResponse(
      (answer) => answer.url().endsWith('/token') && answer.status() === 201,
    );
    const topOfRequest = async () =>
      (await page.getByRole('region', { name: 'Request', exact: true }).boundingBox())!.y;
    const before = await topOfRequest();
    await press('Create a token');
    accessToken = ((await (await making).json()) as { accessToken: string }).accessToken;
    await page.getByText(/^A token of Plenum demo app for your own houses, valid until /).waitFor();
    assert.equal(await topOfRequest(), before, 'what is below the panel of the token moved');
    await press('Send');
    await answered(200);
    const answer = JSON.parse(await shown('Response body')) as {
      response: { devices: { componentId: string }[] };
    };
    assert.ok(answer.response.devices.some(({ componentId }) => componentId.endsWith('_hvac_zone_0')));
  });

  it('queries one component in the API explorer', async () => {
    await choose('Query');
    const options = page.getByLabel('Component', { exact: true }).locator('option');
    const zone = await options.filter({ hasText: 'hvac_zone_1 ·' }).getAttribute('value');
    await page.getByLabel('Component', { exact: true }).selectOption(zone);
    await press('Send');
    await until(async () => (await shown('Response body')).includes('"component"'), true);
    const sent = JSON.parse(await shown('POST /dev')) as { componentId: string; requestId: string };
    const answer = JSON.parse(await shown('Response body')) as {
      requestId: string;
      response: { component: { componentId: string; datagram: { Setpoint: number } } };
    };
    assert.equal(sent.componentId, zone);
    assert.equal(answer.requestId, sent.requestId);
    assert.equal(answer.response.component.datagram.Setpoint, await setpointOf(1));
  });

  it('builds a command from its definition in the API explorer, and runs it in the house', async () => {
    const before = await setpointOf(0);
    await choose('Control');
    await page.getByRole('spinbutton', { name: 'Zone setpoint' }).press('ArrowUp');
    await press('Send');
    await until(async () => (await shown('Response body')).includes('"result": "OK"'), true);
    assert.equal(await setpointOf(0), before + 50);
    const requestId = async () => (JSON.parse(await shown('POST /dev')) as { requestId: string }).requestId;
    const first = await requestId();
    await press('Send');
    await until(async () => (await requestId()) === first, false);
  });

  it('shows the API call as a curl command that has the same effect', async () => {
    const before = await setpointOf(0);
    await page.getByRole('spinbutton', { name: 'Zone setpoint' }).press('ArrowUp');
    const hint = page.getByText('environment variable PLENUM_ACCESS_TOKEN');
    assert.equal(await hint.count(), 0);
    await choose('curl');
    await hint.waitFor();
    assert.equal(await shown('Set the token'), "export PLENUM_ACCESS_TOKEN='paste the token here'");
    const answer = await run('sh', ['-c', await shown('Shell')], accessToken);
    assert.match(answer, /"response":\{"result":"OK"\}/);
    assert.equal(await setpointOf(0), before + 50);
  });

  it('shows the API call as client code that has the same effect', async () => {
    const before = await setpointOf(0);
    await page.getByRole('spinbutton', { name: 'Zone setpoint' }).press('ArrowUp');
    await choose('TypeScript');
    const program = await shown('With @plenum/client');
    await run(process.execPath, ['--input-type=module-typescript', '--eval', program], accessToken);
    assert.equal(await setpointOf(0), before + 50);

    await choose('Discover');
    const discovery = await shown('With @plenum/client');
    const told = await run(
      process.execPath,
      ['--input-type=module-typescript', '--eval', discovery],
      accessToken,
    );
    assert.match(told, /_hvac_zone_0 \{/);
  });

  it('warns, before a command is sent, that it will be refused, and then shows the refusal', async () => {
    await choose('Control');
    await page.getByLabel('Command', { exact: true }).selectOption('RetRainWait');
    await page.getByText('Will be rejected: This command is available on the local network only').waitFor();
    await press('Send');
    await answered(403);
    assert.match(await shown('Response body'), /"result": "UserNotAllowed"/);
  });

  it('revokes the token of the API explorer, which is then refused', async () => {
    await press('Revoke it now');
    await page.getByRole('button', { name: 'Create a token' }).waitFor();
    const answer = await fetch(`${all.cloud}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ requestId: crypto.randomUUID(), requestType: 'Discover' }),
    });
    assert.equal(answer.status, 401);
  });

  it('offers a new token in the API explorer if the old one was revoked elsewhere', async () => {
    await press('Create a token');
    await page.getByText(/valid until/).waitFor();
    await page.evaluate(async () => {
      const { formToken } = (await (await fetch('/account')).json()) as { formToken: string };
      const headers = { 'content-type': 'application/json', 'x-form-token': formToken };
      await fetch('/console/apps/plenum-demo-app/token/end', { method: 'POST', headers, body: '{}' });
    });
    await press('Send');
    await answered(401);
    await page.getByRole('button', { name: 'Create a token' }).waitFor();
  });

  it("counts the explorer's requests as requests of the app", async () => {
    await goTo(page, 'app/plenum-demo-app');
    const table = page.getByRole('region', { name: 'Requests by operation and result' });
    await table.waitFor();
    const rows = await table.getByRole('row').allTextContents();
    assert.match(rows[0]!, /OperationOK 200UserNotAllowed 403/);
    const control = rows.find((row) => row.startsWith('Control'))!;
    assert.equal(control, 'Control41');
    await page.getByRole('radio', { name: 'Control', exact: true }).click();
    const chart = page.getByRole('img', { name: /^Requests per day/ });
    assert.match((await chart.getAttribute('aria-label'))!, /, 5 in all; /);
  });

  it("lists the explorer's latest requests with buttons that copy them, without the token", async () => {
    await page.getByText('Latest requests', { exact: true }).click();
    const controls = page.getByRole('listitem').filter({ hasText: '"requestType":"Control"' });
    const request = controls.filter({ hasText: '200 OK' }).first();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await request.getByRole('button', { name: 'Copy as cURL: Control' }).click();
    await request.getByText('Copied', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(copied.startsWith(`curl '${all.cloud}/dev' -H "Authorization: Bearer $TOKEN" -d '{`), copied);
  });

  it('opens a command with valid values, or warns that it is available locally only', async () => {
    await goTo(page, 'explorer/plenum-demo-app');
    await press('Create a token');
    await choose('Control');
    await page.getByLabel('Command', { exact: true }).waitFor();
    const madeUp = page.getByText('None of your houses has such a component; this one is an example.');
    const atHome = page.getByText('Will be rejected: This command is available on the local network only');
    await madeUp.waitFor({ state: 'detached' });
    // Fifty lighting commands are available only locally. The first lamp, which the explorer selects, refuses two
    // others because it is neither a blind nor a temperature controller.
    const ofOtherLamps = ['CbldDrive', 'CacrtcSetpoint'];
    const some = [...catalogue.values()].filter(
      ({ name, subsystem, over }) =>
        subsystem !== 'lighting' || (over.includes('cloud') && !ofOtherLamps.includes(name)),
    );
    // Every third command, or all of them in the full run.
    const every = times({ usual: 3, full: 1 });
    for (const { name, over } of some.filter((_, place) => place % every === 0)) {
      await page.getByLabel('Command', { exact: true }).selectOption(name);
      const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/dev');
      await press('Send');
      const isTaken = over.includes('cloud');
      assert.equal((await answer).status(), isTaken ? 200 : 403, name);
      assert.equal(await atHome.count(), isTaken ? 0 : 1, name);
    }
  });

  it('the API explorer logged no errors', () => assert.deepEqual(watched.complaints, []));
});
