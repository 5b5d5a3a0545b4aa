import assert from 'node:assert/strict';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { isRefused, sharingLimits } from '@plenum/protocol/console';
import { withStore } from '../../fixture/with-store.fixture.ts';
import type { Account } from '../../identity/account/shape.ts';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import type { Store } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { readAccess, readNextEnd, readViewers } from '../bridge/access.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import type { OwnershipChange } from '../bridge/ownership.ts';
import { pairBridge, releaseBridges } from '../bridge/pair.ts';
import { accountSubject } from '../uplink/bus-subjects.ts';
import type { HouseMember } from './member-store.ts';
import { startSharing } from './sharing.ts';

const systemId = '123456789';
const day = 86_400_000;

/** Creates a house owned by Ann, and functions for the actions of its owner and of other people. */
const open = async (store: Store, names: readonly string[] = ['bob']) => {
  const clock = createFakeClock(day);
  const bus = createMemoryBus({ clock, log: silent });
  const changes: OwnershipChange[] = [];
  const ownershipChanged = [async (_: unknown, change: OwnershipChange) => void changes.push(change)];
  const listeners = { ownershipChanged };
  for (const name of ['ann', ...names]) await insertAccount(store, name);
  const pair = async (accountId = 'ann', listening: typeof listeners = { ownershipChanged: [] }) => {
    const pairing = { systemId, accountId, keyId: accountId, jwk: {}, now: clock.now() };
    return store.transaction('full', (tx) => pairBridge(tx, pairing, listening));
  };
  await pair();
  const sharing = startSharing({ store, bus, listeners, clock, log: silent });
  const of = (accountId: string) => ({ accountId, address: `at ${accountId}`, systemId });
  const account = (id: string, createdAt = 0): Account => ({ id, email: `${id}@example.org`, createdAt });
  const invited = (id: string, createdAt?: number) => ({
    account: account(id, createdAt),
    address: `at ${id}`,
  });
  const invite = async (
    by: string,
    whom: string,
    terms: { access?: 'view' | 'control' | 'manage'; until?: number | undefined } = {},
  ) => {
    const made = await sharing.invite(of(by), { email: `${whom}@example.org`, access: 'view', ...terms });
    return isRefused(made) ? made.refusal.code : { ...made, token: made.token! };
  };
  const share = async (whom: string, terms: Parameters<typeof invite>[2] = {}) => {
    const made = await invite('ann', whom, terms);
    assert.ok(typeof made !== 'string', String(made));
    assert.equal(await sharing.accept(invited(whom), { memberId: made.member.id }), undefined);
    return made.member.id;
  };
  const accessOf = async (accountId: string) =>
    (await readAccess(store.db, { accountId, systemId, now: clock.now() }))?.access;
  const acts = async (accountId: string) => {
    const rows = await store.db
      .selectFrom('audit')
      .select(['act', 'address', 'facts'])
      .where('account_id', '=', accountId)
      .orderBy('at')
      .execute();
    return rows.map(({ act, address, facts }) => ({ act, address, ...JSON.parse(facts) }));
  };
  return {
    store,
    clock,
    bus,
    changes,
    sharing,
    pair,
    listeners,
    of,
    account,
    invited,
    invite,
    share,
    accessOf,
    acts,
    [Symbol.asyncDispose]: () => sharing[Symbol.asyncDispose](),
  };
};

const refusalOf = (result: unknown) => (isRefused(result) ? result.refusal.code : result);

withStore(
  'accepts an invitation once, from the account with the invited address or through its link',
  async (store) => {
    await using home = await open(store, ['bob', 'eve', 'kim']);
    const { sharing, invite, invited, account, accessOf } = home;
    const made = await invite('ann', 'bob', { access: 'control' });
    assert.ok(typeof made !== 'string');
    const { token, member } = made;
    const { id: memberId } = member;
    assert.deepEqual(await sharing.listInvitations(account('eve')), []);
    assert.equal(refusalOf(await sharing.accept(invited('eve'), { memberId })), 'no-such-invitation');
    assert.equal(
      refusalOf(await sharing.accept(invited('eve'), { token: `${token}x` })),
      'no-such-invitation',
    );
    const [seen] = await sharing.listInvitations(account('bob'));
    assert.deepEqual([seen!.id, seen!.owner, seen!.access], [memberId, 'ann@example.org', 'control']);
    assert.equal(await accessOf('bob'), undefined, 'an invitation alone gives no access');
    const both = [sharing.accept(invited('bob'), { memberId }), sharing.accept(invited('kim'), { token })];
    const results = (await Promise.all(both)).map(refusalOf);
    assert.deepEqual(results.toSorted(), ['no-such-invitation', undefined]);
    const accesses = [await accessOf('bob'), await accessOf('kim')];
    assert.deepEqual(accesses.toSorted(), ['control', undefined]);
    const stored = JSON.stringify(await store.db.selectFrom('bridge_member').selectAll().execute());
    assert.ok(!stored.includes(token));
    assert.equal(refusalOf(await sharing.find(account('eve'), { token })), 'no-such-invitation');
  },
);

