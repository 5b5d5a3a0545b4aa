import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { sampleDatagram } from '../fixture/sample-datagram.fixture.ts';
import { changesBetween } from './changes.ts';

const splits = (...indices: number[]): Datagrams => ({
  ...nothingInstalled,
  split: indices.map((Index) => sampleDatagram('split', { Index })),
});

describe('the changes between two states', () => {
  it('reports the components that differ, by their own index', () => {
    const before = splits(2, 7);
    const [first, second] = before.split;
    const after = { ...before, split: [first!, { ...second!, On: 1 }] };
    assert.deepEqual(changesBetween(before, after), [{ kind: 'split', index: 7, datagram: after.split[1] }]);
  });

  it('reports no change if a datagram was replaced by an equal one', () => {
    assert.deepEqual(changesBetween(splits(2, 7), splits(2, 7)), []);
  });

  it('reports no change if only the time of day of the lighting differs', () => {
    const at = (mi: number, LiPwrOn = 0): Datagrams => {
      const sample = sampleDatagram('lighting', { LiPwrOn });
      return { ...nothingInstalled, lighting: [{ ...sample, Time: { ...sample.Time, mi } }] };
    };
    assert.deepEqual(changesBetween(at(1), at(2)), []);
    assert.deepEqual(
      changesBetween(at(1), at(2, 1)).map(({ kind }) => kind),
      ['lighting'],
    );
  });

  it('reports a new component as changed', () => {
    const [change] = changesBetween(splits(2, 7), splits(2, 5, 7));
    assert.deepEqual([change?.kind, change?.index], ['split', 5]);
  });

  it('lists changed components in the order of the interface', () => {
    const after: Datagrams = { ...splits(0), unit: [sampleDatagram('unit')], zone: [sampleDatagram('zone')] };
    assert.deepEqual(
      changesBetween(nothingInstalled, after).map(({ kind }) => kind),
      ['unit', 'zone', 'split'],
    );
  });
});
