import { check } from '@plenum/protocol/check';
import { systemId as systemIdField, uplink } from '@plenum/protocol/uplink';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '../../../kernel/database/store.ts';
import { formOf } from '../forwarded-request.ts';
import { fromStoredPayload } from '../token/stored-payload.ts';

/** What a device sends about itself when it requests a code, to show to its owner; none of it is verified. */
export interface DeviceInfo {
  /** The address that it requested the code from. */
  readonly address: string;
  readonly systemId?: string;
}

export const toDeviceInfo = (ctx: KoaContextWithOIDC): DeviceInfo => {
  const systemId = check(systemIdField, formOf(ctx)?.get(uplink.systemIdParameter));
  return { address: ctx.ip, ...(systemId.ok && { systemId: systemId.value }) };
};

/** The system id an owner was shown before allowing a device; undefined where the device sent none. */
export const readShownSystemId = async (db: Db, grantId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('authorization_item')
    .select('payload')
    .where('kind', '=', 'DeviceCode')
    .where('grant_id', '=', grantId)
    .executeTakeFirst();
  const info = row && (fromStoredPayload('', row.payload).deviceInfo as Partial<DeviceInfo> | undefined);
  return info?.systemId;
};
