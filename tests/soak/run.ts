/**
 * Runs a cloud with everything around it, and breaks it at random: `npm run soak -- [--minutes 60] [--seed 1]`. The exit
 * code is 1 if anything was not in order.
 */
import { parseArgs } from 'node:util';
import { soak, soakMissing } from './soak.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(Number.isInteger(minutes) && minutes > 0 && Number.isInteger(seed) && seed >= 0)) {
  console.error('npm run soak -- [--minutes 60] [--seed 1], both whole numbers');
  process.exit(2);
}
if (soakMissing) {
  console.error(soakMissing);
  process.exit(2);
}

const findings = await soak({ minutes, seed, print: (line) => console.log(line) });
if (findings.length > 0) {
  console.error(`Failed at ${new Date().toISOString()}; npm run soak -- --seed ${seed} repeats the plan:`);
  for (const finding of findings) console.error(`- ${finding}`);
  process.exitCode = 1;
}
