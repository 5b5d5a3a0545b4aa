import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Bridge, startBridge, toHouseToRun } from '@plenum/bridge';
import type { Quirks } from '@plenum/protocol/quirks';
import { readShippedHouse } from '@plenum/simulator';
import { createSeededRandom, type SeededRandom } from '@plenum/testbed/seeded-random';
import { createFindings, type Findings, runClient, type Sending } from './clients.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { followTruth } from './truth.ts';

/**
 * Runs many clients in front of a device with the worst quirks, and compares their responses with the state of the
 * simulated device. Quirks that change the reported values (an unknown mode, a lost air conditioner) are not used,
 * because a front passes on all values. The quirks have the delays of real devices, so the run is not accelerated.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    clients: { type: 'string', default: '50' },
    seed: { type: 'string', default: '20260112' },
  },
});
const minutes = Number(values.minutes);
const clients = Number(values.clients);
const seed = Number(values.seed);

/**
 * Longest delay until a response shows an executed command, given that any of the last quirks may have been active.
 */
const longestLateApply = 5_000;

const chance = (random: SeededRandom, share: number, quirks: Quirks): Quirks =>
  random.fraction() < share ? quirks : {};

/** Returns the quirks of the next period: a few random ones, and some that are always active. */
const worstQuirks = (random: SeededRandom): Quirks => ({
  'one-connection': random.pick(['wait', 'drop', 'silent'] as const),
  'answer-time': random.integer(20, 150),
  ...chance(random, 0.6, { busy: random.pick([0.1, 0.3, 0.5]) }),
  ...chance(random, 0.6, { 'late-apply': random.integer(5, longestLateApply / 100) / 10 }),
  ...chance(random, 0.3, { 'ignore-writes': random.pick([0.1, 0.4]) }),
  ...chance(random, 0.4, { 'drop-before': random.pick([0.05, 0.2]) }),
  ...chance(random, 0.4, { 'drop-after': random.pick([0.05, 0.2]) }),
  ...chance(random, 0.5, { 'split-answers': random.integer(2, 12) }),
  ...chance(random, 0.3, { 'ok-after-json': 1 }),
  ...chance(random, 0.3, { 'command-answer': random.pick(['braces', 'quotes', 'nothing'] as const) }),
  ...chance(random, 0.3, { 'padded-names': random.pick(['nul', 'ff', 'latin1'] as const) }),
  ...chance(random, 0.2, { 'content-type': random.pick(['refuses', 'requires'] as const) }),
  ...chance(random, 0.3, { notifications: random.pick(['burst', 'idle', 'none'] as const) }),
  ...chance(random, 0.2, { 'error-200': 1 }),
  ...chance(random, 0.08, { stall: 60 }),
  ...chance(random, 0.08, { restart: 20 }),
});

/** Changes the quirks every 10 to 60 s. */
const changeQuirks = async (device: Bridge, random: SeededRandom, signal: AbortSignal) => {
  while (!signal.aborted) {
    const quirks = worstQuirks(random);
    device.quirks.set(quirks);
    console.error(new Date().toISOString(), JSON.stringify(quirks));
    const silence = (quirks.stall ?? quirks.restart ?? 0) * 1000;
    await sleep(silence + random.integer(10_000, 60_000), undefined, { signal }).catch(() => {});
  }
};

/** Changes a value at the wall controller every 5 to 20 s, to values that no client sends. */
const changeAtTheWall = async (device: Bridge, random: SeededRandom, signal: AbortSignal) => {
  const zones = device.device.datagrams().zone.length;
  for (let count = 0; !signal.aborted; count++) {
    await sleep(random.integer(5_000, 20_000), undefined, { signal }).catch(() => {});
    const Index = random.integer(0, zones - 1);
    const command = random.pick([
      { name: 'ZoneName', body: { Index, Name: `wall ${count}` } },
      { name: 'SysSleepTimer', body: 30 * random.integer(0, 4) },
      { name: 'ZoneMaxAir', body: { Index, MaxAir: random.pick([80, 90, 100]) } },
    ] as const);
    await device.device.command(command);
  }
};

const ports = { httpPort: 0, udpPort: 0, notifyAddress: '127.0.0.1', discovery: false } as const;

const report = (found: Findings, requests: { readonly all: number; readonly atOnce: number }) => {
  const { refusals, examples, ...counts } = found;
  const rows: readonly (readonly [string, unknown])[] = [
    ['requests to the device', requests.all],
    ['requests that the device saw in parallel', `${requests.atOnce} (wanted 1)`],
    ['queries', counts.queries],
    ['queries refused', counts.queriesRefused],
    ['answers that were wrong', `${counts.wrong} (wanted 0)`],
    ['shown because the device had accepted a command that it ignored', counts.onItsWord],
    ['longest age shown', `${counts.longestAge} s`],
    ['writes', counts.writes],
    ['writes refused', counts.writesRefused],
    ['of these, refused with an unknown result', counts.resultUnknown],
    ['writes refused but done', `${counts.refusedThoughDone} (wanted 0)`],
    ['writes answered OK but not done', `${counts.okThoughNotDone} (wanted 0)`],
    ['slowest answer to a write', `${counts.slowestWrite} ms`],
    ['clients that hung up', counts.hungUp],
    ['longest from hanging up until the device did it', `${counts.doneAfterHangUp} ms`],
  ];
  for (const [name, value] of rows) console.log(`${name}: ${value}`);
  for (const [text, count] of [...refusals].sort(([, a], [, b]) => b - a).slice(0, 12))
    console.log(`  ${count} x ${text}`);
  for (const example of examples) console.log(example);
  return requests.atOnce <= 1 && counts.wrong + counts.refusedThoughDone + counts.okThoughNotDone === 0;
};

const run = async (folder: string): Promise<boolean> => {
  const random = createSeededRandom(seed);
  const file = readShippedHouse('demo');
  if (!file.ok) throw new Error('The demo house cannot be read.');
  await using device = await startBridge({
    ...ports,
    house: toHouseToRun(file.value),
    dataDir: join(folder, 'device'),
    random: random.fork('device').fraction,
    misbehave: { busy: 0 },
    timeScale: 0,
    notifyPort: 17_005,
  });
  await using proxy = await startCountingProxy(device.http.port);
  const attach = { host: '127.0.0.1', port: proxy.port, notifyPort: 17_005 };
  await using front = await startBridge({ ...ports, attach, dataDir: join(folder, 'front'), notifyPort: 9 });
  using truth = followTruth(device);
  const findings = createFindings();
  const end = AbortSignal.timeout(minutes * 60_000);
  const zones = device.device.datagrams().zone.length;
  const sending: Sending = new Set();
  const deps = {
    port: front.http.port,
    zones,
    truth,
    findings,
    signal: end,
    lateApply: () => longestLateApply,
  };
  console.log(`${clients} clients, ${minutes} minutes, seed ${seed}`);
  await Promise.all([
    changeQuirks(device, random.fork('quirks'), end),
    changeAtTheWall(device, random.fork('wall'), end),
    ...Array.from({ length: clients }, (_, n) => runClient(random.fork(`client ${n}`), deps, sending)),
  ]);
  return report(findings, { all: proxy.requests(), atOnce: proxy.maxAtOnce() });
};

const folder = mkdtempSync(join(tmpdir(), 'plenum-front-'));
try {
  process.exitCode = (await run(folder)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
