import { check } from '@plenum/protocol/check';
import { listen } from '@plenum/protocol/cloud';
import { systemId as systemIdField, uplink } from '@plenum/protocol/uplink';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '../../../kernel/database/store.ts';
import { formOf } from '../forwarded-request.ts';
import { fromStoredPayload, toIdHash } from '../token/stored-payload.ts';

/** Details that a device sends about itself when it requests a code. They are shown to the owner but not verified. */
export interface DeviceInfo {
  /** The client address of the request for a code. */
  readonly address: string;
  readonly systemId?: string;
  /** True if `plenum listen` requests the live events of an app. */
  readonly live?: true;
}

export function toDeviceInfo(ctx: KoaContextWithOIDC): DeviceInfo {
  const systemId = check(systemIdField, formOf(ctx)?.get(uplink.systemIdParameter));
  const isLive = formOf(ctx)?.get(listen.liveParameter) === 'yes';
  return {
    address: ctx.ip,
    ...(systemId.ok && { systemId: systemId.value }),
    ...(isLive && { live: true }),
  };
}

const selectCodes = (db: Db) =>
  db.selectFrom('authorization_item').select('payload').where('kind', '=', 'DeviceCode');

const infoIn = (row: { readonly payload: string } | undefined): Partial<DeviceInfo> =>
  ((row && fromStoredPayload('', row.payload).deviceInfo) ?? {}) as Partial<DeviceInfo>;

/** Returns the details of the device whose code a person has entered, by the id of the code. */
export const readDeviceInfo = async (db: Db, id: string): Promise<Partial<DeviceInfo>> =>
  infoIn(await selectCodes(db).where('id_hash', '=', toIdHash('DeviceCode', id)).executeTakeFirst());

/** Returns the system id that the owner was shown before allowing a device, or `undefined` if the device sent none. */
export const readShownSystemId = async (db: Db, grantId: string): Promise<string | undefined> =>
  infoIn(await selectCodes(db).where('grant_id', '=', grantId).executeTakeFirst()).systemId;
