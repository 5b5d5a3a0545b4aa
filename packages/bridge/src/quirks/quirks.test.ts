import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSteppedClock, type SteppedClock } from '@plenum/platform/stepped-clock';
import { discoveryRequest } from '@plenum/protocol/discovery';
import { type QuirkName, type Quirks, quirkNames } from '@plenum/protocol/quirks';
import type { Bridge } from '../bridge.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { bodyOf, exchange, head, openTcp, readToEnd } from '../fixture/tcp.fixture.ts';
import { openUdpListener, type UdpListener } from '../fixture/udp.fixture.ts';

const stack = new AsyncDisposableStack();
let clock: SteppedClock;
let bridge: Bridge;
let notified: UdpListener;
let port: number;

before(async () => {
  clock = createSteppedClock();
  notified = stack.use(await openUdpListener());
  bridge = stack.use(await startSmallBridge({ clock, notifyPort: notified.port, random: () => 0.4 }));
  ({ port } = bridge.http);
});
after(() => stack.disposeAsync());

const unitQuery = '{"HvacV2Request":{"Type":1,"No":0,"No1":0}}';
const zoneQuery = (No: number) => JSON.stringify({ HvacV2Request: { Type: 2, No, No1: 0 } });

/** A request as a device's client writes it. */
const request = (path: string, body: string, ...headers: string[]) =>
  head(`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Content-Length: ${Buffer.byteLength(body)}`, ...headers) +
  body;
const readUnit = () => exchange(port, request('/HvacRequestV2', unitQuery));
const readZone = (index: number) => exchange(port, request('/HvacRequestV2', zoneQuery(index)));
const command = (body: object) => exchange(port, request('/HvacCommandV2', JSON.stringify(body)));
const systemOf = (answer: string) => JSON.parse(bodyOf(answer)).SystemV2;
const shownUnit = async () => systemOf(await readUnit());
const realUnit = () => bridge.device.datagrams().unit[0]!;

/**
 * Returns the datagram received after a discovery request: the response, or the next change notice if there is no
 * response.
 */
const askDiscovery = async () => {
  using asking = await openUdpListener();
  asking.socket.send(discoveryRequest, bridge.udp.port, '127.0.0.1');
  return (await asking.receive()).text;
};

let drained = 0;

/**
 * Returns the change notices sent since the last call; a datagram of our own marks their end. That datagram is sent
 * again until it arrives, because a full buffer of the socket drops the datagrams after a burst.
 */
const drain = async () => {
  const end = `end ${++drained}`;
  const sendEnd = () => notified.socket.send(end, notified.port, '127.0.0.1');
  sendEnd();
  const again = setInterval(sendEnd, 500);
  const texts: string[] = [];
  try {
    for (;;) {
      const { text } = await notified.receive();
      if (text === end) return texts;
      if (!text.startsWith('end ')) texts.push(text);
    }
  } finally {
    clearInterval(again);
  }
};

/** Sets quirks of the bridge over HTTP, as a developer does. */
const set = async (quirks: Quirks) => {
  const { status, text } = await post(port, '/simulation/Quirks', quirks);
  assert.deepEqual([status, text], [200, 'OK']);
};

