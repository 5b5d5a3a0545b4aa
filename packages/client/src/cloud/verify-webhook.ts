import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CloudMessageOf, cloudMessages } from '@plenum/protocol/cloud';
import { CloudError } from './cloud-error.ts';

/** A message to an integrator's endpoint (interface 6). */
export type CloudMessage = CloudMessageOf<'Sync'> | CloudMessageOf<'Event'>;

/** A request to an event endpoint. */
export interface Webhook {
  /** Headers by name, in upper or lower case, or a `Headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The unparsed body: parsing and serializing it again would invalidate the signature. */
  readonly body: string | Uint8Array;
  /** The secrets of the endpoint, `whsec_...`; two during a rotation. */
  readonly secrets: readonly string[];
  /** The current time in ms since 1970 UTC. */
  readonly now?: number;
  /** Maximum difference between `webhook-timestamp` and `now`, in s; default 300. */
  readonly tolerance?: number;
}

const headerOf = (headers: Webhook['headers'], name: string): string => {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.join(' ') ?? '');
};

/** Minimum length of a secret in bytes (Standard Webhooks 1.0.0, "Signature scheme"). */
const minSecretBytes = 24;

/**
 * Returns the key of a secret. A short secret causes an error instead of a failed verification, because an empty secret
 * would accept anything signed with an empty key.
 */
const toKey = (secret: string): Buffer => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length >= minSecretBytes) return key;
  throw new CloudError(
    'weak-secret',
    `A secret of the endpoint has ${key.length} bytes; copy it from the console, where it has at least ${minSecretBytes}: whsec_ and base64.`,
  );
};

const isSigned = (signature: string, expected: Buffer): boolean => {
  const [version, base64 = ''] = signature.split(',');
  const given = Buffer.from(base64, 'base64');
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
};

const readMessage = (body: string | Uint8Array): CloudMessage => {
  let message: unknown;
  try {
    message = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch (cause) {
    throw new CloudError('malformed', 'The webhook is not JSON.', { cause });
  }
  const { requestType } = (message ?? {}) as { requestType?: unknown };
  if (typeof requestType === 'string' && Object.hasOwn(cloudMessages, requestType))
    return message as CloudMessage;
  throw new CloudError('malformed', 'The webhook is neither a Sync nor an Event.');
};

/**
 * Verifies the signature (Standard Webhooks 1.0.0) and the age of a webhook and returns its message. The same `id` may
 * arrive several times; ignore repetitions. @throws CloudError `forged`, `malformed`; `weak-secret` if a secret decodes
 * to fewer than 24 bytes
 */
export function verifyWebhook(webhook: Webhook): { readonly id: string; readonly message: CloudMessage } {
  const { headers, body, secrets, now = Date.now(), tolerance = 300 } = webhook;
  const keys = secrets.map(toKey);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (id === '' || !/^[0-9]{1,12}$/.test(timestamp))
    throw new CloudError('forged', 'The headers of Standard Webhooks are missing.');
  const expected = keys.map((key) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest(),
  );
  if (!signatures.some((signature) => expected.some((each) => isSigned(signature, each))))
    throw new CloudError('forged', 'No signature of the webhook is valid.');
  const age = now / 1_000 - Number(timestamp);
  if (Math.abs(age) > tolerance)
    throw new CloudError(
      'forged',
      `The webhook was signed ${Math.round(Math.abs(age))} s ${age < 0 ? 'ahead' : 'ago'}.`,
    );
  return { id, message: readMessage(body) };
}
