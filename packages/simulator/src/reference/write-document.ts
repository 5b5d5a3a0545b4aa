import { readFileSync, writeFileSync } from 'node:fs';
import { caseNames } from './bands.ts';
import { type CaseRow, toCaseRows, withCaseTable } from './case-table.ts';
import { drawCase } from './draw-case.ts';
import { judge, simulateCase } from './judge.ts';

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

console.log('ANSI/ASHRAE Standard 140-2020, Denver TMY3; bands are the results of its example programs.');
const all: CaseRow[] = [];
for (const name of caseNames) {
  const year = simulateCase(name);
  const rows = toCaseRows(name, judge(name, year));
  const { net, amount, stored } = year.balance;
  console.log(rows.map(toText).join('\n'));
  console.log(
    `${name.padEnd(6)}  balance ${((net - stored) / amount).toExponential(1)} of all heat that moved`,
  );
  writeFileSync(new URL(`pictures/case-${name}.svg`, docs), drawCase(rows));
  all.push(...rows);
}
const page = new URL('physics.md', docs);
writeFileSync(page, withCaseTable(readFileSync(page, 'utf8'), all));