withStore('an account created after the invitation needs the link of the invitation', async (store) => {
  await using home = await open(store);
  const { sharing, invite, invited, account, clock } = home;
  const made = await invite('ann', 'bob');
  assert.ok(typeof made !== 'string');
  const later = clock.now() + 1;
  const { id: memberId } = made.member;
  assert.deepEqual(await sharing.listInvitations(account('bob', later)), []);
  assert.equal(refusalOf(await sharing.accept(invited('bob', later), { memberId })), 'no-such-invitation');
  assert.equal(refusalOf(await sharing.decline(invited('bob', later), memberId)), 'no-such-invitation');
  assert.equal(await sharing.accept(invited('bob', later), { token: made.token }), undefined);
});

withStore(
  'an invitation ends after seven days, when it is withdrawn or declined, and when the inviter loses access',
  async (store) => {
    await using home = await open(store, ['bob', 'kim', 'lou']);
    const { sharing, invite, invited, share, of, clock } = home;
    const attempts: [string, (token: string, id: string) => unknown][] = [
      ['expired', () => clock.set(clock.now() + sharingLimits.invitationAge)],
      ['withdrawn', (_, id) => sharing.remove(of('ann'), id)],
      ['declined', (_, id) => sharing.decline(invited('bob'), id)],
    ];
    for (const [why, act] of attempts) {
      const made = await invite('ann', 'bob');
      assert.ok(typeof made !== 'string', why);
      clock.set(clock.now() + (why === 'expired' ? -1 : 0));
      if (why === 'expired') clock.set(clock.now() + 1);
      await act(made.token, made.member.id);
      assert.equal(
        refusalOf(await sharing.accept(invited('bob'), { token: made.token })),
        'no-such-invitation',
        why,
      );
    }
    const manager = await share('kim', { access: 'manage' });
    const made = await invite('kim', 'lou', { access: 'manage' });
    assert.ok(typeof made !== 'string');
    await sharing.change(of('ann'), manager, { access: 'control' });
    assert.equal(
      refusalOf(await sharing.accept(invited('lou'), { token: made.token })),
      'no-such-invitation',
    );
    await sharing.change(of('ann'), manager, { access: 'manage' });
    await sharing.remove(of('ann'), manager);
    await share('kim', { access: 'manage' });
    assert.equal(
      refusalOf(await sharing.accept(invited('lou'), { token: made.token })),
      'no-such-invitation',
    );
  },
);

withStore('refuses to grant access for longer than the inviter has it', async (store) => {
  await using home = await open(store, ['bob', 'kim', 'lou']);
  const { sharing, invite, share, of, clock } = home;
  const until = clock.now() + day;
  const id = await share('bob', { access: 'manage', until });
  assert.equal(await invite('bob', 'kim'), 'until-later-than-own');
  assert.equal(await invite('bob', 'kim', { until: until + 1 }), 'until-later-than-own');
  const made = await invite('bob', 'kim', { access: 'manage', until });
  assert.ok(typeof made !== 'string');
  assert.equal(
    refusalOf(await sharing.change(of('bob'), id, { access: 'manage' })),
    'no-such-member',
    'their own access',
  );
  const longer = await sharing.change(of('bob'), made.member.id, { access: 'view' });
  assert.equal(refusalOf(longer), 'until-later-than-own');
  assert.equal(await invite('ann', 'lou', { until: clock.now() }), 'until-malformed');
  assert.equal(
    await invite('ann', 'lou', { until: clock.now() + sharingLimits.maxAhead + 1 }),
    'until-malformed',
  );
  assert.equal(await invite('ann', 'lou example'), 'email-malformed');
  assert.equal(await invite('ann', 'kim'), 'invited-already');
  assert.equal(await invite('ann', 'BOB'), 'invited-already');
  assert.equal(await invite('bob', 'ann', { until }), 'invited-already');
  assert.ok(
    typeof (await invite('ann', 'lou', { until: clock.now() + sharingLimits.maxAhead })) !== 'string',
  );
});

