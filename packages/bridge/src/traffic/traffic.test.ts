import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { connectBridge } from '@plenum/client';
import { createPlaceholders, createRedactors, recordedReads } from '@plenum/insight/request';
import { systemClock } from '@plenum/platform';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { createQuickClock } from '@plenum/platform/quick-clock';
import { type Log, silent } from '@plenum/platform/quiet-log';
import { catalogue } from '@plenum/protocol/command';
import { type ComponentKind, componentKinds, initialDatagram } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/definition';
import { toCommandExample } from '@plenum/protocol/derive';
import { type Dialect, izone, neutral, toWireText, toWord } from '@plenum/protocol/dialect';
import { queries } from '@plenum/protocol/query';
import { toSentence } from '@plenum/protocol/refusal';
import { v1Commands, v1Reads } from '@plenum/protocol/v1';
import fc from '@plenum/testbed/fast-check';
import { listen } from '@plenum/testbed/listen';
import { post, send } from '../fixture/http.fixture.ts';
import { smallHouse } from '../fixture/small-house.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { bodyOf, exchange, head, openTcp, readAnswers, writePieces } from '../fixture/tcp.fixture.ts';
import { openUdpListener } from '../fixture/udp.fixture.ts';
import { startRecorder } from './record-traffic.ts';
import { maxRecordingBytes, readRecording, toRecordedRequest } from './recording.ts';
import { startReplay } from './replay-traffic.ts';

const access = { allowedHosts: [], accessKey: undefined };
const local = { host: '127.0.0.1', port: 0, access, clock: systemClock, log: silent };

/** Records the requests that `use` sends to the recorder in front of a port; returns the recording. */
const recordAt = async (
  port: number,
  use: (port: number, udpPort: number | undefined) => Promise<unknown>,
  more: Partial<Parameters<typeof startRecorder>[0]> = {},
) => {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  await using recorder = await startRecorder({ ...local, to: { host: '127.0.0.1', port }, write, ...more });
  await use(recorder.port, recorder.udpPort);
  return { text, summary: recorder.summary() };
};

/** Starts a device that answers each request with text. */
const startDevice = (answer: (socket: Socket, text: string) => void) =>
  listen(createServer((socket) => socket.on('data', (bytes) => answer(socket, bytes.toString()))));

const replay = (text: string) => {
  const recording = readRecording(text);
  assert.ok(recording.ok, recording.ok ? '' : toSentence(recording.refusal));
  return startReplay({ ...local, recording: recording.value });
};

const header = '{"format":"plenum-traffic","formatVersion":1,"plenum":"0.1.0"}\n';
const line = (more: object) =>
  `${JSON.stringify({ at: 1, method: 'GET', path: '/SystemSettings', status: 200, type: 'text/plain', ...more })}\n`;

const zoneQuery = (no: number) => ({ HvacV2Request: { Type: 2, No: no, No1: 0 } });

/** Replaces names and the id of the bridge, which a recording does not contain. */
const withoutNames = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, each) => (/^(?:Name|Tag\d|uid|HvacDeviceUId)$/.test(key) ? '' : each)),
  );

/** A session of the public client: queries, accepted and refused commands, and what they changed. */
const session = async (port: number) => {
  await using bridge = connectBridge({ host: '127.0.0.1', port, pause: 0, random: () => 0 });
  const refusedWith = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      ({ code, status }) => ({ code, status }),
    );
  return withoutNames([
    await bridge.datagrams(),
    await bridge.command('ZoneName', { Index: 1, Name: 'Study' }),
    await bridge.component('zone', 1),
    await bridge.command('ZoneSetpoint', { Index: 1, Setpoint: 2350 }),
    await bridge.component('zone', 1),
    await refusedWith(bridge.command('SysFan', 3)),
    await refusedWith(bridge.component('zone', 9)),
  ]);
};

