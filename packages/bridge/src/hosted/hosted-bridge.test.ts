import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import {
  type BridgeFrame,
  type CloudFrame,
  type KeptEntry,
  type KeptHouse,
  toControlId,
} from '@plenum/protocol/uplink';
import { openMemoryStore } from '../store/open-store.ts';
import { toHouseFile } from './house-choice.ts';
import { startHostedBridge } from './start-hosted-bridge.ts';

const systemId = '123456789';
const file = toHouseFile({ house: 'demo', seed: 4 });
assert.ok(file.ok);
const house = file.value;
const requestLimits = { requests: 20, requestsBytes: 8_192 };

/** A bridge, and a cloud that acknowledges each of its frames. */
const start = async ({
  kept,
  isFull = () => false,
  perReading = 0,
  at = Date.UTC(2026, 0, 15),
}: {
  kept?: KeptHouse;
  isFull?: () => boolean;
  /** Time that passes with each reading of the clock, in ms. */
  perReading?: number;
  /** The time of the machine's clock, ms UTC. */
  at?: number;
} = {}) => {
  const clock = createFakeClock(at);
  let readings = 0;
  const slowClock = { ...clock, now: () => clock.now() + perReading * readings++ };
  const entries: KeptEntry[] = [];
  const saves: number[] = [];
  const keep = async (more: readonly KeptEntry[]) => {
    await turn();
    if (isFull()) throw new Error('full');
    entries.push(...more);
  };
  const save = async () => void saves.push((await bridge.copy()).upTo);
  const bridge = await startHostedBridge({
    systemId,
    house,
    kept,
    keep,
    save,
    requestLimits,
    clock: slowClock,
  });
  const frames: BridgeFrame[] = [];
  let isClosed = false;
  const link = bridge.connect({
    send: (text) => {
      const frame = JSON.parse(text) as BridgeFrame;
      frames.push(frame);
      queueMicrotask(() => send({ type: 'ack', n: frame.n }));
    },
    close: () => {
      isClosed = true;
      link.end();
    },
  });
  const send = (frame: CloudFrame) => link.receive(JSON.stringify(frame));
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await turn();
    }
  };
  const { session } = frames[0] as { session: string };
  let no = 0;
  const control = async (command: object) => {
    const id = toControlId({ session, no: ++no });
    send({ type: 'control', id, after: frames.length, within: 10_000, command: { ...command } });
    return until(() => frames.find((one) => one.type === 'result' && one.id === id));
  };
  const ask = async (frame: object) => {
    const id = ++no;
    send({ ...frame, id } as CloudFrame);
    return until(() => frames.find((one) => one.type === 'answer' && one.id === id));
  };
  const path = '/simulation';
  const read = async (from: string) => JSON.parse((await bridge.simulate({ path: from })).body);
  const status = () => read(path);
  const override = (body: object) => bridge.simulate({ path, body: { ...body } });
  return {
    bridge,
    clock,
    entries,
    saves,
    frames,
    control,
    ask,
    read,
    until,
    status,
    override,
    isClosed: () => isClosed,
  };
};

const setpoint = (Setpoint: number) => ({ ZoneSetpoint: { Index: 1, Setpoint } });
const setpointOf = ({
  components,
}: {
  components: readonly { kind: string; index: number; datagram: object }[];
}) =>
  (components.find(({ kind, index }) => kind === 'zone' && index === 1)!.datagram as { Setpoint: number })
    .Setpoint;

