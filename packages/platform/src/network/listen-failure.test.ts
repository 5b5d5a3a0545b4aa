import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listenFailures, toListenFailure } from './listen-failure.ts';

const where = { protocol: 'TCP', host: '10.0.0.1', port: 80 } as const;

for (const [system, sentence] of [
  ['EADDRINUSE', 'TCP port 80 on 10.0.0.1 is in use by another program; stop it, or choose another port.'],
  ['EACCES', 'This user may not listen on TCP port 80 of 10.0.0.1; choose a port above 1023.'],
  ['EPERM', 'This user may not listen on TCP port 80 of 10.0.0.1; choose a port above 1023.'],
  ['EADDRNOTAVAIL', '10.0.0.1 is not an address of this machine; use one that is, or 0.0.0.0 for all.'],
  ['ENOTFOUND', '10.0.0.1 is not an address of this machine; use one that is, or 0.0.0.0 for all.'],
] as const)
  test(`a failure to listen with ${system} is reported as a sentence, with its cause`, () => {
    const cause = Object.assign(new Error('listen'), { code: system });
    const failure = toListenFailure(
      cause,
      where,
      (code, facts, cause) => new Error(listenFailures[code](facts), { cause }),
    ) as Error;
    assert.equal(failure.message, sentence);
    assert.equal(failure.cause, cause);
  });

test('an error that is not about listening is returned unchanged', () => {
  const create = () => assert.fail('there is no code for it');
  for (const error of [
    new TypeError('a fault of ours'),
    Object.assign(new Error(), { code: 'EIO' }),
    undefined,
  ])
    assert.equal(toListenFailure(error, where, create), error);
});
