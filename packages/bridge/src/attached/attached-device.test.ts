import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { cpSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { discover } from '@plenum/client';
import { type Clock, every, systemClock } from '@plenum/platform';
import { createFakeClock, type FakeClock, monday } from '@plenum/platform/fake-clock';
import { createQuickClock } from '@plenum/platform/quick-clock';
import { type Log, silent } from '@plenum/platform/quiet-log';
import { checkCommand } from '@plenum/protocol/command';
import { izone } from '@plenum/protocol/dialect';
import { readShippedHouse } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { houseTime } from '@plenum/testbed/house-time';
import { listen } from '@plenum/testbed/listen';
import { until } from '@plenum/testbed/until';
import type { Bridge } from '../bridge.ts';
import { bridgeFailures } from '../bridge-failures.ts';
import type { Changes } from '../device/device.ts';
import { type FragileBridge, startFragileBridge } from '../fixture/fragile-bridge.fixture.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startAttachedBridge, startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { openUdpListener } from '../fixture/udp.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';
import { openStore } from '../store/open-store.ts';
import { openAttachedDevice } from './open-attached-device.ts';
import { warnOfTwin } from './warn-of-twin.ts';

const minute = 60_000;

/** Lets time pass while the other bridge responds to every request. */
const passAnswering = async (clock: FakeClock, device: Bridge['device'], milliseconds: number) => {
  const until = clock.now() + milliseconds;
  while (clock.now() < until) {
    clock.advance(1_000);
    while (clock.now() - device.health()!.answeredAt > 2_000) await new Promise(setImmediate);
  }
};

const zone1 = { HvacV2Request: { Type: 2, No: 1, No1: 0 } };
const readZone1 = async ({ http }: Bridge) =>
  JSON.parse((await post(http.port, '/HvacRequestV2', zone1)).text).ZonesV2;

/** Resolves with the next change for which `is` holds. */
const nextChange = ({ device }: Bridge, is: (changes: Changes) => boolean) =>
  new Promise<Changes>((resolve) => {
    const end = device.subscribe((changes) => {
      if (!is(changes)) return;
      end();
      resolve(changes);
    });
  });

describe('a bridge in front of another bridge', () => {
  let behind: Bridge;
  let front: Bridge;
  before(async () => {
    behind = await startSmallBridge({ dialect: izone, timeScale: 0 });
    front = await startAttachedBridge({ host: '127.0.0.1', port: behind.http.port });
  });
  after(async () => {
    await front[Symbol.asyncDispose]();
    await behind[Symbol.asyncDispose]();
  });

  it('responds with its own id, or with the id of the other bridge if configured to do so', async () => {
    assert.notEqual(front.identity.uid, behind.identity.uid);
    const { port } = behind.http;
    await using same = await startAttachedBridge({ host: '127.0.0.1', port, id: 'device' });
    assert.deepEqual(same.identity, behind.identity);
  });

  it('responds with all components of the other bridge, in the dialect of the bridge in front', async () => {
    assert.deepEqual({ ...front.identity, uid: behind.identity.uid }, behind.identity);
    assert.deepEqual(front.device.datagrams(), behind.device.datagrams());
    const { text } = await post(front.http.port, '/HvacRequestV2', { HvacV2Request: { Type: 1, No: 0 } });
    assert.match(text, /^\{"HvacDeviceUId":/);
  });

  it('passes a command on and shows its effect in the next query', async () => {
    const { text } = await post(front.http.port, '/HvacCommandV2', {
      ZoneSetpoint: { Index: 1, Setpoint: 2450 },
    });
    assert.equal(text, 'OK');
    assert.equal(behind.device.datagrams().zone[1]!.Setpoint, 2450);
    assert.equal((await readZone1(front)).Setpoint, 2450);
  });

  it('passes on commands of the original interface', async () => {
    const { text } = await post(front.http.port, '/SystemON', { SystemON: 'on' });
    assert.equal(text, '{OK}');
    assert.equal(behind.device.datagrams().unit[0]!.SysOn, 1);
  });

  it('sends change notices for changes of the other bridge', async () => {
    const changed = nextChange(front, (changes) => changes.datagrams.zone[1]?.Name === 'Attic');
    await behind.device.command({ name: 'ZoneName', body: { Index: 1, Name: 'Attic' } });
    const { changed: components } = await changed;
    assert.deepEqual(
      components.map(({ kind, index }) => [kind, index]),
      [['zone', 1]],
    );
    assert.equal((await readZone1(front)).Name, 'Attic');
  });

  it('responds with the reason if the other bridge refuses a command', async () => {
    const { status, text } = await post(front.http.port, '/HvacCommandV2', { iSave: 1 });
    assert.equal(status, 409);
    assert.match(
      text,
      /^\{ERROR: The real bridge refused the command: iSave is not available: this house is small\.\}$/,
    );
  });

  it('offers no simulation in front of another bridge', async () =>
    assert.equal((await send(front.http.port, '/simulation')).status, 404));
});

/** Lets the device behind a bridge have a fault, and waits until the bridge in front shows it. */
const showFault = async ([behind, front]: readonly [Bridge, Bridge], code: string) => {
  const shown = nextChange(front, ({ datagrams }) => datagrams.unit[0]!.ACError.trim() === code);
  await behind.simulation!.applyOverride({ name: 'UnitFault', body: code });
  await shown;
};

describe('the history of a bridge in front of another bridge', () => {
  it('records a fault of 20 seconds when it is read, and has it after a kill', async () => {
    await using behind = await startSmallBridge({ timeScale: 0 });
    using folder = createDataFolder();
    const clock = createFakeClock();
    const to = { host: '127.0.0.1', port: behind.http.port, pause: 0 };
    const start = () => startAttachedBridge(to, { clock, dataDir: folder.path });
    const faultsOf = async ({ http }: Bridge) =>
      JSON.parse(
        (await send(http.port, `/history/events?what=fault&from=0&to=${clock.now() + 1}`)).text,
      ).events.map(({ at, code, isOver }: { at: number; code: string; isOver: boolean }) => [
        (at - monday) / 1_000,
        code,
        isOver,
      ]);
    await using front = await start();
    await passAnswering(clock, front.device, 70_000);
    await showFault([behind, front], 'E05');
    assert.deepEqual(await faultsOf(front), [[70, 'E05', false]]);
    await passAnswering(clock, front.device, 20_000);
    await showFault([behind, front], '');
    // A copy of the store at this moment is what a kill leaves.
    using kept = createDataFolder();
    cpSync(folder.path, kept.path, { recursive: true });
    await passAnswering(clock, front.device, 2 * minute);
    const both = [
      [70, 'E05', false],
      [90, 'E05', true],
    ];
    assert.deepEqual(await faultsOf(front), both);
    await using again = await startAttachedBridge(to, { clock, dataDir: kept.path });
    assert.deepEqual(await faultsOf(again), [both[0], [210, 'E05', true]], 'the end is seen at the start');
  });

  it('records received commands, and a gap while the other bridge does not respond', async () => {
    const behind = await startSmallBridge({ timeScale: 0 });
    const { Temp } = behind.device.datagrams().zone[0]!;
    const clock = createFakeClock();
    const lost = Promise.withResolvers<void>();
    const log: Log = {
      ...silent,
      warn: (fields) => (fields as { state?: string }).state === 'silent' && lost.resolve(),
    };
    const to = { host: '127.0.0.1', port: behind.http.port, pause: 0 };
    await using front = await startAttachedBridge(to, { clock, log });
    await passAnswering(clock, front.device, 2 * minute);
    await post(front.http.port, '/HvacCommandV2', { ZoneName: { Index: 1, Name: 'Den' } });
    await behind[Symbol.asyncDispose]();
    const stopPassing = every(systemClock, 10, () => clock.advance(1_000));
    await lost.promise;
    stopPassing();
    const until = Math.floor(clock.now() / minute) * minute;
    clock.advance(5 * minute);
    const range = `from=${monday}&to=${until + 6 * minute}&points=100`;
    const { text } = await send(front.http.port, `/history?series=zone.0.Temp&${range}`);
    const temps: (number | null)[] = JSON.parse(text).series['zone.0.Temp'];
    const place = (until - monday) / minute;
    assert.deepEqual(temps.slice(1, 3), [Temp, Temp]);
    assert.deepEqual(temps.slice(place + 1), [null, null, null, null, null]);
    const [event, ...more] = JSON.parse(
      (await send(front.http.port, `/history/events?${range}`)).text,
    ).events;
    assert.deepEqual([event.command, event.index, event.by, more], ['ZoneName', 1, { over: 'local' }, []]);
  });
});

describe('a bridge in front of a fragile device', () => {
  let behind: Bridge;
  let fragile: FragileBridge;
  let front: Bridge;
  before(async () => {
    behind = await startSmallBridge({ timeScale: 0 });
    fragile = await startFragileBridge(behind.http.port);
    front = await startAttachedBridge({
      host: '127.0.0.1',
      port: fragile.port,
      pause: 1,
      interval: 20,
      notifyPort: 0,
    });
  });
  after(async () => {
    await front[Symbol.asyncDispose]();
    await fragile[Symbol.asyncDispose]();
    await behind[Symbol.asyncDispose]();
  });

  it('never sends a fragile device two requests at the same time', async () => {
    const commands = [0, 1, 2].map((Index) =>
      post(front.http.port, '/HvacCommandV2', { ZoneName: { Index, Name: `Z${Index}` } }),
    );
    const queries = Array.from({ length: 50 }, () => readZone1(front));
    for (const { text } of await Promise.all(commands)) assert.equal(text, 'OK');
    assert.equal((await Promise.all(queries)).length, 50);
    assert.equal(fragile.maxAtOnce(), 1);
  });

  it('repeats a request while the device is busy', async () => {
    fragile.busyEvery(2);
    const { text } = await post(front.http.port, '/HvacCommandV2', { ZoneMode: { Index: 1, Mode: 1 } });
    assert.equal(text, 'OK');
    assert.equal((await readZone1(front)).Mode, 1);
    fragile.busyEvery(0);
  });

  it('detects by polling a change that was not announced by a change notice', async () => {
    const changed = nextChange(front, ({ datagrams }) => datagrams.zone[2]?.Setpoint === 2600);
    await behind.device.command({ name: 'ZoneSetpoint', body: { Index: 2, Setpoint: 2600 } });
    await changed;
  });
});

describe('a bridge in front of another bridge that announces its changes', () => {
  it('reads the device immediately after a change notice on the chosen port', async () => {
    await using behind = await startSmallBridge({ timeScale: 0 });
    await using silent = await startFragileBridge(behind.http.port);
    const socket = await openUdpListener();
    const notifyPort = socket.port;
    socket[Symbol.dispose]();
    const to = { host: '127.0.0.1', port: silent.port, pause: 0, interval: 86_400_000, notifyPort };
    await using front = await startAttachedBridge(to);
    const changed = nextChange(front, ({ datagrams }) => datagrams.zone[2]?.Setpoint === 2600);
    await behind.device.command({ name: 'ZoneSetpoint', body: { Index: 2, Setpoint: 2600 } });
    const sender = createSocket('udp4');
    const repeat = setInterval(() => sender.send('HvacChanged_Zones', notifyPort, '127.0.0.1'), 50);
    await changed;
    clearInterval(repeat);
    sender.close();
  });
});

describe('a bridge in front of another bridge that sends no change notices', () => {
  it('reads the unit and the zones again as soon as a favourite has changed them', async () => {
    const demo = readShippedHouse('demo');
    assert.ok(demo.ok);
    const house = toHouseToRun(demo.value, { startsAt: houseTime });
    await using behind = await startSmallBridge({ house, timeScale: 0 });
    await using silent = await startFragileBridge(behind.http.port);
    const never = 86_400_000;
    await using front = await startAttachedBridge({
      host: '127.0.0.1',
      port: silent.port,
      pause: 0,
      interval: never,
      notifyPort: 0,
    });
    const { http } = front;
    assert.equal((await post(http.port, '/HvacCommandV2', { SysOn: 0 })).text, 'OK');
    assert.equal((await post(http.port, '/HvacCommandV2', { ZoneMode: { Index: 0, Mode: 1 } })).text, 'OK');
    const { Mode } = behind.device.datagrams().schedule[0]!.Zones[0]!;
    assert.notEqual(Mode, 1);
    const isDone = ({ unit, zone }: Changes['datagrams']) => unit[0]!.SysOn === 1 && zone[0]!.Mode === Mode;
    const done = nextChange(front, ({ datagrams }) => isDone(datagrams));
    assert.equal((await post(http.port, '/HvacCommandV2', { FavouriteSet: 1 })).text, 'OK');
    await done;
  });
});

describe('a bridge in front of another bridge whose installer changes the number of zones', () => {
  it('drops the removed zones, and shows them again when they are back', async () => {
    const demo = readShippedHouse('demo');
    assert.ok(demo.ok);
    await using behind = await startSmallBridge({ house: toHouseToRun(demo.value), timeScale: 0 });
    await using front = await startAttachedBridge({ host: '127.0.0.1', port: behind.http.port });
    const withZones = (count: number) =>
      nextChange(front, ({ datagrams }) => datagrams.zone.length === count);
    const removed = withZones(5);
    assert.equal((await post(front.http.port, '/HvacCommandV2', { NoOfZones: 5 })).text, 'OK');
    await removed;
    assert.equal((await post(front.http.port, '/HvacRequestV2', zone1)).status, 200);
    const beyond = { HvacV2Request: { Type: 2, No: 5, No1: 0 } };
    assert.equal((await post(front.http.port, '/HvacRequestV2', beyond)).status, 409);
    const back = withZones(8);
    assert.equal((await post(behind.http.port, '/HvacCommandV2', { NoOfZones: 8 })).text, 'OK');
    await back;
    assert.deepEqual(front.device.datagrams().zone, behind.device.datagrams().zone);
  });
});

describe('translates one command of the original interface to two current ones at another bridge', () => {
  it('reports the refused part of a two-part command, and shows the effect of the part before it', async () => {
    const demo = readShippedHouse('demo');
    assert.ok(demo.ok);
    const ducted = demo.value.ducted!;
    const settings = { ...ducted.unit.settings, EcoLock: 1, EcoMin: 1800, EcoMax: 2600 };
    const withLimits = { ...demo.value, ducted: { ...ducted, unit: { ...ducted.unit, settings } } };
    const house = toHouseToRun(withLimits, { startsAt: houseTime });
    await using behind = await startSmallBridge({ house, timeScale: 0 });
    await using front = await startAttachedBridge({ host: '127.0.0.1', port: behind.http.port });
    await post(front.http.port, '/HvacCommandV2', { ZoneMode: { Index: 1, Mode: 1 } });
    const before = await readZone1(front);
    const { text } = await post(front.http.port, '/ZoneCommand', {
      ZoneCommand: { ZoneNo: '2', Command: '29' },
    });
    assert.equal(
      text,
      '{ERROR: The real bridge refused the command: ZoneSetpoint.Setpoint: 29.00 °C is outside the economy limits 18.00 to 26.00 °C.}',
    );
    assert.deepEqual(await readZone1(front), { ...before, Mode: 3 });
    assert.equal(behind.device.datagrams().zone[1]!.Mode, 3);
  });
});

describe('a bridge in front of another bridge that stops', () => {
  it('shows the last state, refuses commands with 503, and recovers with the other bridge', async () => {
    using folder = createDataFolder();
    const first = await startSmallBridge({ dataDir: folder.path, timeScale: 0 });
    const { port } = first.http;
    await using front = await startAttachedBridge({ host: '127.0.0.1', port });
    await first[Symbol.asyncDispose]();
    assert.equal((await readZone1(front)).Name, 'Room 1');
    const { status, text } = await post(front.http.port, '/HvacCommandV2', { SysOn: 1 });
    assert.equal(status, 503);
    assert.match(text, /^\{ERROR: The real bridge does not answer: .+\.\}$/);
    const back = nextChange(front, ({ datagrams }) => datagrams.zone[1]?.Name === 'Renamed');
    await using second = await startSmallBridge({ dataDir: folder.path, timeScale: 0, httpPort: port });
    await second.device.command({ name: 'ZoneName', body: { Index: 1, Name: 'Renamed' } });
    await back;
    assert.equal((await post(front.http.port, '/HvacCommandV2', { SysOn: 1 })).text, 'OK');
  });

  it('stops waiting for the other bridge when the start is aborted', async () => {
    const asked = Promise.withResolvers<void>();
    await using stalling = await listen(createServer(() => asked.resolve()));
    const end = new AbortController();
    const starting = startAttachedBridge({ host: '127.0.0.1', port: stalling.port }, { signal: end.signal });
    const refused = assert.rejects(starting, { code: 'closed' });
    await asked.promise;
    end.abort();
    await refused;
  });

  it('keeps running, with a gap in its history, if the other bridge sends a wrong type', async () => {
    await using behind = await startSmallBridge({ timeScale: 0 });
    // The fault code is an object that cannot be converted to a string.
    const spoiling = createHttpServer(async (request, response) => {
      const { method = 'GET', url = '' } = request;
      const body = method === 'POST' ? { body: await text(request) } : {};
      if (url === '/events') return void response.writeHead(404).end();
      const answer = await fetch(`http://127.0.0.1:${behind.http.port}${url}`, { method, ...body });
      response.statusCode = answer.status;
      response.end((await answer.text()).replace(/"ACError":"[^"]*"/, '"ACError":{"toString":7}'));
    });
    await using listening = await listen(spoiling);
    const { port } = listening;
    const errors: string[] = [];
    const log: Log = { ...silent, error: (_, sentence) => errors.push(sentence) };
    const clock: Clock = {
      ...systemClock,
      after: (wait, run) => systemClock.after(wait === minute ? 20 : wait, run),
    };
    {
      await using _ = await startAttachedBridge({ host: '127.0.0.1', port }, { clock, log });
      await until('two states fail', async () => errors.length > 1, 5_000);
    }
    assert.deepEqual(new Set(errors), new Set(['a state of the real bridge could not be recorded']));
  });

  it('logs one warning if history cannot be stored, and one message when storing works again', async () => {
    await using behind = await startSmallBridge({ timeScale: 0 });
    using folder = createDataFolder();
    using db = openStore(folder.path);
    const said: string[] = [];
    const note = (facts: object, sentence: string) => void said.push(`${sentence} ${JSON.stringify(facts)}`);
    const clock = createFakeClock();
    const to = { host: '127.0.0.1', port: behind.http.port, pause: 0 };
    const log: Log = { ...silent, warn: note, error: note };
    await using attached = await openAttachedDevice({
      to,
      db,
      clock,
      log,
      random: () => 0.5,
      timeZone: () => 'UTC',
    });
    attached.record(attached.device, () => []);
    const checked = checkCommand({ ZoneName: { Index: 1, Name: 'Den' } });
    assert.ok(checked.ok);
    const name = () => attached.device.command(checked.value);
    const full = ['could not write the history to the store {"why":"its data folder cannot be written to"}'];

    db.exec('PRAGMA query_only = 1');
    await passAnswering(clock, attached.device, 2 * minute);
    for (let count = 0; count < 3; count++) assert.ok((await name()).ok);
    await passAnswering(clock, attached.device, 2 * minute);
    assert.deepEqual(said, full);
    db.exec('PRAGMA query_only = 0');
    await passAnswering(clock, attached.device, 2 * minute);
    assert.deepEqual(said, [...full, 'the store can be written to again {}']);
  });

  it('warns only if both bridges answer discovery with the same id', async () => {
    await using behind = await startSmallBridge();
    for (const [id, expected] of [
      ['device', 1],
      ['own', 0],
    ] as const) {
      const warnings: string[] = [];
      const log: Log = { ...silent, warn: (_, text) => warnings.push(text) };
      const to = { host: '127.0.0.1', port: behind.http.port, discoveryPort: behind.udp.port, id };
      const { signal } = new AbortController();
      const uid = id === 'device' ? behind.identity.uid : '1';
      await warnOfTwin({ to, uid, clock: systemClock, log, signal });
      assert.equal(warnings.length, expected);
    }
  });

  it('does not answer discovery in front of another bridge if discovery is switched off', async () => {
    await using behind = await startSmallBridge({ discovery: false });
    const found = await discover({
      addresses: ['127.0.0.1'],
      interfaces: {},
      udpPort: behind.udp.port,
      clock: createQuickClock(),
    });
    assert.deepEqual(found, []);
  });

  it('does not bind the data folder if the other bridge was never reached', async () => {
    using folder = createDataFolder();
    const dataDir = folder.path;
    const start = startAttachedBridge({ host: '127.0.0.1', port: 1 }, { dataDir });
    await assert.rejects(start, { code: 'device-unreachable' });
    await using bridge = await startSmallBridge({ dataDir });
    assert.ok(bridge.http.port > 0);
  });

  it('does not start without the other bridge, and reports why', async () => {
    const gone = await startSmallBridge();
    const { port } = gone.http;
    await gone[Symbol.asyncDispose]();
    await assert.rejects(startAttachedBridge({ host: '127.0.0.1', port }), (error: unknown) => {
      assert.ok(bridgeFailures.is(error));
      assert.equal(error.code, 'device-unreachable');
      assert.match(
        error.message,
        new RegExp(`^The bridge to attach to, 127.0.0.1 port ${port}, does not answer`),
      );
      return true;
    });
  });
});
