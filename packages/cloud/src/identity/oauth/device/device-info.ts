import { check } from '@plenum/protocol/check';
import { systemId as systemIdField, uplink } from '@plenum/protocol/uplink';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '../../../kernel/database/store.ts';
import { formOf } from '../forwarded-request.ts';
import { fromStoredPayload } from '../token/stored-payload.ts';

/** Details that a device sends about itself when it requests a code. They are shown to the owner but not verified. */
export interface DeviceInfo {
  /** The client address of the request for a code. */
  readonly address: string;
  readonly systemId?: string;
}

export function toDeviceInfo(ctx: KoaContextWithOIDC): DeviceInfo {
  const systemId = check(systemIdField, formOf(ctx)?.get(uplink.systemIdParameter));
  return { address: ctx.ip, ...(systemId.ok && { systemId: systemId.value }) };
}

/** Returns the system id that the owner was shown before allowing a device, or `undefined` if the device sent none. */
export async function readShownSystemId(db: Db, grantId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('authorization_item')
    .select('payload')
    .where('kind', '=', 'DeviceCode')
    .where('grant_id', '=', grantId)
    .executeTakeFirst();
  const info = row && (fromStoredPayload('', row.payload).deviceInfo as Partial<DeviceInfo> | undefined);
  return info?.systemId;
}
