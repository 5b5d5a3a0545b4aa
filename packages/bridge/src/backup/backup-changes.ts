import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openToRead, sqliteCode } from '@plenum/platform';
import type { BackupChanges, BackupPart } from '@plenum/protocol/extension';
import { ok, type Reason, type Result, refuse } from '@plenum/protocol/refusal';
import { houseOf } from '../house/claim-house.ts';
import { identityKey } from '../house/identity.ts';
import { dataFiles } from '../store/data-files.ts';
import { storeFile } from '../store/open-store.ts';
import { applicationId, bridgeSchema, latestOf } from '../store/schema.ts';
import { createSettings } from '../store/settings.ts';
import type { BackupHead } from './backup-file.ts';

/** The settings of a store that a backup lists as separate parts. Others belong to the house or the history. */
const settingsOf: Partial<Record<BackupPart, readonly string[]>> = {
  'system-id': [identityKey],
  groups: ['room-groups'],
  tariff: ['tariff'],
  exceptions: ['favourite-exceptions', 'favourite-weeks'],
  comfort: ['comfort', 'automation'],
  'time-zone': ['time-zone'],
  setup: ['setup-visit', 'damper-tests'],
  notifications: ['push-subscriptions', 'push-keys'],
};

const textOf = (db: DatabaseSync, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => db.prepare('SELECT value FROM setting WHERE name = ?').get(name)));

const rowsOf = (db: DatabaseSync, sql: string): string => JSON.stringify(db.prepare(sql).all());

const houseState =
  "SELECT 'journal', seq, body FROM journal UNION ALL SELECT 'snapshot', seq, state FROM snapshot";

const number = (db: DatabaseSync, sql: string): number | null =>
  (db.prepare(sql).get() as { n: number | null }).n;

const recordedTo = (db: DatabaseSync): number | null => number(db, 'SELECT max(at) AS n FROM history');
const lastEvent = (db: DatabaseSync): number => number(db, 'SELECT max(seq) AS n FROM history_event') ?? 0;

const keyOf = (folder: string): string => {
  const file = join(folder, dataFiles.key);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

const pragma = (db: DatabaseSync, name: string): unknown =>
  Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];

/** Refuses a store that the restarted bridge would refuse. */
const checkStore = (db: DatabaseSync, current: DatabaseSync): Result<undefined> => {
  const unusable = (facts: Reason) => refuse('unusable-backup', { facts });
  if (pragma(db, 'application_id') !== applicationId) return unusable({ reason: 'not-a-backup' });
  const version = Number(pragma(db, 'user_version'));
  if (version > latestOf(bridgeSchema)) return unusable({ reason: 'backup-newer' });
  if (version < bridgeSchema.first || pragma(db, 'integrity_check') !== 'ok')
    return unusable({ reason: 'backup-damaged' });
  const [house, here] = [houseOf(db), houseOf(current)];
  if (house?.parts !== here?.parts)
    return unusable({ reason: 'backup-of-another-house', house: house?.name ?? '' });
  return ok(undefined);
};

/** Returns what changes if the data in `opened` replaces that of a bridge; refuses data that it cannot start with. */
export function findChanges(
  { folder, db }: { readonly folder: string; readonly db: DatabaseSync },
  opened: string,
  { madeAt, release, house }: BackupHead,
): Result<BackupChanges> {
  let then: DatabaseSync | undefined;
  try {
    then = openToRead(storeFile(opened));
    const other = then;
    const checked = checkStore(other, db);
    if (!checked.ok) return checked;
    const differs: Partial<Record<BackupPart, boolean>> = {
      house: rowsOf(db, houseState) !== rowsOf(other, houseState),
      history: recordedTo(db) !== recordedTo(other) || lastEvent(db) !== lastEvent(other),
      cloud: keyOf(folder) !== keyOf(opened),
      matter: existsSync(join(folder, 'matter')) || existsSync(join(opened, 'matter')),
    };
    for (const [part, names] of Object.entries(settingsOf))
      differs[part as BackupPart] = textOf(db, names) !== textOf(other, names);
    const idOf = (of: DatabaseSync) => String(createSettings(of).read(identityKey) ?? '');
    return ok({
      madeAt,
      release,
      house,
      systemId: { now: idOf(db), restored: idOf(other) },
      recordedTo: { now: recordedTo(db), restored: recordedTo(other) },
      lostEvents: Math.max(0, lastEvent(db) - lastEvent(other)),
      parts: (Object.keys(differs) as BackupPart[]).filter((part) => differs[part]),
    });
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return refuse('unusable-backup', { facts: { reason: 'backup-damaged' } });
  } finally {
    then?.close();
  }
}
