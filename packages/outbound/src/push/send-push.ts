import { createHash } from 'node:crypto';
import type { AlertMessage } from '@plenum/insight/alert';
import type { PushTarget } from '@plenum/protocol/alert';
import type { Reason } from '@plenum/protocol/refusal';
import type { Send, SendResult } from '../post/send.ts';
import type { VapidKeys } from './vapid.ts';

/** Time for which a push service keeps a message for an unreachable device, ms. */
export const messageLifetime = 24 * 3_600_000;

/**
 * A push notification for one device. Of several with the same key, a device that was offline receives only the newest.
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

export interface SendPushDeps {
  readonly send: Send;
  readonly keys: () => Promise<VapidKeys> | VapidKeys;
  /** Contact for questions about the server from a push service: an https or mailto URL (RFC 8292, 2.1). */
  readonly contact: string;
}

/** Contact for a server whose owner has configured none. */
export const projectContact = 'https://github.com/plenum-climate/plenum';

/** Returns why a push service has not accepted a message, from its last answer; `undefined` if it has. */
export const whyNotAccepted = (result: SendResult | undefined): Reason | undefined => {
  if (result === undefined) return { reason: 'push-waits' };
  if (!('status' in result)) return { reason: 'push-unreachable', problem: result.problem };
  const { status } = result;
  return status >= 200 && status < 300 ? undefined : { reason: 'push-answered', status };
};

/** RFC 8030, 5.4: at most 32 characters of base64url. The key itself may contain the name of a room. */
const toTopic = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 32);

/**
 * Creates a function that seals a message for one browser (RFC 8291) and posts it to its push service (RFC 8030). The
 * service can neither read the message nor learn its length, since all have the same. The address is checked like that
 * of a webhook.
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
      // The client sets the length itself, from the body.
      const { 'content-length': _, ...others } = headers;
      return await send({ url: target.endpoint, headers: others, body }, stop);
    } catch (error) {
      return { problem: 'unreachable', detail: (error as Error).message, latency: 0 };
    }
  };
