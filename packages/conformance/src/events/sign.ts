import { createHmac } from 'node:crypto';

/** The secrets and time of a signature. */
export interface Signing {
  readonly id: string;
  /** Seconds since 1970 UTC. */
  readonly timestamp: number;
  /** One or several secrets: `whsec_` and base64. */
  readonly secrets: readonly string[];
}

const signatureOf = (secret: string, content: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
};

/** Returns the headers of a message according to Standard Webhooks 1.0.0, as a cloud sends it (interface 6). */
export const toSignedHeaders = (body: string, { id, timestamp, secrets }: Signing) => ({
  'Content-Type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
});
