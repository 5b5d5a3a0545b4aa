import type { CertificateFiles } from '@plenum/platform';
import type { Command } from 'commander';
import { wrongUsage } from '../failure.ts';
import { option } from './option.ts';

export interface TlsOptions {
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

export const addTlsOptions = (command: Command): Command =>
  command
    .addOption(
      option(
        '--tls-cert <file>',
        'TLS_CERT',
        'serve https with the certificate in this PEM file; read again when it changes',
      ),
    )
    .addOption(option('--tls-key <file>', 'TLS_KEY', 'PEM file of the key of that certificate'));

/** Returns the files of the certificate; undefined without TLS. */
export function toCertificateFiles({ tlsCert: cert, tlsKey: key }: TlsOptions): CertificateFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw wrongUsage('TLS needs both files: --tls-cert for the certificate and --tls-key for its key.');
  return { cert, key };
}
