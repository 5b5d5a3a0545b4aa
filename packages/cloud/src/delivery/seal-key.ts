import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@plenum/machine';
import type { Chance } from './chance.ts';
import { keyBytes } from './seal.ts';

const readKey = (file: string): Buffer | undefined => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes) throw new Error(`${file} holds no key of ${keyBytes} bytes`);
  return key;
};

/** The key of a data folder that seals secrets in its store, made at first: 32 bytes in base64, readable to us alone. */
export const readSealKey = (folder: string, chance: Chance): Buffer => {
  const file = join(folder, 'endpoint.key');
  const kept = readKey(file);
  if (kept !== undefined) return kept;
  makeFolder(folder);
  const draft = join(folder, `endpoint.key.${chance.uuid()}`);
  writeFileSync(draft, `${chance.bytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    // A link is made whole or not at all, and not over a key another process made meanwhile.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readKey(file)!;
};
