import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SetException } from '@plenum/protocol/schedule';
import { holidayReading } from './holiday.ts';

test('records a holiday from local midnight of its first day to that of the return', () => {
  const holiday = { kind: 'holiday', date: '2026-01-10', until: '2026-01-12', setAt: 0 } as SetException;
  const at = (time: string, exceptions = [holiday]) =>
    holidayReading(Date.parse(time), exceptions, () => 'Australia/Sydney').value;
  assert.deepEqual(
    [
      '2026-01-09T23:59+11:00',
      '2026-01-10T00:00+11:00',
      '2026-01-11T23:59+11:00',
      '2026-01-12T00:00+11:00',
    ].map((time) => at(time)),
    [0, 100, 100, 0],
  );
  const skipped = { kind: 'schedule', index: 0, date: '2026-01-10', setAt: 0 } as SetException;
  assert.equal(at('2026-01-10T12:00+11:00', [skipped]), 0, 'a favourite that is skipped is not a holiday');
});
