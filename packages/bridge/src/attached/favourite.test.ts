import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { monday } from '@plenum/platform/fake-clock';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import type { AnyCommand } from '@plenum/protocol/command';
import type { Quirks } from '@plenum/protocol/quirks';
import { readShippedHouse } from '@plenum/simulator';
import { houseTime } from '@plenum/testbed/house-time';
import type { Bridge } from '../bridge.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startAttachedBridge, startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';
import { command, passUntil, passUntilSettled } from './front.fixture.ts';

const never = 86_400_000;

/** A front of a device that runs the demo house; the front reads nothing by itself, and its clock stands still. */
const start = async (stack: AsyncDisposableStack, quirks: Quirks) => {
  const clock = createSteppedClock(monday);
  const demo = readShippedHouse('demo');
  assert.ok(demo.ok);
  const house = toHouseToRun(demo.value, { startsAt: houseTime });
  const device = stack.use(await startSmallBridge({ clock, house, timeScale: 0, random: () => 0.4 }));
  // The unit and the zones differ from the favourite, except constant zones.
  const changes: AnyCommand[] = [
    { name: 'SysOn', body: 0 },
    ...device.device.datagrams().zone.flatMap(({ Index, ZoneType }): AnyCommand[] => {
      if (ZoneType === 2) return [];
      return ZoneType === 3
        ? [{ name: 'ZoneSetpoint', body: { Index, Setpoint: 2900 } }]
        : [{ name: 'ZoneMode', body: { Index, Mode: 1 } }];
    }),
  ];
  for (const each of changes) await device.device.command(each);
  device.quirks.set(quirks);
  const to = { host: '127.0.0.1', port: device.http.port, pause: 0, interval: never, notifyPort: 0 };
  const front = stack.use(await passUntilSettled(clock, startAttachedBridge(to, { clock })));
  return { clock, device, front };
};

const readZones = async ({ http }: Bridge, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, No) => {
      const { text } = await post(http.port, '/HvacRequestV2', { HvacV2Request: { Type: 2, No, No1: 0 } });
      const { Mode, Setpoint } = JSON.parse(text).ZonesV2;
      return { Mode, Setpoint };
    }),
  );
const readSysOn = async ({ http }: Bridge) =>
  JSON.parse((await post(http.port, '/HvacRequestV2', { HvacV2Request: { Type: 1, No: 0, No1: 0 } })).text)
    .SystemV2.SysOn;

const settingsOf = ({ device }: Bridge, place: number) => {
  const { zone, schedule } = device.datagrams();
  return zone.map(({ Index }) => schedule[place]!.Zones[Index]!);
};

describe('a favourite of a real device', () => {
  for (const [what, quirks] of [
    ['a device that applies it immediately', { busy: 0 }],
    ['a device that shows it after 5 s', { 'late-apply': 5 }],
  ] as const)
    it(`shows its settings of every zone and the unit in each read after the OK, with ${what}`, async () => {
      await using stack = new AsyncDisposableStack();
      const { clock, device, front } = await start(stack, quirks);
      const expected = settingsOf(device, 0);
      const { length } = expected;
      assert.notDeepEqual(await readZones(front, length), expected);
      assert.equal(await command(front, { FavouriteSet: 1 }), 'OK');
      for (let second = 0; second < 20; second++) {
        assert.deepEqual(await readZones(front, length), expected, `${second} s`);
        assert.equal(await readSysOn(front), 1);
        const next = clock.now() + 1_000;
        await passUntil(clock, () => clock.now() >= next, { step: 100, turns: 20 });
      }
      const [{ Mode }] = JSON.parse((await send(front.http.port, '/Zones1_4')).text);
      assert.equal(Mode, ['open', 'close', 'auto'][expected[0]!.Mode - 1]);
    });

  it('shows the state of the device again if the device ignores it', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, device, front } = await start(stack, { 'ignore-writes': 1 });
    const { length } = settingsOf(device, 0);
    const before = await readZones(front, length);
    assert.equal(await command(front, { FavouriteSet: 1 }), 'OK');
    assert.notDeepEqual(await readZones(front, length), before);
    const accepted = clock.now();
    await passUntil(clock, () => front.device.datagrams().unit[0]!.SysOn === 0, { step: 100, turns: 20 });
    await passUntil(clock, () => clock.now() >= accepted + 9_000, { step: 100, turns: 20 });
    assert.deepEqual(await readZones(front, length), before);
  });

  it('is answered once its zones are read if the device has only the original interface', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, device, front } = await start(stack, { 'v1-only': 1 });
    // The original interface shows a constant zone as open.
    const expected = settingsOf(device, 0).map(({ Mode, Setpoint }) => ({
      Mode: Mode === 5 ? 1 : Mode,
      Setpoint,
    }));
    assert.equal(await passUntilSettled(clock, command(front, { FavouriteSet: 1 }), { step: 10 }), 'OK');
    assert.deepEqual(await readZones(front, expected.length), expected);
  });
});
