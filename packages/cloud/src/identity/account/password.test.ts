import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toConsoleSentence } from '@plenum/protocol/console';
import type { Outcome } from './outcome.ts';
import { checkPassword, hashPassword, isPasswordOf, toDummyHash } from './password.ts';

const email = 'anna@example.org';
const sentenceOf = (outcome: Outcome<undefined>) =>
  outcome.ok ? 'taken' : toConsoleSentence(outcome.refusal);
const check = (password: string) => sentenceOf(checkPassword({ email, password }));

describe('a password', () => {
  it('has at least 10 characters, however many bytes they are', () => {
    assert.match(check('ninechars'), /^A password has at least 10 characters; this one has 9\./);
    assert.equal(check('ten-chars!'), 'taken');
    assert.match(check('дом у моря'.slice(0, 9)), /has 9/);
    assert.equal(check('дом у моря'), 'taken');
    assert.match(check('🏠'.repeat(9)), /has 9/);
    assert.equal(check('🏠'.repeat(10)), 'taken');
  });

  it('has at most 1024 bytes', () => {
    assert.equal(check('a'.repeat(1024)), 'taken');
    assert.match(check('a'.repeat(1025)), /at most 1024 bytes/);
  });

  it('is not the e-mail address', () => {
    assert.match(check(' Anna@Example.ORG '), /which everybody would try first/);
  });

  it('is stored as an argon2id string with a salt of its own', async () => {
    const [one, two] = [await hashPassword('a quiet house'), await hashPassword('a quiet house')];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(one, two);
    assert.equal(await isPasswordOf('a quiet house', one), true);
    assert.equal(await isPasswordOf('a quiet house', two), true);
    assert.equal(await isPasswordOf('a quiet horse', one), false);
  });

  it('is read as the reference implementation of argon2 writes it', async () => {
    // phc-winner-argon2, test.c: t=2, m=2^16, p=1, "password", "somesalt".
    const kept = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    assert.equal(await isPasswordOf('password', kept), true);
    assert.equal(await isPasswordOf('Password', kept), false);
  });

  it('is the same however a keyboard composes its letters', async () => {
    const kept = await hashPassword('Zürich am See');
    assert.equal(await isPasswordOf('Zu\u0308rich am See', kept), true);
  });

  it('never matches the dummy hash', async () => {
    assert.equal(await isPasswordOf('', toDummyHash()), false);
    assert.equal(await isPasswordOf('a'.repeat(2000), toDummyHash()), false);
  });
});