describe('a hosted bridge', () => {
  it('sends a snapshot of its house as soon as it is connected', async () => {
    const { bridge, frames } = await start();
    await using _ = bridge;
    assert.equal(frames[0]?.type, 'snapshot');
    assert.equal((frames[0] as { identity: { uid: string } }).identity.uid, systemId);
    assert.equal(bridge.timeZone, house.place.timeZone);
  });

  it('acknowledges a command once its host has stored it', async () => {
    const { bridge, control, entries } = await start();
    await using _ = bridge;
    const result = await control(setpoint(2350));
    assert.equal((result as { refusal?: unknown }).refusal, undefined);
    assert.deepEqual(
      entries.map(({ number }) => number),
      [1],
    );
    assert.match(entries[0]!.text, /ZoneSetpoint/);
  });

  it('refuses a command that its host cannot keep', async () => {
    const { bridge, control } = await start({ isFull: () => true });
    await using _ = bridge;
    const { refusal } = (await control(setpoint(2350))) as { refusal?: { status: number } };
    assert.equal(refusal?.status, 503);
  });

  it('continues from a copy and the operations since then', async () => {
    const first = await start();
    await first.control(setpoint(2350));
    const { store, upTo } = await first.bridge.copy();
    await first.control(setpoint(2250));
    await first.bridge[Symbol.asyncDispose]();
    const since = first.entries.filter(({ number }) => number > upTo);
    assert.equal(since.length, 1);

    const second = await start({ kept: { store, upTo, since } });
    await using _ = second.bridge;
    assert.equal(setpointOf(second.frames[0] as never), 2250);
    await second.control(setpoint(2150));
    assert.deepEqual(
      second.entries.map(({ number }) => number),
      [3],
    );
  });

  it('numbers operations on from a copy that includes all earlier ones', async () => {
    const first = await start();
    for (const value of [2350, 2250]) await first.control(setpoint(value));
    const { store, upTo } = await first.bridge.copy();
    await first.bridge[Symbol.asyncDispose]();
    const second = await start({ kept: { store, upTo, since: [] } });
    await using _ = second.bridge;
    assert.equal((await second.bridge.copy()).upTo, 2);
    await second.control(setpoint(2150));
    assert.deepEqual(
      second.entries.map(({ number }) => number),
      [3],
    );
  });

  it('frees the bytes of a copy that is disposed of', async () => {
    const { bridge } = await start();
    await using _ = bridge;
    const copy = await bridge.copy();
    assert.notEqual(copy.store.byteLength, 0);
    copy[Symbol.dispose]();
    assert.equal(copy.store.byteLength, 0);
    assert.notEqual((await bridge.copy()).store.byteLength, 0);
  });

  it('is copied only once all operations of the copy are stored', async () => {
    let isFull = false;
    const { bridge, control, entries } = await start({ isFull: () => isFull });
    await using _ = bridge;
    const controlled = control(setpoint(2350));
    assert.deepEqual([(await bridge.copy()).upTo, entries.length], [1, 1]);
    await controlled;
    isFull = true;
    await control(setpoint(2250));
    await assert.rejects(bridge.copy(), /operations that were not kept/);
    // Its host starts it again, because it has an operation that the host lacks.
    isFull = false;
    const { refusal } = (await control(setpoint(2150))) as { refusal?: { status: number } };
    assert.deepEqual([refusal?.status, entries.length], [503, 1]);
  });

  it('keeps the whole house before it acknowledges a change of the clock or a setting', async () => {
    const { bridge, override, saves, status } = await start();
    await using _ = bridge;
    assert.equal((await override({ ClockScale: 600 })).status, 200);
    assert.equal(saves.length, 1);
    assert.equal((await status()).clock.scale, 600);
  });

  it('deletes history older than a week, so that a house whose clock is stepped stays small', async () => {
    const { bridge, override, clock } = await start();
    await using _ = bridge;
    const began = clock.now();
    const step = 5 * 86_400;
    for (const _ of [1, 2]) assert.equal((await override({ ClockStep: step })).status, 200);
    using store = openMemoryStore((await bridge.copy()).store);
    // A block of history can begin up to a day before the first stored sample.
    const { at } = store.prepare('SELECT min(at) AS at FROM history_block').get() as { at: number };
    assert.ok(at >= began + 2 * 86_400_000, `${(at - began) / 86_400_000} days`);
  });

  it('simulates a step of the clock in slices, and sends only the last state', async () => {
    const { bridge, override, frames, until } = await start({ perReading: 1 });
    await using _ = bridge;
    await until(() => (frames.length > 0 ? true : undefined));
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    count();
    const before = frames.length;
    await override({ ClockStep: 6 * 3600 });
    isDone = true;
    await until(() => frames[before]);
    // 360 minutes, of which a slice has about ten.
    assert.ok(turns > 20, String(turns));
    assert.deepEqual(
      frames.slice(before).map(({ type }) => type),
      ['change'],
    );
  });

  it('returns how far a step of the clock has come while it continues', async () => {
    const { bridge, override, status } = await start({ perReading: 1 });
    await using _ = bridge;
    const { at: from } = (await status()).clock;
    const step = 86_400;
    const stepped = override({ ClockStep: step });
    const reached: number[] = [];
    for (;;) {
      await turn();
      const { clock, stepping } = await status();
      if (stepping === undefined) break;
      assert.ok(stepping.from >= from && stepping.from < from + 60_000);
      const length = stepping.to - stepping.from;
      assert.ok(length >= step * 1_000 && length < step * 1_000 + 60_000);
      assert.equal(stepping.at, clock.at);
      reached.push(stepping.at);
    }
    assert.ok(new Set(reached).size > 3, String(reached.length));
    assert.deepEqual(reached, reached.toSorted());
    await stepped;
  });

  it('begins a step of the clock in a turn, so that many steps at once hold nothing up', async () => {
    const { bridge, override, status } = await start({ perReading: 1 });
    await using _ = bridge;
    const { at } = (await status()).clock;
    const step = 6 * 3_600;
    const stepped = override({ ClockStep: step });
    // Before any turn of the event loop, so before the first turn of the house.
    assert.ok((await status()).clock.at < at + 60_000);
    await stepped;
    assert.ok((await status()).clock.at >= at + step * 1_000);
  });

  for (const [name, back] of [
    ['2 hours', 2 * 3_600_000],
    ['3 days', 3 * 86_400_000],
  ] as const)
    it(`shows the weekday and hour of the machine's clock after that went back by ${name}`, async () => {
      const week = 7 * 86_400_000;
      const check = async ({ clock, status }: Awaited<ReturnType<typeof start>>, before: number) => {
        // A house that goes on from a later time has to simulate it first.
        for (let last = before - 1; ; ) {
          const { at } = (await status()).clock;
          assert.ok(at >= last);
          if (at === last) break;
          last = at;
        }
        const { at } = (await status()).clock;
        assert.equal((at - clock.now()) % week, 0);
        assert.ok(at >= before && at < before + week);
        clock.advance(60_000);
        assert.equal((await status()).clock.at, at + 60_000);
      };
      const first = await start();
      const { at: before } = (await first.status()).clock;
      const { store, upTo } = await first.bridge.copy();
      first.clock.set(first.clock.now() - back);
      await check(first, before);
      await first.bridge[Symbol.asyncDispose]();

      const second = await start({ kept: { store, upTo, since: [] }, at: Date.UTC(2026, 0, 15) - back });
      await using _ = second.bridge;
      await check(second, before);
    });

  it('ends its uplink while it is offline, and continues without it', async () => {
    const { bridge, clock, override, status, isClosed } = await start();
    await using _ = bridge;
    assert.equal((await override({ Offline: 1 })).status, 200);
    assert.deepEqual([isClosed(), bridge.isOffline()], [true, true]);
    const { at } = (await status()).clock;
    clock.advance(5_000);
    assert.equal((await status()).clock.at, at + 5_000);
    assert.equal((await override({ Offline: 0 })).status, 200);
    assert.deepEqual([(await status()).Offline, bridge.isOffline()], [0, false]);
  });

  it('shows no lighting and refuses commands to it while its firmware has none', async () => {
    const { bridge, override, control, frames, until } = await start();
    await using _ = bridge;
    const kindsOf = (frame: BridgeFrame) =>
      new Set((frame as { components: readonly { kind: string }[] }).components.map(({ kind }) => kind));
    const lampOn = { LiOn: { No: 0, On: 1 } };
    assert.ok(kindsOf(frames[0]!).has('lamp'));
    await control(lampOn);
    for (const isOn of [true, false]) {
      const count = frames.length;
      assert.equal((await override({ NoLighting: isOn ? 1 : 0 })).status, 200);
      const snapshot = await until(() => frames.slice(count).find(({ type }) => type === 'snapshot'));
      assert.deepEqual([kindsOf(snapshot).has('lamp'), kindsOf(snapshot).has('lighting')], [!isOn, !isOn]);
      assert.ok(kindsOf(snapshot).has('zone'));
      const { refusal } = (await control(lampOn)) as { refusal?: { data: { code: string } } };
      assert.equal(refusal?.data.code, isOn ? 'not-installed' : undefined);
    }
  });

  it('has the quirks of a house, and its changes as they show it', async () => {
    const { bridge, override, control, clock, frames, until } = await start();
    await using _ = bridge;
    assert.equal((await override({ Quirks: { 'late-apply': 2 } })).status, 200);
    const count = frames.length;
    await control(setpoint(2350));
    const isChange = (frame: BridgeFrame) => {
      if (frame.type !== 'change') return false;
      const zone = frame.components.find(({ kind, index }) => kind === 'zone' && index === 1);
      return (zone?.datagram as { Setpoint?: number } | undefined)?.Setpoint === 2350;
    };
    assert.ok(!frames.slice(count).some(isChange));
    clock.advance(3_000);
    await until(() => frames.slice(count).find(isChange));

    const before = frames.length;
    await override({ Quirks: { 'zero-zones': 1 } });
    const snapshot = await until(() => frames.slice(before).find(({ type }) => type === 'snapshot'));
    const { components } = snapshot as { components: readonly { kind: string }[] };
    assert.ok(!components.some(({ kind }) => kind === 'zone'));
  });

  it('is offline and has its quirks again after it was started from a copy', async () => {
    const first = await start();
    await first.override({ Offline: 1 });
    await first.override({ Quirks: { 'lost-ac': 1 } });
    const { store, upTo } = await first.bridge.copy();
    await first.bridge[Symbol.asyncDispose]();
    const second = await start({ kept: { store, upTo, since: [] } });
    await using _ = second.bridge;
    assert.equal(second.bridge.isOffline(), true);
    assert.deepEqual((await second.status()).quirks, { 'lost-ac': 1 });
  });

  it('lists what came over its uplink, newest first, without texts that people chose', async () => {
    const { bridge, control, ask, read } = await start();
    await using _ = bridge;
    const rooms = [{ kind: 'zone', index: 1 }];
    await control({ ZoneName: { Index: 1, Name: 'Ann’s room' } });
    await control(setpoint(2351));
    await ask({ type: 'read', path: '/history', query: 'from=0&to=90000&series=zone.0.Temp&who=Ann' });
    await ask({ type: 'write', path: '/groups', body: { name: 'Ann’s rooms', rooms } });
    await ask({ type: 'read', path: '/ann', query: '' });
    const { requests } = await read('/simulation/requests');
    const told = ({ over, method, path, asked, result, isRedacted, curl }: Record<string, unknown>) => [
      over,
      method,
      path,
      asked,
      result,
      isRedacted,
      curl,
    ];
    assert.deepEqual(requests.map(told), [
      ['cloud', 'GET', '/<path>', undefined, 'unknown-path', true, undefined],
      ['cloud', 'POST', '/groups', { name: '<text>', rooms }, 'OK', true, undefined],
      ['cloud', 'GET', '/history?from=0&to=90000&series=zone.0.Temp', undefined, 'OK', true, undefined],
      ['cloud', undefined, undefined, setpoint(2351), 'off-step', undefined, undefined],
      ['cloud', undefined, undefined, { ZoneName: { Index: 1, Name: '<text>' } }, 'OK', true, undefined],
    ]);
  });

  it('lists as many requests as its host allows, and fewer if they are long', async () => {
    const { bridge, ask, read } = await start();
    await using _ = bridge;
    const listed = async (query: string) => {
      for (let n = 0; n < requestLimits.requests + 5; n++)
        await ask({ type: 'read', path: '/time-zone', query });
      return (await read('/simulation/requests')).requests.length;
    };
    assert.equal(await listed(''), requestLimits.requests);
    const series = Array.from({ length: 40 }, (_, n) => `zone.${n % 14}.Temp`).join(',');
    const size = 256 + 2 * `/time-zone?series=${encodeURIComponent(series)}`.length;
    assert.equal(await listed(`series=${series}`), Math.floor(requestLimits.requestsBytes / size));
  });

  it('lists the components of its house as they are, although its quirks and switches hide some', async () => {
    const { bridge, override, read, frames } = await start();
    await using _ = bridge;
    await override({ NoLighting: 1 });
    await override({ Quirks: { 'zero-zones': 1 } });
    const kinds = (components: readonly { kind: string }[]) => components.map(({ kind }) => kind);
    const [snapshot] = frames as readonly { components: readonly { kind: string }[] }[];
    assert.deepEqual(kinds(await read('/simulation/components')), kinds(snapshot!.components));
  });

  it('applies faults and steps of the clock, and refuses what concerns the local interface', async () => {
    const { bridge, override, status } = await start();
    await using _ = bridge;
    const { clock } = await status();
    assert.equal((await override({ ClockStep: 3600 })).status, 200);
    assert.equal((await status()).clock.at, clock.at + 3_600_000);
    assert.equal((await override({ ZoneDamperStuck: { Zone: 1, On: 1 } })).status, 200);
    assert.equal((await status()).faults.length, 1);
    assert.equal((await override({ Quirks: { busy: 0.5 } })).status, 400);
    assert.equal((await override({ ClockScale: -1 })).status, 400);
    assert.equal((await override({ ClockScale: 1, ClockPause: 0 })).status, 400);
  });
});

