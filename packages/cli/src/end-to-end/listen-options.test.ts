import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { startReceiver } from '@plenum/testbed/receiver';
import { until } from '@plenum/testbed/until';
import { makeListenedApp, startSandboxCloud } from '../fixture/listened-app.fixture.ts';
import { runHere, startHere } from '../fixture/run-here.fixture.ts';

const keys = ['--client-id', 'test_a', '--client-secret', 'b', '--cloud', 'http://127.0.0.1:9'];

describe('the URL to which plenum listen forwards', () => {
  for (const [url, sentence] of [
    [
      'http://hooks.example/in',
      '--forward-to: hooks.example is another machine, which would get the events of your users. Give --allow-remote to send them there.',
    ],
    [
      'http://127.0.0.1.example/in',
      '--forward-to: 127.0.0.1.example is another machine, which would get the events of your users. Give --allow-remote to send them there.',
    ],
    ['ftp://localhost/in', '--forward-to: "ftp://localhost/in" is not an http or https URL.'],
    ['localhost:3000', '--forward-to: "localhost:3000" is not an http or https URL.'],
    ['http://ann:pw@localhost/', '--forward-to: the URL cannot have a user name or password.'],
  ] as const)
    it(`refuses ${url}`, async () => {
      const { code, err } = await runHere(['listen', ...keys, '--forward-to', url]);
      assert.notEqual(code, 0);
      assert.ok(err.includes(sentence), err);
    });

  it('accepts another machine only with --allow-remote, and requires a URL', async () => {
    const remote = ['listen', ...keys, '--forward-to', 'http://hooks.example/in', '--allow-remote'];
    assert.match((await runHere(remote)).err, /127\.0\.0\.1:9/, 'asks the cloud');
    assert.match((await runHere(['listen', ...keys])).err, /Where do the events go\? Give --forward-to/);
  });
});

it('connects again after the cloud restarts, and gets the latest state', async () => {
  using folder = createDataFolder();
  const store = { dataDir: folder.path };
  const httpPort = await freePort();
  await using receiver = await startReceiver();
  let cloud = await startSandboxCloud(store, httpPort);
  const app = await makeListenedApp(cloud.publicUrl);
  const words = ['listen', ...app.flags, '--name', 'laptop', '--forward-to', receiver.url];
  await using listening = startHere(words);
  const has = (text: string) => async () => receiver.messages.some(({ body }) => body.includes(text));
  await until('the first state came', has('"Setpoint"'));
  await cloud[Symbol.asyncDispose]();
  await listening.line(/Trying again in \d+ s\.$/m);
  receiver.messages.length = 0;
  cloud = await startSandboxCloud(store, httpPort);
  await using _cloud = cloud;
  await listening.line(/^Connected again\.$/m);
  await listening.line(
    /^Events since .* were not delivered\. The latest state of each component follows\.$/m,
  );
  await until('the latest state came', has('"Setpoint"'));
  const id = String(receiver.messages[0]!.headers['webhook-id']);
  const again = await runHere(['listen', ...app.flags, '--name', 'laptop', '--resend', id]);
  assert.match(again.out, /again, with the current state\.\n$/, again.err);
});

it('asks for live events once in a browser, and stores the consent for this user only', async () => {
  using folder = createDataFolder();
  await using cloud = await startSandboxCloud({ dataDir: folder.path });
  await using receiver = await startReceiver();
  const { developer, liveClientId } = await makeListenedApp(cloud.publicUrl);
  const env = { XDG_CONFIG_HOME: join(folder.path, 'config') };
  const words = ['listen', '--live', '--cloud', cloud.publicUrl, '--forward-to', receiver.url];
  {
    await using listening = startHere(words, env);
    const [, code] = await listening.line(
      /^Open \S+ in a browser, check the code (\S+), and choose an app\.$/m,
    );
    await developer.enterCode(code!, { app: liveClientId });
    await listening.line(/^Listening as \S+ to the live events of Evening Lights/m);
  }
  const file = join(env.XDG_CONFIG_HOME, 'plenum/listen.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(file, 'utf8'))), [`${cloud.publicUrl} live`]);
  await using again = startHere(words, env);
  await again.line(/^Listening as/m);
  assert.doesNotMatch(again.output().out, /in a browser/);
});
