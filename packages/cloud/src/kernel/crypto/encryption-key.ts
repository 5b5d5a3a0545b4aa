import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@plenum/platform';
import { cloudFailures } from '../failure/failure.ts';
import { keyBytes } from './encryption.ts';
import type { Random } from './random.ts';

const keyFile = (folder: string) => join(folder, 'endpoint.key');

const readKey = (file: string): Buffer | undefined => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cloudFailures.error(
      'endpoint-key-unusable',
      { file, why: (error as NodeJS.ErrnoException).code ?? String(error) },
      error,
    );
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes)
    throw cloudFailures.error('endpoint-key-unusable', {
      file,
      why: `it does not contain a key of ${keyBytes} bytes`,
    });
  return key;
};

/** Reads `endpoint.key` in a data folder; undefined if the first start has not created it yet. */
export const findEncryptionKey = (folder: string): Buffer | undefined => readKey(keyFile(folder));

/**
 * Reads `endpoint.key` in a data folder, the key that encrypts secrets in the store: 32 bytes in base64. The first
 * start creates it, readable only to its owner.
 */
export function readEncryptionKey(folder: string, random: Random): Buffer {
  const file = keyFile(folder);
  const stored = readKey(file);
  if (stored !== undefined) return stored;
  makeFolder(folder);
  const draft = join(folder, `endpoint.key.${random.uuid()}`);
  writeFileSync(draft, `${random.bytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    // Linking is atomic and does not replace a key that another process has created in the meantime.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readKey(file)!;
}
