import { readFileSync } from 'node:fs';
import { cloudFailures, type SmtpConfig } from '@plenum/cloud';
import { failed } from '../failure.ts';
import type { Io } from '../io/io.ts';

const readSecretFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw failed(`PLENUM_SMTP_URL_FILE: ${(error as Error).message}.`);
  }
};

/**
 * Reads the URL of the mail server from the environment: it contains a password, which other users of a machine could
 * see in an option. `PLENUM_SMTP_URL_FILE` is the path of a file that contains the URL.
 */
export function readSmtp({
  PLENUM_SMTP_URL: given,
  PLENUM_SMTP_URL_FILE: file,
  PLENUM_SMTP_FROM: from,
}: Io['env']): SmtpConfig | undefined {
  const url = given || (file ? readSecretFile(file) : undefined);
  if (!url && !from) return undefined;
  if (!url || !from) throw cloudFailures.error('smtp-incomplete');
  return { url, from };
}
