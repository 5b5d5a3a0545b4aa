import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { isRecord } from '@plenum/protocol/json';
import { ok, type Reason, type Result, refuse } from '@plenum/protocol/refusal';
import { toPlainText } from '@plenum/protocol/text';
import { dataFiles } from '../store/data-files.ts';

/**
 * A backup of a bridge in one file, encrypted with a passphrase (docs/how-to/back-up.md, "The format of the file"):
 *
 * - 16 bytes: `PLENUM-BACKUP 1` and a newline;
 * - 16 bytes: salt;
 * - 32 bytes: check of the passphrase;
 * - AES-256-GCM of a gzip stream, with the bytes before it as additional data; its nonce is 12 zero bytes, because each
 *   key is used once;
 * - 16 bytes: authentication tag.
 *
 * The stream is a line of JSON (`BackupHead`), then the content of each file. Key and check are the two halves of the 64
 * bytes of scrypt (RFC 7914) over the passphrase in normal form NFKC.
 */
const magic = 'PLENUM-BACKUP ';
const version = 1;
const firstLine = Buffer.from(`${magic}${version}\n`);
const saltBytes = 16;
const checkBytes = 32;
const tagBytes = 16;
const headBytes = firstLine.length + saltBytes + checkBytes;
const algorithm = 'aes-256-gcm';
const nonce = Buffer.alloc(12);
/** 32 MiB of memory, as OWASP recommends for p = 3. */
const cost = { N: 32_768, r: 8, p: 3, maxmem: 67_108_864 };

/** The first line of the content of a backup. */
export interface BackupHead {
  readonly release: string;
  /** Time at which it was made, ms UTC. */
  readonly madeAt: number;
  readonly systemId: string;
  /** The name of the house. */
  readonly house: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

const toKeys = async (passphrase: string, salt: Buffer) => {
  const both = await derive(passphrase.normalize('NFKC'), salt, 32 + checkBytes, cost);
  return { key: both.subarray(0, 32), check: both.subarray(32) };
};

const unusable = (reason: Reason) => refuse('unusable-backup', { facts: reason });

async function* contentOf(folder: string, head: BackupHead): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  for (const { path } of head.files) yield* createReadStream(join(folder, path));
}

