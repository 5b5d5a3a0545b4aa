import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Random } from '../crypto/random.ts';
import { createSequences } from './sequences.ts';

/** What a signature covers. */
export interface SignedParts {
  readonly subject: string;
  /** Where the answer goes; empty for a message that is no request. */
  readonly reply: string;
  readonly body: string;
}

/**
 * Why a message is ignored: it has no signature, or none of ours; it has another version; it was signed too long ago or in the
 * future; it was received before.
 */
export type MessageRefusal = 'unsigned' | 'forged' | 'other-version' | 'stale' | 'replayed';

/** The version of subjects, messages and signatures between nodes. Raise it when nodes of two releases cannot work together. */
export const busVersion = 1;

export interface MessageSignatures {
  /** The header of a message; messages have to be sent in the order in which they were signed. */
  sign(parts: SignedParts): string;
  /** Why a message with a header (none: undefined) is to be ignored. `subscription` numbers the receiver, in rising order. */
  check(parts: SignedParts, header: string | undefined, subscription: number): MessageRefusal | undefined;
  /** Numbers a subscription. */
  nextSubscription(): number;
}

export interface MessageSignatureDeps {
  /** The keys that encrypt the secrets of endpoints; each signs, so that nodes that have only one of them can check. */
  readonly keys: readonly Uint8Array[];
  readonly now: () => number;
  readonly random: Pick<Random, 'bytes'>;
  /** The version of this node; `busVersion` except in tests. */
  readonly version?: number;
}

/** How much the time of a message may differ from that of the node that receives it, ms. */
export const maxMessageAge = 30_000;

/** `v<version>;<time in ms>;<sender>;<sequence number>;<signature>`, with further signatures behind commas. */
const form = /^v\d+;(\d{1,15});([\w-]{22});(\d{1,15});([\w-]{43}(?:,[\w-]{43}){0,7})$/;

const deriveKey = (key: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'plenum messages between nodes v1', 32));

const toDigest = (key: Buffer, head: string, { subject, reply, body }: SignedParts): Buffer =>
  createHmac('sha256', key).update(`${head}\n${subject}\n${reply}\n`).update(body).digest();

/** Signs the messages of one node with HMAC-SHA-256, and checks those of others (decisions/020). */
export const createMessageSignatures = (deps: MessageSignatureDeps): MessageSignatures => {
  const { now, random, version = busVersion } = deps;
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
      if (Math.abs(now() - Number(time)) > maxMessageAge) return 'stale';
      const about = { sender: from!, sequence: Number(number), subscription, newest: subscriptions };
      return sequences.accept(about) ? undefined : 'replayed';
    },
    nextSubscription: () => ++subscriptions,
  };
};
