import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamMessage } from '@plenum/client/event-stream';
import { type HouseState, openLiveHouse } from './live-house.ts';
import type { Source } from './source.ts';

const now = 1_800_000_000_000;

/**
 * Opens a house with the given stream; commands to the house get no response. Resolves when the stream has been read.
 */
const open = async (
  transport: Source['transport'],
  messages: readonly StreamMessage[],
  onChange: (state: HouseState) => void = () => {},
  get: (path: string) => Promise<unknown> = async () => undefined,
) => {
  const text = messages.map(({ event, data }) => `event: ${event}\ndata: ${data}\n\n`).join('');
  const fetch = async (path: string) => {
    assert.equal(path, '/stream');
    return new Response(text);
  };
  const client = { fetch: fetch as typeof globalThis.fetch, headers: () => ({}), get };
  const source = { name: 'The cloud', events: '/stream', transport } as const;
  const house = openLiveHouse(
    { ...source, client: { ...client, post: () => new Promise<never>(() => {}) } },
    () => '°C',
    () => {},
  );
  await new Promise<void>((resolve) => {
    house.state.subscribe(() => {
      onChange(house.state.get());
      if (house.state.get().connection === 'lost') resolve();
    });
  });
  house[Symbol.dispose]();
  return house;
};

const listenTo = async (...told: Parameters<typeof open>) => (await open(...told)).state.get();

const event = (name: string, data: object): StreamMessage =>
  ({ event: name, data: JSON.stringify(data) }) as StreamMessage;
const unit = [{ kind: 'unit', index: 0, datagram: { SysOn: 1 } }];

test('stores the bridge status from a cloud next to the state of the house', async () => {
  const state = await listenTo('cloud', [
    event('house', { name: 'Home', isPresent: false, lastSeen: 5, timeZone: 'Australia/Sydney' }),
    event('snapshot', { at: 1, components: unit }),
  ]);
  const about = { name: 'Home', isPresent: false, lastSeen: 5, timeZone: 'Australia/Sydney' };
  assert.deepEqual(state.bridge, about);
  assert.equal(state.isLoaded, true);
  assert.equal(state.datagrams.unit[0]?.SysOn, 1);
});

test('has no bridge status when connected directly to a bridge', async () => {
  const state = await listenTo('local', [event('snapshot', { at: 1, components: unit })]);
  assert.equal(state.bridge, undefined);
});

test('takes a cloud’s snapshot as of the time in it, and a bridge’s as of now', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now });
  const hour = 3_600_000;
  const snapshot = event('snapshot', { at: now - hour, components: unit });
  const through = await listenTo('cloud', [snapshot]);
  assert.deepEqual([through.at, through.receivedAt], [now - hour, now - hour]);
  const direct = await listenTo('local', [snapshot]);
  assert.deepEqual([direct.at, direct.receivedAt], [now - hour, now]);
  const ahead = await listenTo('cloud', [event('snapshot', { at: now + hour, components: unit })]);
  assert.deepEqual([ahead.at, ahead.receivedAt], [now + hour, now]);
  const changed = await listenTo('cloud', [snapshot, event('change', { at: now - 1, components: unit })]);
  assert.deepEqual([changed.at, changed.receivedAt], [now - 1, now]);
});

test('requests the house’s current time from its bridge if the cloud’s snapshot is old', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now });
  const year = 31_536_000_000;
  const minute = 60_000;
  const after = async (
    age: number,
    get: (path: string) => Promise<unknown>,
    more: StreamMessage[] = [],
    reply = () => {},
  ) => {
    const asked: string[] = [];
    const snapshot = event('snapshot', { at: now - age, components: unit });
    const ask = (path: string) => {
      asked.push(path);
      return get(path);
    };
    const house = await open('cloud', [snapshot, ...more], undefined, ask);
    reply();
    await new Promise(setImmediate);
    const { at, receivedAt } = house.state.get();
    return { asked, at: at - now, receivedAt: receivedAt - now };
  };
  const answer = async () => ({ from: 0, to: now - year + 5 * minute + 1, events: [] });
  assert.deepEqual(await after(year, answer), {
    asked: [`/history/events?from=${now - year}`],
    at: -year + 5 * minute,
    receivedAt: 0,
  });
  const own = { at: -year, receivedAt: -year };
  assert.deepEqual((await after(4 * minute, answer)).asked, [], "everybody's clock");
  for (const get of [async () => undefined, async () => ({ to: 'soon' }), () => Promise.reject(new Error())])
    assert.deepEqual(await after(year, get), { asked: [`/history/events?from=${now - year}`], ...own });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const reply = () => resolve({ from: 0, to: now - year + 5 * minute + 1, events: [] });
  assert.equal((await after(year, () => promise, [], reply)).at, -year + 5 * minute);
  const late = Promise.withResolvers<unknown>();
  const replyLate = () => late.resolve({ from: 0, to: now - year + 5 * minute + 1, events: [] });
  const changed = event('change', { at: now - year + minute, components: unit });
  const { at } = await after(year, () => late.promise, [changed], replyLate);
  assert.equal(at, -year + minute, 'the change that arrived in the meantime is newer');
});

