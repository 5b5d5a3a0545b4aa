import { createHmac } from 'node:crypto';
import type { Random } from '../kernel/crypto/random.ts';

const prefix = 'whsec_';

/** A new secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks, "Signature scheme": 24 to 64 bytes). */
export const createSecret = (random: Random): string => `${prefix}${random.bytes(32).toString('base64')}`;

/** What is signed: the message's id, the seconds since 1970 at which this attempt was made, and the body's bytes. */
export interface Signed {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

const signOnce = (secret: string, { id, seconds, body }: Signed): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
};

/** The headers of Standard Webhooks 1.0.0, with one signature for each secret that is valid now. */
export const sign = (secrets: readonly string[], signed: Signed): Readonly<Record<string, string>> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': `${signed.seconds}`,
  'webhook-signature': secrets.map((secret) => signOnce(secret, signed)).join(' '),
});
