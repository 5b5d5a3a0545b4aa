import { readFileSync } from 'node:fs';
import { Option } from 'commander';
import { failed, wrongUsage } from '../failure.ts';
import type { Io } from '../io/io.ts';

/**
 * The environment variable that contains the key itself. In an option, the key would be visible to other users of the
 * machine.
 */
const variable = 'PLENUM_INSTALLER_KEY';

/** True if a key is a valid header value and too long to be guessed at the rate that a bridge allows. */
export const isStrongKey = (key: string): boolean => /^[\x21-\x7e]{16,}$/.test(key);

export const keyRule = 'a key is 16 or more letters, digits and punctuation marks, without spaces.';

/** Creates the option that names the file with the installer key of a bridge. */
export const installerKeyOption = (description: string): Option =>
  new Option('--installer-key <file>', `${description}; or the key itself in ${variable}`);

const readFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw failed(`--installer-key: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

/** Reads the installer key from the file, otherwise from the environment; undefined if there is none. */
export function readInstallerKey(file: string | undefined, { env }: Io): string | undefined {
  const key = file === undefined ? env[variable] : readFile(file);
  if (key === undefined) return undefined;
  // Refused because no client can send an empty key, which results from an unset variable.
  if (isStrongKey(key)) return key;
  throw wrongUsage(`--installer-key: ${keyRule}`);
}
