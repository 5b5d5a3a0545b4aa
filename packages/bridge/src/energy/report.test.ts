import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EnergyPeriod, Tariff } from '@plenum/insight/energy';
import { nothingInstalled } from '@plenum/protocol/component';
import { earlier, periodsOf, pricedParts } from './periods.ts';
import { toEnergyReport } from './report.ts';

const hour = 3_600_000;
const sydney = 'Australia/Sydney';
const at = (time: string) => Date.parse(time);
const hoursOf = (periods: readonly { from: number; to: number }[]) =>
  periods.map(({ from, to }) => (to - from) / hour);

describe('periods of local time', () => {
  it('returns days of 23 and 25 hours when the clocks change', () => {
    const days = (from: string, to: string) =>
      hoursOf(periodsOf({ from: at(from), to: at(to) }, 'day', sydney, 99));
    assert.deepEqual(days('2026-10-03T00:00+10:00', '2026-10-06T00:00+11:00'), [24, 23, 24]);
    assert.deepEqual(days('2026-04-04T00:00+11:00', '2026-04-07T00:00+10:00'), [24, 25, 24]);
  });

  it('begins with the whole period that contains the first time, and starts weeks on Monday', () => {
    const start = (by: EnergyPeriod) =>
      new Date(
        periodsOf({ from: at('2026-03-18T09:47+11:00'), to: at('2026-03-18T10:00+11:00') }, by, sydney, 1)[0]!
          .from,
      );
    assert.deepEqual(start('hour'), new Date('2026-03-18T09:00+11:00'));
    assert.deepEqual(start('day'), new Date('2026-03-18T00:00+11:00'));
    assert.deepEqual(start('week'), new Date('2026-03-16T00:00+11:00'));
    assert.deepEqual(start('month'), new Date('2026-03-01T00:00+11:00'));
    assert.deepEqual(start('year'), new Date('2026-01-01T00:00+11:00'));
  });

  it('starts days at local midnight in Nepal, a quarter of an hour past a full hour UTC', () => {
    const [day] = periodsOf(
      { from: at('2026-03-18T12:00Z'), to: at('2026-03-18T12:01Z') },
      'day',
      'Asia/Kathmandu',
      9,
    );
    assert.equal(new Date(day!.from).toISOString(), '2026-03-17T18:15:00.000Z');
  });

  it('finds an earlier time at the same local time of day, even if the clocks changed in between', () => {
    assert.equal(earlier(at('2026-10-07T12:00+11:00'), 'week', sydney, 1), at('2026-09-30T12:00+10:00'));
    assert.equal(earlier(at('2026-03-31T00:00+11:00'), 'month', sydney, 1), at('2026-02-28T00:00+11:00'));
  });
});

const tariff: Tariff = {
  currency: 'AUD',
  prices: [
    { from: '00:00', price: 0.2 },
    { from: '07:00', price: 0.5 },
    { from: '21:00', price: 0.2 },
  ],
  weekend: [{ from: '00:00', price: 0.1 }],
  feedIn: 0.05,
};

describe('prices by time of day', () => {
  it('starts each price at its local time on every day of two years, across clock changes', () => {
    const range = { from: at('2025-01-01T00:00+11:00'), to: at('2027-01-01T00:00+11:00') };
    const local = new Intl.DateTimeFormat('sv', {
      timeZone: sydney,
      weekday: 'short',
      timeStyle: undefined,
      hour: '2-digit',
      minute: '2-digit',
    });
    const starts = new Map<string, number>();
    let end = range.from;
    for (const part of pricedParts(range, tariff, sydney)) {
      assert.equal(part.from, end, 'no time is left out or counted twice');
      end = part.to;
      const time = `${local.format(part.from)} ${part.price}`;
      starts.set(time, (starts.get(time) ?? 0) + 1);
    }
    assert.equal(end, range.to);
    const weekdays = ['mån', 'tis', 'ons', 'tors', 'fre'];
    const times = weekdays.flatMap((day) => [`${day} 00:00 0.2`, `${day} 07:00 0.5`, `${day} 21:00 0.2`]);
    assert.deepEqual([...starts.keys()].sort(), [...times, 'lör 00:00 0.1', 'sön 00:00 0.1'].sort());
  });

  it('follows local time through an hour that is skipped and one that is repeated', () => {
    const night: Tariff = {
      currency: 'AUD',
      prices: [
        { from: '00:00', price: 0.2 },
        { from: '02:15', price: 0.9 },
        { from: '04:00', price: 0.3 },
      ],
    };
    const parts = (from: string, to: string) =>
      pricedParts({ from: at(from), to: at(to) }, night, sydney).map(({ from, to, price }) => [
        (to - from) / hour,
        price,
      ]);
    assert.deepEqual(parts('2026-10-04T00:00+10:00', '2026-10-04T05:00+11:00'), [
      [2, 0.2],
      [1, 0.9],
      [1, 0.3],
    ]);
    assert.deepEqual(parts('2026-04-05T00:00+11:00', '2026-04-05T05:00+10:00'), [
      [2.25, 0.2],
      [0.75, 0.9],
      [0.25, 0.2],
      [1.75, 0.9],
      [1, 0.3],
    ]);
  });

  it('splits a range at each change of price, on weekdays and weekends', () => {
    const range = { from: at('2026-11-20T06:00+11:00'), to: at('2026-11-21T03:00+11:00') };
    assert.deepEqual(
      pricedParts(range, tariff, sydney).map(({ from, to, price }) => [(to - from) / hour, price]),
      [
        [1, 0.2],
        [14, 0.5],
        [3, 0.2],
        [3, 0.1],
      ],
    );
  });
});

