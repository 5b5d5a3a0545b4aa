import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The answer of the token endpoint to a refresh, and when it was given (ms since 1970 UTC). */
export interface KeptAnswer {
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const cipher = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

const toKey = (refreshToken: string) =>
  createHash('sha256').update(`plenum answer\n${refreshToken}`).digest();

/** Seals an answer so that only who has the refresh token it was given for can read it; the store cannot. */
export const sealAnswer = (answer: KeptAnswer, refreshToken: string): string => {
  const iv = randomBytes(ivLength);
  const sealing = createCipheriv(cipher, toKey(refreshToken), iv);
  const sealed = Buffer.concat([sealing.update(JSON.stringify(answer)), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url');
};

/** Opens a sealed answer. Throws where it was sealed for another token. */
export const openAnswer = (sealed: string, refreshToken: string): KeptAnswer => {
  const bytes = Buffer.from(sealed, 'base64url');
  const opening = createDecipheriv(cipher, toKey(refreshToken), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  opening.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  const opened = Buffer.concat([opening.update(bytes.subarray(ivLength + tagLength)), opening.final()]);
  return JSON.parse(opened.toString());
};
