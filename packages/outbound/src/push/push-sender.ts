import type { Clock } from '@plenum/platform';
import type { PushTarget } from '@plenum/protocol/alert';
import { ok, type Result, toUrlSentence } from '@plenum/protocol/refusal';
import { checkUrl } from '../address/check-url.ts';
import type { AddressPolicy } from '../address/forbidden-range.ts';
import { createHostResolver } from '../address/resolve-host.ts';
import { createSender } from '../post/send.ts';
import { createSendPush, projectContact, type SendPush } from './send-push.ts';
import { isPublicKey, type VapidKeys } from './vapid.ts';

/** Settings for tests: a push service on this machine, with its own certificate authority. */
export interface PushPolicy extends Partial<AddressPolicy> {
  readonly ca?: string | undefined;
}

interface PushSenderDeps extends PushPolicy {
  readonly clock: Clock;
  readonly keys: () => Promise<VapidKeys> | VapidKeys;
  /** The server's contact for push services; by default the project's, which does not identify an owner. */
  readonly contact?: string;
}

/** Time that a push service has to respond, in ms. */
const timeout = 15_000;

/** Creates the function with which a bridge or a cloud sends push notifications to the services of browsers. */
export const createPushSender = ({
  clock,
  keys,
  contact = projectContact,
  isDevelopment = false,
  ca,
}: PushSenderDeps): SendPush =>
  createSendPush({
    send: createSender({ clock, resolveHost: createHostResolver(), isDevelopment, timeout, ca }),
    keys,
    contact,
  });

/** The part of a push target that cannot be used, and the reason in a sentence. */
interface UnusableTarget {
  readonly part: 'endpoint' | 'p256dh';
  readonly why: string;
}

/** Checks the address and the key that a browser gives for its push notifications. */
export function checkPushTarget(
  { endpoint, keys }: PushTarget,
  { isDevelopment = false }: PushPolicy,
): Result<undefined, UnusableTarget> {
  const url = checkUrl(endpoint, { isDevelopment });
  if (!url.ok) return { ok: false, refusal: { part: 'endpoint', why: toUrlSentence(url.refusal) } };
  if (isPublicKey(keys.p256dh)) return ok(undefined);
  const why = 'The public key of the browser is not a point on P-256.';
  return { ok: false, refusal: { part: 'p256dh', why } };
}