/** A house in Sydney (then UTC+11) that uses 1.2 kW all day and generates 3 kW from 10:00 to 14:00. */
const countersAt = (instant: number) => {
  const start = at('2026-11-01T00:00+11:00');
  const hours = Math.max(0, (instant - start) / hour);
  const sun = Math.floor(hours / 24) * 4 + Math.min(4, Math.max(0, (hours % 24) - 10));
  const joules = (watts: number, for_: number) => ({ joules: watts * for_ * 3_600, seconds: hours * 3_600 });
  return new Map([
    ['house.used.Wh', joules(1_200, hours)],
    ['house.solar.Wh', joules(3_000, sun)],
    ['house.import.Wh', joules(1_200, hours - sun)],
    ['house.export.Wh', joules(1_800, sun)],
    ['house.surplus.Wh', joules(2_400, sun)],
  ]);
};

describe('the energy of a house', () => {
  const now = at('2026-11-20T12:00+11:00');
  const report = (by: EnergyPeriod, from: string, to: string, more = {}) =>
    toEnergyReport(
      { by, timeZone: sydney, from: at(from), to: at(to) },
      {
        countersAt,
        firstAt: () => at('2026-11-01T00:00+11:00'),
        datagrams: nothingInstalled,
        tariff,
        now,
        ...more,
      },
    );

  it('reports energy used, generated, imported and exported, with its cost by time of day', () => {
    const { bars } = report('day', '2026-11-19T00:00+11:00', '2026-11-20T00:00+11:00');
    const [bar] = bars;
    assert.deepEqual(
      { ...bar, from: undefined, to: undefined },
      {
        from: undefined,
        to: undefined,
        known: 86_400,
        used: 28_800,
        solar: 12_000,
        import: 24_000,
        export: 7_200,
        surplus: 9_600,
        // 12 kWh at 0.2 and 12 at 0.5, less 7.2 at 0.05.
        cost: 8.04,
      },
    );
  });

  it('reports the same total energy by week, by day and by hour', () => {
    const range = ['2026-11-02T00:00+11:00', '2026-11-16T00:00+11:00'] as const;
    const [weeks, days, hours] = (['week', 'day', 'hour'] as const).map((by) => report(by, ...range));
    assert.deepEqual([weeks!.bars.length, days!.bars.length, hours!.bars.length], [2, 14, 336]);
    for (const key of ['used', 'solar', 'import', 'export', 'surplus', 'cost'] as const) {
      const sums = [weeks!, days!, hours!].map(({ bars }) => bars.reduce((sum, bar) => sum + bar[key]!, 0));
      for (const sum of sums) assert.ok(Math.abs(sum - weeks!.total[key]!) < 1e-3, `${key}: ${sums}`);
    }
  });

  it('compares energy with the same part of the previous period if the current one is not over', () => {
    const { bars, total, before } = report('week', '2026-11-18T00:00+11:00', '2026-11-19T00:00+11:00');
    assert.equal(bars.length, 1);
    assert.equal(total.to, now);
    assert.equal(before.from, at('2026-11-09T00:00+11:00'));
    assert.equal(before.to, at('2026-11-13T12:00+11:00'));
    assert.equal(before.used, total.used);
  });

  it('compares a whole month with the month before, and other ranges with the same length', () => {
    const spanOf = (from: string, to: string) => {
      const { before } = report('day', from, to);
      return [before.from, before.to].map((instant) =>
        new Date(instant + 11 * hour).toISOString().slice(0, 10),
      );
    };
    assert.deepEqual(spanOf('2025-12-01T00:00+11:00', '2026-01-01T00:00+11:00'), [
      '2025-11-01',
      '2025-12-01',
    ]);
    assert.deepEqual(spanOf('2025-12-01T00:00+11:00', '2025-12-11T00:00+11:00'), [
      '2025-11-21',
      '2025-12-01',
    ]);
  });

  it('compares the cost of a month with the month before, and a range with the same length', () => {
    const nothing = {
      used: null,
      solar: null,
      import: null,
      export: null,
      surplus: null,
      cost: null,
      known: 0,
    };
    for (const [from, to] of [
      ['2026-11-21T00:00+11:00', '2026-11-22T00:00+11:00'],
      ['2026-10-20T00:00+11:00', '2026-10-21T00:00+11:00'],
    ] as const) {
      const [{ from: _, to: __, ...bar }] = report('day', from, to).bars as [
        ReturnType<typeof report>['total'],
      ];
      assert.deepEqual(bar, nothing);
    }
  });

  it('reports energy without a cost if there is no tariff', () => {
    const range = ['2026-11-19T00:00+11:00', '2026-11-20T00:00+11:00'] as const;
    const { total, tariff: shown } = report('day', ...range, { tariff: undefined });
    assert.deepEqual([total.cost, total.used, shown], [null, 28_800, null]);
  });
});
