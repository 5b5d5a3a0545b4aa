import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { it } from 'node:test';
import { systemClock } from '@plenum/platform';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import type { Log } from '@plenum/platform/quiet-log';
import { izone } from '@plenum/protocol/dialect';
import { readShippedHouse } from '@plenum/simulator';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { bodyOf, openTcp, readToEnd } from '../fixture/tcp.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';
import { startRecorder } from './record-traffic.ts';
import { readRecording } from './recording.ts';
import { startReplay } from './replay-traffic.ts';

const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };
const local = {
  host: '127.0.0.1',
  port: 0,
  clock: systemClock,
  log: quiet,
  access: { allowedHosts: [], accessKey: undefined },
};

/** The library gives up on a request after this time, in ms. */
const requestTimeout = 3_000;

/** Reads a resource as the library does with aiohttp: over connections that it would keep. */
const createReader = (port: number, agent: Agent) => (path: string) =>
  new Promise<unknown>((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path,
        agent,
        headers: { Accept: '*/*', 'Accept-Encoding': 'gzip, deflate' },
      },
      async (response) => {
        let text = '';
        for await (const piece of response.setEncoding('utf8')) text += piece;
        resolve(JSON.parse(text.replace(/\{OK\}$/, '')));
      },
    );
    sent.setTimeout(requestTimeout, () => sent.destroy(new Error(`${path}: no response in time`)));
    sent.on('error', reject).end();
  });

/** Formats JSON as Python does. */
const toPython = (body: object) => JSON.stringify(body).replaceAll('":', '": ').replaceAll(',"', ', "');

/**
 * Sends a command as the library does: all in one piece on a new connection, of which it never closes its side, and whose
 * response it reads only once the other side has ended it.
 */
async function write(port: number, name: string, body: object): Promise<string> {
  const text = toPython(body);
  const socket = await openTcp(port);
  socket.setTimeout(requestTimeout, () =>
    socket.destroy(new Error(`${name}: the connection was not closed`)),
  );
  const response = readToEnd(socket);
  socket.write(
    `POST /${name} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    'latin1',
  );
  const whole = await response;
  assert.match(whole, /^HTTP\/1\.1 200 /, name);
  return bodyOf(whole);
}

const zone = (command: string, value: string, no = 1) =>
  [command, { [command]: { ZoneNo: String(no), Command: value } }] as const;
const system = (command: string, value: string | number) => [command, { [command]: value }] as const;

/** The commands of every setter of the library. */
const writes = [
  system('SystemON', 'on'),
  system('SystemMODE', 'heat'),
  system('SystemFAN', 'medium'),
  system('SleepTimer', 30),
  system('UnitSetpoint', '23.5'),
  system('FreeAir', 'on'),
  system('FreeAir', 'off'),
  zone('ZoneCommand', '22.5'),
  zone('ZoneCommand', 'open'),
  zone('ZoneCommand', 'close'),
  zone('AirMinCommand', '10'),
  zone('AirMaxCommand', '90'),
  system('SystemON', 'off'),
] as const;

/** Reads the house, sends every command and reads it again, as the library does; returns what it read. */
async function useHouse(port: number) {
  const agent = new Agent({ keepAlive: true });
  const read = createReader(port, agent);
  const readAll = async () => [await read('/SystemSettings'), await read('/Zones1_4')];
  try {
    const before = await readAll();
    for (const [name, body] of writes) assert.equal(await write(port, name, body), '{OK}', name);
    return { before, after: await readAll() };
  } finally {
    agent.destroy();
  }
}

it('records and replays pizone with its 13 writes, each on a connection that the bridge closes', async () => {
  const file = readShippedHouse('demo');
  assert.ok(file.ok);
  const house = toHouseToRun(file.value);
  await using bridge = await startSmallBridge({ house, clock: createFakeClock(monday), dialect: izone });
  assert.equal(writes.length, 13);
  let text = '';
  const recorded = await (async () => {
    await using recorder = await startRecorder({
      ...local,
      to: { host: '127.0.0.1', port: bridge.http.port },
      write: (part) => {
        text += part;
      },
    });
    return await useHouse(recorder.port);
  })();
  const recording = readRecording(text);
  assert.ok(recording.ok);
  await using replay = await startReplay({ ...local, recording: recording.value });
  const replayed = await useHouse(replay.port);
  const withoutNames = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, each) => (/^(?:Name|Tag\d|\w+Uid)$/i.test(key) ? '' : each)));
  assert.deepEqual(withoutNames(replayed), withoutNames(recorded));
});