withStore(
  'limits the guests of a house, and the invitations and shared houses of an account',
  async (store) => {
    await using home = await open(store);
    const { sharing, invite, invited, of, clock } = home;
    const { members, invitations, houses } = sharingLimits;
    for (let at = 0; at < members; at++) assert.ok(typeof (await invite('ann', `guest${at}`)) !== 'string');
    assert.equal(await invite('ann', 'bob'), 'too-many-members');
    const fill = async (count: number, row: object) => {
      for (let at = 0; at < count; at++) {
        const other = String(at).padStart(9, '0');
        const paired = { public_key: null, key_id: null, account_id: 'ann', name: '', version: 0, epoch: 0 };
        const empty = {
          connected_node: null,
          last_seen: null,
          time_zone: null,
        };
        await store.db
          .insertInto('bridge')
          .values({ system_id: other, paired_at: 1, ...paired, ...empty })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const id = crypto.randomUUID();
        const made = {
          id,
          system_id: other,
          paired_at: 1,
          email: id,
          email_key: id,
          access: 'view' as const,
        };
        const none = {
          until: null,
          token_hash: null,
          expires_at: clock.now() + day,
          invited_at: 0,
          accepted_at: null,
        };
        await store.db
          .insertInto('bridge_member')
          .values({ ...made, ...none, invited_by: null, account_id: null, ...row })
          .execute();
      }
    };
    await store.db.deleteFrom('bridge_member').execute();
    await fill(invitations - 1, { invited_by: 'ann' });
    const last = await invite('ann', 'bob');
    assert.ok(typeof last !== 'string');
    assert.equal(await invite('ann', 'kim'), 'too-many-invitations');
    await fill(houses, { account_id: 'bob', accepted_at: 1 });
    assert.equal(refusalOf(await sharing.accept(invited('bob'), { token: last.token })), 'too-many-houses');
    await sharing.leave({ ...of('bob'), systemId: '000000000' });
    assert.equal(await sharing.accept(invited('bob'), { token: last.token }), undefined);
  },
);

withStore(
  'ends access when it expires, and a sweep then notifies apps and records the end',
  async (store) => {
    await using home = await open(store);
    const { share, accessOf, clock, changes, acts, bus } = home;
    const until = clock.now() + day;
    await share('bob', { access: 'control', until });
    changes.length = 0;
    assert.equal(await readNextEnd(store.db, { accountId: 'bob', now: clock.now() }), until);
    assert.equal(await readNextEnd(store.db, { accountId: 'ann', now: clock.now() }), undefined);
    clock.set(until - 1);
    assert.equal(await accessOf('bob'), 'control');
    assert.deepEqual((await readViewers(store.db, [systemId], clock.now())).get(systemId)?.toSorted(), [
      'ann',
      'bob',
    ]);
    clock.set(until);
    assert.equal(await accessOf('bob'), undefined);
    assert.deepEqual((await readViewers(store.db, [systemId], clock.now())).get(systemId), ['ann']);
    assert.deepEqual(changes, []);
    const { promise: notified, resolve } = Promise.withResolvers<unknown>();
    await bus.subscribe(accountSubject('bob'), resolve);
    clock.advance(60_000);
    await notified;
    assert.deepEqual(changes, [{ systemId, accountId: 'bob', what: 'unshared' }]);
    for (const name of ['ann', 'bob']) {
      const last = (await acts(name)).at(-1)!;
      assert.deepEqual([last.act, last.why, last.systemId], ['access-ended', 'expired', systemId]);
    }
  },
);

