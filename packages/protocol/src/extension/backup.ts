import { endpointsCountedAs } from '../endpoint/bridge-endpoint.ts';
import type { AnswerOf } from '../endpoint/endpoint.ts';
import { listOf, open, orNull, type ShapeValue } from '../endpoint/shape.ts';
import { bool, instant, number, record, text, word } from '../field/make.ts';

/** The parts of a bridge's data that a restore may change. */
export const backupParts = [
  'system-id',
  'house',
  'history',
  'groups',
  'tariff',
  'exceptions',
  'comfort',
  'time-zone',
  'setup',
  'notifications',
  'cloud',
  'matter',
] as const;
export type BackupPart = (typeof backupParts)[number];

/** The length of a passphrase, in characters. */
export const passphraseLength = { least: 12, most: 200 } as const;

/** The size of a piece of an uploaded file, in bytes, so that each piece arrives within the timeout of a request. */
export const uploadPiece = 1_048_576;

const passphrase = text('the passphrase of the backup', {
  pattern: `^[^\\u0000-\\u001f\\u007f]{${passphraseLength.least},${passphraseLength.most}}$`,
  expected: `a passphrase of ${passphraseLength.least} to ${passphraseLength.most} characters`,
  example: 'four words chosen by you',
});

const schedule = open(
  'The copies that the bridge makes every day.',
  {
    folder: text('the folder for the copies'),
    copies: number('how many copies are kept', { min: 1 }),
    last: instant('when the last copy was made'),
    why: text('why the last attempt failed; missing if it did not'),
  },
  { optional: ['last', 'why'] },
);

const changes = open('What a restore changes.', {
  madeAt: instant('when the backup was made'),
  release: text('the release that made it'),
  house: text('the name of its house'),
  systemId: open('The 9-digit id of the bridge.', { now: text('now'), restored: text('after the restore') }),
  recordedTo: open('The time to which the history is recorded; null if it is empty.', {
    now: orNull(instant('now')),
    restored: orNull(instant('after the restore')),
  }),
  lostEvents: number('the number of events of the history that are not in the backup', { min: 0 }),
  parts: listOf('the parts that differ', word('a part of the data', backupParts)),
});

const { get, post } = endpointsCountedAs('backup');
const at = 1_767_225_600_000;
const forInstaller = ['installer-key-required', 'installer-only', 'not-available'] as const;
const toRestore = [...forInstaller, 'read-only', 'unusable-backup', 'not-stored'] as const;

/** Endpoints for backups of a bridge, all for installers (decisions/030). They do not exist through a cloud. */
export const backupEndpoints = {
  readBackups: get('/backup', {
    summary: 'Read whether the bridge can be restored, its scheduled copies, and what can be undone.',
    description: 'For installers.',
    answer: open(
      'The backups.',
      {
        canRestore: bool('whether the bridge can restart itself with restored data'),
        schedule,
        replacedAt: instant('when data was replaced by a restore that can still be undone'),
      },
      { optional: ['schedule', 'replacedAt'] },
    ),
    example: { canRestore: true, schedule: { folder: '/backup', copies: 7, last: at } },
    refusals: ['installer-key-required', 'installer-only'],
  }),
  createBackup: post('/backup', {
    summary: 'Download a backup of all data of the bridge, encrypted with a passphrase.',
    description: 'For installers. Without the passphrase nobody can read the file.',
    body: record('the passphrase', { passphrase }),
    file: 'answer',
    refusals: [...forInstaller, 'not-stored'],
  }),
  uploadBackup: post('/backup/upload', {
    summary: 'Upload the next piece of a backup.',
    description: `For installers. The body is at most ${uploadPiece} bytes of the file, and \`at\` is its place in the file. A piece at 0 begins a new upload.`,
    query: open('the place of the piece', { at: number('bytes before the piece', { min: 0 }) }),
    file: 'body',
    refusals: [...toRestore, 'too-large', 'wrong-type'],
  }),
  openBackup: post('/backup/open', {
    summary: 'Check the uploaded backup, and read what a restore would change.',
    description: 'For installers. Changes nothing.',
    body: record('the passphrase', { passphrase }),
    answer: changes,
    example: {
      madeAt: at,
      release: '0.1.0',
      house: 'Demo',
      systemId: { now: '000000001', restored: '000000001' },
      recordedTo: { now: at + 86_400_000, restored: at },
      lostEvents: 12,
      parts: ['history', 'groups'],
    },
    refusals: toRestore,
  }),
  restoreBackup: post('/backup/restore', {
    summary: 'Restart the bridge with the data of the opened backup.',
    description:
      'For installers. The replaced data is kept until the next start of the bridge. If the bridge cannot start with the restored data, it returns to the replaced data.',
    body: record('the backup that was opened, so that no other one is restored', {
      madeAt: instant('when it was made'),
    }),
    refusals: toRestore,
  }),
  undoRestore: post('/backup/undo', {
    summary: 'Restart the bridge with the data that the last restore replaced.',
    description: 'For installers.',
    body: record('the restore to undo', { replacedAt: instant('when it replaced the data') }),
    refusals: toRestore,
  }),
} as const;

/** The response of `GET /backup`. */
export type BackupsAnswer = AnswerOf<typeof backupEndpoints.readBackups>;
/** The changes that a restore would make. */
export type BackupChanges = ShapeValue<typeof changes>;
