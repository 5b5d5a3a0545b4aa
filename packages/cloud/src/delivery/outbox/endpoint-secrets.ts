import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Encryption } from '../../kernel/crypto/encryption.ts';
import { createSecretReader } from '../../kernel/database/secret-reader.ts';
import type { Db } from '../../kernel/database/store.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { Tables } from '../../kernel/schema/tables.ts';

type SecretRow = Pick<Selectable<Tables['endpoint']>, 'id' | 'secret' | 'old_secret' | 'old_secret_until'>;

/** The secrets of endpoints that this node can decrypt. */
export interface EndpointSecrets {
  /** Decrypts the valid secrets of an endpoint, newest first. Returns undefined if one of them cannot be decrypted. */
  decrypt(endpoint: SecretRow, now: number): readonly string[] | undefined;
  /** Returns the condition that a row of `endpoint` has a valid secret that could not be decrypted. */
  isUnreadable(db: Db, now: number): RawBuilder<SqlBool>;
}

const messages = {
  damaged:
    'the secret of an endpoint cannot be decrypted, because it is damaged; nothing is sent to the endpoint until its developer replaces the secret',
  otherKey:
    'secrets of endpoints cannot be decrypted, because this node does not have their key; it leaves the endpoints to nodes that have it',
};

export function createEndpointSecrets(deps: {
  readonly encryption: Encryption;
  readonly log: Log;
}): EndpointSecrets {
  const reader = createSecretReader({ ...deps, owner: 'endpoint', messages });
  return {
    decrypt: ({ id, secret, old_secret: old, old_secret_until: until }, now) => {
      const secrets: string[] = [];
      for (const one of old !== null && until !== null && until > now ? [secret, old] : [secret]) {
        const decrypted = reader.decrypt(one, id);
        if (decrypted === undefined) return undefined;
        secrets.push(decrypted);
      }
      return secrets;
    },
    isUnreadable: (db, now) =>
      sql<SqlBool>`(${reader.isUnreadable(db, 'endpoint.secret')} OR (coalesce(endpoint.old_secret_until, 0) > ${now} AND ${reader.isUnreadable(db, 'endpoint.old_secret')}))`,
  };
}
