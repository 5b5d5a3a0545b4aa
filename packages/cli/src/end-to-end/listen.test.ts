import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { type ReceivedMessage, startReceiver } from '@plenum/testbed/receiver';
import { until } from '@plenum/testbed/until';
import { Webhook } from 'standardwebhooks';
import { makeListenedApp, startSandboxCloud } from '../fixture/listened-app.fixture.ts';
import { runHere, startHere } from '../fixture/run-here.fixture.ts';

const start = async () => {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(createDataFolder());
  const cloud = stack.use(await startSandboxCloud({ dataDir: path }));
  const app = await makeListenedApp(cloud.publicUrl);
  const receiver = stack.use(await startReceiver());
  const running = stack.move();
  const listen = () => startHere(['listen', ...app.flags, '--forward-to', receiver.url, '--name', 'laptop']);
  return { cloud, app, receiver, listen, [Symbol.asyncDispose]: () => running.disposeAsync() };
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
    await using listening = world.listen();
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

describe('plenum trigger', () => {
  it('makes a test house cause events for real, which reach the listener', async () => {
    await using world = await start();
    const { app, receiver } = world;
    await using listening = world.listen();
    await listening.line(/^Listening/m);
    const trigger = (event: string, ...more: string[]) => runHere(['trigger', event, ...app.flags, ...more]);
    const house = `House ${app.systemId}: `;
    await until('the first state came', async () =>
      receiver.messages.some((one) => setpointIn(one) !== undefined),
    );
    const devices = () =>
      receiver.messages.flatMap(({ body }) => JSON.parse(body).requestBody?.devices ?? []) as {
        componentId: string;
        datagram: Record<string, unknown>;
      }[];
    const has = (test: (datagram: Record<string, unknown>) => boolean) => async () =>
      devices().some(({ datagram }) => test(datagram));

    receiver.messages.length = 0;
    const setpoint = await trigger('setpoint');
    assert.equal(setpoint.code, 0, setpoint.err);
    const [, zone, value] = /^House \d+: The setpoint of zone (\d+) is ([\d.]+) °C\.\n$/.exec(setpoint.out)!;
    await until(
      'the setpoint came',
      has(({ Index, Setpoint }) => Index === Number(zone) && Setpoint === Number(value) * 100),
    );

    receiver.messages.length = 0;
    assert.equal((await trigger('temperature')).out, `${house}15 minutes passed in the house.\n`);
    await until(
      'a temperature came',
      has(({ Temp }) => Temp !== undefined),
    );

    assert.equal((await trigger('fault')).out, `${house}The ducted unit has error E05.\n`);
    await until(
      'the error came',
      has((datagram) => JSON.stringify(datagram).includes('"E05"')),
    );
    assert.equal((await trigger('fault')).out, `${house}The ducted unit has no error.\n`);

    assert.match((await trigger('battery')).out, /The battery in the sensor of zone \d+ is empty\.\n$/);
    await until(
      'the battery came',
      has(({ BattVolt }) => BattVolt === 2),
    );
    assert.match((await trigger('sensor', '--house', app.systemId)).out, /The sensor of zone \d+ fails\.\n$/);
    await until(
      'the fault came',
      has(({ SensorFault }) => SensorFault === 1),
    );

    receiver.messages.length = 0;
    assert.equal((await trigger('sync')).out, `${house}The components of the lighting are removed.\n`);
    await until('a Sync came', async () =>
      receiver.messages.some(({ body }) => JSON.parse(body).requestType === 'Sync'),
    );

    assert.match(
      (await trigger('offline')).out,
      /The bridge is disconnected until `plenum trigger online`\.\n$/,
    );
    assert.equal((await trigger('online')).out, `${house}The bridge is connected.\n`);
  });

  it('refuses unknown events, and houses that are not simulated', async () => {
    await using world = await start();
    const { app } = world;
    const trigger = (...words: string[]) => runHere(['trigger', ...words, ...app.flags]);
    assert.deepEqual(
      [await trigger('fire'), await trigger('setpoint', '--house', '123456789')].map(({ code, err }) => [
        code,
        err.split('\n').at(-2),
      ]),
      [
        [
          1,
          'There is no event "fire". Use one of temperature, setpoint, fault, sensor, battery, sync, offline, online.',
        ],
        [1, '123456789 is not a simulated house of one of your test users. Events are caused only there.'],
      ],
    );
    await app.developer.call(`/console/test-users/${app.testUserId}/remove`, {});
    assert.match((await trigger('setpoint')).err, /^No test user who allowed the app has a house\./m);
  });
});
