import type { ClimateCloud } from '@plenum/cloud';

/** Pairs many bridges with the demo account in parallel, because pairing is not measured. */
export const pairFleet = async (
  { store, development }: ClimateCloud,
  { keyId, jwk, systemIds }: { keyId: string; jwk: object; systemIds: readonly string[] },
): Promise<void> => {
  const { id } = await store.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', development!.email)
    .executeTakeFirstOrThrow();
  const rows = systemIds.map((system_id) => ({
    system_id,
    public_key: JSON.stringify(jwk),
    key_id: keyId,
    account_id: id,
    name: system_id,
    paired_at: Date.now(),
    version: 0,
    epoch: 0,
  }));
  for (let from = 0; from < rows.length; from += 1_000)
    await store.db
      .insertInto('bridge')
      .values(rows.slice(from, from + 1_000))
      .onConflict((conflict) => conflict.column('system_id').doNothing())
      .execute();
};
