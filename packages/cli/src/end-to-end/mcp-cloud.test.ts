import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startEverything } from '@plenum/testbed/everything';
import { freePort } from '@plenum/testbed/free-port';
import { plenumBin } from '@plenum/testbed/plenum';
import { startUplinkBridge, untilUplink } from '@plenum/testbed/uplink-bridge';
import { runHere, startHere } from '../fixture/run-here.fixture.ts';

/** An assistant that starts `plenum mcp` as a child process. */
const connectAssistant = async (words: readonly string[]) => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [plenumBin, 'mcp', ...words] }),
  );
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
    const [first] = content as unknown as [{ text: string }];
    return { text: first.text, found: structuredContent as Record<string, never>, isError };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
};

it('plenum mcp gives an assistant the houses of a cloud account within its scopes', async () => {
  using folder = createDataFolder();
  await using plenum = await startEverything();
  await using flat = await startUplinkBridge(folder.path, plenum.cloud);
  const owner = await enterAccount(plenum.cloud);
  const { userCode } = await untilUplink(flat, 'pairing');
  await owner.enterCode(userCode);
  await untilUplink(flat, 'connected');
  const file = join(folder.path, 'assistant.json');
  const cloud = ['--cloud', plenum.cloud, '--credentials', file];
  const store = (credentials: object) => writeFileSync(file, JSON.stringify(credentials));
  const refused = async (words: readonly string[], code: number, sentence: RegExp) => {
    const ended = await runHere(['mcp', ...words]);
    assert.equal(ended.code, code, ended.err);
    assert.match(ended.err, sentence);
  };

  await refused([], 2, /^Which house\? --bridge HOST/);
  await refused([...cloud, '--bridge', 'x'], 2, /^Which house\?/);
  await refused(['--cloud', plenum.cloud], 2, /--credentials FILE names the app and keeps its tokens/);
  store({});
  await refused(cloud, 2, /has no clientId; register an app in the developer console/);
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const made = await owner.call<{ app: { clientId: string } }>('/console/apps', {
    name: 'Assistant',
    redirectUri,
    confidential: false,
    pkceRequired: true,
  });
  const app = { clientId: made.app.clientId, redirectUri };
  store(app);
  await refused(cloud, 1, /has no tokens yet; get them with: npx plenum mcp --cloud .* --sign-in$/m);
  store({ ...app, redirectUri: 'https://app.example/callback' });
  await refused([...cloud, '--sign-in'], 2, /needs a redirect URI on this machine with a port/);
  store(app);
  const byName = plenum.cloud.replace('127.0.0.1', 'localhost');
  await refused(
    ['--cloud', byName, '--credentials', file, '--sign-in'],
    1,
    /identifies itself as http:\/\/127\.0\.0\.1:\d+; use that address/,
  );

  /** The owner allows the requested scopes, with the box for garage doors ticked if there is one. */
  const signIn = async (...words: string[]) => {
    await using running = startHere(['mcp', ...cloud, '--sign-in', ...words]);
    const [, login] = await running.line(/^ {2}(http\S+)$/m);
    const stray = await fetch(`${redirectUri}?state=other&code=x&iss=${plenum.cloud}`);
    assert.equal(stray.status, 400);
    const back = await owner.authorize(login!, { garage: 'yes' });
    assert.equal((await fetch(back)).status, 200);
    const { code, out, err } = await running.ended;
    assert.equal(code, 0, err);
    assert.match(out, /^Signed in; the tokens are in /m);
    return JSON.parse(readFileSync(file, 'utf8')) as { accessToken: string; refreshToken: string };
  };
  await signIn();
  let demoId = '';
  assert.equal(statSync(file).mode & 0o777, 0o600);

  {
    await using assistant = await connectAssistant([...cloud, '--allow-garage']);
    const { tools } = await assistant.client.listTools();
    assert.equal(tools.length, 10);
    assert.ok(JSON.stringify(tools).length / 3 < 3_000, `${JSON.stringify(tools).length} characters`);
    const { houses } = (await assistant.call('get_house')).found as unknown as {
      houses: { id: string; name: string }[];
    };
    assert.equal(houses.length, 2);
    const [first, second] = houses.map(({ id }) => id) as [string, string];
    const named = houses.map(({ name, id }) => (name === '' ? id : `${name} (${id})`)).join(', ');
    const none = await assistant.call('get_component', { thing: 'unit' });
    assert.equal(none.text, `There is more than one house. Name one of them: ${named}.`);
    const other = await assistant.call('get_house', { house: 'Castle' });
    assert.equal(other.text, `There is no house Castle. Use one of: ${named}.`);

    const { id: demo, name } = houses.find(({ id }) => id !== flat.identity.uid)!;
    demoId = demo;
    for (const house of [demo, ` ${name.toUpperCase()}`]) {
      const { found, text } = await assistant.call('get_component', { thing: 'zone/1', house });
      assert.equal(found.name, 'Kitchen', text);
    }
    assert.notEqual(first, second);

    const set = await assistant.call('set_zone', { thing: 'zone/1', setpoint_celsius: 23.5, house: demo });
    assert.equal(set.found.setpoint_celsius, 23.5, set.text);
    const body = JSON.stringify({ HvacV2Request: { Type: 2, No: 1, No1: 0 } });
    const local = await fetch(`${plenum.bridge}/HvacRequestV2`, { method: 'POST', body });
    const { ZonesV2 } = (await local.json()) as { ZonesV2: { Setpoint: number } };
    assert.equal(ZonesV2.Setpoint, 2350);
    const constant = await assistant.call('set_zone', {
      thing: 'zone/7',
      setpoint_celsius: 22,
      house: demo,
    });
    assert.ok(constant.isError);
    assert.match(constant.text, /sensor/);
    const run = await assistant.call('run_favourite', { thing: 'favourite/1', house: demo });
    assert.ok(!run.isError, run.text);

    const why = await assistant.call('explain', { thing: 'zone/1', house: demo });
    assert.equal(why.found.name, 'Kitchen', why.text);
    const history = await assistant.call('get_history', { series: 'zone.1.Temp', hours: 1, house: demo });
    assert.equal(history.found.unit, '°C', history.text);

    const move = { thing: 'Garage door', cover: 'open', house: demo };
    const unscoped = await assistant.call('set_light', move);
    assert.ok(unscoped.isError);
    assert.match(unscoped.text, /garage/);
    await signIn('--allow-garage');
    await using opener = await connectAssistant([...cloud, '--allow-garage']);
    const opened = await opener.call('set_light', move);
    assert.ok(!opened.isError, opened.text);
    await using careful = await connectAssistant(cloud);
    const kept = await careful.call('set_light', { ...move, cover: 'close' });
    assert.match(kept.text, /--allow-garage is not set/);
  }

  // An app with only the scopes for query and control, and therefore without lamps and history. Explanations are
  // derived from the components it can read.
  const { access, refresh } = await owner.allowApp('query-control');
  store({ ...app, clientId: 'plenum-demo-app', accessToken: access, refreshToken: refresh });
  await using reader = await connectAssistant([...cloud, '--read-only']);
  const house = flat.identity.uid;
  assert.ok((await reader.client.listTools()).tools.every(({ annotations }) => annotations?.readOnlyHint));
  const seen = (await reader.call('get_house', { house: demoId })).found;
  assert.ok(Object.hasOwn(seen, 'zone') && !Object.hasOwn(seen, 'lamp'));
  const noHistory = await reader.call('get_history', { series: 'unit.Temp', hours: 1, house });
  assert.match(noHistory.text, /needs the scope history/);
  const zone = await reader.call('explain', { thing: 'split/0', house });
  assert.ok(!zone.isError, zone.text);
  assert.ok((zone.found.why as unknown as string[]).length > 0);

  // If another process has renewed the tokens, they are read from the file.
  const renewed = await fetch(`${plenum.cloud}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'plenum-demo-app',
      grant_type: 'refresh_token',
      refresh_token: refresh,
    }),
  });
  const tokens = (await renewed.json()) as { access_token: string; refresh_token: string };
  store({
    clientId: 'plenum-demo-app',
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  });
  assert.ok(!(await reader.call('get_house', { house })).isError);
});
