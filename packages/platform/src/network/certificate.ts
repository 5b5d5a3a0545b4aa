import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Clock, every } from '../clock/clock.ts';

/** The paths of a certificate and its private key: PEM files, the certificate with its intermediates. */
export type CertificateFiles = { readonly cert: string; readonly key: string };

/** The contents of both files. */
interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** The facts of a sentence, in the form that error tables use. */
type Facts = Readonly<Record<string, string | number>>;

/**
 * The reasons why a certificate cannot be used, by code; each sentence includes a remedy. For the error table of a
 * service.
 */
export const certificateFailures = {
  'certificate-unreadable': ({ file, why }: Facts) =>
    `${file} cannot be read (${why}); give the files of a certificate (--tls-cert) and of its key (--tls-key).`,
  'certificate-unusable': ({ cert, key, why }: Facts) =>
    `${cert} and ${key} are not a certificate and its key (${why}); give two PEM files that belong together, the key without a passphrase.`,
};

type CertificateFailureCode = keyof typeof certificateFailures;

interface CertificateDeps {
  readonly clock: Clock;
  readonly log: {
    info(facts: object, sentence: string): void;
    warn(facts: object, sentence: string): void;
  };
  readonly create: (code: CertificateFailureCode, facts: Facts, cause: unknown) => Error;
}

/** A certificate that is reloaded when its files change, until it is disposed of. */
export interface Certificate extends Disposable {
  readonly pair: CertificatePair;
  /** Calls `use` with each new pair. */
  follow(use: (pair: CertificatePair) => void): void;
  /** Time at which the pair in use expires, ms UTC. */
  expiresAt(): number;
}

/**
 * Interval at which the files are read, in ms. They are not watched, because tools that renew certificates replace
 * links and whole folders.
 */
export const certificateInterval = 10_000;

const readPair = (files: CertificateFiles, create: CertificateDeps['create']): CertificatePair => {
  const read = (file: string) => {
    try {
      return readFileSync(file);
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      throw create('certificate-unreadable', { file, why: code === '' ? message : code }, error);
    }
  };
  return { cert: read(files.cert), key: read(files.key) };
};

const checkPair = (
  pair: CertificatePair,
  files: CertificateFiles,
  create: CertificateDeps['create'],
): void => {
  try {
    process.getBuiltinModule('node:tls').createSecureContext({ cert: pair.cert, key: pair.key });
  } catch (error) {
    const { reason, message } = error as { reason?: string; message: string };
    throw create('certificate-unusable', { ...files, why: reason ?? message }, error);
  }
};

/**
 * Reads a certificate and its key, and reads them again every 10 s. Throws if the first pair cannot be used. If a later
 * pair cannot be used, this is logged once, and the previous pair stays in use.
 */
export function openCertificate(files: CertificateFiles, deps: CertificateDeps): Certificate {
  const { clock, log, create } = deps;
  const pair = readPair(files, create);
  checkPair(pair, files, create);
  let expiresAt = 0;
  const reportExpiry = ({ cert }: CertificatePair) => {
    const { validTo } = new X509Certificate(cert);
    expiresAt = Date.parse(validTo);
    if (expiresAt <= clock.now())
      log.warn({ cert: files.cert, validTo }, 'the certificate has expired; clients refuse it');
  };
  reportExpiry(pair);
  const users = new Set<(pair: CertificatePair) => void>();
  let last = pair;
  let complaint = '';
  const reload = () => {
    try {
      const next = readPair(files, create);
      if (next.cert.equals(last.cert) && next.key.equals(last.key)) return;
      checkPair(next, files, create);
      for (const use of users) use(next);
      last = next;
      complaint = '';
      log.info(files, 'the certificate was replaced');
      reportExpiry(next);
    } catch (error) {
      const { message } = error as Error;
      if (message !== complaint)
        log.warn({ err: error }, 'the new certificate cannot be used; the old one stays in use');
      complaint = message;
    }
  };
  const cancel = every(clock, certificateInterval, reload);
  return {
    pair,
    follow: (use) => void users.add(use),
    expiresAt: () => expiresAt,
    [Symbol.dispose]: cancel,
  };
}
