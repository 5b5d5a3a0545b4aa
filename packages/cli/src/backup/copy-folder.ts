import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupHead } from '@plenum/bridge';
import { copyStore, isInUse, makeFolder, sqlite, sqliteCode, sqliteWords } from '@plenum/platform';
import { isRecord } from '@plenum/protocol/json';
import { toSentence } from '@plenum/protocol/refusal';
import { toPlainText } from '@plenum/protocol/text';
import about from '../../package.json' with { type: 'json' };
import { failed } from '../failure.ts';

/** The format that release 0.1.0 writes. */
const format = 2;

/** The list of a backup's contents, stored in its file `plenum-backup.json`. */
export interface BackupList {
  /** The version of this list and of the layout of the backup. */
  readonly format: typeof format;
  readonly release: string;
  /** Time at which the backup was created, ISO 8601. */
  readonly madeAt: string;
  /** The SHA-256 of each file, by its path in the folder. */
  readonly files: Readonly<Record<string, string>>;
}

const listFile = 'plenum-backup.json';
/** matter.js stores its data in a `.db` file (decisions/031). */
const isStore = (path: string) => /\.(sqlite|db)$/.test(path);
/**
 * Files that only a running process needs: locks, probes, and write-ahead logs, whose content the copy of the database
 * already includes.
 */
const isPassing = (path: string) =>
  /(-wal|-shm|-journal|\.lock|\.pid|\.partial)$|(^|[/\\])\.probe-|^(restore|backup)\.[a-z]+([/\\]|$)/.test(
    path,
  );

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !isPassing(path))
    .toSorted();

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0;

const isInside = (folder: string, other: string) =>
  !relative(resolve(other), resolve(folder)).startsWith('..');

/** Copies a database, or fails with a sentence if it is damaged. */
const copyDatabase = async (from: string, to: string): Promise<void> => {
  try {
    await copyStore(from, to);
  } catch (error) {
    const code = sqliteCode(error);
    if (code !== sqlite.NOTADB && code !== sqlite.CORRUPT) throw error;
    throw failed(`${from} cannot be copied, because the database is damaged (${sqliteWords(error)}).`);
  }
};

/**
 * Copies a file. Databases are copied with SQLite's backup, other files byte by byte. Only the owner may read the copy.
 */
const copyFile = async (from: string, to: string): Promise<void> => {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  if (isStore(from)) await copyDatabase(from, to);
  else copyFileSync(from, to);
  chmodSync(to, 0o600);
};

/**
 * Creates a folder completely or not at all: it is filled under another name and then renamed. An empty folder that
 * already exists, such as the volume of a container, cannot be replaced, so each file is moved into it in one step.
 */
