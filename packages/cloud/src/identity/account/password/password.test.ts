import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ConsoleRefusal, toConsoleSentence } from '@plenum/protocol/console';
import type { Result } from '@plenum/protocol/refusal';
import { checkPassword, hashPassword, isPasswordOf, toDummyHash } from './password.ts';

const email = 'anna@example.org';
const sentenceOf = (result: Result<undefined, ConsoleRefusal>) =>
  result.ok ? 'taken' : toConsoleSentence(result.refusal);
const check = (password: string) => sentenceOf(checkPassword({ email, password }));

describe('a password', () => {
  it('requires at least 10 characters in a password, regardless of its length in bytes', () => {
    assert.match(check('ninechars'), /^A password must have at least 10 characters; this one has 9\./);
    assert.equal(check('ten-chars!'), 'taken');
    assert.match(check('дом у моря'.slice(0, 9)), /has 9/);
    assert.equal(check('дом у моря'), 'taken');
    const houses = [...'🏠🏪🏢🏤🏣🏥🏨🏦🏩🏡'];
    assert.match(check(houses.slice(0, 9).join('')), /has 9/);
    assert.equal(check(houses.join('')), 'taken');
  });

  it('allows 1024 bytes in a password at most', () => {
    const long = 'a quiet house by the sea, and '.repeat(40);
    assert.equal(check(long.slice(0, 1024)), 'taken');
    assert.match(check(long.slice(0, 1025)), /at most 1024 bytes/);
  });

  it('refuses passwords that attackers try first, and returns the reason', () => {
    const reasons: Readonly<Record<string, readonly string[]>> = {
      'it has fewer than 5 different characters': [
        ' '.repeat(12),
        'aaaaaaaaaaaa',
        'abcdabcdabcd',
        '121212121212',
      ],
      'it is a common password, or a common word with a few characters added': [
        ...[
          'password1234',
          'Password1234',
          'p@ssw0rd2024',
          'p a s s w o r d 1',
          'Summer2024!!',
          '123password',
        ],
        ...[
          'qwertyuiop',
          '1q2w3e4r5t',
          '1234567890q',
          'dragon123456789',
          'password739182',
          'christopher',
          'letmein!!!',
        ],
      ],
      'it is one part, repeated': ['abcdeabcde', 'sunshinesunshine', 'a1b2c3a1b2c3'],
      'its characters follow one another': ['abcdefghijkl', '9876543210', 'ABCDEFGHIJ'],
    };
    for (const [reason, passwords] of Object.entries(reasons))
      for (const password of passwords) {
        const sentence = check(password);
        assert.ok(sentence.startsWith('This password is easy to guess: '), `${password}: ${sentence}`);
        assert.ok(sentence.includes(reason), `${password}: ${sentence}`);
      }
  });

  it('accepts a password that is not known to be weak, at each limit of its length', () => {
    const taken = [
      ...['abcde abcdf', 'a quiet house by the sea', 'password and 1234 more', 'demo house 24/7'],
      // A common word with seven characters around it that are not a sequence, and ten characters that appear twice.
      ...['password7391826', 'h7k2m9p4w3h7k2m9p4w3', 'correct horse battery staple', 'Дом у моря, тихий'],
    ];
    for (const password of taken) assert.equal(check(password), 'taken', password);
  });

  it('refuses the e-mail address as a password', () => {
    assert.match(check(' Anna@Example.ORG '), /which anyone would try first/);
  });

  it('stores a password as an argon2id string with its own salt', async () => {
    const [one, two] = [await hashPassword('a quiet house'), await hashPassword('a quiet house')];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(one, two);
    assert.equal(await isPasswordOf('a quiet house', one), true);
    assert.equal(await isPasswordOf('a quiet house', two), true);
    assert.equal(await isPasswordOf('a quiet horse', one), false);
  });

  it('verifies a hash of the reference implementation of argon2', async () => {
    // phc-winner-argon2, test.c: t=2, m=2^16, p=1, "password", "somesalt".
    const kept = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    assert.equal(await isPasswordOf('password', kept), true);
    assert.equal(await isPasswordOf('Password', kept), false);
  });

  it('accepts a password regardless of how a keyboard composes its letters', async () => {
    const kept = await hashPassword('Zürich am See');
    assert.equal(await isPasswordOf('Zu\u0308rich am See', kept), true);
  });

  it('never accepts a password for the dummy hash', async () => {
    assert.equal(await isPasswordOf('', toDummyHash()), false);
    assert.equal(await isPasswordOf('a'.repeat(2000), toDummyHash()), false);
  });
});
