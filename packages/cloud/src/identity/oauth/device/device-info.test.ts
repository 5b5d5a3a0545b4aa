import assert from 'node:assert/strict';
import { withStore } from '../../../fixture/with-store.fixture.ts';
import type { Store } from '../../../kernel/database/store.ts';
import type { Kind } from '../token/kinds.ts';
import { readShownSystemId } from './device-info.ts';

const insert = ({ db }: Store, kind: Kind, grantId: string, payload: object) =>
  db
    .insertInto('authorization_item')
    .values({
      kind,
      id_hash: `${kind} ${grantId}`,
      payload: JSON.stringify(payload),
      grant_id: grantId,
      account_id: null,
      client_id: null,
      uid_hash: null,
      user_code_hash: null,
      consumed_at: null,
      answer: null,
      expires_at: 8_640_000_000_000_000,
    })
    .execute();

withStore(
  'reads, from the device code of a consent, the system id that the owner was shown',
  async (store) => {
    for (const [grantId, systemId] of [
      ['one', '000000001'],
      ['two', '000000002'],
    ] as const) {
      await insert(store, 'AccessToken', grantId, { deviceInfo: { systemId: '999999999' } });
      await insert(store, 'DeviceCode', grantId, { deviceInfo: { systemId } });
      await insert(store, 'Grant', grantId, {});
    }
    await insert(store, 'AccessToken', 'three', { deviceInfo: { systemId: '999999999' } });
    assert.equal(await readShownSystemId(store.db, 'one'), '000000001');
    assert.equal(await readShownSystemId(store.db, 'two'), '000000002');
    assert.equal(await readShownSystemId(store.db, 'three'), undefined);
  },
);
