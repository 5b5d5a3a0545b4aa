import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentKinds, type Datagrams, initialDatagram } from '@plenum/protocol/component';
import type { KeptException } from '@plenum/protocol/schedule';
import { entitiesOf, toState } from './entity.ts';
import { favouriteEntity } from './favourite.ts';

test('a favourite has a time only if the bridge sends a valid hour and a valid minute', () => {
  const nothing = Object.fromEntries(componentKinds.map((kind) => [kind, []])) as unknown as Datagrams;
  const startOf = (time: object) => {
    const favourite = { ...initialDatagram('schedule'), Name: 'Morning', ...time };
    const datagrams: Datagrams = { ...nothing, schedule: [favourite] };
    const [entity] = entitiesOf([favouriteEntity], datagrams);
    return toState(entity!, { datagrams, energy: undefined }).start;
  };
  assert.equal(startOf({ StartH: 7, StartM: 5 }), '07:05');
  assert.equal(startOf({ StartH: 23, StartM: 59 }), '23:59');
  for (const none of [
    { StartH: 24, StartM: 0 },
    { StartH: 7, StartM: 60 },
    { StartH: undefined, StartM: 5 },
    { StartH: 7, StartM: undefined },
  ])
    assert.equal(startOf(none), null, JSON.stringify(none));
});

test('shows a favourite’s weekly pattern and, separately, the next date with an exception', () => {
  const nothing = Object.fromEntries(componentKinds.map((kind) => [kind, []])) as unknown as Datagrams;
  const favourite = { ...initialDatagram('schedule'), Index: 2, Name: 'Morning', StartH: 7, StartM: 5 };
  const datagrams: Datagrams = { ...nothing, schedule: [favourite] };
  const [entity] = entitiesOf([favouriteEntity], datagrams);
  const shown = (exceptions?: readonly object[]) => {
    const kept = exceptions as readonly KeptException[] | undefined;
    const { start, exception } = toState(entity!, { datagrams, energy: undefined, exceptions: kept });
    assert.equal(start, '07:05');
    return exception;
  };
  const own = { kind: 'schedule', index: 2, date: '2026-11-28' };
  const other = { ...own, index: 1 };
  assert.equal(shown(), null, 'unknown');
  assert.deepEqual([shown([]), shown([other])], ['none', 'none']);
  assert.equal(shown([other, own, { ...own, date: '2026-11-29' }]), '2026-11-28 skipped');
  assert.equal(shown([{ ...own, start: '09:00', stop: '11:00' }]), '2026-11-28 09:00-11:00');
  assert.equal(
    shown([{ kind: 'holiday', date: '2026-11-28', until: '2026-12-05' }]),
    'away until 2026-12-05',
  );
});
