import type { AuditLine } from '@plenum/cloud';
import type { Table } from '../io/table.ts';

const toTime = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const toFacts = (facts: AuditLine['facts']) =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** The audit log of a cloud as a table; a deleted account is shown by its id. */
export const toAuditTable = (lines: readonly AuditLine[]): Table => ({
  head: ['Time (UTC)', 'Act', 'Account', 'Address', 'About'],
  rows: lines.map(({ at, act, email, accountId = '', address, facts }) => [
    toTime(at),
    act,
    email ?? accountId,
    address,
    toFacts(facts),
  ]),
  cutLast: true,
});
