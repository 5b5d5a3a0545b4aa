import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { advanceComfort, noComfort } from './advance-comfort.ts';
import { resultsOf } from './note-plans.ts';
import { inputAt, minute, seven } from './one-room.fixture.ts';

const day = 1440 * minute;
const midnight = seven - 7 * 60 * minute;
const runs = [seven, seven + day].map((start) => ({ favourite: 0, start, stop: start + 120 * minute }));
const at = (before: number, state = noComfort) => advanceComfort(state, inputAt(before, { runs }));

describe('the plan of a day', () => {
  it('has every run of the next 24 hours, each early start with its time and room', () => {
    const plans = at(7 * 60).planDay();
    assert.deepEqual(
      plans.map(({ start }) => start),
      [seven],
    );
    assert.ok(seven - plans[0]!.startsAt! > 40 * minute);
    assert.equal(plans[0]!.room, 0);
    assert.equal(at(-60).planDay()[0]!.start, seven + day);
  });

  it('is noted at the first time of a day, and stays as it was', () => {
    const { state } = at(7 * 60);
    const { startsAt } = state.planned[0]!;
    assert.deepEqual(state.planned, [{ favourite: 0, start: seven, startsAt }]);
    const later = advanceComfort(state, inputAt(6 * 60, { runs, temperature: 20 })).state;
    assert.deepEqual(later.planned, state.planned);
    const next = at(7 * 60 - 1440, later).state;
    assert.deepEqual(
      next.planned.map(({ start }) => start),
      [seven, seven + day],
    );
  });

  it('is compared with the starts and arrivals of its runs once the day is over', () => {
    const planned = [{ favourite: 0, start: seven, startsAt: seven - 50 * minute }];
    const arrival = {
      favourite: 0,
      start: seven,
      startedAt: seven - 49 * minute,
      way: 'heat',
      gap: 3,
    } as const;
    const arrived = Object.assign({}, arrival, { arrivedAt: seven + 4 * minute });
    const result = (arrivals: Parameters<typeof resultsOf>[1], end = midnight + day) =>
      resultsOf({ planned }, arrivals, end);
    assert.deepEqual(result([arrived]), [
      {
        favourite: 0,
        start: seven,
        startsAt: seven - 50 * minute,
        startedAt: seven - 49 * minute,
        arrivedAt: seven + 4 * minute,
      },
    ]);
    assert.equal(result([arrival])[0]!.arrivedAt, undefined);
    assert.deepEqual(result([]), planned);
    assert.deepEqual(result([arrived], midnight), [], 'not before the day is over');
    assert.deepEqual(result([arrived], midnight + 2 * day), [], 'only on the day after');
  });
});
