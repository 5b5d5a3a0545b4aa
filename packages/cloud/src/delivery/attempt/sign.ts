import { createHmac } from 'node:crypto';
import type { Random } from '../../kernel/crypto/random.ts';

const prefix = 'whsec_';

/** Creates a secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks, "Signature scheme": 24 to 64 bytes). */
export const createSecret = (random: Random): string => `${prefix}${random.bytes(32).toString('base64')}`;

/** The signed content: id of the message, time of this attempt in seconds since 1970 UTC, and the body. */
interface SignedContent {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

const signOnce = (secret: string, { id, seconds, body }: SignedContent): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
};

/** Returns the headers of Standard Webhooks 1.0.0, with one signature for each currently valid secret. */
export const sign = (
  secrets: readonly string[],
  content: SignedContent,
): Readonly<Record<string, string>> => ({
  'webhook-id': content.id,
  'webhook-timestamp': `${content.seconds}`,
  'webhook-signature': secrets.map((secret) => signOnce(secret, content)).join(' '),
});