describe('recording and replaying the traffic of a bridge', () => {
  it('gives a client the same answers from the recording as from the bridge, in the same order', async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock(monday) });
    let live: unknown;
    const { text, summary } = await recordAt(bridge.http.port, async (port) => {
      live = await session(port);
    });
    assert.equal(summary.unrecorded + summary.unanswered + summary.beyond, 0);
    assert.equal(summary.bytes, Buffer.byteLength(text));
    assert.equal(text.split('\n').length - 2, summary.requests);
    await using replayed = await replay(text);
    assert.deepEqual(await session(replayed.port), live);
  });

  it('passes responses on unchanged, and sends only what clients send, one at a time', async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock(monday), dialect: izone });
    const asked = ['/SystemSettings', '/Zones1_4', '/events-of-nobody', '/health'];
    const direct = await Promise.all(asked.map((path) => send(bridge.http.port, path)));
    const received: string[] = [];
    let open = 0;
    let mostOpen = 0;
    await using device = await startDevice((socket, text) => {
      mostOpen = Math.max(mostOpen, ++open);
      const path = text.split(' ')[1]!;
      received.push(path);
      const { status, text: body } = direct[asked.indexOf(path)]!;
      setImmediate(() => {
        open--;
        socket.end(`HTTP/1.1 ${status} X\r\nX-Maker: yes\r\n\r\n${body}`);
      });
    });
    await recordAt(device.port, async (at) => {
      const passed = await Promise.all(asked.map((path) => send(at, path)));
      assert.deepEqual(
        passed.map(({ status, text }) => ({ status, text })),
        direct.map(({ status, text }) => ({ status, text })),
      );
      assert.deepEqual([passed[0]!.headers['x-maker'], passed[0]!.headers.server], ['yes', undefined]);
    });
    assert.deepEqual([received.sort(), mostOpen], [asked.toSorted(), 1]);
  });

  it('closes each connection after its response unless asked otherwise, as the bridge does', {
    timeout: 30_000,
  }, async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock(monday), dialect: izone });
    const toRequest = (body: string, ...more: string[]) =>
      `${head('POST /SystemON HTTP/1.1', 'Host: 127.0.0.1', `Content-Length: ${body.length}`, ...more)}${body}`;
    /** Sends 13 commands, and waits for the end of the connection before it reads the answer, as some clients do. */
    const write = async (port: number) => {
      for (let time = 0; time < 13; time++) {
        const answer = await exchange(port, toRequest(`{"SystemON":"${time % 2 === 0 ? 'off' : 'on'}"}`));
        assert.deepEqual([answer.split('\r\n')[0], bodyOf(answer)], ['HTTP/1.1 200 OK', '{OK}']);
      }
      const socket = await openTcp(port);
      await writePieces(socket, [toRequest('{"SystemON":"on"}', 'Connection: keep-alive').repeat(2)]);
      assert.match(await readAnswers(socket, 2), /\r\nConnection: keep-alive\r\n/);
      socket.destroy();
    };
    const { text } = await recordAt(bridge.http.port, write);
    await using replayed = await replay(text);
    await write(replayed.port);
  });

  it('replays the bytes of a body as the device sent them, except for placeholders', async () => {
    const bodies = [
      '{OK}',
      'OK',
      '"OK"\r\n',
      '{BUSY}',
      '{ERROR}',
      '{"ERROR":"Zone is off"}',
      '{ERROR: Zone 3 is off}\r\n',
      '{"Setpoint":22.0,"Temp": 21.50 ,"SysOn":"on"}',
      ' [{"Index":0,\r\n\t"SetPoint":22.0},{"Index":1,"SetPoint":16}]\r\n',
      '{"Setpoint":22.0}{OK}',
    ];
    let sent = 0;
    await using device = await startDevice((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\n\r\n${bodies[sent++]}`),
    );
    const { text } = await recordAt(device.port, async (port) => {
      for (const body of bodies) assert.equal((await send(port, '/SystemSettings')).text, body);
    });
    await using replayed = await replay(text);
    for (const body of bodies) assert.equal((await send(replayed.port, '/SystemSettings')).text, body);
    await using named = await startDevice((socket) =>
      socket.end(
        'HTTP/1.1 404 X\r\n\r\n{"AirStreamDeviceUId":"123456789", "Name" : "Anna", "Tag1":"T","Private": 1, "Temp":22.0 }{OK}\n',
      ),
    );
    const { text: other } = await recordAt(named.port, (port) => send(port, '/SystemSettings'));
    await using again = await replay(other);
    const { status, text: redacted } = await send(again.port, '/SystemSettings');
    assert.deepEqual(
      [status, redacted],
      [404, '{"AirStreamDeviceUId":"000000001", "Name" : "Name 1", "Tag1":"Name 2", "Temp":22.0 }{OK}\n'],
    );
  });

  it('passes on an answer without the headers that no HTTP server may send', async () => {
    const odd = Buffer.from('655cc3ac65cc813a20310d0a', 'hex').toString('latin1');
    await using device = await startDevice((socket) =>
      socket.end(
        Buffer.from(
          `HTTP/1.1 200 OK\r\n${odd}X Y: 1\r\nX-Bell: \x07\r\nX-Name: Caf\xe9\r\n\r\n{OK}`,
          'latin1',
        ),
      ),
    );
    const logged: string[] = [];
    const log: Log = { ...silent, error: (_, text) => void logged.push(text) };
    await recordAt(
      device.port,
      async (at) => {
        const { status, text, headers } = await send(at, '/SystemSettings');
        assert.deepEqual(
          [status, text, headers['x-name'], headers['x-bell']],
          [200, '{OK}', 'Caf\xe9', undefined],
        );
      },
      { log },
    );
    assert.deepEqual(logged, []);
  });

  it('makes a readable recording of a page, a long sentence or an invented status', async () => {
    const bodies = [`<p>${'No. '.repeat(1_000)}`, `{ERROR: ${'zone '.repeat(1_000)}}`, 'a b '.repeat(240)];
    for (const [status, body] of [...bodies.map((body) => [200, body]), [700, '{OK}'], [101, '{OK}']]) {
      await using device = await startDevice((socket) => socket.end(`HTTP/1.1 ${status} X\r\n\r\n${body}`));
      const { text } = await recordAt(device.port, (at) =>
        send(at, '/SystemSettings').catch(() => undefined),
      );
      assert.equal(text.split('\n').length, 3, text);
      assert.ok(readRecording(text).ok, text);
    }
  });

  it('records a request that the bridge leaves unanswered, and replays the silence', async () => {
    await using device = await startDevice((socket) => socket.destroy());
    const { text, summary } = await recordAt(device.port, (at) =>
      assert.rejects(send(at, '/SystemSettings'), { code: 'ECONNRESET' }),
    );
    assert.equal(summary.unanswered, 1);
    await using replayed = await replay(text);
    await assert.rejects(send(replayed.port, '/SystemSettings'), { code: 'ECONNRESET' });
  });

  it('refuses pages of other origins and names, so that none can read through the recorder', async () => {
    await using bridge = await startSmallBridge();
    const { summary } = await recordAt(bridge.http.port, async (port) => {
      const origin = await send(port, '/SystemSettings', { headers: { Origin: 'http://evil.example' } });
      const host = await send(port, '/SystemSettings', { headers: { Host: 'evil.example' } });
      const stream = await send(port, '/events', { headers: { Accept: 'text/event-stream' } });
      assert.deepEqual([origin.status, host.status, stream.status], [403, 403, 404]);
    });
    assert.equal(summary.requests + summary.unrecorded, 0);
  });

  it('stops recording at the maximum size, says so once, and still passes requests on', async () => {
    const clock = createFakeClock(monday);
    await using bridge = await startSmallBridge({ clock });
    const warnings: string[] = [];
    const log = { ...silent, warn: (_: object, sentence: string) => void warnings.push(sentence) };
    const ask = async (port: number, times: number) => {
      for (let time = 0; time < times; time++)
        assert.equal((await post(port, '/HvacRequestV2', zoneQuery(0))).status, 200);
    };
    const once = await recordAt(bridge.http.port, (port) => ask(port, 1), { clock });
    const maxBytes = once.summary.bytes;
    const { text, summary } = await recordAt(bridge.http.port, (port) => ask(port, 3), {
      maxBytes,
      log,
      clock,
    });
    assert.deepEqual([summary.requests, summary.beyond, summary.bytes], [1, 2, maxBytes]);
    assert.equal(Buffer.byteLength(text), maxBytes);
    assert.deepEqual(warnings, [
      `the recording has reached ${maxBytes} bytes; further requests are only passed on`,
    ]);
  });
});

describe('a recording', () => {
  const canaries = [
    'Grandma Canary',
    'canary@example.org',
    '10.99.88.77',
    '00:11:22:33:44:55',
    '0412345678',
    'E0C4 Canary',
  ];
  let planted = 0;

  /** Replaces each text in a value with one of the canaries; adds one under an undefined key if `isOpen`. */
  const plant = (value: unknown, isOpen: boolean): unknown => {
    const canary = canaries[planted++ % canaries.length];
    if (typeof value === 'string') return canary;
    if (Array.isArray(value)) return value.map((each) => plant(each, isOpen));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([key, each]) => [key, plant(each, isOpen)]);
    return { ...Object.fromEntries(members), ...(isOpen && { FutureField: canary }) };
  };

  const queryBodies = queries.map(({ subsystem, type }) => {
    const { query, root } = subsystems[subsystem];
    return [query, { [root]: { Type: type, No: subsystem === 'split' ? 2 : 0, No1: 1 } }] as const;
  });
  const commandBodies = [
    ...[...catalogue.values()].map(
      (command) => [subsystems[command.subsystem].control, toCommandExample(command)] as const,
    ),
    ...[...v1Commands.values()].map(
      ({ name, field }) => [`/${name}`, toCommandExample({ name, body: field } as never)] as const,
    ),
  ];

  it('a recording of all queries and commands of a house contains nothing private', async () => {
    const initial = (at: number) => {
      const state = smallHouse.simulator.initial(at);
      const toPlanted = (kind: ComponentKind) =>
        (state.datagrams[kind].length === 0 ? [{}] : state.datagrams[kind]).map((each) =>
          plant({ ...initialDatagram(kind), ...each }, true),
        );
      const datagrams = Object.fromEntries(componentKinds.map((kind) => [kind, toPlanted(kind)]));
      return { ...state, datagrams } as never;
    };
    await using bridge = await startSmallBridge({
      house: { ...smallHouse, simulator: { ...smallHouse.simulator, initial } },
      dialect: izone,
    });
    const received: string[] = [];
    const planted = (bodies: readonly (readonly [string, unknown])[], isOpen: boolean) =>
      bodies.map(([path, body]) => [path, plant(body, isOpen)] as const);
    const commands = planted(commandBodies, false);
    const headers = { Authorization: 'Bearer SecretCanary', Cookie: 'a=Canary', 'User-Agent': 'Canary' };
    const { text: sent, summary } = await recordAt(bridge.http.port, async (port) => {
      const askAll = async (dialect: Dialect, asked: readonly (readonly [string, unknown])[]) => {
        const answers = asked.map(([path, body]) =>
          post(port, toWord(dialect, 'paths', path), toWireText(dialect, body as object), headers),
        );
        received.push(...(await Promise.all(answers)).map(({ text }) => text));
      };
      for (const dialect of [neutral, izone]) await askAll(dialect, queryBodies);
      await askAll(
        izone,
        commands.filter((_, no) => no % 16 === 0),
      );
      await askAll(izone, planted(queryBodies, true));
      for (const { path } of v1Reads) received.push((await send(port, path, { headers })).text);
      for (const path of ['/diagnostics', '/SystemSettings?name=Canary', '/Canary'])
        await send(port, path, { headers });
      await post(port, '/HvacCommandV2', 'Canary');
    });
    // A few commands go through the recorder; all go through the function that it records them with.
    const redactor = createRedactors(createPlaceholders());
    const recorded = commands.map(([path, body]) =>
      toRecordedRequest(
        {
          method: 'POST',
          path: toWord(izone, 'paths', path),
          body: toWireText(izone, body as object),
        },
        redactor,
      ),
    );
    const text = `${sent}${recorded.map((each) => `"body":${each!.body}\n`).join('')}`;
    for (const canary of canaries)
      assert.ok(
        received.some((each) => each.includes(canary)),
        canary,
      );
    for (const [, body] of queryBodies) {
      const [root, { Type }] = Object.entries(body)[0]!;
      assert.match(text, new RegExp(`"${root}":\\{"No":\\d,"No1":1,"Type":${Type}\\}.*"answer"`));
    }
    for (const { name } of catalogue.values())
      assert.ok(text.includes(`"body":{"${toWord(izone, 'keys', name)}":`), name);
    assert.ok(summary.unrecorded >= queries.length + 4);
    for (const part of [...canaries, 'anary', bridge.identity.uid, 'FutureField'])
      assert.equal(text.includes(part), false, text.split('\n').find((each) => each.includes(part)) ?? '');
  });

  for (const { path, example } of recordedReads)
    it(`records ${path} without texts that people or devices chose`, async () => {
      const answers = canaries.map(() => JSON.stringify(plant(example, true)));
      const texts = [...answers];
      await using device = await startDevice((socket) => {
        const body = texts.shift()!;
        socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`);
      });
      const { text, summary } = await recordAt(device.port, async (port) => {
        for (const _ of answers) await send(port, path);
        await send(port, `${path}?owner=Canary`);
      });
      assert.deepEqual([summary.requests, summary.unrecorded], [answers.length, 1]);
      const recorded = text.split('\n').filter((each) => each.includes(`"path":"${path}"`));
      assert.equal(recorded.length, answers.length);
      assert.ok(answers.every((each) => canaries.some((canary) => each.includes(canary))));
      for (const part of [...canaries, 'anary', 'FutureField'])
        assert.equal(text.includes(part), false, text);
    });

  it('keeps figures, codes and the words of explanations, events and history, but no names', async () => {
    const clock = createFakeClock(monday);
    await using bridge = await startSmallBridge({ clock });
    const { port } = bridge.http;
    await post(port, '/HvacCommandV2', '{"ZoneName":{"Index":0,"Name":"Grandma Canary"}}');
    await post(port, '/HvacCommandV2', '{"SysOn":1}');
    clock.advance(600_000);
    const reads = [
      '/explain?component=zone.0',
      '/history?series=zone.0.Temp,unit.Temp&from=1767225600000&to=1767229200000',
      '/history/events',
      '/energy?by=day',
      '/healthz',
    ];
    const live: Record<string, string> = {};
    const { text, summary } = await recordAt(port, async (at) => {
      for (const path of reads) live[path] = (await send(at, path)).text;
    });
    assert.deepEqual([summary.requests, summary.unrecorded], [reads.length, 0]);
    assert.ok(!text.includes('Canary') && !text.includes(bridge.identity.uid));
    await using replayed = await replay(text);
    const read = async (path: string) => (await send(replayed.port, path)).text;
    const blank = (json: string) =>
      JSON.parse(json, (key, value) => (/^(?:name|Name|uid|timeZone|app|account)$/.test(key) ? '' : value));
    for (const path of reads) assert.deepEqual(blank(await read(path)), blank(live[path]!), path);
    const explained = JSON.parse(await read(reads[0]!));
    assert.match(explained.name, /^Name \d+$/);
    assert.equal(explained.timeZone, 'UTC');
    const later = '/history?series=zone.0.Temp,unit.Temp&from=1767225600001&to=1767229200001';
    assert.equal(await read(later), await read(reads[1]!));
    assert.match(await read('/history?series=zone.1.Temp'), /closest it has: GET \/history\?/);
  });

  it('records and replays discovery, with the recorder’s address and a placeholder', async () => {
    await using bridge = await startSmallBridge({ dialect: izone });
    using listener = await openUdpListener();
    const discover = async (port: number) => {
      listener.socket.send('IASD', port, '127.0.0.1');
      return (await listener.receive()).text;
    };
    const words = 'iZone,iZoneV2,iLight,iDrate,iPower,Split';
    const discovery = { udpPort: 0, bridgeUdpPort: bridge.udp.port };
    let uid = '';
    const { text, summary } = await recordAt(
      bridge.http.port,
      async (port, udpPort) => {
        assert.equal(
          await discover(udpPort!),
          `ASPort_12107,Mac_${bridge.identity.uid},IP_127.0.0.1,${words},Port_${port}`,
        );
        uid = JSON.parse((await send(port, '/SystemSettings')).text).AirStreamDeviceUId;
      },
      { discovery },
    );
    assert.equal(uid, bridge.identity.uid);
    assert.equal(text.split('\n')[1], `{"discovery":"ASPort_12107,Mac_000000001,IP_0.0.0.0,${words}"}`);
    assert.deepEqual([summary.requests, summary.bytes], [1, Buffer.byteLength(text)]);
    const recording = readRecording(text);
    assert.ok(recording.ok);
    const more = { ...local, recording: recording.value, udpPort: 0 };
    await using replayed = await startReplay({ ...more, discovery: true });
    assert.equal(
      await discover(replayed.udpPort!),
      `ASPort_12107,Mac_000000001,IP_127.0.0.1,${words},Port_${replayed.port}`,
    );
    const settings = JSON.parse((await send(replayed.port, '/SystemSettings')).text);
    assert.equal(settings.AirStreamDeviceUId, '000000001');
    await using quietReplay = await startReplay({ ...more, discovery: false });
    assert.equal(quietReplay.udpPort, undefined);
  });

  it('answers no discovery if the bridge does not, and keeps nothing private of a response', async () => {
    using mute = await openUdpListener();
    const written: string[] = [];
    await assert.rejects(
      startRecorder({
        ...local,
        clock: createQuickClock(),
        to: { host: '127.0.0.1', port: 9 },
        write: (line) => void written.push(line),
        discovery: { udpPort: 0, bridgeUdpPort: mute.port },
      }),
      { code: 'no-discovery' },
    );
    assert.deepEqual(written, []);
    const evil = '{"discovery":"ASPort_12107,Mac_123456789,IP_10.1.2.3,iZone,Grandma,Port_8080"}\n';
    const read = readRecording(`${header}${evil}`);
    assert.ok(read.ok);
    assert.equal(read.value.discovery, 'ASPort_12107,Mac_000000000,IP_0.0.0.0,iZone');
    assert.equal(readRecording(`${header}{"discovery":"IASD"}\n`).ok, false);
  });

  it('keeps numbers with decimals and names of the interface in sentences, but no addresses', async () => {
    const sentences = [
      '{ERROR: ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.5 or 22.0.}',
      '{ERROR: SplitSystemChangeSplitFavourite.FavouriteIndex: 9 is not one of 0}',
    ];
    const addresses = [
      '10.0.0.1',
      'mail.example',
      '21.5.1',
      '192.168.4.20:8080',
      '21.555',
      'x21.55',
      '1234.5',
      '21.5.example',
    ];
    let sent = 0;
    const bodies = [...sentences, ...addresses.map((address) => `{ERROR: ${address}}`)];
    await using device = await startDevice((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\n\r\n${bodies[sent++]}`),
    );
    const { text } = await recordAt(device.port, async (port) => {
      for (const _ of bodies) await send(port, '/SystemSettings');
    });
    const read = readRecording(text);
    assert.ok(read.ok);
    const texts = read.value.exchanges.map(({ answer }) => (answer === 'unanswered' ? '' : answer.text));
    assert.deepEqual(texts.slice(0, sentences.length), sentences);
    for (const [at, each] of texts.slice(sentences.length).entries())
      assert.equal(each, '{ERROR: <address>}', `${addresses[at]}`);
  });

  it('contains no names, numbers or secrets of a device, even if it never sent them before', async () => {
    const answers = [
      '{ERROR: Zone of Grandma Müller is off or 7}',
      '{ERROR: Anna\u202e is away, call 0412 345 678 or +61 (2) 9876 5432}',
      '<html><title>Grandma</title>R3JhbmRtYQ== Grandma%20Anna</html>',
      '{"ZonesV2":{"Name":"Grandma", "Setpoint":412345678, "LockCode":{"Code":"G4A1"}, "Pass":[{"Index":4711}]',
      '{"ZonesV2":{"Name":"Grandma", "Setpoint":412345678, "LockCode":{"Code":"G4A1"}, "Pass":[{"Index":4711}]}}',
    ];
    let sent = 0;
    await using device = await startDevice((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nX-Name: Grandma\r\n\r\n${answers[sent++]}`),
    );
    const { text } = await recordAt(device.port, async (port) => {
      for (const _ of answers) await send(port, '/SystemSettings');
    });
    assert.doesNotMatch(text, /Grandma|Anna|ller|R3Jh|0412|345|9876|41234|G4A1|4711/i);
    assert.match(text, /"\{ERROR: Zone of <text> <text> is off or 7\}"/);
    const read = readRecording(text);
    assert.ok(read.ok);
    const texts = read.value.exchanges.flatMap(({ answer }) => (answer === 'unanswered' ? [] : answer.text));
    for (const each of texts)
      assert.ok(text.includes(each.startsWith('{"') ? each : JSON.stringify(each)), each);
  });

  it('keeps one placeholder for one name, so that a command with a name still matches', async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock(monday) });
    const rename = (Name: string) => ({ ZoneName: { Index: 1, Name } });
    const { text } = await recordAt(bridge.http.port, async (port) => {
      await post(port, '/HvacRequestV2', zoneQuery(0));
      await post(port, '/HvacRequestV2', zoneQuery(1));
      await post(port, '/HvacCommandV2', rename('Room 0'));
      await post(port, '/HvacRequestV2', zoneQuery(1));
      await post(port, '/HvacCommandV2', rename('Attic'));
    });
    const names = text.split('\n').map((each) => /"Name":"([^"]*)"/.exec(each)?.[1]);
    assert.deepEqual(names, [undefined, 'Name 1', 'Name 2', 'Name 1', 'Name 1', 'Name 3', undefined]);
    await using replayed = await replay(text);
    for (const name of ['Name 1', 'Name 3', 'Attic', 'anything'])
      assert.equal((await post(replayed.port, '/HvacCommandV2', rename(name))).text, 'OK', name);
    assert.equal(
      (await post(replayed.port, '/HvacCommandV2', { ZoneName: { Index: 2, Name: 'Attic' } })).status,
      409,
    );
  });
});

