import assert from 'node:assert/strict';
import { check } from '@plenum/protocol/check';
import { type ComponentKind, type Datagrams, kinds } from '@plenum/protocol/component';

/** Asserts that every datagram of the given kinds has exactly the fields of its resource, and that all are valid. */
export function assertConforming(datagrams: Datagrams, of: readonly ComponentKind[]): void {
  for (const kind of of) {
    for (const datagram of datagrams[kind]) {
      const checked = check(kinds[kind].fields, datagram, [kind]);
      assert.deepEqual(checked, { ok: true, value: datagram });
    }
  }
}
