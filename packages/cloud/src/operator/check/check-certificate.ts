import { X509Certificate } from 'node:crypto';
import { type CertificateFiles, type Clock, type Finding, openCertificate } from '@plenum/platform';
import { cloudFailures } from '../../kernel/failure/failure.ts';
import { silent } from '../../kernel/log/log.ts';
import { createFindings } from './findings.ts';

const { ok, problem, failed } = createFindings('certificate');

const day = 24 * 3_600_000;
/** Remaining days of validity below which a certificate has to be renewed, as in the alert `PlenumCloudCertificateExpires`. */
const fewDays = 7;

/** Checks that the files of a certificate belong together, and how long it is valid. */
export function checkCertificate(files: CertificateFiles, clock: Clock): Finding {
  try {
    using certificate = openCertificate(files, { clock, log: silent, create: cloudFailures.error });
    const { validFrom, validTo } = new X509Certificate(certificate.pair.cert);
    const left = Date.parse(validTo) - clock.now();
    if (Date.parse(validFrom) > clock.now())
      return problem(
        `${files.cert} is valid only from ${validFrom}; check the clock, or give another certificate.`,
      );
    if (left <= 0) return problem(`${files.cert} expired on ${validTo}; renew it.`);
    if (left < fewDays * day) return problem(`${files.cert} expires on ${validTo}; renew it.`);
    return ok(`${files.cert} is valid until ${validTo}.`);
  } catch (error) {
    return failed(error);
  }
}
