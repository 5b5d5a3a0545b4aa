import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { onEachStore, type TestEngine } from '../../../fixture/with-store.fixture.ts';
import { createEncryption } from '../../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../../kernel/crypto/random.ts';
import { openStore } from '../../../kernel/database/store.ts';
import {
  anna,
  codeOf,
  elsewhere,
  enter,
  home,
  leastCost,
  minute,
  unwrap,
  wrong,
} from '../accounts.fixture.ts';
import { type Accounts, createAccounts } from '../accounts.ts';
import { readAudit } from '../audit/audit.fixture.ts';

const second = 1_000;
const next = 'another house, another sea';

const fromBase32 = (text: string): Buffer => {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Computes the code for a time by RFC 6238 and RFC 4226, 5.3, independently of the implementation. */
const totp = (key: Buffer, at: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1000 / 30)));
  const hmac = createHmac('sha1', key).update(counter).digest();
  const offset = hmac.at(-1)! & 15;
  return String((hmac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const clock = createFakeClock();
  const { place } = stack.use(await engine.createPlace());
  const store = stack.use(await openStore(place));
  const encryption = createEncryption([systemRandom.bytes(32)], systemRandom);
  const accounts = createAccounts(store, clock, { cost: leastCost, encryption });
  return { clock, store, accounts, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

const signIn = async (accounts: Accounts, credentials = anna, from = home, browser?: string) => {
  const result = await accounts.signIn(credentials, from, browser);
  assert.equal(codeOf(result), 'second-step-required');
  if (result.ok) throw new Error('signed in');
  return String(result.refusal.facts.step);
};

/** Creates an account for Anna with an authenticator app. */
const setUp = async (engine: TestEngine) => {
  const cloud = await start(engine);
  const { accounts, clock } = cloud;
  const session = await enter(accounts);
  const codes = accounts.codes!;
  const { secret } = unwrap(await codes.begin(session, anna.password, { address: home }));
  const codeAt = (offset = 0) => totp(fromBase32(secret), clock.now() + offset);
  const recoveryCodes = unwrap(await codes.confirm(session, codeAt(), home));
  clock.advance(minute);
  const enterCode = async (code: string, { step, from = home }: { step?: string; from?: string } = {}) =>
    codes.signInWithCode(step ?? (await signIn(accounts, anna, from)), code, { address: from });
  return { ...cloud, session, codes, secret, codeAt, recoveryCodes, enterCode };
};

it('computes authenticator codes as in RFC 6238, appendix B', () => {
  const key = Buffer.from('12345678901234567890');
  assert.equal(totp(key, 59 * second), '287082');
  assert.equal(totp(key, 1_111_111_109 * second), '081804');
});

onEachStore('codes of an authenticator app', (engine) => {
  it('requires an authenticator code only after a first code was entered', async () => {
    await using cloud = await start(engine);
    const { accounts, clock } = cloud;
    const session = await enter(accounts);
    const codes = accounts.codes!;
    const from = { address: home };
    assert.equal(codeOf(await codes.begin(session, wrong.password, from)), 'password-wrong');
    const { secret, uri } = unwrap(await codes.begin(session, anna.password, from));
    assert.match(uri, new RegExp(`^otpauth://totp/Plenum:Anna%40Example\\.org\\?.*secret=${secret}&`));
    assert.equal(codeOf(await accounts.signIn(anna, home)), 'ok');
    assert.equal(codeOf(await codes.confirm(session, '000000', home)), 'second-step-wrong');
    const code = totp(fromBase32(secret), clock.now());
    assert.equal(unwrap(await codes.confirm(session, code, home)).length, 10);
    assert.equal(codeOf(await accounts.signIn(anna, home)), 'second-step-required');
    assert.equal(codeOf(await accounts.signIn(wrong, home)), 'credentials-wrong');
    assert.equal(codeOf(await codes.begin(session, anna.password, from)), 'codes-on');
    assert.equal(codeOf(await codes.confirm(session, code, home)), 'second-step-wrong');
    const stored = JSON.stringify(await cloud.store.db.selectFrom('authenticator').selectAll().execute());
    assert.ok(!stored.includes(secret));
  });

  it('accepts each authenticator code once, from 30 s before to 30 s after its time', async () => {
    await using cloud = await setUp(engine);
    const { codeAt, enterCode, clock } = cloud;
    assert.equal(codeOf(await enterCode(codeAt(-60 * second))), 'second-step-wrong');
    assert.equal(codeOf(await enterCode(codeAt(60 * second))), 'second-step-wrong');
    assert.equal(codeOf(await enterCode(codeAt(-30 * second))), 'ok');
    assert.equal(codeOf(await enterCode(codeAt(-30 * second))), 'second-step-wrong');
    assert.equal(codeOf(await enterCode(`${codeAt().slice(0, 3)} ${codeAt().slice(3)}`)), 'ok');
    assert.equal(codeOf(await enterCode(codeAt())), 'second-step-wrong');
    assert.equal(codeOf(await enterCode(codeAt(30 * second))), 'ok');
    clock.advance(minute);
    const step = await signIn(cloud.accounts);
    const code = codeAt();
    const both = await Promise.all([1, 2].map(() => enterCode(code, { step })));
    assert.deepEqual(both.map(codeOf).sort(), ['ok', 'second-step-wrong']);
  });

  it('accepts codes although a later one was accepted before the clock went back', async () => {
    await using cloud = await setUp(engine);
    const { codeAt, enterCode, clock } = cloud;
    const now = clock.now();
    clock.set(now + 75 * 60 * minute);
    assert.equal(codeOf(await enterCode(codeAt())), 'ok');
    clock.set(now);
    const code = codeAt();
    assert.equal(codeOf(await enterCode(code)), 'ok');
    assert.equal(codeOf(await enterCode(code)), 'second-step-wrong');
    // A node that is 30 s behind accepts no code twice either.
    assert.equal(codeOf(await enterCode(codeAt(30 * second))), 'ok');
    clock.set(now - 30 * second);
    assert.equal(codeOf(await enterCode(codeAt(30 * second))), 'second-step-wrong');
  });

  it('accepts each recovery code once in place of an authenticator code, however written', async () => {
    await using cloud = await setUp(engine);
    const [first, other] = cloud.recoveryCodes as [string, string];
    assert.match(first, /^([a-z0-9]{4}-){3}[a-z0-9]{4}$/);
    assert.equal(codeOf(await cloud.enterCode(first.toUpperCase().replaceAll('-', ' '))), 'ok');
    assert.equal(codeOf(await cloud.enterCode(first)), 'second-step-wrong');
    const from = { address: home };
    const status = () => cloud.codes.readStatus(cloud.session.account.id);
    assert.equal((await status())?.recoveryCodes, 9);
    const renewed = unwrap(await cloud.codes.renewRecoveryCodes(cloud.session, anna.password, from));
    assert.equal((await status())?.recoveryCodes, 10);
    assert.equal(codeOf(await cloud.enterCode(other)), 'second-step-wrong');
    assert.equal(codeOf(await cloud.enterCode(renewed[0]!)), 'ok');
    const stored = JSON.stringify(await cloud.store.db.selectFrom('recovery_code').selectAll().execute());
    assert.ok(!stored.includes(renewed[1]!));
  });

  it('accepts an authenticator code within 10 minutes of the unchanged password', async () => {
    await using cloud = await setUp(engine);
    const { accounts, clock, codeAt, session, codes } = cloud;
    const enterAt = (step: string | undefined) => codes.signInWithCode(step, codeAt(), { address: home });
    for (const step of [undefined, '', 'v1.a.b.c', `${await signIn(accounts)}A`])
      assert.equal(codeOf(await enterAt(step)), 'second-step-stale', String(step));
    const step = await signIn(accounts);
    clock.advance(10 * minute);
    assert.equal(codeOf(await enterAt(step)), 'second-step-stale');
    const early = await signIn(accounts);
    await accounts.changePassword(session, { present: anna.password, next }, home);
    assert.equal(codeOf(await enterAt(early)), 'second-step-stale');
    const late = await signIn(accounts, { ...anna, password: next });
    clock.advance(10 * minute - 1);
    assert.equal(codeOf(await enterAt(late)), 'ok');
  });

  it('delays guesses of codes like those of passwords, even with right passwords between', async () => {
    await using cloud = await setUp(engine);
    const { accounts, enterCode } = cloud;
    const codes: string[] = [];
    for (let count = 0; count < 7; count++) {
      const result = await accounts.signIn(anna, elsewhere, `browser-${count}`);
      if (result.ok) throw new Error('signed in');
      const { step } = result.refusal.facts;
      codes.push(
        step === undefined
          ? result.refusal.code
          : codeOf(await enterCode('000000', { step: String(step), from: elsewhere })),
      );
    }
    assert.deepEqual(codes, [...Array(5).fill('second-step-wrong'), ...Array(2).fill('too-many-guesses')]);
    assert.equal(codeOf(await enterCode(cloud.codeAt())), 'ok', 'the owner can still sign in at home');
  });

  it('stops code guessing from many places by someone with the password, but not the owner', async () => {
    await using cloud = await setUp(engine);
    const { accounts, enterCode, clock, codeAt, recoveryCodes } = cloud;
    const guess = (at: number) => enterCode('000000', { from: `203.0.113.${at}` });
    let at = 0;
    for (; at < 11; at++) assert.equal(codeOf(await guess(at)), 'second-step-wrong');
    assert.equal(codeOf(await guess(at++)), 'too-many-guesses');
    assert.equal(codeOf(await enterCode(codeAt(), { from: '198.51.100.1' })), 'too-many-guesses');
    const day = 24 * 60 * minute;
    const end = clock.now() + day;
    let wrong = 0;
    while (clock.now() < end) {
      clock.advance(second);
      for (;;) {
        const code = codeOf(await guess(at % 250));
        if (code === 'second-step-wrong') wrong++;
        else break;
      }
      const { blocked_until: until } = await cloud.store.db
        .selectFrom('guess')
        .select(({ fn }) => fn.max<number>('blocked_until').as('blocked_until'))
        .executeTakeFirstOrThrow();
      clock.set(Math.max(clock.now(), until));
      at++;
    }
    assert.ok(wrong >= 20 && wrong <= 40, `${wrong} of a million in a day`);
    assert.equal(codeOf(await guess(251)), 'second-step-wrong');
    assert.equal(codeOf(await guess(252)), 'too-many-guesses');
    assert.equal(codeOf(await accounts.signIn(anna, '198.51.100.2')), 'second-step-required', 'no wait');
    assert.equal(codeOf(await enterCode(recoveryCodes[0]!, { from: '198.51.100.2' })), 'ok', 'a new address');
    assert.equal(codeOf(await enterCode(codeAt())), 'ok', 'at home');
    const acts = (await readAudit(cloud.store, cloud.session.account.id, 400)).map(({ act }) => act);
    assert.equal(acts.filter((act) => act === 'codes-guessed').length, 1);
  });

  it('leaves no failure counted after a correct sign-in with a code', async () => {
    await using cloud = await setUp(engine);
    for (let count = 0; count < 8; count++) {
      cloud.clock.advance(minute);
      assert.equal(codeOf(await cloud.enterCode(cloud.codeAt(), { from: elsewhere })), 'ok');
    }
    const rows = await cloud.store.db.selectFrom('guess').select('failures').execute();
    assert.deepEqual(
      rows.filter(({ failures }) => failures > 0).length,
      1,
      'only the session of the sign-up',
    );
  });

  it('requires the password to turn codes off, and never accepts the codes of another account', async () => {
    await using cloud = await setUp(engine);
    const { accounts, codes, session } = cloud;
    const bela = unwrap(await accounts.signUp({ ...anna, email: 'bela@example.org' }, elsewhere));
    const from = { address: elsewhere };
    const { secret } = unwrap(await codes.begin(bela, anna.password, from));
    const ofBela = () => totp(fromBase32(secret), cloud.clock.now());
    const [recovery] = unwrap(await codes.confirm(bela, ofBela(), elsewhere));
    cloud.clock.advance(minute);
    assert.equal(codeOf(await cloud.enterCode(ofBela())), 'second-step-wrong');
    assert.equal(codeOf(await cloud.enterCode(recovery!)), 'second-step-wrong');
    assert.equal(codeOf(await codes.end(bela, 'not the password', from)), 'password-wrong');
    assert.equal(codeOf(await codes.end(bela, anna.password, from)), 'ok');
    assert.equal(codeOf(await accounts.signIn({ ...anna, email: 'bela@example.org' }, elsewhere)), 'ok');
    assert.equal(codeOf(await accounts.signIn(anna, home)), 'second-step-required');
    assert.equal(codeOf(await codes.renewRecoveryCodes(bela, anna.password, from)), 'codes-off');
    const acts = (await readAudit(cloud.store, bela.account.id, 4)).map(({ act }) => act);
    assert.deepEqual(acts.toSorted(), ['account-made', 'codes-disabled', 'codes-enabled', 'signed-in']);
    assert.equal((await codes.readStatus(session.account.id))?.recoveryCodes, 10);
  });
});
