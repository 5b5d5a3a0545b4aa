import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBridge, toHouseToRun } from '@plenum/bridge';
import { readShippedHouse } from '@plenum/installation';
import type { Measurement, Row } from '../row.ts';

const clients = 20;
const rounds = 6;
/** Milliseconds between two bursts, in which the front reads what else the commands changed. */
const restTime = 4_000;
/** Milliseconds in which the front reads everything once more after its start. */
const firstPollTime = 15_000;
/** Milliseconds that the device takes for an answer. */
const answerTime = 50;
/** A common client gives up after this. */
const clientTimeout = 3_000;
const wantedMedian = 1_000;

/** What the clients set: five fields of one unit, which stays on, since its timer ends when it is switched off. */
const commands = [
  () => ({ SysOn: 1 }),
  (n: number) => ({ SysMode: 1 + (n % 3) }),
  (n: number) => ({ SysFan: 1 + (n % 3) }),
  (n: number) => ({ SysSetpoint: 2000 + 50 * (n % 10) }),
  (n: number) => ({ SysSleepTimer: 30 * (n % 4) }),
];

const ports = { httpPort: 0, udpPort: 0, notifyAddress: '127.0.0.1', notifyPort: 9, discovery: false };

/** How long each of many commands takes, at once and to a bridge in front of a device that serves one request at a time. */
const measureCommands = async (folder: string): Promise<readonly number[]> => {
  const file = readShippedHouse('demo');
  if (!file.ok) throw new Error('The demo house cannot be read.');
  const house = toHouseToRun(file.value);
  await using device = await startBridge({
    house,
    dataDir: join(folder, 'device'),
    misbehave: { 'one-connection': 'drop', 'answer-time': answerTime },
    timeScale: 0,
    ...ports,
  });
  const attach = { host: '127.0.0.1', port: device.http.port, notifyPort: false } as const;
  await using front = await startBridge({ attach, dataDir: join(folder, 'front'), ...ports });
  const times: number[] = [];
  const send = async (n: number) => {
    const start = performance.now();
    const body = JSON.stringify(commands[n % commands.length]!(n));
    const answer = await fetch(`http://127.0.0.1:${front.http.port}/HvacCommandV2`, { method: 'POST', body });
    const text = await answer.text();
    if (text !== 'OK') throw new Error(`A command was answered ${text}`);
    times.push(performance.now() - start);
  };
  for (let round = 0; round < rounds; round++) {
    await sleep(round === 0 ? firstPollTime : restTime);
    await Promise.all(Array.from({ length: clients }, (_, n) => send(n + round)));
  }
  return times.toSorted((a, b) => a - b);
};

/** Many clients that command a bridge in front of a slow device at once. */
export const measureAttached: Measurement = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  try {
    const times = await measureCommands(folder);
    const reference = `${clients} clients on ${commands.length} fields, ${answerTime} ms an answer`;
    const toRow = (share: number, limit: number): Row => {
      const time = Math.round(times[Math.ceil(times.length * share) - 1]!);
      return {
        name: `attached command, p${share * 100}`,
        measured: `${time} ms`,
        reference,
        limit: `< ${limit} ms`,
        within: time < limit,
      };
    };
    return [toRow(0.5, wantedMedian), toRow(0.99, clientTimeout)];
  } finally {
    rmSync(folder, { recursive: true });
  }
};
