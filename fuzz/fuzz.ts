/**
 * Gives mutated input to every parser and interface, or to those named: `npm run fuzz -- [NAME...] [--cases 20000]
 * [--seed S]`. Prints the number of cases of each target, and the share that it accepted. Each case that violates a property is reduced, printed with
 * its bytes and its seed, and makes the exit code 1.
 */
import { parseArgs } from 'node:util';
import { runTarget, shareCases, toReport } from './run.ts';
import { targets } from './targets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
const unknown = positionals.find((name) => !targets.some((target) => target.name === name));
if (unknown !== undefined || !Number.isSafeInteger(cases) || !Number.isSafeInteger(seed)) {
  console.error('npm run fuzz -- [NAME...] [--cases 20000] [--seed S]');
  console.error(`NAME is one of: ${targets.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

console.log(`seed ${seed}`);
const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const shares = shareCases(chosen, cases);
let done = 0;
for (const [at, target] of chosen.entries()) {
  if (target.missing) {
    console.log(`${target.name}: skipped, because ${target.missing}`);
    continue;
  }
  const begun = performance.now();
  const result = await runTarget(target, { cases: shares[at]!, seed });
  done += result.cases;
  const seconds = Math.round((performance.now() - begun) / 1000);
  const share = Math.round((100 * result.accepted) / result.cases);
  console.log(`${target.name}: ${result.cases} cases in ${seconds} s, ${share} % accepted`);
  if (result.finding === undefined) continue;
  console.error(toReport(result.finding, shares[at]!));
  process.exitCode = 1;
}
console.log(`${done} cases`);
