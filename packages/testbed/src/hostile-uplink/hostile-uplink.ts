import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StorePlace } from '@plenum/cloud';
import { createDataFolder } from '../data-folder.ts';
import { findDifferences, findUntilNone } from '../findings.ts';
import { freePort } from '../free-port.ts';
import { type HouseComponent, readHouseComponents, withoutClocks } from '../house-components.ts';
import { startPostgres } from '../postgres.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { type Child, startChild } from './child.ts';
import { startHostileProxy } from './hostile-proxy.ts';

/** A control and the cloud's response to it. */
interface AnsweredControl {
  readonly name: string;
  readonly answer: string;
}

const send = async <Answer>(url: string, body?: unknown): Promise<Answer> => {
  const answer = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  return (text === 'OK' ? text : JSON.parse(text)) as Answer;
};

/** Starts a bridge with the demo house and a cloud, each in a separate process, and a hostile proxy between them. */
export async function startHostileUplink(random: SeededRandom, engine: 'SQLite' | 'PostgreSQL') {
  const httpPort = await freePort();
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder()).path;
  const proxy = stack.use(
    await startHostileProxy({ target: `http://127.0.0.1:${httpPort}`, random: random.fork('proxy') }),
  );
  const place: StorePlace =
    engine === 'SQLite'
      ? { dataDir: join(folder, 'cloud') }
      : { databaseUrl: await stack.use(await startPostgres()).createDatabase() };
  const startCloud = () => startChild('cloud-main.ts', { place, httpPort, audience: proxy.url });
  const startBridge = () =>
    startChild('bridge-main.ts', { dataDir: join(folder, 'bridge'), cloud: proxy.url });
  let [cloud, bridge]: Child[] = await Promise.all([startCloud(), startBridge()]);
  stack.defer(() => Promise.all([cloud!.kill(), bridge!.kill()]).then(() => {}));

  const ordinal = { next: 0 };
  const results: AnsweredControl[] = [];
  const touches = random.fork('touches');
  const systemId = await send<{ HvacDeviceUId: string }>(`${bridge!.url}/HvacRequestV2`, {
    HvacV2Request: { Type: 1, No: 0, No1: 0 },
  }).then(({ HvacDeviceUId }) => HvacDeviceUId);

  const readDifferences = async (): Promise<string[]> => {
    const [house, known] = await Promise.all([
      readHouseComponents(bridge!.url),
      send<HouseComponent[]>(`${cloud!.url}/test/components`),
    ]);
    return findDifferences('the cloud', withoutClocks(house), withoutClocks(known));
  };

  const running = stack.move();
  return {
    proxy,
    results,
    /** Sends a unique command through the cloud, with a deadline of `within` ms; resolves to the response. */
    control: async (within: number): Promise<string> => {
      const name = `c${ordinal.next++}`;
      const command = { ZoneName: { Index: 0, Name: name } };
      const answered = send<{ answer: string }>(`${cloud!.url}/test/control`, { systemId, command, within });
      const { answer } = await answered.catch(() => ({ answer: 'cloud gone' }));
      results.push({ name, answer });
      return answer;
    },
    /**
     * Changes, over the local network, a value that nothing else changes, so that a lost change stays visible. Resolves
     * to the response.
     */
    touch: async (): Promise<string> => {
      const Name = `t${ordinal.next++}`;
      const command = { SchedName: { Index: touches.integer(0, 8), Name } };
      return send<string>(`${bridge!.url}/HvacCommandV2`, command).catch(() => 'bridge gone');
    },
    stopTime: (stopped: boolean) => send(`${bridge!.url}/simulation/ClockPause`, stopped ? 1 : 0),
    /**
     * Waits until the cloud has the state of the house; resolves to the components that still differ after
     * `milliseconds`.
     */
    converge: (milliseconds: number) => findUntilNone(readDifferences, { within: milliseconds, every: 20 }),
    killCloud: async () => {
      await cloud!.kill();
      cloud = await startCloud();
    },
    killBridge: async () => {
      await bridge!.kill();
      bridge = await startBridge();
    },
    /** Kills the bridge, and returns from its journal how often it executed each command. */
    readJournal: async (): Promise<ReadonlyMap<string, number>> => {
      await bridge!.kill();
      using db = new DatabaseSync(join(folder, 'bridge', 'bridge.sqlite')) as DatabaseSync & Disposable;
      const counts = new Map<string, number>();
      for (const { body } of db.prepare('SELECT body FROM journal').all() as { body: string }[])
        for (const [, name] of body.matchAll(/"Name":"(c\d+)"/g))
          counts.set(name!, (counts.get(name!) ?? 0) + 1);
      return counts;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type HostileUplink = Awaited<ReturnType<typeof startHostileUplink>>;
