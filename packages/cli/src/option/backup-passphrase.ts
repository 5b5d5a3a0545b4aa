import { readFileSync } from 'node:fs';
import { passphraseLength } from '@plenum/protocol/extension';
import { Option } from 'commander';
import { failed, wrongUsage } from '../failure.ts';
import type { Io } from '../io/io.ts';

/** The environment variable that contains the passphrase itself, which other users would see in an option. */
const variable = 'PLENUM_BACKUP_PASSPHRASE';

/** Creates the option that names the file with the passphrase of backups. */
export const backupPassphraseOption = (description: string): Option =>
  new Option('--backup-passphrase <file>', `${description}; or the passphrase itself in ${variable}`);

const readFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw failed(`--backup-passphrase: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

/** Reads the passphrase from the file, otherwise from the environment; undefined if there is none. */
export function readBackupPassphrase(file: string | undefined, { env }: Io): string | undefined {
  const passphrase = file === undefined ? env[variable] : readFile(file);
  if (passphrase === undefined) return undefined;
  const { least, most } = passphraseLength;
  if (passphrase.length >= least && passphrase.length <= most) return passphrase;
  throw wrongUsage(`--backup-passphrase: a passphrase has ${least} to ${most} characters.`);
}
