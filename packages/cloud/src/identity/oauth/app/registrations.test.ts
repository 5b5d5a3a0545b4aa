import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTokenBucket } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { cloudLimits } from '@plenum/protocol/cloud';
import { onEachStore } from '../../../fixture/with-store.fixture.ts';
import { createEncryption } from '../../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../../kernel/crypto/random.ts';
import { openStore } from '../../../kernel/database/store.ts';
import { createRegistrations, sweepRegistered } from './registrations.ts';

const start = (key = 7, clock = createFakeClock()) => {
  const limit = createTokenBucket({ rate: 1, burst: 20 }, clock);
  const encryption = createEncryption([Buffer.alloc(32, key)], systemRandom);
  return createRegistrations({ encryption, limit, now: clock.now });
};

const { maxRedirectUris } = cloudLimits;
const here = 'http://127.0.0.1/callback';
const register = (asked: unknown, of = start()) => of.register(asked, '192.0.2.1');

describe('an app that registers itself', () => {
  it('identifies a self-registered app by its client id alone, on every node with the key', () => {
    const asked = {
      client_name: ' House Talk ',
      redirect_uris: [here, 'https://talk.example/back', 'com.talk:/x'],
    };
    const made = register(asked);
    assert.ok(made.ok);
    const app = { name: 'House Talk', redirectUris: asked.redirect_uris };
    assert.deepEqual(made.app, app);
    assert.deepEqual(start().find(made.clientId), app);
    assert.equal(start(8).find(made.clientId), undefined);
    for (const other of [`${made.clientId}x`, made.clientId.slice(0, -1), 'v1.x', 'plenum-demo-app', ''])
      assert.equal(start().find(other), undefined, other);
  });

  it('accepts the usual redirect URIs at registration, and refuses an app without any', () => {
    const uris = (redirect_uris: unknown) => {
      const made = register({ redirect_uris });
      return made.ok ? made.app.redirectUris : [made.error, made.sentence];
    };
    assert.deepEqual(uris([here, 'http://talk.example/', 'https://localhost/', 'cursor://x']), [here]);
    const host = { count: maxRedirectUris.count, most: maxRedirectUris.characters };
    const long = (length: number) => here.padEnd(length, 'x');
    assert.deepEqual(uris([long(host.most)]), [long(host.most)]);
    assert.deepEqual(uris(Array(host.count).fill(here)), Array(host.count).fill(here));
    const tooMuch = 'redirect_uris: send at most 10, with at most 1000 characters in all.';
    assert.deepEqual(uris([long(host.most + 1)]), ['invalid_redirect_uri', tooMuch]);
    assert.deepEqual(uris(Array(host.count + 1).fill(here)), ['invalid_redirect_uri', tooMuch]);
    const none = 'redirect_uris: send a list of at least one URI, each a string.';
    for (const nothing of [[], undefined, here, [1]])
      assert.deepEqual(uris(nothing), ['invalid_redirect_uri', none]);
    for (const wrong of ['javascript:alert(1)', 'http://talk.example/', 'https://a@talk.example/', 'x'])
      assert.match(uris([wrong]).join(' '), /^invalid_redirect_uri redirect_uris: ./, wrong);
    assert.match(uris(['https://127.0.0.1/']).join(' '), /a loopback address cannot have a certificate/);
  });

  it('shortens the name of a self-registered app, or uses its redirect URI’s host', () => {
    const name = (client_name: unknown) => {
      const made = register({ client_name, redirect_uris: ['https://talk.example:8443/back'] });
      return made.ok ? made.app.name : made.error;
    };
    assert.equal(name('é'.repeat(60)), 'é'.repeat(50));
    for (const none of [undefined, '', '  ']) assert.equal(name(none), 'talk.example:8443');
    for (const wrong of [1, {}, 'a\u202eb']) assert.equal(name(wrong), 'invalid_client_metadata');
    for (const body of [undefined, null, [], 'x']) {
      const made = register(body);
      assert.equal(!made.ok && made.error, 'invalid_client_metadata');
    }
  });

  it('refuses the name Plenum at registration, unless it comes from the redirect URI’s host', () => {
    const back = ['https://plenum.example/back'];
    const name = (client_name: string) => {
      const made = register({ client_name, redirect_uris: back });
      return made.ok ? made.app.name : made.sentence;
    };
    const refused = 'client_name: only Plenum itself may be called Plenum; choose another name.';
    for (const ours of [
      'Plenum',
      ' PLENUM ',
      'Plenum Cloud',
      'Ｐｌｅｎｕｍ',
      'Plénum',
      'P l e n u m',
      'p.l.e.n.u.m',
    ])
      assert.equal(name(ours), refused, ours);
    for (const other of ['Plenu', 'House Talk', 'Plenty']) assert.equal(name(other), other);
    assert.equal(name(''), 'plenum.example');
  });

  it('delays registrations from an address after many of them', () => {
    const clock = createFakeClock();
    const registrations = start(7, clock);
    const from = (address: string) => registrations.register({ redirect_uris: [here] }, address).ok;
    for (let count = 0; count < 20; count++) assert.ok(from('192.0.2.1'));
    assert.deepEqual(registrations.register({ redirect_uris: [here] }, '192.0.2.1'), {
      ok: false,
      error: 'temporarily_unavailable',
      sentence: 'Too many requests from this address; try again in 1 s.',
      retryAfter: 1,
    });
    assert.ok(from('192.0.2.2'));
    clock.advance(1_000);
    assert.ok(from('192.0.2.1'));
  });
});

onEachStore('the name of an app that registered itself', (engine) => {
  it('stores a registered app’s name at consent, and deletes it a day later without one', async () => {
    const clock = createFakeClock();
    await using made = await engine.createPlace();
    await using store = await openStore(made.place);
    const registrations = start(7, clock);
    const [used, unused] = ['Used', 'Unused'].map((client_name) => {
      // The longest possible client id, which must fit into an index of PostgreSQL.
      const uri = here.padEnd(maxRedirectUris.characters, 'x');
      const one = register({ client_name, redirect_uris: [uri] }, registrations);
      assert.ok(one.ok);
      return one.clientId;
    }) as [string, string];
    const names = async () =>
      (await store.db.selectFrom('app').select('name').orderBy('name').execute()).map(({ name }) => name);
    await registrations.keep(store.db, 'plenum-bridge');
    for (const clientId of [used, unused, used]) await registrations.keep(store.db, clientId);
    const consent = { kind: 'Grant', id_hash: 'g', payload: '{}', client_id: used, expires_at: 9e15 };
    await store.db
      .insertInto('authorization_item')
      .values(consent as never)
      .execute();
    clock.advance(86_399_999);
    await sweepRegistered(store, clock.now());
    assert.deepEqual(await names(), ['Unused', 'Used']);
    clock.advance(1);
    await sweepRegistered(store, clock.now());
    assert.deepEqual(await names(), ['Used']);
    await registrations.keep(store.db, unused);
    await store.db.deleteFrom('authorization_item').execute();
    await sweepRegistered(store, clock.now());
    assert.deepEqual(await names(), ['Unused']);
  });
});