/** Writes the files of a folder as an encrypted backup, durable when it resolves. Throws system errors. */
export async function writeBackup(
  file: string,
  { folder, head, passphrase }: { folder: string; head: BackupHead; passphrase: string },
): Promise<void> {
  const salt = randomBytes(saltBytes);
  const { key, check } = await toKeys(passphrase, salt);
  const clear = Buffer.concat([firstLine, salt, check]);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(clear);
  await pipeline(
    contentOf(folder, head),
    createGzip(),
    cipher,
    async function* (encrypted) {
      yield clear;
      yield* encrypted;
      yield cipher.getAuthTag();
    },
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
}

/** Files of a data folder that belong to a bridge. A backup contains no others. */
export const isOwnFile = (path: string): boolean =>
  path === dataFiles.store || path === dataFiles.key || /^matter(?:\/[\w-][\w.-]{0,80}){1,4}$/.test(path);

const maxFiles = 1_000;
const maxHead = 262_144;

const isFile = (file: unknown): boolean =>
  isRecord(file) &&
  typeof file.path === 'string' &&
  isOwnFile(file.path) &&
  Number.isSafeInteger(file.bytes) &&
  (file.bytes as number) >= 0;

const parseHead = (line: string): BackupHead | undefined => {
  try {
    const head = JSON.parse(line) as Partial<Record<keyof BackupHead, unknown>> | null;
    const isHead =
      isRecord(head) &&
      Number.isSafeInteger(head.madeAt) &&
      [head.release, head.systemId, head.house].every(
        (one) => typeof one === 'string' && one.length <= 100,
      ) &&
      Array.isArray(head.files) &&
      head.files.length <= maxFiles &&
      head.files.every(isFile) &&
      head.files.some(({ path }) => path === dataFiles.store);
    if (!isHead) return undefined;
    const { release, madeAt, systemId, house, files } = head as BackupHead;
    return {
      release: toPlainText(release),
      madeAt,
      systemId: toPlainText(systemId),
      house: toPlainText(house),
      files,
    };
  } catch {
    return undefined;
  }
};

/** Thrown for content that is not what `contentOf` makes, or is too large. */
class WrongContent extends Error {}

/** Returns a function that writes the content of a backup to a folder, and then its head. */
const createWriter = (folder: string, most: number) => {
  let head: BackupHead | undefined;
  let line = Buffer.alloc(0);
  let place = -1;
  let left = 0;
  let handle: FileHandle | undefined;
  const next = async (): Promise<void> => {
    while (left === 0) {
      await handle?.sync();
      await handle?.close();
      handle = undefined;
      const file = head!.files[++place];
      if (file === undefined) return;
      await mkdir(dirname(join(folder, file.path)), { recursive: true, mode: 0o700 });
      handle = await open(join(folder, file.path), 'wx', 0o600);
      left = file.bytes;
    }
  };
  const writeFiles = async (chunk: Buffer): Promise<void> => {
    for (let rest = chunk; rest.length > 0; ) {
      if (handle === undefined) throw new WrongContent('content after the last file');
      const part = rest.subarray(0, left);
      await handle.writeFile(part);
      left -= part.length;
      rest = rest.subarray(part.length);
      if (left === 0) await next();
    }
  };
  const begin = async (chunk: Buffer): Promise<void> => {
    line = Buffer.concat([line, chunk]);
    const end = line.indexOf('\n');
    if (end === -1 && line.length <= maxHead) return;
    head = end === -1 ? undefined : parseHead(line.subarray(0, end).toString());
    if (head === undefined) throw new WrongContent('no list of files');
    if (head.files.reduce((sum, { bytes }) => sum + bytes, 0) > most) throw new WrongContent('too large');
    await next();
    await writeFiles(line.subarray(end + 1));
  };
  return {
    write: async (content: AsyncIterable<Buffer>): Promise<void> => {
      try {
        for await (const chunk of content) await (head === undefined ? begin(chunk) : writeFiles(chunk));
        if (head === undefined || handle !== undefined) throw new WrongContent('incomplete');
      } finally {
        await handle?.close();
      }
    },
    head: () => head!,
  };
};

/** True for errors about the content of a file: its encryption, its compression, or its files. */
const isDamage = (error: unknown): boolean => {
  if (error instanceof WrongContent) return true;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return code.startsWith('Z_') || /unable to authenticate data/.test(message);
};

const readHead = async (
  file: string,
): Promise<{ readonly clear: Buffer; readonly bytes: number; tag: Buffer }> => {
  await using handle = await open(file);
  const { size: bytes } = await handle.stat();
  const clear = Buffer.alloc(headBytes);
  await handle.read(clear, 0, headBytes, 0);
  const tag = Buffer.alloc(tagBytes);
  await handle.read(tag, 0, tagBytes, Math.max(0, bytes - tagBytes));
  return { clear, bytes, tag };
};

/**
 * Decrypts a backup into an empty folder. `most` is the maximum size of its files, in bytes. If it is refused, the folder
 * has an unknown part of the files. Throws system errors.
 */
export async function readBackup(
  file: string,
  { folder, passphrase, most }: { folder: string; passphrase: string; most: number },
): Promise<Result<BackupHead>> {
  const { clear, bytes, tag } = await readHead(file);
  if (!clear.subarray(0, firstLine.length).equals(firstLine))
    return unusable({ reason: clear.toString('latin1').startsWith(magic) ? 'backup-newer' : 'not-a-backup' });
  if (bytes <= headBytes + tagBytes) return unusable({ reason: 'backup-damaged' });
  const [salt, check] = [
    clear.subarray(firstLine.length, firstLine.length + saltBytes),
    clear.subarray(firstLine.length + saltBytes),
  ];
  const keys = await toKeys(passphrase, salt);
  if (!timingSafeEqual(keys.check, check)) return unusable({ reason: 'wrong-passphrase' });
  const decipher = createDecipheriv(algorithm, keys.key, nonce).setAAD(clear).setAuthTag(tag);
  const encrypted = createReadStream(file, { start: headBytes, end: bytes - tagBytes - 1 });
  const writer = createWriter(folder, most);
  try {
    await pipeline(encrypted, decipher, createGunzip(), writer.write);
    return ok(writer.head());
  } catch (error) {
    if (isDamage(error)) return unusable({ reason: 'backup-damaged' });
    throw error;
  }
}
