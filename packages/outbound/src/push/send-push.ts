import { createHash } from 'node:crypto';
import type { AlertMessage } from '@plenum/insight/alert';
import type { PushTarget } from '@plenum/protocol/alert';
import type { Reason } from '@plenum/protocol/refusal';
import type { Send, SendResult } from '../post/send.ts';
import type { VapidKeys } from './vapid.ts';

/** Time in ms for which a push service keeps a message for an unreachable device. */
export const messageLifetime = 24 * 3_600_000;

/**
 * A push notification for one device. If several have the same key, a device that was offline receives only the newest.
 */
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

interface SendPushDeps {
  readonly send: Send;
  readonly keys: () => Promise<VapidKeys> | VapidKeys;
  /** The server's contact for push services: an https or mailto URL (RFC 8292, 2.1). */
  readonly contact: string;
}

/** The contact if the operator has configured none. */
export const projectContact = 'https://github.com/plenum-climate/plenum';

/**
 * Returns the reason why a push service did not accept a message, from its last response; `undefined` if it accepted
 * the message.
 */
export function whyNotAccepted(result: SendResult | undefined): Reason | undefined {
  if (result === undefined) return { reason: 'push-waits' };
  if (!('status' in result)) return { reason: 'push-unreachable', problem: result.problem };
  const { status } = result;
  return status >= 200 && status < 300 ? undefined : { reason: 'push-answered', status };
}

/**
 * RFC 8030, 5.4: at most 32 characters of base64url. The topic is a hash, because the key may contain the name of a
 * room.
 */
const toTopic = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 32);

/**
 * Creates a function that encrypts a message for one browser (RFC 8291) and posts it to the browser's push service
 * (RFC 8030). The service can neither read the message nor learn its length, because all messages have the same length.
 * The address is checked like that of a webhook.
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
      // The HTTP client sets the length from the body.
      const { 'content-length': _, ...others } = headers;
      return await send({ url: target.endpoint, headers: others, body }, stop);
    } catch (error) {
      return { problem: 'unreachable', detail: (error as Error).message, latency: 0 };
    }
  };
