/**
 * Runs a cloud with everything around it, and breaks it at random: `npm run soak -- [--minutes 60] [--seed 1]`. The exit
 * code is 1 if anything was not in order. Ctrl-C and SIGTERM end all its processes.
 */
import { chmodSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { sendSignal } from './faults.ts';
import { describeFaults } from './plan.ts';
import { findDescendants } from './resources.ts';
import { soak, soakMissing } from './soak.ts';

const usage = `npm run soak -- [--minutes 60] [--seed 1], both whole numbers

One round of faults per minute, at least. The faults depend only on the seed. After each round everything has to be in
order within two minutes.

${describeFaults()}`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(Number.isInteger(minutes) && minutes > 0 && Number.isInteger(seed) && seed >= 0)) {
  console.error(usage);
  process.exit(2);
}
if (soakMissing) {
  console.error(soakMissing);
  process.exit(2);
}

// Everything is stored in this folder, so that nothing remains after a signal.
const { path: home } = createDataFolder();
// PostgreSQL runs as another user.
chmodSync(home, 0o711);
process.env.TMPDIR = home;
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    sendSignal(findDescendants(process.pid), 'SIGKILL');
    console.error(`Ended by ${signal}, with all processes.`);
    process.exit(128 + constants.signals[signal]);
  });

const findings = await soak({ minutes, seed, print: (line) => console.log(line) });
if (findings.length > 0) {
  console.error(`Failed at ${new Date().toISOString()}; npm run soak -- --seed ${seed} repeats the plan:`);
  for (const finding of findings) console.error(`- ${finding}`);
  process.exitCode = 1;
}
