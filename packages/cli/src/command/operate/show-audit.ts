import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditLine, type AuditLog, openAuditLog, storeFile } from '@plenum/cloud';
import { toPlainJson } from '@plenum/protocol/text';
import { failed } from '../../failure.ts';
import type { Io } from '../../io/io.ts';
import { type Table, toLines } from '../../io/table.ts';
import { defaultStoreFolder, type StoreOptions } from '../../option/store-options.ts';

export interface AuditOptions extends Partial<StoreOptions> {
  readonly account?: string;
  /** In ms since 1970 UTC. */
  readonly since?: number;
  readonly json?: true;
}

const findOrFail = async (log: AuditLog, account: string | undefined): Promise<string | undefined> => {
  if (account === undefined) return undefined;
  const accountId = await log.findAccount(account);
  if (accountId !== undefined) return accountId;
  throw failed(
    `There is no account ${JSON.stringify(account)} here; to find a deleted account, give its id, which is in the log.`,
  );
};

const toTime = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const toFacts = (facts: AuditLine['facts']) =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Returns the audit log of a cloud as a table; a deleted account is shown by its id. */
const toAuditTable = (lines: readonly AuditLine[]): Table => ({
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

export async function showAudit(options: AuditOptions, io: Io): Promise<void> {
  const { databaseUrl, data } = options;
  await using log = await openAuditLog(
    databaseUrl === undefined ? { dataDir: findStore(data, io) } : { databaseUrl },
  );
  const accountId = await findOrFail(log, options.account);
  const lines = log.lines({ accountId, since: options.since });
  if (options.json) {
    for await (const { at, ...line } of lines)
      io.out(toPlainJson({ at: new Date(at).toISOString(), ...line }));
    return;
  }
  const all: AuditLine[] = [];
  for await (const line of lines) all.push(line);
  if (all.length === 0) return io.err('No entries match.');
  for (const line of toLines(toAuditTable(all), io)) io.out(line);
}

/** Returns the folder of a cloud's store: the given folder, or its subfolder `cloud`, which `plenum start` creates. */
const findIn = (folder: string): string | undefined =>
  [folder, join(folder, 'cloud')].find((each) => existsSync(storeFile(each)));

/** Returns the stores in `data`: first the store of `plenum cloud`, then the store of `plenum start`. */
const findMade = (): readonly string[] => {
  if (!existsSync('data')) return [];
  const others = readdirSync('data').map((name) => findIn(join('data', name)));
  const found = [findIn(defaultStoreFolder), ...others.sort()];
  return [...new Set(found.filter((folder) => folder !== undefined))];
};

/**
 * Returns the folder of the store to read: the given one, or the store of a cloud that was started in this folder. If
 * there are several, returns the first and lists the others on standard error.
 */
function findStore(named: string | undefined, io: Io): string {
  if (named !== undefined) return findIn(named) ?? named;
  const [first, ...others] = findMade();
  if (others.length > 0)
    io.err(`This is the log of ${first}; use --data for that of ${others.join(' or ')}.`);
  return first ?? defaultStoreFolder;
}
