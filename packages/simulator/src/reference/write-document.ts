import { readFileSync, writeFileSync } from 'node:fs';
import { caseNames } from './bands.ts';
import { type CaseRow, toCaseRows, withCaseTable } from './case-table.ts';
import { drawCase } from './draw-case.ts';
import { type FieldResult, findRecovery, findSeasonalPerformance } from './field-studies.ts';
import { judge, readWeather, simulateCase } from './judge.ts';
import { missingOf } from './simulate-year.ts';

const docs = new URL('../../../../docs/', import.meta.url);

/** Returns a row for a terminal. */
const toText = ({ name, what, value, low, high, isInside }: CaseRow): string =>
  [
    name.padEnd(6),
    what.padEnd(20),
    value.padStart(7),
    `${low.padStart(6)} to ${high.padStart(5)}`,
    isInside ? 'inside' : 'OUTSIDE',
  ].join('  ');

/** Returns the row of a check against field studies, for a terminal. */
const toLine = ({ title, unit, value, band: [low, high] }: FieldResult): string =>
  [
    title.padEnd(66),
    `${value.toFixed(2)} ${unit}`.trim().padStart(8),
    `${low.toFixed(2)} to ${high.toFixed(2)} ${unit}`.trim(),
    value >= low && value <= high ? 'inside' : 'OUTSIDE',
  ].join('  ');

console.log('ANSI/ASHRAE Standard 140-2020, Denver TMY3; bands are the results of its example programs.');
const all: CaseRow[] = [];
for (const name of caseNames) {
  const year = simulateCase(name);
  const rows = toCaseRows(name, judge(name, year));
  const [heat, water] = [year.balance, year.vapour].map((each) => missingOf(each).toExponential(1));
  console.log(rows.map(toText).join('\n'));
  console.log(`${name.padEnd(6)}  balance ${heat} of all heat and ${water} of all water that moved`);
  writeFileSync(new URL(`pictures/case-${name}.svg`, docs), drawCase(rows));
  all.push(...rows);
}
const page = new URL('physics.md', docs);
writeFileSync(page, withCaseTable(readFileSync(page, 'utf8'), all));
console.log('The demo house beside field studies, which docs/physics.md cites.');
for (const result of [...findSeasonalPerformance(readWeather('600')), ...findRecovery()])
  console.log(toLine(result));
