import { releaseBridge } from '@plenum/cloud';
import { check } from '@plenum/protocol/check';
import { systemId as systemIdField } from '@plenum/protocol/uplink';
import { failed, wrongUsage } from '../../../failure.ts';
import type { Io } from '../../../io/io.ts';
import type { StoreOptions } from '../../../option/store-options.ts';

/** Releases a bridge from its account. */
export const releaseForOperator = async (
  systemId: string,
  { databaseUrl, data }: StoreOptions,
  io: Io,
): Promise<void> => {
  if (!check(systemIdField, systemId).ok)
    throw wrongUsage(`${JSON.stringify(systemId)} is not a system id; it has 9 digits.`);
  const place = databaseUrl === undefined ? { dataDir: data } : { databaseUrl };
  const owner = await releaseBridge(place, systemId);
  if (owner === undefined) throw failed(`No account has bridge ${systemId}.`);
  io.out(`Bridge ${systemId} was released from ${owner.email}. Anyone can pair it again.`);
};