withStore(
  'records sharing acts for owner, guest and actor, and reports them as ownership changes',
  async (store) => {
    await using home = await open(store, ['bob', 'kim']);
    const { share, sharing, of, changes, acts } = home;
    await share('kim', { access: 'manage' });
    const id = await share('bob');
    await sharing.change(of('kim'), id, { access: 'control' });
    await sharing.remove(of('kim'), id);
    const ofBob = await acts('bob');
    assert.deepEqual(
      ofBob.map(({ act, by, address }) => [act, by, address]),
      [
        ['access-accepted', 'bob', 'at bob'],
        ['access-changed', 'kim', 'at kim'],
        ['access-ended', 'kim', 'at kim'],
      ],
    );
    const ofHouse = ['access-offered', 'access-accepted', 'access-offered', 'access-accepted'];
    assert.deepEqual(
      (await acts('ann')).map(({ act }) => act).toSorted(),
      [...ofHouse, 'access-changed', 'access-ended'].toSorted(),
    );
    assert.deepEqual(
      changes.map(({ accountId, what }) => [accountId, what]),
      [
        ['kim', 'shared'],
        ['bob', 'shared'],
        ['bob', 'unshared'],
      ],
    );
  },
);

withStore('guests lose access when the house is released or their account is deleted', async (store) => {
  await using home = await open(store, ['bob', 'kim']);
  const { share, pair, accessOf, changes, listeners, clock, sharing, of } = home;
  await share('bob');
  await share('kim');
  changes.length = 0;
  await store.transaction('full', (tx) => sharing.leaveAll(tx, of('kim')));
  assert.equal(await accessOf('kim'), undefined);
  const ended = { systemId, accountId: 'kim', what: 'unshared' };
  assert.deepEqual(changes, [ended]);
  const release = { accountId: 'ann', now: clock.now() };
  await store.transaction('full', (tx) => releaseBridges(tx, release, listeners));
  assert.deepEqual(changes, [
    ended,
    { systemId, accountId: 'ann', what: 'released' },
    { systemId, accountId: 'bob', what: 'unshared' },
  ]);
  clock.set(clock.now() + 1);
  await pair();
  assert.equal(await accessOf('bob'), undefined);
});

withStore(
  'a test user shares only with test users of the same developer, and a person only with people',
  async (store) => {
    await using home = await open(store, ['bob', 'dev', 'eve', 'tess', 'tom', 'kim']);
    const { sharing, invited, invite, accessOf, clock, of } = home;
    for (const [account_id, developer_account_id] of [
      ['tess', 'dev'],
      ['tom', 'dev'],
      ['kim', 'eve'],
    ] as const)
      await store.db
        .insertInto('test_user')
        .values({ account_id, developer_account_id, name: 'x', created_at: 0 })
        .execute();
    const shareDirectly = (whom: string) =>
      store.transaction('full', (tx) =>
        sharing.shareWithin(tx, of('tess'), { guest: invited(whom).account, access: 'view' }),
      );
    const accept = async (by: string, whom: string) => {
      const made = await invite(by, whom);
      assert.ok(typeof made !== 'string', String(made));
      const result = refusalOf(await sharing.accept(invited(whom), { token: made.token }));
      await sharing.remove(of(by), made.member.id);
      return result;
    };
    assert.equal(await accept('ann', 'tess'), 'no-such-invitation');
    assert.equal(await accept('ann', 'bob'), undefined);
    await store.db
      .updateTable('bridge')
      .set({ account_id: 'tess', paired_at: clock.now() + 1 })
      .execute();
    for (const whom of ['bob', 'dev', 'kim']) {
      assert.equal(await accept('tess', whom), 'no-such-invitation', whom);
      assert.equal(refusalOf(await shareDirectly(whom)), 'no-such-invitation', whom);
      assert.equal(await accessOf(whom), undefined);
    }
    assert.equal(await accept('tess', 'tom'), undefined);
    assert.equal(await shareDirectly('tom'), undefined);
    assert.deepEqual(
      ((await sharing.list(of('tess'))) as HouseMember[]).map(({ accountId }) => accountId),
      ['tom'],
      'no invitation is left',
    );
  },
);

withStore('a guest of an earlier pairing has no access, even if the database row remains', async (store) => {
  await using home = await open(store, ['bob', 'kim']);
  const {
    share,
    accessOf,
    store: { db },
    clock,
    sharing,
    of,
  } = home;
  await share('bob', { access: 'manage' });
  const released = { account_id: null, public_key: null, key_id: null };
  await db.updateTable('bridge').set(released).execute();
  assert.equal(await accessOf('bob'), undefined);
  await db
    .updateTable('bridge')
    .set({ account_id: 'kim', paired_at: clock.now() + 1 })
    .execute();
  assert.equal(await accessOf('bob'), undefined);
  assert.deepEqual(await sharing.list(of('kim')), []);
});
