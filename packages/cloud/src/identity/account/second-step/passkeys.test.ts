import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { onEachStore, type TestEngine } from '../../../fixture/with-store.fixture.ts';
import { createEncryption } from '../../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../../kernel/crypto/random.ts';
import { openStore } from '../../../kernel/database/store.ts';
import { anna, codeOf, elsewhere, enter, home, leastCost, minute, unwrap } from '../accounts.fixture.ts';
import { createAccounts } from '../accounts.ts';
import { readAudit } from '../audit/audit.fixture.ts';
import type { AccountSession } from '../shape.ts';
import { sweepAccounts } from '../sweep.ts';
import { createSecurityKey, type SecurityKey } from './passkey.fixture.ts';
import type { Challenge } from './passkey-challenges.ts';

const origin = 'https://cloud.example.org';
const from = { address: home };
const optionsOf = ({ options }: Challenge) => options as { readonly challenge: string };

const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const clock = createFakeClock();
  const { place } = stack.use(await engine.createPlace());
  const store = stack.use(await openStore(place));
  const encryption = createEncryption([systemRandom.bytes(32)], systemRandom);
  const accounts = createAccounts(store, clock, { cost: leastCost, encryption, passkeyOrigin: origin });
  const passkeys = accounts.passkeys!;
  const session = await enter(accounts);
  const add = async (key: SecurityKey, { of = session, name = 'Laptop' } = {}) => {
    const challenge = unwrap(await passkeys.begin(of, anna.password, from));
    const response = key.register(optionsOf(challenge));
    return passkeys.add(of, { ticket: challenge.ticket, response, name }, home);
  };
  const signIn = async (key: SecurityKey, given?: Challenge) => {
    const challenge = given ?? (await passkeys.beginSignIn());
    const response = key.sign(optionsOf(challenge));
    return passkeys.signInWithPasskey({ ticket: challenge.ticket, response }, from);
  };
  return {
    clock,
    store,
    accounts,
    passkeys,
    session,
    add,
    signIn,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

onEachStore('passkeys', (engine) => {
  it('signs in with a passkey to its account, without password or code', async () => {
    await using cloud = await start(engine);
    const { session, passkeys } = cloud;
    const key = createSecurityKey(origin);
    assert.equal(codeOf(await cloud.signIn(key)), 'passkey-unusable');
    assert.equal(codeOf(await passkeys.begin(session, 'not the password', from)), 'password-wrong');
    assert.equal(codeOf(await cloud.add(key)), 'ok');
    cloud.clock.advance(minute);
    const entered = unwrap(await cloud.signIn(key));
    assert.deepEqual(entered.account, session.account);
    assert.notEqual(entered.secret, session.secret);
    const [shown] = await passkeys.list(session.account.id);
    assert.deepEqual(shown, {
      id: key.id,
      name: 'Laptop',
      createdAt: cloud.clock.now() - minute,
      usedAt: cloud.clock.now(),
    });
    const acts = (await readAudit(cloud.store, session.account.id, 1)).map(({ act }) => act);
    assert.deepEqual(acts, ['signed-in']);
  });

  it('asks for a passkey of the account, under one user handle, and leaves out those it has', async () => {
    await using cloud = await start(engine);
    const { session, passkeys } = cloud;
    const asked = async () => {
      const { user, excludeCredentials } = optionsOf(
        unwrap(await passkeys.begin(session, anna.password, from)),
      ) as unknown as {
        readonly user: { readonly id: string; readonly name: string };
        readonly excludeCredentials: readonly { readonly id: string }[];
      };
      return { name: user.name, handle: user.id, known: excludeCredentials.map(({ id }) => id) };
    };
    const handle = Buffer.from(session.account.id).toString('base64url');
    assert.deepEqual(await asked(), { name: session.account.email, handle, known: [] });
    const key = createSecurityKey(origin);
    assert.equal(codeOf(await cloud.add(key)), 'ok');
    // An authenticator keeps one passkey for each handle, so a second one would replace the first.
    assert.deepEqual(await asked(), { name: session.account.email, handle, known: [key.id] });
  });

  it('refuses a passkey without user verification, from another origin or of another key', async () => {
    await using cloud = await start(engine);
    assert.equal(codeOf(await cloud.add(createSecurityKey(origin, { flags: 1 }))), 'passkey-unusable');
    assert.equal(codeOf(await cloud.add(createSecurityKey('https://evil.example'))), 'passkey-unusable');
    const key = createSecurityKey(origin);
    await cloud.add(key);
    const challenge = await cloud.passkeys.beginSignIn();
    const other = createSecurityKey(origin).sign(optionsOf(challenge));
    for (const response of [
      { ...other, id: key.id, rawId: key.id },
      createSecurityKey('https://evil.example').sign(optionsOf(challenge)),
      undefined,
      {},
      { id: key.id },
      { id: 7 },
    ]) {
      const answer = { ticket: challenge.ticket, response };
      assert.equal(codeOf(await cloud.passkeys.signInWithPasskey(answer, from)), 'passkey-unusable');
    }
    assert.equal(codeOf(await cloud.signIn(key, challenge)), 'ok');
  });

  it('accepts a passkey response once, within 5 minutes, from the browser that asked', async () => {
    await using cloud = await start(engine);
    const { passkeys, session, clock } = cloud;
    const key = createSecurityKey(origin);
    const adding = unwrap(await passkeys.begin(session, anna.password, from));
    const registered = { ticket: adding.ticket, response: key.register(optionsOf(adding)), name: 'Key' };
    assert.equal(
      codeOf(await passkeys.add(session, { ...registered, ticket: undefined }, home)),
      'passkey-unusable',
    );
    assert.equal(codeOf(await passkeys.add(session, registered, home)), 'ok');
    assert.equal(codeOf(await passkeys.add(session, registered, home)), 'passkey-unusable');
    const once = await passkeys.beginSignIn();
    assert.equal(codeOf(await cloud.signIn(key, once)), 'ok');
    clock.advance(5 * minute - 1);
    await sweepAccounts(cloud.store, clock.now());
    assert.equal(codeOf(await cloud.signIn(key, once)), 'passkey-unusable');
    const late = await passkeys.beginSignIn();
    clock.advance(5 * minute);
    assert.equal(codeOf(await cloud.signIn(key, late)), 'passkey-unusable');
    const inTime = await passkeys.beginSignIn();
    clock.advance(5 * minute - 1);
    assert.equal(codeOf(await cloud.signIn(key, inTime)), 'ok');
    assert.equal(codeOf(await cloud.signIn(key, { ...once, ticket: adding.ticket })), 'passkey-unusable');
  });

  it('allows only the owner to name and remove a passkey, and leaves the password valid', async () => {
    await using cloud = await start(engine);
    const { passkeys, session, accounts } = cloud;
    const key = createSecurityKey(origin);
    await cloud.add(key);
    const bela: AccountSession = unwrap(
      await accounts.signUp({ ...anna, email: 'bela@example.org' }, elsewhere),
    );
    assert.equal(codeOf(await passkeys.rename(bela, { id: key.id, name: 'Mine' })), 'no-such-passkey');
    assert.equal(codeOf(await passkeys.remove(bela, key.id, elsewhere)), 'no-such-passkey');
    assert.deepEqual(await passkeys.list(bela.account.id), []);
    assert.equal(codeOf(await cloud.add(key, { of: bela })), 'passkey-unusable', "Anna's key");
    const challenge = unwrap(await passkeys.begin(session, anna.password, from));
    const response = createSecurityKey(origin).register(optionsOf(challenge));
    const stolen = { ticket: challenge.ticket, response, name: 'Mine' };
    assert.equal(codeOf(await passkeys.add(bela, stolen, elsewhere)), 'passkey-unusable');
    for (const name of ['', ' ', 'x'.repeat(61), 'a\u202Eb'])
      assert.equal(codeOf(await passkeys.rename(session, { id: key.id, name })), 'passkey-name-malformed');
    assert.equal(codeOf(await passkeys.rename(session, { id: key.id, name: 'x'.repeat(60) })), 'ok');
    assert.equal(codeOf(await passkeys.remove(session, key.id, home)), 'ok');
    assert.equal(codeOf(await cloud.signIn(key)), 'passkey-unusable');
    assert.equal(codeOf(await accounts.signIn(anna, home)), 'ok');
  });

  it('limits an account to 20 passkeys', async () => {
    await using cloud = await start(engine);
    for (let count = 0; count < 20; count++)
      assert.equal(codeOf(await cloud.add(createSecurityKey(origin))), 'ok');
    assert.equal(codeOf(await cloud.passkeys.begin(cloud.session, anna.password, from)), 'too-many-passkeys');
  });
});
