import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startProcess } from '@plenum/testbed/process';
import { until } from '@plenum/testbed/until';
import { findDescendants } from './resources.ts';
import { soakMissing } from './soak.ts';

/** Longest time until PostgreSQL runs, in ms. */
const maxStart = 90_000;

const script = fileURLToPath(new URL('./run.ts', import.meta.url));

for (const [signal, expected] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  it(`${signal} ends all processes of a soak and removes its files`, { skip: soakMissing }, async () => {
    using folder = createDataFolder();
    chmodSync(folder.path, 0o711);
    await using running = startProcess(script, [], { TMPDIR: folder.path });
    // PostgreSQL alone has several processes.
    await until('its processes run', async () => findDescendants(running.pid).length >= 5, maxStart);
    const pids = findDescendants(running.pid);
    const { code } = await running.stop(signal);
    assert.equal(code, expected);
    await until('they have ended', async () => !pids.some((pid) => existsSync(`/proc/${pid}`)));
    assert.deepEqual(readdirSync(folder.path), []);
  });
