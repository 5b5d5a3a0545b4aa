import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { isFullRun } from '@plenum/testbed/full-run';
import { houseTime } from '@plenum/testbed/house-time';
import { startRandom } from '@plenum/testbed/seeded-random';
import { takePort } from '../soak/ports.ts';
import { createEnds } from './ends.ts';
import { ask, numbersAfter, send } from './part.ts';
import { createService } from './service.ts';

const passphrase = 'four words chosen by me';
const keyFile = 'uplink-key.json';
/** Number of moments of a restore at which the bridge is killed; every one in the full run. */
const usualKills = 6;

/** A bridge in a process that can be killed after any statement or change of a file name. */
const openBridge = async (folder: string, stack: AsyncDisposableStack) => {
  const control = stack.use(createDataFolder());
  const port = await takePort();
  const url = `http://127.0.0.1:${port}`;
  const { env, endAfter, count } = createEnds(control.path);
  const toWords = () => [
    ...['bridge', '--http-host', '127.0.0.1', '--http-port', String(port), '--data', folder],
    ...['--udp-port=0', '--notify-port=9', '--notify-address=127.0.0.1', '--no-mdns'],
    // Nothing listens there, but the bridge has a key for it.
    ...['--house-time', houseTime, '--seed', '1', '--cloud', 'http://127.0.0.1:9'],
  ];
  const ready = /http:\/\/127\.0\.0\.1:\d+$/m;
  const service = stack.use(createService({ name: 'bridge', toWords, env, ready }));
  /** Writes a number into the state of the house and into a setting of the bridge. */
  const write = async (number: number) => {
    await send(`${url}/HvacCommandV2`, { ZoneName: { Index: 0, Name: `Room ${number}` } });
    await send(`${url}/energy/tariff`, { currency: 'AUD', prices: [{ from: '00:00', price: number / 100 }] });
  };
  const read = async () => {
    const zone = await send(`${url}/HvacRequestV2`, { HvacV2Request: { Type: 2, No: 0, No1: 0 } });
    const { tariff } = await ask<{ tariff: { prices: { price: number }[] } }>(`${url}/energy/tariff`);
    return [...numbersAfter('Room', zone), Math.round(tariff.prices[0]!.price * 100)];
  };
  const download = async () => {
    const answer = await fetch(`${url}/backup`, { method: 'POST', body: JSON.stringify({ passphrase }) });
    assert.equal(answer.status, 200);
    return Buffer.from(await answer.arrayBuffer());
  };
  /** Uploads and opens a backup; returns a function that restores it. */
  const open = async (file: Buffer<ArrayBuffer>) => {
    const uploaded = await fetch(`${url}/backup/upload?at=0`, { method: 'POST', body: file });
    assert.equal(uploaded.status, 200, await uploaded.text());
    const { madeAt } = await ask<{ madeAt: number }>(`${url}/backup/open`, { passphrase });
    return () => send(`${url}/backup/restore`, { madeAt });
  };
  /** Resolves once the bridge has started again within its process. */
  const restarted = () => service.line(/(http:\/\/127\.0\.0\.1:\d+)$[\s\S]*\1$/m);
  return { service, write, read, download, open, restarted, endAfter, count };
};

/** Returns the moments at which a bridge is killed: all of them, or a few by chance, with the first and the last. */
const pickMoments = (steps: number, t: TestContext): readonly number[] => {
  const all = Array.from({ length: steps }, (_, index) => index + 1);
  if (isFullRun || steps <= usualKills) return all;
  const random = startRandom(t);
  const some = new Set([1, steps]);
  while (some.size < usualKills) some.add(random.integer(1, steps));
  return [...some].sort((a, b) => a - b);
};

/** A data folder, and a backup that is restored in copies of it. */
interface Restore {
  readonly folder: string;
  readonly file: Buffer<ArrayBuffer>;
}

/** Opens a bridge with a copy of the data folder. */
const openCopy = async (folder: string, stack: AsyncDisposableStack) => {
  const copy = join(stack.use(createDataFolder()).path, 'bridge');
  cpSync(folder, copy, { recursive: true });
  const bridge = await openBridge(copy, stack);
  await bridge.service.start();
  return { bridge, copy };
};

/** Restores the backup once; returns the number of its steps, and what the bridge has then. */
const restoreWhole = async ({ folder, file }: Restore) => {
  await using stack = new AsyncDisposableStack();
  const { bridge } = await openCopy(folder, stack);
  const restore = await bridge.open(file);
  const steps = await bridge.count(bridge.service, async () => {
    await restore();
    await bridge.restarted();
  });
  return { steps, read: await bridge.read() };
};

/** Restores the backup, kills the bridge at a step, and starts it again. */
const killAt = async (step: number, { folder, file }: Restore) => {
  await using stack = new AsyncDisposableStack();
  const { bridge, copy } = await openCopy(folder, stack);
  const restore = await bridge.open(file);
  await bridge.endAfter(bridge.service, step);
  const isAcknowledged = await restore().then(
    () => true,
    () => false,
  );
  // If this restore has fewer steps than the first one, the bridge is killed once it has ended.
  await Promise.race([bridge.service.ended(), bridge.restarted()]).catch(() => undefined);
  await bridge.service.kill();
  await bridge.service.start();
  return {
    isAcknowledged,
    read: await bridge.read(),
    key: readFileSync(join(copy, keyFile), 'utf8'),
    left: readdirSync(copy).filter((name) => /^restore\.(ready|moving|opened|unproven)$/.test(name)),
  };
};

it('has the data before or the restored data after a real kill at any step of a restore', {
  timeout: 1_200_000,
}, async (t) => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder()).path;
  const bridge = await openBridge(folder, stack);
  await bridge.service.start();
  await bridge.write(1);
  const file = await bridge.download();
  await bridge.write(2);
  await bridge.service.stop();
  const { steps, read } = await restoreWhole({ folder, file });
  assert.deepEqual(read, [1, 1]);
  const moments = pickMoments(steps, t);
  t.diagnostic(`killed at ${moments.length} of ${steps} steps`);
  for (const step of moments) {
    const found = await killAt(step, { folder, file });
    const allowed = found.isAcknowledged || found.read[0] === 1 ? [1, 1] : [2, 2];
    assert.deepEqual([found.read, found.left], [allowed, []], `step ${step} of ${steps}`);
  }
});

it('returns to the data before if a bridge cannot start with a backup, despite kills', {
  timeout: 1_200_000,
}, async (t) => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder()).path;
  const bridge = await openBridge(folder, stack);
  await bridge.service.start();
  await bridge.write(1);
  const key = readFileSync(join(folder, keyFile), 'utf8');
  // A preview reads the store of a backup, but not its key.
  writeFileSync(join(folder, keyFile), 'damaged');
  const file = await bridge.download();
  writeFileSync(join(folder, keyFile), key);
  await bridge.write(2);
  await (await bridge.open(file))();
  await bridge.service.line(/cannot start with the restored data, and returns to the data before/);
  await bridge.restarted();
  assert.deepEqual([await bridge.read(), readFileSync(join(folder, keyFile), 'utf8')], [[2, 2], key]);
  await bridge.service.stop();
  const { steps } = await restoreWhole({ folder, file });
  for (const step of pickMoments(steps, t)) {
    const { isAcknowledged: _, ...found } = await killAt(step, { folder, file });
    assert.deepEqual(found, { read: [2, 2], key, left: [] }, `step ${step} of ${steps}`);
  }
});
