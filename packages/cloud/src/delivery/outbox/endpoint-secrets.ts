import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type Encryption, fingerprintEnd, fingerprintIn } from '../../kernel/crypto/encryption.ts';
import { isAmong } from '../../kernel/database/row-set.ts';
import type { Db } from '../../kernel/database/store.ts';
import { toErrorFacts } from '../../kernel/log/error-facts.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { Tables } from '../../kernel/schema/tables.ts';

type SecretRow = Pick<Selectable<Tables['endpoint']>, 'id' | 'secret' | 'old_secret' | 'old_secret_until'>;

/**
 * The secrets of endpoints that this node can decrypt. A secret that it cannot decrypt stays unreadable until it is
 * replaced, so the node leaves the endpoint out until then. This is not stored, because another node may have the key.
 */
export interface EndpointSecrets {
  /** Decrypts the valid secrets of an endpoint, newest first. Returns undefined if one of them cannot be decrypted. */
  decrypt(endpoint: SecretRow, now: number): readonly string[] | undefined;
  /** Returns the condition that a row of `endpoint` has a valid secret that could not be decrypted. */
  isUnreadable(db: Db, now: number): RawBuilder<SqlBool>;
}

export function createEndpointSecrets({
  encryption,
  log,
}: {
  readonly encryption: Encryption;
  readonly log: Log;
}): EndpointSecrets {
  /** Damaged secrets, and the beginnings of secrets whose key this node does not have. */
  const unreadable = new Set<string>();

  const remember = (endpoint: string, secret: string, error: unknown) => {
    const isDamaged = fingerprintIn(secret) === undefined || encryption.hasKeyOf(secret);
    const entry = isDamaged ? secret : secret.slice(0, fingerprintEnd);
    if (unreadable.has(entry)) return;
    unreadable.add(entry);
    log.error(
      { endpoint, err: toErrorFacts(error) },
      isDamaged
        ? 'the secret of an endpoint cannot be decrypted, because it is damaged; nothing is sent to the endpoint until its developer replaces the secret'
        : 'secrets of endpoints cannot be decrypted, because this node does not have their key; it leaves the endpoints to nodes that have it',
    );
  };

  const isAmongUnreadable = (db: Db, column: string) => {
    const values = [...unreadable];
    const beginning = sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(fingerprintEnd)})`;
    return sql<SqlBool>`(${isAmong(db, column, values)} OR ${isAmong(db, beginning, values)})`;
  };

  return {
    decrypt: ({ id, secret, old_secret: old, old_secret_until: until }, now) => {
      const secrets: string[] = [];
      for (const one of old !== null && until !== null && until > now ? [secret, old] : [secret])
        try {
          secrets.push(encryption.decrypt(one, id));
        } catch (error) {
          remember(id, one, error);
          return undefined;
        }
      return secrets;
    },
    isUnreadable: (db, now) =>
      unreadable.size === 0
        ? sql<SqlBool>`(1 = 0)`
        : sql<SqlBool>`(${isAmongUnreadable(db, 'endpoint.secret')} OR (coalesce(endpoint.old_secret_until, 0) > ${now} AND ${isAmongUnreadable(db, 'endpoint.old_secret')}))`,
  };
}