describe('a replay', () => {
  const recorded = `${header}${line({ text: 'one' })}${line({ text: 'two' })}${line({
    method: 'POST',
    path: '/HvacRequestV2',
    body: zoneQuery(1),
    type: 'application/json',
    answer: { ZonesV2: { Index: 1 } },
  })}`;

  it('repeats the last recorded answer once all have been sent', async () => {
    await using replayed = await replay(recorded);
    const texts = [];
    for (let time = 0; time < 4; time++) texts.push((await send(replayed.port, '/SystemSettings')).text);
    assert.deepEqual(texts, ['one', 'two', 'two', 'two']);
  });

  it('finds a request with keys in another order, and names the most similar one for others', async () => {
    await using replayed = await replay(recorded);
    const found = await post(
      replayed.port,
      '/HvacRequestV2',
      '{ "HvacV2Request": {"No1":0,"Type":2, "No":1} }',
    );
    assert.deepEqual([found.status, found.text], [200, '{"ZonesV2":{"Index":1}}']);
    assert.equal(found.headers.server, undefined);
    const other = await post(replayed.port, '/HvacRequestV2', zoneQuery(2));
    assert.deepEqual(
      [other.status, other.text],
      [
        409,
        '{ERROR: An answer to this request is not available: the recording has none; the closest it has: POST /HvacRequestV2 {"HvacV2Request":{"No":1,"No1":0,"Type":2}}.}',
      ],
    );
    const longer = await send(replayed.port, '/SystemSettings?a=1');
    assert.equal(longer.status, 409);
    assert.match(longer.text, /the closest it has: GET \/SystemSettings\.\}$/);
    for (const path of ['/Zones1_4', '/nothing']) {
      const unknown = await send(replayed.port, path);
      assert.equal(unknown.status, 404);
      assert.match(
        unknown.text,
        /the recording has none; the closest it has: GET \/SystemSettings, POST \/HvacRequestV2\.\}$/,
      );
    }
  });

  it('needs the access key if one is set', async () => {
    const recording = readRecording(recorded);
    assert.ok(recording.ok);
    const accessKey = 'a-long-access-key';
    await using replayed = await startReplay({
      ...local,
      access: { ...access, accessKey },
      recording: recording.value,
    });
    assert.equal((await send(replayed.port, '/SystemSettings')).status, 401);
    const headers = { Authorization: `Bearer ${accessKey}` };
    assert.equal((await send(replayed.port, '/SystemSettings', { headers })).text, 'one');
  });

  it('reads a recording whose last line is incomplete, and refuses other texts with a sentence', () => {
    const torn = readRecording(recorded.slice(0, -20));
    assert.ok(torn.ok);
    assert.deepEqual([torn.value.exchanges.length, torn.value.isTorn], [2, true]);
    const ended = readRecording(`${recorded.slice(0, -20)}\n`);
    assert.ok(ended.ok);
    assert.deepEqual([ended.value.exchanges.length, ended.value.isTorn], [2, true]);
    const middle = readRecording(recorded.replace('"one"}', '"on'));
    assert.ok(!middle.ok);
    assert.match(toSentence(middle.refusal), /^line 2: /);
    const whole = readRecording(recorded);
    assert.ok(whole.ok);
    assert.deepEqual([whole.value.exchanges.length, whole.value.isTorn], [3, false]);
    for (const [text, sentence] of [
      ['', /a recording made with "plenum record"/],
      ['{}\n', /a recording made with "plenum record"/],
      ['[1]\n', /a recording made with "plenum record"/],
      [header.replace('1,', '2,'), /^formatVersion: 2 is not one of 1\.$/],
      [`${header}{}\n`, /^line 2: /],
      [`${header}${line({ text: 'one' })}{"at":1}\n`, /^line 3: /],
      [`${header}${line({ text: 'a'.repeat(1_001) })}`, /^line 2: /],
      [`${header}${line({ text: 'one', status: 199 })}`, /^line 2: /],
      [`${header}${line({ text: 'one', path: '/nothing' })}`, /^line 2: /],
      [' '.repeat(maxRecordingBytes + 1), /larger than/],
    ] as const) {
      const read = readRecording(text);
      assert.ok(!read.ok, text.slice(0, 80));
      assert.match(toSentence(read.refusal), sentence);
    }
    assert.ok(readRecording(`${header}${line({ text: 'a'.repeat(1_000) })}`).ok);
  });

  it('drops names and undefined members of a recording from an untrusted source', () => {
    const evil = { Name: 'Grandma', Evil: { Name: 'Grandma' }, Temp: 2150, Pass: '1234' };
    const read = readRecording(`${header}${line({ answer: { ZonesV2: evil } })}`);
    assert.ok(read.ok);
    const [first] = read.value.exchanges;
    assert.ok(first && first.answer !== 'unanswered');
    assert.equal(first.answer.text, '{"ZonesV2":{"Name":"Name 0","Temp":2150,"Pass":""}}');
  });

  it('reads or refuses any changed recording', () => {
    fc.assert(
      fc.property(fc.nat(recorded.length - 1), fc.string({ maxLength: 6 }), fc.nat(40), (at, put, cut) => {
        const read = readRecording(recorded.slice(0, at) + put + recorded.slice(at + cut));
        if (!read.ok) assert.ok(toSentence(read.refusal).length > 0);
      }),
      { numRuns: 300 },
    );
  });
});
