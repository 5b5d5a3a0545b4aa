import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createGuesses, createKeyCheck } from './key-check.ts';

const key = 'open-sesame';
const right = { isRight: true, wait: 0 };
const wrong = { isRight: false, wait: 0 };

const create = () => {
  const clock = createFakeClock();
  const guesses = createGuesses(clock);
  return { clock, guesses, check: createKeyCheck(key, guesses) };
};

describe('the check of a key', () => {
  it('accepts only the exact key', () => {
    const { check } = create();
    assert.deepEqual(check(key, '10.0.0.1'), right);
    for (const other of [undefined, '', 'open-sesam', `${key}1`, key.toUpperCase()])
      assert.deepEqual(check(other, '10.0.0.1'), wrong, String(other));
  });

  it('checks 20 wrong keys from an address, then only one key every 10 seconds', () => {
    const { clock, check } = create();
    for (let n = 0; n < 20; n++) assert.deepEqual(check(`${n}`, '10.0.0.1'), wrong);
    assert.deepEqual(check(key, '10.0.0.1'), { isRight: false, wait: 10 });
    clock.advance(9_999);
    assert.deepEqual(check(key, '10.0.0.1'), { isRight: false, wait: 1 });
    clock.advance(1);
    assert.deepEqual(check('20', '10.0.0.1'), wrong);
    assert.deepEqual(check(key, '10.0.0.1'), { isRight: false, wait: 10 });
    clock.advance(10_000);
    assert.deepEqual(check(key, '10.0.0.1'), right);
  });

  it('does not count requests without a key or with the right key', () => {
    const { check } = create();
    for (let n = 0; n < 100; n++) {
      assert.deepEqual(check(undefined, '10.0.0.1'), wrong);
      assert.deepEqual(check(key, '10.0.0.1'), right);
    }
  });

  it('limits each address separately and treats an IPv6 /64 network as one address', () => {
    const { check } = create();
    for (let n = 0; n < 20; n++) {
      check('no', '10.0.0.1');
      check('no', `2001:db8::${n}`);
    }
    assert.equal(check(key, '::ffff:10.0.0.1').isRight, false);
    assert.equal(check(key, '2001:db8::ffff').isRight, false);
    assert.deepEqual(check(key, '10.0.0.2'), right);
    assert.deepEqual(check(key, '2001:db8:0:1::1'), right);
  });

  it('counts wrong keys of 1,024 addresses separately, and all other addresses together', () => {
    const { check } = create();
    for (let n = 0; n < 1_024; n++) check('no', `10.1.${n >> 8}.${n & 255}`);
    for (let n = 0; n < 20; n++) assert.deepEqual(check('no', `10.2.0.${n}`), wrong);
    assert.deepEqual(check(key, '10.2.0.99'), { isRight: false, wait: 10 });
    assert.deepEqual(check(key, '10.1.0.0'), right);
  });
});
