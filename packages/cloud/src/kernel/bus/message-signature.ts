import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Random } from '../crypto/random.ts';
import type { Pauses } from './pauses.ts';
import { createSequences } from './sequences.ts';

/** The parts of a message that its signature covers. */
interface SignedParts {
  readonly subject: string;
  /** Subject for the reply; empty if the message is not a request. */
  readonly reply: string;
  readonly body: string;
}

/**
 * Reasons to ignore a message: it is not signed, or not with our key; it has another version; its time is too far in
 * the past or future, or is late because this process did not run; or it was received before.
 */
export type MessageRefusal = 'unsigned' | 'forged' | 'other-version' | 'stale' | 'late' | 'replayed';

/**
 * Version of the subjects, messages and signatures between nodes. Raise it if nodes of two releases cannot work
 * together.
 */
export const busVersion = 1;

export interface MessageSignatures {
  /** Returns the header of a message. Messages must be sent in the order in which they were signed. */
  sign(parts: SignedParts): string;
  /**
   * Returns why a message with this header (undefined if missing) must be ignored. `subscription` is the receiver's
   * number, which rises with each new subscription.
   */
  check(parts: SignedParts, header: string | undefined, subscription: number): MessageRefusal | undefined;
  /** Returns the number of a new subscription. */
  nextSubscription(): number;
}

export interface MessageSignatureDeps {
  /**
   * The keys that encrypt the secrets of endpoints. Each key signs every message, so that a node with only one of the
   * keys can check it.
   */
  readonly keys: readonly Uint8Array[];
  readonly now: () => number;
  /** Explains the age of messages that waited for this process. */
  readonly pauses: Pick<Pauses, 'explain'>;
  readonly random: Pick<Random, 'bytes'>;
  /** Version of this node. Differs from `busVersion` only in tests. */
  readonly version?: number;
}

/** Maximum difference between the time of a message and the receiving node's clock, ms. */
export const maxMessageAge = 30_000;

/** `v<version>;<time in ms>;<sender>;<sequence number>;<signature>`, with further signatures separated by commas. */
const form = /^v\d+;(\d{1,15});([\w-]{22});(\d{1,15});([\w-]{43}(?:,[\w-]{43}){0,7})$/;

const deriveKey = (key: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'plenum messages between nodes v1', 32));

const toDigest = (key: Buffer, head: string, { subject, reply, body }: SignedParts): Buffer =>
  createHmac('sha256', key).update(`${head}\n${subject}\n${reply}\n`).update(body).digest();

/** Signs the messages of one node with HMAC-SHA-256, and checks those of other nodes (decisions/020). */
export function createMessageSignatures(deps: MessageSignatureDeps): MessageSignatures {
  const { now, pauses, random, version = busVersion } = deps;
  const keys = deps.keys.map(deriveKey);
  const sender = random.bytes(16).toString('base64url');
  const sequences = createSequences({ now, retention: 2 * maxMessageAge });
  let sequence = 0;
  let subscriptions = 0;
  const isSigned = (head: string, parts: SignedParts, signatures: readonly Buffer[]) =>
    keys.some((key) => {
      const digest = toDigest(key, head, parts);
      return signatures.some((one) => one.length === digest.length && timingSafeEqual(one, digest));
    });

  return {
    sign: (parts) => {
      const head = `v${version};${now()};${sender};${++sequence}`;
      return `${head};${keys.map((key) => toDigest(key, head, parts).toString('base64url')).join(',')}`;
    },
    check: (parts, header, subscription) => {
      if (header === undefined) return 'unsigned';
      const [, signedVersion] = /^v(\d+);/.exec(header) ?? [];
      if (signedVersion !== undefined && signedVersion !== String(version)) return 'other-version';
      const [, time, from, number, signed] = form.exec(header) ?? [];
      if (signed === undefined) return 'forged';
      const signatures = signed.split(',').map((one) => Buffer.from(one, 'base64url'));
      const head = header.slice(0, header.lastIndexOf(';'));
      if (!isSigned(head, parts, signatures)) return 'forged';
      const age = now() - Number(time);
      if (age > maxMessageAge && pauses.explain(age, maxMessageAge)) return 'late';
      if (Math.abs(age) > maxMessageAge) return 'stale';
      const about = { sender: from!, sequence: Number(number), subscription, newest: subscriptions };
      return sequences.accept(about) ? undefined : 'replayed';
    },
    nextSubscription: () => ++subscriptions,
  };
}
