import type { Finding } from '@plenum/platform';
import { openMailer, type SmtpConfig } from '../../identity/mail/smtp.ts';
import { createFindings } from './findings.ts';

const { ok, problem, failed } = createFindings('e-mail');

/** Signs in to the SMTP server and sends nothing. */
export async function checkMail(smtp: SmtpConfig): Promise<Finding> {
  try {
    using mailer = openMailer(smtp);
    const why = await mailer.verify();
    return why === undefined
      ? ok('The SMTP server accepts this cloud.')
      : problem(
          `The SMTP server does not accept this cloud (${why}); check PLENUM_SMTP_URL, its user and password, and TLS.`,
        );
  } catch (error) {
    return failed(error);
  }
}
