import type { ClimateCloud } from '@plenum/cloud';

/** Pairs many bridges with the demo account in parallel, because pairing is not measured. */
export async function pairFleet(
  { store, development }: ClimateCloud,
  { keyId, jwk, systemIds }: { keyId: string; jwk: object; systemIds: readonly string[] },
): Promise<void> {
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
}

/** Adds accounts that nobody can enter, each with a bridge that has never connected and a zone. */
export async function addAccounts({ store }: ClimateCloud, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) => String(600_000_000 + n));
  const now = Date.now();
  for (let from = 0; from < count; from += 1_000) {
    const some = ids.slice(from, from + 1_000);
    await store.db
      .insertInto('account')
      .values(some.map((id) => ({ id, email: id, email_key: id, password: '', created_at: now })))
      .execute();
    await store.db
      .insertInto('bridge')
      .values(
        some.map((id) => ({ system_id: id, account_id: id, name: id, paired_at: now, version: 1, epoch: 0 })),
      )
      .execute();
    await store.db
      .insertInto('component')
      .values(
        some.map((id) => ({
          system_id: id,
          component_id: `${id}_hvac_zone_0`,
          kind: 'zone',
          idx: 0,
          datagram: '{"Index":0,"Name":"Hall"}',
          version: 1,
          changed_at: now,
        })),
      )
      .execute();
  }
}
