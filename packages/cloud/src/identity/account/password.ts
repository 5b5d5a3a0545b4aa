import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { cloudLimits } from '@plenum/protocol/cloud';
import { refuse } from '@plenum/protocol/console';
import { done, type Outcome } from './refusal.ts';
import type { Credentials } from './shape.ts';

const { leastPassword } = cloudLimits;
/** Far above any sentence; keeps one request from buying much work. */
const most = 1024;

/** Memory in KiB, rounds and lanes of argon2id (OWASP Password Storage Cheat Sheet, first row with one lane). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltLength = 16;
const tagLength = 32;

const derive = promisify(argon2);

/** A password as it is compared: however a keyboard composes an accent, it is the same password (RFC 8265, 4.2). */
const toBytes = (password: string) => Buffer.from(password.normalize('NFC'));

/** Refuses a password that is too short, too long or the address itself. */
export const checkPassword = ({ email, password }: Credentials): Outcome<undefined> => {
  const given = [...password.normalize('NFC')].length;
  if (given < leastPassword) return refuse('password-short', { facts: { least: leastPassword, given } });
  if (toBytes(password).length > most) return refuse('password-long', { facts: { most } });
  if (password.trim().toLowerCase() === email.trim().toLowerCase()) return refuse('password-is-email');
  return done(undefined);
};

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The argon2id string of a salt and a tag, in the form of its reference implementation. */
const toKept = (salt: Buffer, tag: Buffer): string => {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
};

/** A password as it is kept: an argon2id string. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(saltLength);
  const tag = await derive('argon2id', { message: toBytes(password), nonce, tagLength, ...cost });
  return toKept(nonce, tag);
};

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether a password is the one that was kept. A password longer than any that is taken is not worked on. */
export const isPasswordOf = async (password: string, kept: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt, tag] = form.exec(kept) ?? [];
  if (tag === undefined) throw new Error('a password is kept in a form this release does not know');
  const message = toBytes(password);
  if (message.length > most) return false;
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
};

/**
 * A password nobody has, to be worked on where there is no account, so that an answer takes as long as where there is
 * one.
 */
export const dummyPasswordHash: string = toKept(Buffer.alloc(saltLength, 1), Buffer.alloc(tagLength));
