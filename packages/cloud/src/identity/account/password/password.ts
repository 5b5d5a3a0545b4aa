import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { cloudLimits } from '@plenum/protocol/cloud';
import { type ConsoleRefusal, refuseRequest } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Credentials } from '../shape.ts';
import { minDifferent, weaknessOf } from './weak-password.ts';

const { minPasswordLength } = cloudLimits;
/** Longer than any passphrase; limits the work per request. */
const maxPasswordBytes = 1024;

/** The argon2id cost: memory in KiB, passes over it, lanes. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The first row with one lane in the OWASP Password Storage Cheat Sheet. */
export const defaultCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const tagLength = 32;

const derive = promisify(argon2);

/** Returns the bytes to hash. NFC makes composed and decomposed accents equal (RFC 8265, 4.2). */
const toBytes = (password: string) => Buffer.from(password.normalize('NFC'));

/**
 * Refuses a password that is too short, too long, equal to the e-mail address, or among those that attackers try first.
 */
export function checkPassword({ email, password }: Credentials): Result<undefined, ConsoleRefusal> {
  const given = [...password.normalize('NFC')].length;
  if (given < minPasswordLength)
    return refuseRequest('password-short', { facts: { least: minPasswordLength, given } });
  if (toBytes(password).length > maxPasswordBytes)
    return refuseRequest('password-long', { facts: { most: maxPasswordBytes } });
  if (password.trim().toLowerCase() === email.trim().toLowerCase()) return refuseRequest('password-is-email');
  const weakness = weaknessOf(password);
  if (weakness !== undefined)
    return refuseRequest('password-weak', { facts: { weakness, least: minDifferent } });
  return ok(undefined);
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Formats a salt and a tag as an argon2id string, in the form of its reference implementation. */
const toStored = (salt: Buffer, tag: Buffer, { memory, passes, parallelism }: PasswordCost): string => {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
};

/** Hashes a password for storage: an argon2id string with cost and salt. */
export async function hashPassword(password: string, cost = defaultCost): Promise<string> {
  const nonce = randomBytes(saltLength);
  const tag = await derive('argon2id', { message: toBytes(password), nonce, tagLength, ...cost });
  return toStored(nonce, tag, cost);
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** True if a password matches a stored hash. A password over the length limit never matches and is not hashed. */
export async function isPasswordOf(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = form.exec(stored) ?? [];
  if (tag === undefined) throw new Error('a stored password has a format that this release does not support');
  const message = toBytes(password);
  if (message.length > maxPasswordBytes) return false;
  const expected = Buffer.from(tag, 'base64');
  const given = await derive('argon2id', {
    message,
    nonce: Buffer.from(salt!, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(given, expected);
}

/** A hash that no password matches. It is checked if there is no account, so that the response takes equally long. */
export const toDummyHash = (cost = defaultCost): string =>
  toStored(Buffer.alloc(saltLength, 1), Buffer.alloc(tagLength), cost);
