import { parseArgs } from 'node:util';
import { checkLearning } from './check-learning.ts';
import { writeDocument } from './document.ts';
import { generatedSituations, situationsIn } from './scenarios.ts';
import { goalRows, judge, runScoreboard, writeCsv } from './scoreboard.ts';

const usage = `npm run comfort                       the scoreboard: 48 scenarios of generated houses
npm run comfort -- --full             the whole grid: five times as many
npm run comfort -- --houses DIR       the house files of a folder, in winter and summer
npm run comfort -- learning           what generated houses learn, beside the truth
options: --seed N, --count N (houses of each climate and season; houses that learn), --csv FILE, --record (writes docs/comfort.md)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '100' },
    full: { type: 'boolean', default: false },
    houses: { type: 'string' },
    csv: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

const scoreboard = (): void => {
  const { houses, full, count, csv, record } = values;
  const each = Number(count ?? (full ? 10 : 2));
  const results = runScoreboard(
    houses === undefined ? generatedSituations(each, seed) : situationsIn(houses),
  );
  const goals = judge(results);
  console.log(`\n${goals.scenarios} scenarios`);
  for (const [what, goal, reached] of goalRows(goals))
    console.log(`${reached!.padStart(8)}  ${what}${goal === '' ? '' : `; goal ${goal}`}`);
  if (csv !== undefined) writeCsv(csv, results);
  if (record) writeDocument(results, seed);
};

if (positionals[0] === 'learning') checkLearning({ houses: Number(values.count ?? 12), seed });
else if (positionals.length === 0) scoreboard();
else {
  console.error(usage);
  process.exitCode = 2;
}
