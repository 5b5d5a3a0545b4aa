import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { type ReceivedMessage, startReceiver } from '@plenum/testbed/receiver';
import { until } from '@plenum/testbed/until';
import { Webhook } from 'standardwebhooks';
import { makeListenedApp, startSandboxCloud } from '../fixture/listened-app.fixture.ts';
import { startHere } from '../fixture/run-here.fixture.ts';

const start = async () => {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(createDataFolder());
  const cloud = stack.use(await startSandboxCloud({ dataDir: path }));
  const app = await makeListenedApp(cloud.publicUrl);
  const receiver = stack.use(await startReceiver());
  const running = stack.move();
  return { cloud, app, receiver, [Symbol.asyncDispose]: () => running.disposeAsync() };
};

/** Returns the setpoint of zone 1 in a message; undefined if the message is about something else. */
const setpointIn = ({ body }: ReceivedMessage): number | undefined =>
  JSON.parse(body).requestBody?.devices.find(({ componentId }: { componentId: string }) =>
    componentId.endsWith('_hvac_zone_1'),
  )?.datagram.Setpoint;

describe('plenum listen', () => {
  it('posts the signed events of an app to a local URL, and shows each with its response', async () => {
    await using world = await start();
    const { app, receiver } = world;
    await using listening = startHere([
      'listen',
      ...app.flags,
      '--forward-to',
      receiver.url,
      '--name',
      'laptop',
    ]);
    await listening.line(/^Listening as laptop to the test events of Evening Lights \(test_/m);
    const [, secret] = await listening.line(/^Secret: (whsec_\S+) \(PLENUM_ENDPOINT_SECRET/m);
    await until('the setpoint came', async () =>
      receiver.messages.some((one) => setpointIn(one) !== undefined),
    );
    await app.set(2350);
    await until('the new setpoint came', async () =>
      receiver.messages.some((one) => setpointIn(one) === 2350),
    );
    for (const { body, headers } of receiver.messages) {
      new Webhook(secret!).verify(body, headers as Record<string, string>);
      assert.equal(JSON.parse(body).requestId, headers['webhook-id']);
    }
    const sync = receiver.messages.find(({ body }) => JSON.parse(body).userId === app.testUserId);
    const [line] = await listening.line(
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d  Sync ${app.testUserId}  →  204 in \\d+ ms  [\\w-]{36}$`, 'm'),
    );
    assert.ok(line.endsWith(String(sync!.headers['webhook-id'])));
  });
});
