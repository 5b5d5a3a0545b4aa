import { type Finding, systemClock } from '@plenum/platform';
import { checkBus } from './check-bus.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkOptions } from './check-options.ts';
import { checkStore } from './check-store.ts';
import type { CloudToCheck } from './cloud-to-check.ts';

/**
 * Checks whether a cloud could start with a configuration, before it is deployed: database, schema, clock, endpoint key,
 * NATS, certificate, SMTP server, and every other option that is set. Changes nothing: not the schema, and not a folder. Yields each finding as soon as
 * it is available.
 */
export async function* checkCloud(config: CloudToCheck): AsyncGenerator<Finding> {
  const { clock = systemClock } = config;
  yield* checkOptions(config);
  yield* checkStore(config, clock);
  yield* checkBus(config);
  if (config.tls !== undefined) yield checkCertificate(config.tls, clock);
  if (config.smtp !== undefined) {
    // A cloud that is not checked does not load the client of SMTP.
    const { checkMail } = await import('./check-mail.ts');
    yield await checkMail(config.smtp);
  }
}