test('shows the first snapshot immediately, combines quick changes, and ends with the newest', async () => {
  const changes = Array.from({ length: 100 }, (_, n) => {
    const components = [{ kind: 'unit', index: 0, datagram: { SysOn: 1, Setpoint: n } }];
    return event('change', { at: 2 + n, components });
  });
  const shown: (number | undefined)[] = [];
  const messages = [event('snapshot', { at: 1, components: unit }), ...changes];
  await open(
    'local',
    messages,
    ({ datagrams, isLoaded }) => isLoaded && shown.push(datagrams.unit[0]?.Setpoint),
  );
  assert.equal(shown[0], undefined);
  assert.equal(shown.at(-1), 99);
  assert.ok(shown.length < 50, `${shown.length} times`);
});

const minutes = (t: number) => ({ t });
const programs = [0, 1].map((Index) => ({
  kind: 'program',
  index: Index,
  datagram: { Index, RunTimes: [minutes(5), minutes(5)] },
}));

test('shows pending commands to several programs together, and replaces older ones to one', async () => {
  const house = await open('local', [event('snapshot', { at: 1, components: programs })]);
  const shown = () => house.state.get().datagrams.program.map(({ RunTimes }) => RunTimes.map(({ t }) => t));
  const give = (Program: number, No: number, RunTime: number) =>
    void house.command('RetStRunTime', { Program, No, RunTime });
  give(0, 0, 10);
  give(1, 0, 20);
  give(1, 1, 30);
  assert.deepEqual(shown(), [
    [10, 5],
    [20, 30],
  ]);
  give(1, 0, 40);
  assert.deepEqual(shown(), [
    [10, 5],
    [40, 30],
  ]);
});

test('shows pending names for two channels of a meter at the same time', async () => {
  const datagram = { Devices: [{ Channels: [{ Name: 'A' }, { Name: 'B' }] }] };
  const components = [{ kind: 'power', index: 0, datagram }];
  const house = await open('local', [event('snapshot', { at: 1, components })]);
  void house.command('ChannelName', { Device: 0, Channel: 0, Name: 'Oven' });
  void house.command('ChannelName', { Device: 0, Channel: 1, Name: 'Lights' });
  const { Devices } = house.state.get().datagrams.power[0]!;
  assert.deepEqual(
    Devices[0]!.Channels.map(({ Name }) => Name),
    ['Oven', 'Lights'],
  );
});

test('asks a cloud’s bridge for the state of the real one behind it, with each snapshot', async () => {
  const device = { state: 'silent', since: 1, answeredAt: 1 } as const;
  const house = (isPresent: boolean) => event('house', { name: 'Home', access: 'owner', isPresent });
  const snapshot = event('snapshot', { at: 1, components: unit });
  const follow = async (transport: Source['transport'], messages: readonly StreamMessage[]) => {
    const asked: string[] = [];
    const states: (string | undefined)[] = [];
    const get = async (path: string) => {
      asked.push(path);
      return path === '/healthz' ? { status: 'ok', uid: '000000001', device } : undefined;
    };
    await open(transport, messages, (state) => states.push(state.device?.state), get);
    return { asked: asked.filter((path) => path === '/healthz').length, last: states.at(-1) };
  };
  assert.deepEqual(await follow('cloud', [house(true), snapshot, house(true), snapshot]), {
    asked: 1,
    last: 'silent',
  });
  assert.deepEqual(await follow('cloud', [house(false), snapshot]), { asked: 0, last: undefined });
  assert.deepEqual(await follow('cloud', [house(true), house(false)]), { asked: 1, last: undefined });
  assert.deepEqual(await follow('local', [snapshot]), { asked: 0, last: undefined });
});