/** Cases for the effect of each quirk on the wire. */
const expectations: Readonly<Record<QuirkName, () => Promise<void>>> = {
  busy: async () => {
    await set({ busy: 0.41 });
    assert.equal(bodyOf(await readUnit()), '{BUSY}');
    assert.equal(bodyOf(await command({ SysOn: 1 })), '{BUSY}');
    assert.equal(realUnit().SysOn, 0);
    await set({ busy: 0.4 });
    assert.equal((await shownUnit()).SysOn, 0);
  },
  'one-connection': async () => {
    for (const others of ['wait', 'drop', 'silent'] as const) {
      await set({ 'one-connection': others, 'answer-time': 777 });
      const first = readUnit();
      await clock.reached(777);
      const second = await openTcp(port);
      const answer = readToEnd(second).catch(() => '');
      second.write(request('/HvacRequestV2', unitQuery));
      if (others === 'drop') assert.equal(await answer, '');
      await clock.pass(777);
      assert.match(await first, /SystemV2/);
      if (others === 'wait') await clock.pass(777);
      if (others === 'wait') assert.match(await answer, /SystemV2/);
      assert.equal(second.bytesRead === 0, others !== 'wait');
      second.destroy();
    }
  },
  'answer-time': async () => {
    await set({ 'answer-time': 555 });
    const answer = readUnit();
    await clock.pass(555);
    assert.match(await answer, /SystemV2/);
  },
  'late-apply': async () => {
    await set({ 'late-apply': 2 });
    assert.equal(bodyOf(await command({ SysSetpoint: 2350 })), 'OK');
    assert.equal(realUnit().Setpoint, 2350);
    clock.advance(1_999);
    assert.equal((await shownUnit()).Setpoint, 2200);
    clock.advance(1);
    assert.equal((await shownUnit()).Setpoint, 2350);
    await set({});
    await command({ SysSetpoint: 2200 });
  },
  'ignore-writes': async () => {
    await set({ 'ignore-writes': 0.5 });
    assert.equal(bodyOf(await command({ SysSetpoint: 2500 })), 'OK');
    assert.equal(realUnit().Setpoint, 2200);
  },
  'drop-before': async () => {
    await set({ 'drop-before': 1 });
    assert.equal(await command({ SysSetpoint: 2500 }), '');
    assert.equal(realUnit().Setpoint, 2200);
  },
  'drop-after': async () => {
    await set({ 'drop-after': 1 });
    assert.equal(await command({ SysSetpoint: 2500 }), '');
    assert.equal(realUnit().Setpoint, 2500);
    await set({});
    await command({ SysSetpoint: 2200 });
  },
  stall: async () => {
    await set({ stall: 960 });
    const answer = readUnit();
    assert.match(await askDiscovery(), /^ASPort_12107,/);
    await clock.pass(960_000);
    assert.equal(await answer, '');
    assert.match(await readUnit(), /SystemV2/);
  },
  restart: async () => {
    await set({ restart: 20 });
    assert.equal(await readUnit(), '');
    clock.advance(20_000);
    assert.match(await readUnit(), /SystemV2/);
    assert.match(await askDiscovery(), /^ASPort_12107,/);
  },
  'split-answers': async () => {
    await set({ 'split-answers': 5 });
    const socket = await openTcp(port);
    let pieces = 0;
    socket.on('data', () => pieces++);
    const answer = readToEnd(socket);
    socket.write(request('/HvacRequestV2', unitQuery));
    assert.equal(systemOf(await answer).Setpoint, 2200);
    assert.ok(pieces > 1, `${pieces} pieces`);
  },
  'ok-after-json': async () => {
    await set({ 'ok-after-json': 1 });
    assert.match(await readUnit(), /\}\}\{OK\}$/);
  },
  'command-answer': async () => {
    for (const [form, text] of [
      ['braces', '{OK}'],
      ['quotes', '"OK"'],
      ['nothing', ''],
    ] as const) {
      await set({ 'command-answer': form });
      assert.equal(bodyOf(await command({ SysOn: 0 })), text);
    }
  },
  'padded-names': async () => {
    await set({});
    await command({ ZoneName: { Index: 2, Name: 'Büro' } });
    const nameBytes = async () => /"Name":"([^"]*)"/.exec(await readZone(2))![1];
    await set({ 'padded-names': 'nul' });
    assert.equal(await nameBytes(), 'B\xc3\xbcro\0old name o');
    await set({ 'padded-names': 'ff' });
    assert.equal(await nameBytes(), `B\xc3\xbcro${'\xff'.repeat(11)}`);
    await set({ 'padded-names': 'latin1' });
    assert.equal(await nameBytes(), 'B\xfcro');
  },
  'empty-v1': async () => {
    await set({ 'empty-v1': 1 });
    const { status, text } = await send(port, '/SystemSettings');
    assert.deepEqual([status, text], [200, '']);
    assert.match(await readUnit(), /SystemV2/);
  },
  'v1-only': async () => {
    await set({ 'v1-only': 1 });
    assert.match(await readUnit(), /^HTTP\/1\.1 404 /);
    assert.match((await send(port, '/SystemSettings')).text, /"SysOn":"off"/);
    assert.match(await askDiscovery(), /^ASPort_12107,Mac_\d{9},IP_127\.0\.0\.1,Port_\d+$/);
  },
  'content-type': async () => {
    const typed = () =>
      exchange(port, request('/HvacRequestV2', unitQuery, 'Content-Type: application/json'));
    await set({ 'content-type': 'refuses' });
    assert.equal(bodyOf(await typed()), '{ERROR}');
    assert.match(await readUnit(), /SystemV2/);
    await set({ 'content-type': 'requires' });
    assert.equal(bodyOf(await readUnit()), '{ERROR}');
    assert.match(await typed(), /SystemV2/);
  },
  'error-200': async () => {
    await set({ 'error-200': 1 });
    assert.match(await command({ iSave: 1 }), /^HTTP\/1\.1 200 OK\r\n[\s\S]*\{ERROR: iSave is not available/);
  },
  'result-answers': async () => {
    await set({ 'result-answers': 1 });
    assert.match(await command({ iSave: 1 }), /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nInvalidRequest$/);
  },
  notifications: async () => {
    await drain();
    await set({ notifications: 'burst' });
    await command({ SysMode: 2 });
    await clock.pass(100);
    clock.advance(2_399);
    assert.deepEqual(await drain(), []);
    clock.advance(1_101);
    assert.deepEqual(
      (await drain()).filter((text) => text !== 'HvacChanged_Zones'),
      ['HvacChanged_System', 'HvacChanged_System', 'HvacChanged_System'],
    );
    await set({ notifications: 'none' });
    clock.advance(120_000);
    assert.deepEqual(await drain(), []);
    await set({ notifications: 'idle' });
    clock.advance(20_000);
    assert.ok((await drain()).includes('HvacChanged_Schedules'));
  },
  'lost-ac': async () => {
    await set({ 'lost-ac': 1 });
    const { NoOfZones, SysOn, Temp, Tag1 } = await shownUnit();
    assert.deepEqual([NoOfZones, SysOn, Temp, Tag1], [0, 0, 0, '']);
    assert.match(
      await askDiscovery(),
      /^ASPort_12107,Mac_\d{9},IP_127\.0\.0\.1,X,X,iLight,iDrate,iPower,Split,/,
    );
  },
  'zero-zones': async () => {
    await set({ 'zero-zones': 1 });
    assert.equal((await shownUnit()).NoOfZones, 0);
    assert.match(await readZone(0), /^HTTP\/1\.1 409 /);
  },
  'sys-type': async () => {
    await set({ 'sys-type': 320 });
    assert.equal((await shownUnit()).SysType, 320);
  },
  'unknown-values': async () => {
    await set({ 'unknown-values': 1 });
    const { SysMode, SysFan, RAS, FanAutoEn, FanAutoType } = await shownUnit();
    assert.deepEqual([SysMode, SysFan, RAS, FanAutoEn, FanAutoType], [60, 61, 62, 1, 63]);
  },
  'missing-keys': async () => {
    const before = Object.keys(await shownUnit());
    await set({ 'missing-keys': 1 });
    assert.deepEqual(Object.keys(await shownUnit()), before.slice(0, -1));
  },
  'key-case': async () => {
    await set({ 'key-case': 1 });
    assert.equal((await shownUnit()).setpoint, 2200);
  },
  floats: async () => {
    await set({ floats: 1 });
    assert.match(await readUnit(), /"Setpoint":2200\.0,/);
  },
  'boolean-texts': async () => {
    await set({ 'boolean-texts': 1 });
    assert.match(await readUnit(), /"SysOn":"false",/);
  },
  'other-uid': async () => {
    await set({ 'other-uid': 1 });
    const { uid } = bridge.identity;
    const answered = JSON.parse(bodyOf(await readUnit())).HvacDeviceUId;
    assert.equal(Number(answered), Number(uid) + 1);
    assert.ok((await askDiscovery()).includes(`Mac_${uid}`));
  },
  'changed-address': async () => {
    await set({ 'changed-address': 1 });
    assert.match(await askDiscovery(), /,IP_192\.0\.2\.1,/);
  },
};