describe('the choice of a house', () => {
  it('takes a shipped house or a house file, with another place and seed', () => {
    const place = { latitude: 52.5, longitude: 13.4, timeZone: 'Europe/Berlin' };
    const chosen = toHouseFile({ house: 'flat', place, seed: 9 });
    assert.ok(chosen.ok);
    assert.deepEqual([chosen.value.place, chosen.value.seed], [place, 9]);
    const hut = { name: 'Hut', systemId: '123456789', place, rooms: [{ name: 'Lounge', area: 24 }] };
    const own = toHouseFile({ house: hut });
    assert.ok(own.ok, JSON.stringify(own));
    assert.equal(own.value.systemId, undefined);
  });

  it('refuses an unknown house, a wrong file, and a weather file', () => {
    const whyNot = (house: unknown) => {
      const read = toHouseFile({ house });
      return read.ok ? undefined : [read.refusal.code, read.refusal.path.join('.')];
    };
    assert.deepEqual(whyNot('castle'), ['not-a-choice', '']);
    assert.deepEqual(whyNot({ name: 'Hut' }), ['missing-key', '']);
    const [first, ...others] = house.rooms;
    assert.deepEqual(whyNot({ ...house, rooms: [{ ...first, area: 0 }, ...others] }), [
      'too-low',
      'rooms.0.area',
    ]);
    assert.deepEqual(whyNot({ ...house, climate: { csv: 'weather.csv' } }), ['wrong-file', '']);
    assert.deepEqual(whyNot({ ...house, climate: { epw: 'weather.epw' } }), ['wrong-file', '']);
  });
});
