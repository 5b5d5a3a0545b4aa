import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { wrongUsage } from '../failure.ts';
import type { Io } from '../io/io.ts';

/** Returns the file with the consents of the user of this machine (XDG Base Directory Specification). */
export const consentsFile = ({ env }: Pick<Io, 'env'>): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'plenum', 'listen.json');

type Consents = Readonly<Record<string, string>>;

const read = (file: string): Consents => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return JSON.parse(text) as Consents;
  } catch {
    throw wrongUsage(`${file} is not JSON. Delete it; plenum listen then asks again.`);
  }
};

/** Returns the refresh token of a consent; undefined if there is none. */
export function readConsent(file: string, key: string): string | undefined {
  const token: unknown = read(file)[key];
  return typeof token === 'string' ? token : undefined;
}

/** Stores the refresh token of a consent, or deletes it, completely or not at all. Only the user can read the file. */
export function storeConsent(file: string, key: string, token: string | undefined): void {
  const { [key]: _, ...others } = read(file);
  const consents = token === undefined ? others : { ...others, [key]: token };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(consents, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  renameSync(`${file}.new`, file);
}