export async function makeWhole(folder: string, fill: (partial: string) => Promise<void>): Promise<void> {
  const isThere = existsSync(folder);
  const partial = isThere ? join(folder, '.partial') : `${folder.replace(/[/\\]+$/, '')}.partial`;
  if (existsSync(partial))
    throw failed(
      `${partial} is left over from an interrupted copy, or another copy is running; remove it if none is.`,
    );
  try {
    makeFolder(partial, 0o700);
    await fill(partial);
    if (!isThere) return renameSync(partial, folder);
    for (const name of readdirSync(partial)) renameSync(join(partial, name), join(folder, name));
    rmSync(partial, { recursive: true });
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Refuses a folder for new data if it is not empty. */
export function refuseFull(folder: string): void {
  if (!isEmpty(folder)) throw failed(`${folder} is not empty; name a new folder.`);
}

/** Writes the list of a backup's files next to those files. */
export async function writeList(folder: string, now: number): Promise<BackupList> {
  const files: Record<string, string> = {};
  for (const path of filesIn(folder)) files[path] = await hashOf(join(folder, path));
  const list: BackupList = { format, release: about.version, madeAt: new Date(now).toISOString(), files };
  writeFileSync(join(folder, listFile), `${JSON.stringify(list, undefined, 2)}\n`, { mode: 0o600 });
  return list;
}

/** A release or a time. The command line prints both. */
const shortText = /^[\w.:+-]{1,40}$/;

/** Reads the list of files of a backup; undefined if the text is not a valid list. */
const parseList = (text: string): BackupList | undefined => {
  try {
    const list = JSON.parse(text) as Partial<Record<keyof BackupList, unknown>> | null;
    const isList =
      isRecord(list?.files) &&
      typeof list.format === 'number' &&
      [list.release, list.madeAt].every((text) => typeof text === 'string' && shortText.test(text));
    return isList ? (list as BackupList) : undefined;
  } catch {
    return undefined;
  }
};

/** Returns a path as all systems understand it: Windows writes other separators. */
const toSlashes = (path: string): string => path.replaceAll('\\', '/');

/** True if a path is a file. Opening a pipe would block until another program writes to it. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Reads the list of files of a backup; checks that each file exists and matches its hash. */
export async function readList(folder: string): Promise<BackupList> {
  const file = join(folder, listFile);
  if (!isFile(file)) throw failed(`${folder} was not made by plenum backup: it has no ${listFile}.`);
  const list = parseList(readFileSync(file, 'utf8'));
  if (list === undefined) throw failed(`${file} is not what plenum backup wrote; use another copy.`);
  if (list.format < format)
    throw failed(
      `${folder} was made by a build before the first release, 0.1.0, and cannot be restored; start with a new data folder.`,
    );
  if (list.format !== format)
    throw failed(`${folder} was made by a newer release (${list.release}); restore it with that one.`);
  const existing = new Set(filesIn(folder).map(toSlashes));
  for (const [path, hash] of Object.entries(list.files)) {
    const place = join(folder, toSlashes(path));
    if (!existing.has(toSlashes(path)) || (await hashOf(place)) !== hash)
      throw failed(`${toPlainText(place)} is not what plenum backup wrote; use another copy.`);
  }
  return list;
}

/** Copies the data folder of a bridge, a cloud or both while they run; returns the list of its files. */
export async function backUpFolder(data: string, to: string, now: number): Promise<BackupList> {
  if (!existsSync(data) || !statSync(data).isDirectory() || !filesIn(data).some(isStore))
    throw failed(
      `There is no bridge or cloud data in ${data}; use --data to name the folder that contains it.`,
    );
  if (isInside(to, data))
    throw failed(`${to} is in ${data} itself; name a folder elsewhere, preferably on another disk.`);
  refuseFull(to);
  let list: BackupList | undefined;
  await makeWhole(to, async (partial) => {
    for (const path of filesIn(data)) await copyFile(join(data, path), join(partial, path));
    list = await writeList(partial, now);
  });
  return list!;
}

/** Refuses to restore into a folder that contains data, even if no process uses it. */
const refuseData = (data: string): void => {
  if (isEmpty(data)) return;
  const used = filesIn(data)
    .filter(isStore)
    .find((path) => isInUse(join(data, path)));
  throw failed(
    used === undefined
      ? `${data} already has data, which was left unchanged; move it away, or name a new folder.`
      : `${data} is in use by a running bridge or cloud; stop it and move the folder away, or name a new one.`,
  );
};

/** True if a copy is one file, as bridges make it, rather than a folder. */
export const isBackupFile = (path: string): boolean => isFile(path);

/** Restores a data folder from an encrypted backup of a bridge. Refuses a folder that contains data. */
export async function restoreFile(from: string, data: string, passphrase: string): Promise<BackupHead> {
  const { readBackup } = await import('@plenum/bridge');
  refuseData(data);
  let head: BackupHead | undefined;
  await makeWhole(data, async (folder) => {
    const read = await readBackup(from, { folder, passphrase, most: Number.POSITIVE_INFINITY });
    if (!read.ok) throw failed(toSentence(read.refusal));
    head = read.value;
  });
  return head!;
}

/** Restores a data folder from a backup. Refuses a folder that contains data. */
export async function restoreFolder(from: string, data: string): Promise<BackupList> {
  const list = await readList(from);
  const paths = Object.keys(list.files).map(toSlashes);
  if (!paths.some(isStore)) throw failed(`${from} is the copy of a database; name it with --database-url.`);
  refuseData(data);
  await makeWhole(data, async (partial) => {
    for (const path of paths) await copyFile(join(from, path), join(partial, path));
  });
  return list;
}
