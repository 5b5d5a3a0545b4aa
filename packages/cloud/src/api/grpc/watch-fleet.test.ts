import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectCloud } from '@plenum/client';
import { toComponentId } from '@plenum/protocol/component';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import type { Db } from '../../kernel/database/store.ts';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { changed } from '../house.fixture.ts';
import { cursorOf, first, openWatch, short } from './watch.fixture.ts';

const bridgeCount = 2_300;
/** A version long after the pairing, so that the cursor is nearly as long as possible. */
const version = 36 ** 9;
const pairedAt = Date.UTC(2026, 0, 1);
const idOf = (n: number) => String(100_000_000 + n);

/** Inserts bridges that Ann paired long ago, each with a unit. */
const insertFleet = async (db: Db) => {
  const ids = Array.from({ length: bridgeCount }, (_, n) => idOf(n));
  const unit = { kind: 'unit', index: 0 } as const;
  // A SQLite statement accepts 32 766 values.
  for (let at = 0; at < ids.length; at += 1_000) {
    const some = ids.slice(at, at + 1_000);
    const bridges = some.map((system_id) => ({
      system_id,
      account_id: 'ann',
      name: system_id,
      paired_at: pairedAt,
      version,
      epoch: 0,
    }));
    const components = some.map((system_id) => ({
      system_id,
      component_id: toComponentId(system_id, unit)!,
      kind: unit.kind,
      idx: unit.index,
      datagram: '{"SysOn":1}',
      version,
      changed_at: pairedAt,
    }));
    await db.insertInto('bridge').values(bridges).execute();
    await db.insertInto('component').values(components).execute();
  }
};

onEachStore('Watch for an account with thousands of bridges', (engine) => {
  it('sends a Watch cursor for each of thousands of bridges, and resumes all in one request', async () => {
    await using cloud = await openWatch(engine, { accountLimits: toAccountLimits(20_000) });
    await insertFleet(cloud.store.db);
    const before = cloud.watch();
    const cursors = new Map<string, string>();
    while (cursors.size <= bridgeCount) {
      const message = await before.next();
      const { systemId, snapshot } = short(message);
      assert.ok(snapshot && !cursors.has(systemId));
      cursors.set(systemId, cursorOf(message));
    }
    before.cancel();
    const lengths = new Set([...cursors.values()].map(({ length }) => length));
    assert.ok(Math.max(...lengths) <= 31, `a cursor has ${Math.max(...lengths)} bytes`);
    const bytes = [...cursors.values()].join('').length;
    assert.ok(bytes > 65_536, `${bytes} bytes would exceed the limit of any other call`);

    await cloud.house.change([changed('unit', 0, { SysOn: 0 })]);
    await cloud.store.db.deleteFrom('bridge').where('system_id', '=', idOf(7)).execute();
    const after = cloud.watch([...cursors.values()]);
    assert.deepEqual(short(await after.next()), {
      systemId: idOf(7),
      snapshot: true,
      components: [],
      removed: [],
    });
    const unit = `${first}_hvac_systemsettings_0`;
    const change = { systemId: first, snapshot: false, components: [unit], removed: [] };
    assert.deepEqual(short(await after.next()), change);
    await cloud.house.change([changed('unit', 0, { SysOn: 1 })]);
    assert.deepEqual(short(await after.next()), change);
    after.cancel();
  });

  it('accepts 20 000 Watch cursors as Protocol Buffers and as JSON', async () => {
    await using cloud = await openWatch(engine, { accountLimits: toAccountLimits(20_000) });
    const entries = Array.from({ length: 20_000 }, (_, n) => [idOf(n), `${idOf(n)}.zzzzzzzzzz.zzzzzzzzzz`]);
    const watching = cloud.watch(entries.map(([, cursor]) => cursor!));
    assert.equal(short(await watching.next()).systemId, idOf(0));
    watching.cancel();
    const tokens = { accessToken: cloud.accessToken };
    const news = connectCloud({ url: cloud.url, tokens }).watch({ cursors: Object.fromEntries(entries) });
    for await (const { systemId, cursor } of news) {
      assert.deepEqual([systemId, cursor], [idOf(0), '']);
      break;
    }
  });
});
