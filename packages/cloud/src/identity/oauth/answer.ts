import { createHash } from 'node:crypto';
import { createEncryption, type Encryption } from '../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../kernel/crypto/random.ts';

/** The answer of the token endpoint to a refresh, and when it was given (ms since 1970 UTC). */
export interface KeptAnswer {
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const sealOf = (refreshToken: string): Encryption =>
  createEncryption([createHash('sha256').update(`plenum answer\n${refreshToken}`).digest()], systemRandom);

const place = 'the answer to a refresh';

/** Seals an answer so that only who has the refresh token it was given for can read it; the store cannot. */
export const sealAnswer = (answer: KeptAnswer, refreshToken: string): string =>
  sealOf(refreshToken).encrypt(JSON.stringify(answer), place);

/** Opens a sealed answer. Throws where it was sealed for another token. */
export const openAnswer = (sealed: string, refreshToken: string): KeptAnswer =>
  JSON.parse(sealOf(refreshToken).decrypt(sealed, place));