for (const name of quirkNames)
  test(`shows the quirk ${name} on the wire`, async () => {
    await expectations[name]();
    await set({});
  });

test('hides that a bridge with quirks is Plenum, and leaves its additional paths unchanged', async () => {
  await set({ 'ok-after-json': 1, busy: 0 });
  assert.doesNotMatch(await readUnit(), /Server: Plenum/);
  assert.equal((await send(port, '/healthz')).headers.server, 'Plenum');
  assert.deepEqual(JSON.parse((await send(port, '/simulation')).text).quirks, {
    'ok-after-json': 1,
    busy: 0,
  });
  await set({});
  assert.match(await readUnit(), /Server: Plenum/);
  assert.deepEqual(JSON.parse((await send(port, '/simulation')).text).quirks, {});
});

test('refuses quirks out of range with a sentence and changes nothing', async () => {
  for (const [quirks, sentence] of [
    [{ busy: 1.1 }, 'Quirks.busy: 1.1 is above the maximum of 1.'],
    [{ 'late-apply': 61 }, 'Quirks.late-apply: 61 s is above the maximum of 60 s.'],
    [{ notifications: 'loud' }, 'Quirks.notifications: "loud" is not one of burst, idle, none.'],
  ] as const) {
    const { status, text } = await post(port, '/simulation/Quirks', quirks);
    assert.deepEqual([status, text], [400, `{ERROR: ${sentence}}`]);
    assert.deepEqual(bridge.quirks.current(), {});
  }
});

test('ends a stall and a restart automatically', () => {
  bridge.quirks.set({ stall: 60, busy: 0 });
  clock.advance(59_999);
  assert.deepEqual(bridge.quirks.current(), { stall: 60, busy: 0 });
  clock.advance(1);
  assert.deepEqual(bridge.quirks.current(), { busy: 0 });
  bridge.quirks.set({});
});
