import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBridge, toHouseToRun } from '@plenum/bridge';
import { readShippedHouse } from '@plenum/simulator';

/** Number of parallel writers. */
export const writers = 20;
const rounds = 6;
/** Pause between two bursts in ms, in which the front reads back the results and side effects of the commands. */
const restTime = 8_000;
/** Time after the start in which the front reads all components again, in ms. */
const firstPollTime = 15_000;
/** Time that the device takes for a response, in ms. */
export const answerTime = 50;

type Command = Readonly<Record<string, unknown>>;

/** Five fields of one unit. The unit stays on, because switching it off ends its timer. */
const unitCommands: readonly ((n: number) => Command)[] = [
  () => ({ SysOn: 1 }),
  (n) => ({ SysMode: 1 + (n % 3) }),
  (n) => ({ SysFan: 1 + (n % 3) }),
  (n) => ({ SysSetpoint: 2000 + 50 * (n % 10) }),
  (n) => ({ SysSleepTimer: 30 * (n % 4) }),
];
const zones = 7;
const favourites = 9;

/** Commands of the writers, by writer and burst. */
export const mixes = {
  'the same 5 fields': (writer: number, round: number): Command =>
    unitCommands[(writer + round) % unitCommands.length]!(writer + round),
  '20 fields of 17 components': (writer: number, round: number): Command => {
    if (writer < zones) return { ZoneName: { Index: writer, Name: `room ${writer} ${round}` } };
    if (writer < zones + favourites)
      return { SchedName: { Index: writer - zones, Name: `name ${writer} ${round}` } };
    return unitCommands[writer - zones - favourites + 1]!(round);
  },
} as const;

export type Mix = keyof typeof mixes;

const ports = { httpPort: 0, udpPort: 0, notifyAddress: '127.0.0.1', notifyPort: 9, discovery: false };

/**
 * Measures the latencies of parallel writes in front of a device that serves one request at a time; returns them in
 * ascending order, in ms.
 */
export async function measureWriters(folder: string, mix: Mix): Promise<readonly number[]> {
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
  const send = async (writer: number, round: number) => {
    const start = performance.now();
    const body = JSON.stringify(mixes[mix](writer, round));
    const answer = await fetch(`http://127.0.0.1:${front.http.port}/HvacCommandV2`, { method: 'POST', body });
    const text = await answer.text();
    if (text !== 'OK') throw new Error(`${body} was answered ${text}`);
    times.push(performance.now() - start);
  };
  for (let round = 0; round < rounds; round++) {
    await sleep(round === 0 ? firstPollTime : restTime);
    await Promise.all(Array.from({ length: writers }, (_, writer) => send(writer, round)));
  }
  return times.toSorted((a, b) => a - b);
}
