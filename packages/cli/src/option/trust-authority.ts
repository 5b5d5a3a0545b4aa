import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { failed } from '../failure.ts';

/**
 * Trusts the certificate authorities of a PEM file in this process, in addition to the usual ones, both for requests
 * over https and for the WebSocket to a cloud. NODE_EXTRA_CA_CERTS does the same, but only prints a warning if its file
 * cannot be read.
 */
export function trustAuthority(file: string): void {
  try {
    const pem = readFileSync(file, 'utf8');
    new X509Certificate(pem);
    setDefaultCACertificates([...getCACertificates('default'), pem]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code?.startsWith('E') && !code.startsWith('ERR_') ? code : message;
    throw failed(`--cloud-ca: ${file} is not the PEM file of a certificate authority (${why}).`);
  }
}
