import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeDiscovery, judgeDisk, judgeNode, judgePort } from './judge.ts';

describe('plenum doctor', () => {
  it('plenum doctor requires Node 26.12.1 or later and names releases with known faults', () => {
    for (const version of ['26.12.1', '26.13.0', '27.0.0'])
      assert.equal(judgeNode(version).sentence, `This is Node ${version}.`);
    for (const version of ['26.12.0', '25.9.0', '24.21.0', '24.22.0', '22.23.3', '20.20.2', 'none'])
      assert.match(
        judgeNode(version).sentence,
        /known security faults\. Plenum needs Node 26\.12\.1 or later/,
      );
    for (const version of ['24.22.1', '24.23.0', '22.23.4'])
      assert.match(
        judgeNode(version).sentence,
        /^This is Node [\d.]+\. Plenum needs Node 26\.12\.1 or later/,
      );
    assert.deepEqual(
      ['26.12.1', '26.12.0'].map((version) => judgeNode(version).result),
      ['ok', 'problem'],
    );
  });

  it('plenum doctor classifies free disk space on both sides of each limit', () => {
    const results = [99_999_999, 100_000_000, 999_999_999, 1_000_000_000].map(
      (free) => judgeDisk(free, 'data').result,
    );
    assert.deepEqual(results, ['problem', 'note', 'note', 'ok']);
    assert.match(judgeDisk(99_999_999, 'data').sentence, /^Only 99 MB are free for data; free some space/);
  });

  it('plenum doctor distinguishes a free port, a bridge, another program and a forbidden port', () => {
    const where = { protocol: 'TCP', host: '0.0.0.0', port: 80 } as const;
    assert.equal(judgePort(where, undefined).result, 'ok');
    assert.equal(judgePort(where, 'port-taken', 'A bridge of Plenum').result, 'ok');
    assert.match(
      judgePort(where, 'port-taken').sentence,
      /in use by another program; stop it, or choose another/,
    );
    assert.match(
      judgePort(where, 'port-forbidden', 'A bridge of Plenum').sentence,
      /choose a port above 1023/,
    );
  });

  it('plenum doctor reports no problem if discovery finds no bridge', () => {
    assert.equal(judgeDiscovery([]).result, 'note');
    assert.equal(judgeDiscovery(['1 at a']).sentence, 'One bridge answers: 1 at a.');
    assert.equal(judgeDiscovery(['1 at a', '2 at b']).sentence, '2 bridges answer: 1 at a, 2 at b.');
  });
});
