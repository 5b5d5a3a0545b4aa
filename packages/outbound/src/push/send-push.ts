import { createHash } from 'node:crypto';
import type { AlertMessage } from '@plenum/insight/alert';
import type { PushTarget } from '@plenum/protocol/alert';
import type { Send, SendResult } from '../post/send.ts';
import type { VapidKeys } from './vapid.ts';

/** For how long a push service keeps a message for a device that it does not reach, ms. */
export const messageLifetime = 24 * 3_600_000;

/** A push notification for one device. Of those with the same key a device that was away receives the newest. */
export interface PushNotification {
  readonly key: string;
  readonly message: AlertMessage;
}

/** Sends a push notification to a device; never throws. */
export type SendPush = (
  target: PushTarget,
  notification: PushNotification,
  stop?: AbortSignal,
) => Promise<SendResult>;

export interface SendPushDeps {
  readonly send: Send;
  readonly keys: () => Promise<VapidKeys> | VapidKeys;
  /** Whom a push service may ask about the server: an https or mailto URL (RFC 8292, 2.1). */
  readonly contact: string;
}

/** Whom a push service may ask about a server whose owner is not known to it. */
export const projectContact = 'https://github.com/plenum-climate/plenum';

/** Why a push service has not accepted a message, for a sentence, from its last answer; undefined where it has. */
export const whyNotAccepted = (result: SendResult | undefined): string | undefined => {
  if (result === undefined) return 'it asked to wait';
  if (!('status' in result)) return `it cannot be reached (${result.problem})`;
  return result.status >= 200 && result.status < 300 ? undefined : `it answered with ${result.status}`;
};

/** RFC 8030, 5.4: at most 32 characters of base64url. The key itself may name a room. */
const toTopic = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 32);

/**
 * Seals a message for one browser (RFC 8291) and posts it to its push service (RFC 8030), which can read neither the message nor,
 * since each has the same length, how much there is. The address is checked like that of a webhook.
 */
export const createSendPush =
  ({ send, keys, contact }: SendPushDeps): SendPush =>
  async (target, { key, message }, stop) => {
    try {
      const { buildPushPayload } = await import('@block65/webcrypto-web-push');
      const { headers, body } = await buildPushPayload(
        {
          data: JSON.stringify(message),
          options: { ttl: messageLifetime / 1_000, urgency: 'high', topic: toTopic(key) },
        },
        { ...target, expirationTime: null },
        { subject: contact, ...(await keys()) },
      );
      // The length is that of the body, which the client writes itself.
      const { 'content-length': _, ...others } = headers;
      return await send({ url: target.endpoint, headers: others, body }, stop);
    } catch (error) {
      return { problem: 'unreachable', detail: (error as Error).message, latency: 0 };
    }
  };
