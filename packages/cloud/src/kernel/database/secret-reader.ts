import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Encryption, fingerprintEnd, fingerprintIn } from '../crypto/encryption.ts';
import { toErrorFacts } from '../log/error-facts.ts';
import type { Log } from '../log/log.ts';
import { isAmong } from './row-set.ts';
import type { Db } from './store.ts';

/** Returns the part of an encrypted column that names the key (`fingerprintIn`). */
export const beginningOf = (column: string): RawBuilder<string> =>
  sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(fingerprintEnd)})`;

/**
 * Decrypts secrets of the store. A secret that this node cannot decrypt stays unreadable until it is replaced, so the
 * node leaves its row out until then. This is not stored, because another node may have the key.
 */
export interface SecretReader {
  /** Decrypts a secret. Returns undefined if that is not possible, and logs each reason once. */
  decrypt(ciphertext: string, context: string): string | undefined;
  /** Returns the condition that a column has a secret that could not be decrypted. */
  isUnreadable(db: Db, column: string): RawBuilder<SqlBool>;
}

interface SecretReaderDeps {
  readonly encryption: Encryption;
  readonly log: Log;
  /** The owner of a secret in the log; its value is the context of the secret. */
  readonly owner: string;
  /** The messages of the log, for a damaged secret and for secrets whose key this node does not have. */
  readonly messages: { readonly damaged: string; readonly otherKey: string };
}

export function createSecretReader({ encryption, log, owner, messages }: SecretReaderDeps): SecretReader {
  /** Damaged secrets, and the beginnings of secrets whose key this node does not have. */
  const unreadable = new Set<string>();
  return {
    decrypt: (ciphertext, context) => {
      try {
        return encryption.decrypt(ciphertext, context);
      } catch (error) {
        const isDamaged = fingerprintIn(ciphertext) === undefined || encryption.hasKeyOf(ciphertext);
        const entry = isDamaged ? ciphertext : ciphertext.slice(0, fingerprintEnd);
        if (!unreadable.has(entry))
          log.error(
            { [owner]: context, err: toErrorFacts(error) },
            messages[isDamaged ? 'damaged' : 'otherKey'],
          );
        unreadable.add(entry);
        return undefined;
      }
    },
    isUnreadable: (db, column) => {
      if (unreadable.size === 0) return sql<SqlBool>`(1 = 0)`;
      const values = [...unreadable];
      return sql<SqlBool>`(${isAmong(db, column, values)} OR ${isAmong(db, beginningOf(column), values)})`;
    },
  };
}
